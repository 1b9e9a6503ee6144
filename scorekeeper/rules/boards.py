"""Boards shared by several games: one for any value of a field, and one for the rest of a known sum."""

from collections.abc import Collection, Sequence
from typing import Any

from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.steps import Board
from scorekeeper.rules.text import Text, ngettext

LARGEST_BOARD = 60
"""The most buttons that a board of numbers can have. Numbers from a larger range are typed."""


def usual_board(table: Table[Any], field: Field) -> Board:
    """Return a board with a button for every value of the field. Numbers from large ranges are typed instead."""
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
    other: bool = True,
    note: Text | None = None,
) -> Board:
    """Return a board for the number that, added to the other answers, makes one of the possible `sums`.

    Every number up to the largest sum has a button, so that buttons don't move. Once all `others` are known, whatever
    is left is shown as likely. Unless `other` numbers can be typed, no number above `highest` can be chosen; by
    default, that is the largest possible remainder.
    """
    answered = [answer for answer in others if isinstance(answer, int)]
    rests = sorted(rest for total in sums if (rest := total - sum(answered)) >= 0)
    likely = tuple(rests) if len(answered) == len(others) else ()
    left = max(rests, default=0) if highest is None else highest
    values = _buttons(0, max(*sums, left))
    why = ngettext("Only {count} left.", "Only {count} left.", left)
    refused: dict[Value, Text] = {} if other else {value: why for value in values if value > left}
    return Board(values=values, likely=likely, note=note, other=other, refused=refused)


def _buttons(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1)) if high - low < LARGEST_BOARD else ()
