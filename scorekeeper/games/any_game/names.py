"""The named rows of a sheet, as they are written in the option `categories`."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from scorekeeper.games.any_game.ready import READY
from scorekeeper.rules.text import Text, gettext as _

KEPT = 256  # of the texts that were read: strangers can make them up
ROW = re.compile(
    r"(?P<name>.*?\S)"
    r"(?:\s+(?:[×x*]\s*(?P<factor>-?[0-9]{1,3})|[÷/]\s*(?P<divisor>[1-9][0-9]{0,3})"
    r"|=\s*(?P<table>-?[0-9]{1,4}(?:\s+-?[0-9]{1,4}){0,59})|\+\s*(?P<bonus>[0-9]{1,4})\s+from\s+(?P<least>[0-9]{1,4})"
    r"|\+\s*(?P<beside>[1-9][0-9]{0,3})\s+each\s+time))?"
)
_KNOWN = {
    (recipe, text.context, text.message): text
    for recipe, game in READY.items()
    for text in (game.name, *game.rows, *game.once)
}


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
    beside: int = 0  # The points that a turn brings if it ticks this row, which it can beside the one that it fills.

    @property
    def is_filled(self) -> bool:
        """Whether something is typed in the row, which then is full."""
        return not (self.bonus or self.beside)

    @property
    def counts(self) -> bool:
        """Whether something other than points is typed."""
        return self.factor is not None or self.divisor != 1 or self.table != ()

    @property
    def hint(self) -> Text | None:
        """What it is worth, as a card says it."""
        if self.bonus:
            return _("{bonus} from {least}", bonus=self.bonus, least=self.least)
        if self.beside:
            return _("{points} each time", points=self.beside)
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
            beside=int(given.get("beside") or 0),
        )
        if row.bonus:
            row, first = replace(row, counted=range(first, number)), number
        number += row.is_filled
        rows.append(row)
    return tuple(rows)


@lru_cache(maxsize=KEPT)
def typed_rows(categories: str) -> tuple[NamedRow, ...]:
    """Return the rows in which something is typed."""
    return tuple(row for row in rows_of(categories) if row.is_filled)


def row_beside(categories: str) -> NamedRow | None:
    """Return the row that a turn can tick beside the one that it fills, if there is one."""
    return next((row for row in rows_of(categories) if row.beside), None)
