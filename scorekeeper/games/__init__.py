"""The games, in packages that are discovered by walking this folder; there is no list to maintain.

A package declares one or more games as `CardGame` objects in its `__init__`.
"""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from scorekeeper.rules.game import CardGame

AnyGame = CardGame[Any, Any]


@cache
def all_games() -> dict[str, AnyGame]:
    """Return every game by slug, in order of package name. Raise `ValueError` if two games have the same slug."""
    found: dict[str, AnyGame] = {}
    for package in pkgutil.iter_modules(__path__):
        for game in vars(import_module(f"{__name__}.{package.name}")).values():
            if isinstance(game, CardGame):
                taken = found.setdefault(game.rules.slug, game)
                if taken is not game:
                    other = type(taken.rules).__name__
                    raise ValueError(f"{package.name}: the slug {game.rules.slug!r} is taken by {other}")
    return found


def known_game(slug: str) -> AnyGame | None:
    """Return the game that a slug stands for, or None if there is none."""
    return all_games().get(base_slug(slug))


def is_own(slug: str) -> bool:
    """Return whether a game is a group's own. Its slug is that of the game it's made out of, a colon, and an id."""
    return ":" in slug


def base_slug(slug: str) -> str:
    """Return the slug of the game that a group's own game is made out of. For any other game, it is the same."""
    return slug.partition(":")[0]
