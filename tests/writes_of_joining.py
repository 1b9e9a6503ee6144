"""The writes by which players join and leave a game of rounds, and the counters that they increment."""

from functools import partial

from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import joining
from tests.cast import refresh
from tests.rounds import play_rounds, start_rounds
from tests.writes import NOTHING, SAVE, done


def with_rounds(tables):
    """Return what is given to a write by which somebody joins or leaves a game of rounds."""
    if not tables.game.rules.startswith("any_game"):
        tables.game = start_rounds(tables.cast.owner)
        play_rounds(tables.game, tables.cast.owner, "1 2 3")
    setup = load(refresh(tables.game)).setup
    return {"game": refresh(tables.game), "seen": setup, "by": tables.cast.owner}


def join(tables, name="Dee"):
    return partial(joining.join_game, **with_rounds(tables), player=tables.player(name), start=0)


def leave(tables):
    return partial(joining.leave_game, **with_rounds(tables), player=tables.player("Cy"))


def come_back(tables):
    done(leave(tables))
    return partial(joining.come_back, **with_rounds(tables), player=tables.player("Cy"))


WRITES_OF_JOINING = {
    "joining.join_game": (join, SAVE),
    "joining.join_game: again": (lambda tables: done(join(tables)), NOTHING),
    "joining.leave_game": (leave, SAVE),
    "joining.leave_game: again": (lambda tables: done(leave(tables)), NOTHING),
    "joining.come_back": (come_back, SAVE),
    "joining.come_back: again": (lambda tables: done(come_back(tables)), NOTHING),
}
