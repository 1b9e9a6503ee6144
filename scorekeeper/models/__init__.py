"""What is stored: people in `people`, what they played in `games`. Plain rows and constraints; no rule of a game."""

from scorekeeper.models.games import Game, Hand, Night, Revision, Score, Seat, Setup, Standing
from scorekeeper.models.people import Link, Membership, Player, Playgroup, Throttle, User

__all__ = [
    "Game",
    "Hand",
    "Link",
    "Membership",
    "Night",
    "Player",
    "Playgroup",
    "Revision",
    "Score",
    "Seat",
    "Setup",
    "Standing",
    "Throttle",
    "User",
]
