"""Boards of numbers: as many buttons as a page has room for, and what is left of a known sum."""

from collections.abc import Collection, Sequence

from scorekeeper.rules.declaration import Value
from scorekeeper.rules.steps import Board
from scorekeeper.rules.text import Text, ngettext

LARGEST_BOARD = 60
"""The most buttons that a board of numbers can have. Numbers from a larger range are typed."""


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
    values = numbers_between(0, max(*sums, left))
    why = ngettext("Only {count} left.", "Only {count} left.", left)
    refused: dict[Value, Text] = {} if other else {value: why for value in values if value > left}
    return Board(values=values, likely=likely, note=note, other=other, refused=refused)


def numbers_between(low: int, high: int) -> tuple[int, ...]:
    """Return the numbers that have buttons on a board for this range: all of them, or none if they are too many."""
    return tuple(range(low, high + 1)) if high - low < LARGEST_BOARD else ()
