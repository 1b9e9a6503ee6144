"""Made-up games, each of which uses something the app offers to games.

The fixture `made_up` adds them to the real games.
"""

import importlib
from contextlib import contextmanager

import scorekeeper.games
from scorekeeper.games import all_games


@contextmanager
def games_of(folder):
    """Add the games of a folder to the real ones. Discovery runs once, so its cached result is cleared."""
    before = list(scorekeeper.games.__path__)
    scorekeeper.games.__path__[:] = [*before, str(folder)]
    importlib.invalidate_caches()
    all_games.cache_clear()
    try:
        yield
    finally:
        scorekeeper.games.__path__[:] = before
        all_games.cache_clear()
