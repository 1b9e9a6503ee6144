"""How much somebody who adds a game must learn."""

from scorekeeper.games import all_games
from scorekeeper.rules.base import Rules
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.statistics import Statistics

MOST = 30


def overridden(of, base):
    """What of a part of the engine a game says anew."""
    known = {name for name in {**vars(base), **base.__annotations__} if not name.startswith("_")}
    return {(base.__name__, name) for each in of.__mro__[: of.__mro__.index(base)] for name in vars(each)} & {
        (base.__name__, name) for name in known
    }


def test_all_that_games_override_is_little():
    parts = {(CardGame.__name__, "guide")}
    for game in all_games().values():
        parts |= overridden(type(game.rules), Rules)
        parts |= overridden(game.screen, HandScreen)
        parts |= overridden(type(game.statistics), Statistics)
    assert len(parts) <= MOST, sorted(parts)
