"""What pages say of a hand, in the word of its game: a hand, a round, a turn, or the points of a tally.

Each sentence is whole, since other languages change more than the word. What needs no word isn't here, and neither is
what a hand is called in the middle of a sentence, such as "Ben’s turn": see `Rules.hand_name`.
"""

from dataclasses import replace
from typing import get_args

from scorekeeper.rules.base import Unit
from scorekeeper.rules.text import Text, TextValue, gettext as _

UNITS: tuple[Unit, ...] = get_args(Unit)
SENTENCES: dict[str, tuple[Text, ...]] = {  # by unit, in the order of `UNITS`
    "named": (_("Hand {number}"), _("Round {number}"), _("Turn {number}"), _("The points")),
    "row": (_("Hand"), _("Round"), _("Round"), _("Points")),
    "axis": (_("hand"), _("round"), _("turn"), _("point")),
    "fix": (_("Fix hand {number}"), _("Fix round {number}"), _("Fix turn {number}"), _("Fix the points")),
    "undo": (_("Undo hand {number}"), _("Undo round {number}"), _("Undo turn {number}"), _("Undo the points")),
    "saved": (_("Hand {number} saved."), _("Round {number} saved."), _("Turn {number} saved."), _("Points saved.")),
    "open": (
        _("Hand {number} is open again."),
        _("Round {number} is open again."),
        _("Turn {number} is open again."),
        _("The points are open again."),
    ),
    "corrected": (
        _("Hand {number} corrected."),
        _("Round {number} corrected."),
        _("Turn {number} corrected."),
        _("Points corrected."),
    ),
    "impossible": (
        _("Hand {number} is no longer possible: {why}"),
        _("Round {number} is no longer possible: {why}"),
        _("Turn {number} is no longer possible: {why}"),
        _("The points are no longer possible: {why}"),
    ),
}


def said(unit: Unit, key: str, **values: TextValue) -> Text:
    """Return what is said under a key where a hand is called this."""
    return replace(SENTENCES[key][UNITS.index(unit)], values=values)
