"""Made-up games, each of which uses different features that the app offers to games.

The `made_up` fixture adds them to the real games.
"""

import importlib
from contextlib import contextmanager

import scorekeeper.games
from scorekeeper.games import all_games


@contextmanager
def games_of(folder):
    """Temporarily add a folder's games to the real ones. Discovery caches its result, so the cache is cleared."""
    before = list(scorekeeper.games.__path__)
    scorekeeper.games.__path__[:] = [*before, str(folder)]
    importlib.invalidate_caches()
    all_games.cache_clear()
    try:
        yield
    finally:
        scorekeeper.games.__path__[:] = before
        all_games.cache_clear()
