"""Helpers for testing how hands are entered and corrected."""

from scorekeeper.models import Game, Hand

IMPOSSIBLE = "10 8 - - | | 10 9 5 4 | 9S"


def stored(game: Game, number: int = 1) -> Hand:
    """Return a hand as it is currently stored."""
    return Hand.objects.get(game=game, number=number)
