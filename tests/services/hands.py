"""Helpers for the tests of typing and correcting hands."""

from scorekeeper.models import Game, Hand

IMPOSSIBLE = "10 8 - - | | 10 9 5 4 | 9S"


def stored(game: Game, number: int = 1) -> Hand:
    """Return a hand as it is stored now."""
    return Hand.objects.get(game=game, number=number)
