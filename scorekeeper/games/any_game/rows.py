"""The named rows of a sheet, as they are written in the option `categories`. RULES.md: Rows with names."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import normalize

KEPT = 256  # of the texts that were read: strangers can make them up
ROW = re.compile(
    r"(?P<name>.*?\S)"
    r"(?:\s+(?:[×x*]\s*(?P<factor>-?[0-9]{1,3})|[÷/]\s*(?P<divisor>[1-9][0-9]{0,3})"
    r"|=\s*(?P<table>-?[0-9]{1,4}(?:\s+-?[0-9]{1,4}){0,59})|\+\s*(?P<bonus>[0-9]{1,4})\s+from\s+(?P<least>[0-9]{1,4})))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRow:
    """A named row: what is typed counts `factor` each, one for every `divisor`, or as the `table` says.

    Nothing is typed in a row with a `bonus`: it is for at least `least` points in the rows above, up to the last bonus.
    Those are the rows `counted`, by their `index` among the typed ones.
    """

    name: str
    index: int
    factor: int | None = None
    divisor: int = 1
    table: tuple[int, ...] = ()
    bonus: int = 0
    least: int = 0
    counted: range = range(0)

    @property
    def counts(self) -> bool:
        """Whether something other than points is typed."""
        return self.factor is not None or self.divisor != 1 or self.table != ()

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
            bonus=int(given.get("bonus") or 0),
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


def row_key(name: str) -> str:
    """Return what two names have in common that differ only in case."""
    return normalize("NFC", normalize("NFC", name).casefold())


def has_empty_bonus(categories: str) -> bool:
    """Return whether a bonus is worth nothing, which makes it a row like any other."""
    matches = (ROW.fullmatch(line.strip()) for line in categories.split("\n"))
    return any(match and match["bonus"] and not int(match["bonus"]) for match in matches)
