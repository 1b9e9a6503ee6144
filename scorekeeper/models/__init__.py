"""The database models: people in `people`, and what they played in `games`. They contain no game rules."""

from scorekeeper.models.games import (
    Game,
    Hand,
    Night,
    Rating,
    Revision,
    Score,
    Seat,
    Setup,
    Standing,
    Tally,
    Upload,
    YearTally,
)
from scorekeeper.models.people import MARKS, Link, Membership, Player, Playgroup, Throttle, User

__all__ = [
    "MARKS",
    "Game",
    "Hand",
    "Link",
    "Membership",
    "Night",
    "Player",
    "Playgroup",
    "Rating",
    "Revision",
    "Score",
    "Seat",
    "Setup",
    "Standing",
    "Tally",
    "Throttle",
    "Upload",
    "User",
    "YearTally",
]
