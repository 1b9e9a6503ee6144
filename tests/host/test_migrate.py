"""After an update, the app replays the games of earlier versions."""

import pytest
from django.core.management import call_command

from scorekeeper.host.purging import purge
from scorekeeper.management.commands import migrate as command
from scorekeeper.models import Game, Installation, Standing, Tally
from tests.cast import differences, make_cast, refresh
from tests.rounds import play_rounds, start_rounds


@pytest.fixture
def played_on(db, monkeypatch):
    """A game that the previous version played on after a tie, though Ann was ahead at the end of a round."""
    owner, options = make_cast().owner, {"ends": "target", "target": 10, "ties": "play_on"}
    game = start_rounds(owner, **options)
    play_rounds(game, owner, "10 10 0", "-3 -5 0")
    expected = stored_end(game)
    assert (expected[0], expected[1][0]) == ("over", ("0", 1, True))
    Game.objects.filter(pk=game.pk).update(state="playing", ended_at=None)
    Standing.objects.update(winner=False)
    Tally.objects.all().delete()
    answers = iter([False])
    monkeypatch.setattr(command, "_is_up_to_date", lambda: next(answers, True))
    return game, expected


def stored_end(game):
    standings = Standing.objects.filter(game=game).order_by("column").values_list("column", "rank", "winner")
    return refresh(game).state, list(standings)


@pytest.mark.slow
def test_the_next_purge_replays_them(played_on):
    game, expected = played_on
    call_command("migrate", interactive=False, verbosity=0)
    assert stored_end(game) != expected
    assert purge()
    assert (stored_end(game), differences(game)) == (expected, 0)


def test_migrate_with_the_plan_option_plans_no_replay(db, monkeypatch):
    answers = iter([False])
    monkeypatch.setattr(command, "_is_up_to_date", lambda: next(answers, True))
    call_command("migrate", verbosity=0, plan=True)
    assert not Installation.objects.filter(rescore_is_due=True).exists()
