"""Made-up games, each of which needs something of the app that a game may need.

The fixture `made_up` adds them to the real games.
"""

import importlib
from contextlib import contextmanager

import scorekeeper.games
from scorekeeper.games import all_games


@contextmanager
def games_of(folder):
    """Add the games of a folder to the real ones. Games are looked for only once, so what was found is forgotten."""
    before = list(scorekeeper.games.__path__)
    scorekeeper.games.__path__[:] = [*before, str(folder)]
    importlib.invalidate_caches()
    all_games.cache_clear()
    try:
        yield
    finally:
        scorekeeper.games.__path__[:] = before
        all_games.cache_clear()
