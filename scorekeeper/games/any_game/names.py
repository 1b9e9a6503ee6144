"""The names in the recipes that come with the app, so that they can be translated. A test compares them.

The contexts, "game" and "row", are written out each time because makemessages reads only literals.
"""

from typing import Literal

from scorekeeper.rules.text import Text, gettext as _, pgettext

TEXTS: dict[str, tuple[Text, ...]] = {
    "6-nimmt": (pgettext("game", "6 nimmt!"),),
    "7-wonders": (
        pgettext("game", "7 Wonders"),
        pgettext("row", "Military conflicts"),
        pgettext("row", "Coins"),
        pgettext("row", "Wonder stages"),
        pgettext("row", "Civilian structures"),
        pgettext("row", "Commercial structures"),
        pgettext("row", "Guilds"),
        pgettext("row", "Compasses"),
        pgettext("row", "Gears"),
        pgettext("row", "Tablets"),
        pgettext("row", "Sets of three symbols"),
    ),
    "canasta": (pgettext("game", "Canasta"),),
    "catan": (
        pgettext("game", "Catan"),
        pgettext("row", "Settlements"),
        pgettext("row", "Cities"),
        pgettext("row", "Longest road"),
        pgettext("row", "Largest army"),
        pgettext("row", "Victory point cards"),
    ),
    "cribbage": (pgettext("game", "Cribbage"),),
    "darts-501": (pgettext("game", "Darts 501"),),
    "doppelkopf": (pgettext("game", "Doppelkopf"),),
    "flip-7": (pgettext("game", "Flip 7"),),
    "gin-rummy": (pgettext("game", "Gin Rummy"),),
    "golf": (pgettext("game", "Golf"),),
    "hearts": (pgettext("game", "Hearts"),),
    "jass": (pgettext("game", "Jass"),),
    "lama": (pgettext("game", "L.A.M.A."),),
    "moelkky": (pgettext("game", "Mölkky"),),
    "phase-10": (pgettext("game", "Phase 10"),),
    "qwirkle": (pgettext("game", "Qwirkle"),),
    "rummy": (pgettext("game", "Rummy"),),
    "scrabble": (pgettext("game", "Scrabble"),),
    "skip-bo": (pgettext("game", "Skip-Bo"),),
    "skyjo": (pgettext("game", "Skyjo"),),
    "spades": (pgettext("game", "Spades"),),
    "ticket-to-ride": (
        pgettext("game", "Ticket to Ride"),
        pgettext("row", "1-train routes"),
        pgettext("row", "2-train routes"),
        pgettext("row", "3-train routes"),
        pgettext("row", "4-train routes"),
        pgettext("row", "5-train routes"),
        pgettext("row", "6-train routes"),
        pgettext("row", "Destination tickets"),
        pgettext("row", "Longest path"),
    ),
    "triominos": (pgettext("game", "Triominos"),),
    "uno": (pgettext("game", "Uno"),),
    "wizard": (pgettext("game", "Wizard"),),
    "yahtzee": (
        pgettext("game", "Yahtzee"),
        pgettext("row", "Ones"),
        pgettext("row", "Twos"),
        pgettext("row", "Threes"),
        pgettext("row", "Fours"),
        pgettext("row", "Fives"),
        pgettext("row", "Sixes"),
        pgettext("row", "Upper bonus"),
        pgettext("row", "Three of a kind"),
        pgettext("row", "Four of a kind"),
        pgettext("row", "Full house"),
        pgettext("row", "Small straight"),
        pgettext("row", "Large straight"),
        pgettext("row", "Yahtzee"),
        pgettext("row", "Chance"),
        pgettext("row", "Yahtzee bonuses"),
    ),
}
"""For each recipe that comes with the app, by id: its name, then those of its rows."""

_KNOWN = {(recipe, text.context, text.message): text for recipe, texts in TEXTS.items() for text in texts}


def shown(recipe: str, words: str, context: Literal["game", "row"] = "row") -> Text:
    """Return the name of a game or a row: in the reader's language if its recipe came with it, or as it was typed."""
    return _KNOWN.get((recipe, context, words)) or _("{name}", name=words)
