"""Limits how much of the engine you need to know to add a game."""

from scorekeeper.games import all_games
from scorekeeper.rules.base import Rules
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.statistics import Statistics

MOST = 30


def overridden(derived, base):
    """Return the public names that a game's class overrides, each with the name of the engine class that defines it."""
    known = {name for name in {**vars(base), **base.__annotations__} if not name.startswith("_")}
    return {(base.__name__, name) for each in derived.__mro__[: derived.__mro__.index(base)] for name in vars(each)} & {
        (base.__name__, name) for name in known
    }


def test_games_override_only_a_few_parts_of_the_engine():
    parts = {(CardGame.__name__, "guide")}
    for game in all_games().values():
        parts |= overridden(type(game.rules), Rules)
        parts |= overridden(game.screen, HandScreen)
        parts |= overridden(type(game.statistics), Statistics)
    assert len(parts) <= MOST, sorted(parts)
