"""The writes by which players join and leave a game of rounds, and the counters that they increment."""

from functools import partial

from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import writing as setup_writing
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
    return partial(setup_writing.join_game, **with_rounds(tables), player=tables.player(name), start=0)


def leave(tables):
    return partial(setup_writing.leave_game, **with_rounds(tables), player=tables.player("Cy"))


def come_back(tables):
    done(leave(tables))
    return partial(setup_writing.come_back, **with_rounds(tables), player=tables.player("Cy"))


WRITES_OF_JOINING = {
    "setup.join_game": (join, SAVE),
    "setup.join_game: again": (lambda tables: done(join(tables)), NOTHING),
    "setup.leave_game": (leave, SAVE),
    "setup.leave_game: again": (lambda tables: done(leave(tables)), NOTHING),
    "setup.come_back": (come_back, SAVE),
    "setup.come_back: again": (lambda tables: done(come_back(tables)), NOTHING),
}
