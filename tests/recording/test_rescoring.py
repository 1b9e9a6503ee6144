"""Rescoring goes group by group, and one that an update needs begins again until it is done."""

import io

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.host import purging
from scorekeeper.management.commands import migrate
from scorekeeper.models import Installation, Standing, Tally
from scorekeeper.recording.game import writing
from tests.cast import A_HAND, differences, play, start_short_game

pytestmark = pytest.mark.slow


@pytest.fixture
def played(cast):
    """A finished game in each of two groups, the second of them damaged."""
    games = [start_short_game(member) for member in (cast.owner, cast.stranger)]
    for game, member in zip(games, (cast.owner, cast.stranger), strict=True):
        play(game, A_HAND, A_HAND, by=member)
    return games


def damage():
    """Damage what is derived from every game."""
    Standing.objects.update(half_points=1)
    Tally.objects.update(count=9)


def run(*arguments):
    output = io.StringIO()
    call_command("rescore", *arguments, stdout=output)
    return output.getvalue().splitlines()


def interrupt(monkeypatch, game):
    """Interrupt the first rescore when it gets to this game."""
    rescored, interrupted = writing.rescore, []

    def rescore(row, **more):
        if row == game and not interrupted:
            interrupted.append(row)
            raise KeyboardInterrupt
        return rescored(row, **more)

    monkeypatch.setattr(writing, "rescore", rescore)


@pytest.fixture
def updated(cast, played, monkeypatch):
    """A database that this run of `migrate` brings up to date."""
    damage()
    answers = iter([False])
    monkeypatch.setattr(migrate, "_is_up_to_date", lambda: next(answers, True))
    call_command("migrate", verbosity=0)


def test_after_an_update_the_next_cleanup_replays_everything(played, updated):
    assert all(differences(game) for game in played)
    assert purging.purge()
    assert run("--check") == ["Nothing differed."]


def test_a_replay_that_was_interrupted_after_an_update_begins_again(played, updated, monkeypatch):
    interrupt(monkeypatch, played[1])
    with pytest.raises(KeyboardInterrupt):
        purging.purge()
    assert [differences(game) > 0 for game in played] == [False, True]
    for differing in (False, True):
        damage()
        Installation.objects.update(purged_at=None)
        assert purging.purge()
        assert [differences(game) > 0 for game in played] == [differing] * 2, "begun again, and done only once"


def test_a_rescore_by_hand_is_all_that_an_update_needs(played, updated):
    with pytest.raises(CommandError, match="in 2 games"):
        run("--check")
    assert Installation.objects.get().rescore_is_due
    run()
    assert not Installation.objects.get().rescore_is_due
