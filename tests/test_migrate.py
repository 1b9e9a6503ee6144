"""`manage.py migrate` after an update counts the games that ended before statistics existed, and no others."""

import io

import pytest
from django.core.management import call_command

from scorekeeper.management.commands import migrate as command
from scorekeeper.models import Game, Standing, Tally
from scorekeeper.services import games
from scorekeeper.services.purging import purge
from tests.cast import A_HAND, differences, make_cast, play, refresh, start_game, start_short_game
from tests.rounds import play_rounds, start_rounds


def migrate(**options):
    output = io.StringIO()
    call_command("migrate", interactive=False, verbosity=1, stdout=output, **options)
    return [line for line in output.getvalue().splitlines() if "Updated" in line]


def test_games_from_an_older_version_are_counted_once(db):
    owner = make_cast().owner
    ended = [start_short_game(owner) for _game in range(2)]
    for game in ended:
        play(game, A_HAND, A_HAND, by=owner)
    before = list(Tally.objects.order_by("game", "key", "player").values_list("game", "key", "player", "amount"))
    Tally.objects.all().delete()
    assert migrate() == ["Updated the statistics of 2 games."]
    assert (
        list(Tally.objects.order_by("game", "key", "player").values_list("game", "key", "player", "amount")) == before
    )
    assert [differences(game) for game in ended] == [0, 0]
    assert migrate() == []


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
def test_an_update_says_how_many_games_ended_differently(played_on):
    game, expected = played_on
    output = io.StringIO()
    call_command("migrate", interactive=False, verbosity=1, stdout=output)
    assert "By the rules of this version, 1 game ended differently." in output.getvalue().splitlines()
    assert (stored_end(game), differences(game)) == (expected, 0)
    assert migrate() == []


@pytest.mark.slow
def test_a_server_says_so_once_it_has_replayed_them(played_on, caplog):
    game, expected = played_on
    caplog.set_level("INFO", "scorekeeper.services.rescoring")
    call_command("migrate", interactive=False, verbosity=0, later=True)
    assert stored_end(game) != expected
    assert purge()
    assert [record.getMessage() for record in caplog.records] == [
        "By the rules of this version, 1 game ended differently."
    ]
    assert (stored_end(game), differences(game)) == (expected, 0)


def test_games_that_do_not_count_are_left_out(db):
    owner = make_cast().owner
    going_on, unplayed, hidden, unknown = start_game(owner), start_game(owner), start_game(owner), start_game(owner)
    for game in (going_on, hidden, unknown):
        play(game, by=owner)
    for game in (unplayed, hidden, unknown):
        games.stop_game(game=game, how="no_winner", by=owner)
    games.hide_game(game=hidden, hidden=True)
    Game.objects.filter(pk=unknown.pk).update(rules="forgotten")
    Tally.objects.all().delete()
    assert migrate() == []
    assert not Tally.objects.exists()


def test_migrate_with_the_plan_option_counts_nothing(db):
    owner = make_cast().owner
    play(start_short_game(owner), A_HAND, A_HAND, by=owner)
    Tally.objects.all().delete()
    assert migrate(plan=True) == []
    assert not Tally.objects.exists()
