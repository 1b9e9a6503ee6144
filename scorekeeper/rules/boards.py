"""The boards that games share: every value of a field, or what is left of a known sum."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.screens import Board
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import Text

LARGEST_BOARD = 60
"""More numbers than this are no buttons: they are typed."""


def usual_board(table: Table[Any], field: Field) -> Board:
    """Every value of a field as a button; long ranges of numbers are typed."""
    match field.kind:
        case "flag":
            return Board(values=(True, False))
        case "choice":
            return Board(values=tuple(choice.value for choice in field.choices))
        case "seat":
            return Board(values=tuple(table.seats))
        case _numbers:
            return Board(values=_buttons(field.low, field.high), other=True)


def rest_board(
    sums: Collection[int],
    others: Sequence[Value],
    *,
    highest: int | None = None,
    alone: bool = False,
    other: bool = True,
    note: Text | None = None,
) -> Board:
    """What is left of a known sum, or of one of several `sums`, when the `others` have answered what they have.

    What the last one must have is likely, with `alone` the only button. Otherwise every number up to `highest` has
    one: by default the largest rest, or the whole sum where the others have more than that.
    """
    known = [answer for answer in others if isinstance(answer, int)]
    rests = sorted(rest for total in sums if (rest := total - sum(known)) >= 0)
    likely = tuple(rests) if len(known) == len(others) else ()
    most = max(rests or sums) if highest is None else highest
    return Board(values=() if alone and likely else _buttons(0, most), likely=likely, note=note, other=other)


def _buttons(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1)) if high - low < LARGEST_BOARD else ()
