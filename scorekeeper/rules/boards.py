"""Boards shared by games: all values of a field, or what remains of a known sum."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.screens import Board
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import Text

LARGEST_BOARD = 60
"""The most number buttons on a board. Numbers from a longer range are typed."""


def usual_board(table: Table[Any], field: Field) -> Board:
    """Return a board with every value of the field as a button; numbers in long ranges are typed."""
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
    """Return a board for what remains of a known sum, or of several possible `sums`, given the `others`' answers.

    Once all `others` have answered, the remainder is likely, and with `alone` it is the only button. Otherwise every
    number up to `highest` has a button; by default that is the largest remainder, or the whole sum if the others have
    more than that.
    """
    answered = [answer for answer in others if isinstance(answer, int)]
    rests = sorted(rest for total in sums if (rest := total - sum(answered)) >= 0)
    likely = tuple(rests) if len(answered) == len(others) else ()
    largest = max(rests or sums) if highest is None else highest
    return Board(values=() if alone and likely else _buttons(0, largest), likely=likely, note=note, other=other)


def _buttons(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1)) if high - low < LARGEST_BOARD else ()
