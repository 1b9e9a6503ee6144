"""Limits how much of the engine you need to know to add a game."""

from scorekeeper.games import all_games
from scorekeeper.rules.base import Rules
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.statistics import Statistics

MOST, MOST_BY_OPTIONS = 30, 8
"""The most parts that games with rules of their own override, and what a game made by its options adds to them."""


def overridden(derived, base):
    """Return the public names that a game's class overrides, each with the name of the engine class that defines it."""
    known = {name for name in {**vars(base), **base.__annotations__} if not name.startswith("_")}
    return {(base.__name__, name) for each in derived.__mro__[: derived.__mro__.index(base)] for name in vars(each)} & {
        (base.__name__, name) for name in known
    }


def parts(*, by_options):
    """Return the parts that games override whose rules follow from their options, or those of all other games."""
    found = {(CardGame.__name__, "guide")}
    for game in all_games().values():
        if game.template == by_options:
            found |= overridden(type(game.rules), Rules)
            found |= overridden(game.screen, HandScreen)
            found |= overridden(type(game.statistics), Statistics)
    return found


def test_games_override_only_a_few_parts_of_the_engine():
    assert len(parts(by_options=False)) <= MOST, sorted(parts(by_options=False))


def test_a_game_made_by_its_options_overrides_only_a_few_more():
    more = parts(by_options=True) - parts(by_options=False)
    assert len(more) <= MOST_BY_OPTIONS, sorted(more)
