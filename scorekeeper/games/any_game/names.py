"""The named rows of a sheet, as they are written in the option `categories`, and the names that can be translated."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from scorekeeper.rules.text import Text, gettext as _, pgettext

KEPT = 256  # of the texts that were read: strangers can make them up
ROW = re.compile(
    r"(?P<name>.*?\S)"
    r"(?:\s+(?:[×x*]\s*(?P<factor>-?[0-9]{1,3})|[÷/]\s*(?P<divisor>[1-9][0-9]{0,3})"
    r"|=\s*(?P<table>-?[0-9]{1,4}(?:\s+-?[0-9]{1,4}){0,59})|\+\s*(?P<bonus>[0-9]{1,4})\s+from\s+(?P<least>[0-9]{1,4})))?"
)
# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
# For each recipe that comes with the app, by id: its name, then those of its rows.
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
# How those games break a tie which the sheet can't see, by the id of the recipe.
TIES: dict[str, Text] = {
    "7-wonders": _("In 7 Wonders, more coins win."),
    "ticket-to-ride": _("In Ticket to Ride, more completed tickets win, then the longest path."),
}
_KNOWN = {(recipe, text.context, text.message): text for recipe, texts in TEXTS.items() for text in texts}


def shown(recipe: str, words: str, context: Literal["game", "row"] = "row") -> Text:
    """Return the name of a game or a row: in the reader's language if its recipe came with it, or as it was typed."""
    return _KNOWN.get((recipe, context, words)) or _("{name}", name=words)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRow:
    """A named row: what is typed counts `factor` each, one for every `divisor`, or as the `table` says."""

    name: str
    index: int  # Among the rows in which something is typed.
    factor: int | None = None
    divisor: int = 1
    table: tuple[int, ...] = ()
    bonus: int | None = None  # Nothing is typed in a row with one. A row whose bonus is 0 is one like any other.
    least: int = 0  # The points that the bonus takes in the rows `counted`: those above, up to the last bonus.
    counted: range = range(0)

    @property
    def counts(self) -> bool:
        """Whether something other than points is typed."""
        return self.factor is not None or self.divisor != 1 or self.table != ()

    @property
    def hint(self) -> Text | None:
        """What it is worth, as a card says it."""
        if self.bonus:
            return _("{bonus} from {least}", bonus=self.bonus, least=self.least)
        if self.factor is not None:
            return _("{factor} each", factor=self.factor)
        return _("1 for {divisor}", divisor=self.divisor) if self.divisor > 1 else None

    def worth(self, count: int) -> int:
        """Return the points for a number that was typed. It must be in the table, if the row has one."""
        return self.table[count] if self.table else count * (1 if self.factor is None else self.factor) // self.divisor


@lru_cache(maxsize=KEPT)
def rows_of(categories: str) -> tuple[NamedRow, ...]:
    """Return the rows in a text with one per line. Lines without a name are left out."""
    rows, first, number = list[NamedRow](), 0, 0
    for line in filter(None, map(str.strip, categories.split("\n"))):
        match = ROW.fullmatch(line)
        given = match.groupdict(default="") if match else {}
        row = NamedRow(
            name=given.get("name", line),
            index=number,
            factor=int(given["factor"]) if given.get("factor") else None,
            divisor=int(given.get("divisor") or 1),
            table=tuple(map(int, given.get("table", "").split())),
            bonus=int(given["bonus"]) if given.get("bonus") else None,
            least=int(given.get("least") or 0),
        )
        if row.bonus:
            row, first = replace(row, counted=range(first, number)), number
        else:
            number += 1
        rows.append(row)
    return tuple(rows)


@lru_cache(maxsize=KEPT)
def typed_rows(categories: str) -> tuple[NamedRow, ...]:
    """Return the rows in which something is typed."""
    return tuple(row for row in rows_of(categories) if not row.bonus)
