"""Tiny games that nobody plays: each shows what a game may ask of the app, and no real one needs to be known for it.

The fixture `made_up` puts this folder where games are looked for.
"""

import importlib
from contextlib import contextmanager

import scorekeeper.games
from scorekeeper.games import all_games


@contextmanager
def games_of(folder):
    """The games of a folder are found like all others. Games are found once, so what was found is forgotten."""
    before = list(scorekeeper.games.__path__)
    scorekeeper.games.__path__[:] = [*before, str(folder)]
    importlib.invalidate_caches()
    all_games.cache_clear()
    try:
        yield
    finally:
        scorekeeper.games.__path__[:] = before
        all_games.cache_clear()
