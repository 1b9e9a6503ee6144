"""The rules of every game: pure Python, standard library only.

The games are found by walking this folder whenever somebody asks; no list names them. A module whose name begins with
an underscore is a helper of other modules.
"""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from typing import Any

from scorekeeper.rules.base import Rules


def all_rules() -> dict[str, Rules[Any, Any]]:
    """Every game's rules by slug, in the order of their module names."""
    found: dict[str, Rules[Any, Any]] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("_"):
            continue
        module = import_module(f"{__name__}.{info.name}")
        for _name, member in inspect.getmembers(module, inspect.isclass):
            if issubclass(member, Rules) and not inspect.isabstract(member) and member.__module__ == module.__name__:
                found[member.slug] = member()
    return found


def get_rules(slug: str) -> Rules[Any, Any] | None:
    """The rules of one game, or None for a game that this code does not know."""
    return all_rules().get(slug)
