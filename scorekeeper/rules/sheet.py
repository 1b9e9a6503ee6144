"""The state of a game at one moment: who sits where, the hands so far with their lines, and how it ended.

Pure values. Seats are numbered clockwise from 0; scored amounts are half points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Generic, Literal, TypeVar

from scorekeeper.rules.words import Half, Text, gettext as _

O = TypeVar("O")  # noqa: E741 - the options of a game
E = TypeVar("E")  # the entry of a game
Stopped = Literal["", "leader_wins", "no_winner"]
STOPS: dict[str, Stopped] = {"leader_wins": "leader_wins", "no_winner": "no_winner"}
"""The ways to stop a game early, by their name in a form, a file or a row."""
Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[O]):
    """Who sits where, and the house rules. `names` run clockwise from seat 0; `first_dealer` is a seat."""

    names: tuple[str, ...]
    options: O
    first_dealer: int

    @property
    def seats(self) -> range:
        """The seats, clockwise from 0."""
        return range(len(self.names))

    def after(self, seat: int) -> int:
        """Return the seat to the left of a seat."""
        return (seat + 1) % len(self.names)

    def before(self, seat: int) -> int:
        """Return the seat to the right of a seat."""
        return (seat - 1) % len(self.names)

    def clockwise(self, first: int) -> Seats:
        """Return all seats, starting with `first`."""
        return tuple((first + step) % len(self.names) for step in self.seats)

    def partners(self, seats: Seats) -> Text:
        """Return the name of these seats as one column: "Ann & Cy"."""
        return partners([self.names[seat] for seat in seats])


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What has a total on the sheet: a player, a side, or a party without a seat (then `seats` is empty)."""

    key: str
    seats: Seats = ()
    label: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One reason why a column's total moved. `points` are half points; statistics count the `mark`."""

    column: str
    points: Half
    reason: Text
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why an entry is impossible (error) or unlikely (warning). `path` is the innermost one that covers the problem."""

    path: str
    message: Text
    level: Literal["error", "warning"] = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended. `ranking` has every column that can win, best first, ties together.

    `winners` is empty if the game was stopped without one.
    """

    reason: Text
    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]


def ranks(ranking: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Return the rank of every column in a ranking, from 1; ties share a rank."""
    by_column: dict[str, int] = {}
    for tied in ranking:
        by_column |= dict.fromkeys(tied, len(by_column) + 1)
    return by_column


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHand(Generic[E]):
    """One recorded deal. `totals` are half points per column after it."""

    dealer: int
    entry: E
    lines: tuple[Line, ...]
    totals: Mapping[str, Half]

    @property
    def points(self) -> dict[str, Half]:
        """The half points that each column's total moved by; 0 for a column without lines."""
        return column_points(self.totals, self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[O, E]):
    """What was recorded, replayed. `outcome` is None while the game goes on."""

    table: Table[O]
    columns: tuple[Column, ...]
    start: Mapping[str, Half]
    hands: tuple[ScoredHand[E], ...] = ()
    outcome: Outcome | None = None

    @property
    def totals(self) -> Mapping[str, Half]:
        """Half points per column after the last hand."""
        return self.hands[-1].totals if self.hands else self.start


def column_points(columns: Iterable[str], lines: Iterable[Line]) -> dict[str, Half]:
    """Return the half points of each column: the sum of its lines."""
    sums = dict.fromkeys(columns, 0)
    for line in lines:
        sums[line.column] += line.points
    return {key: Half(total) for key, total in sums.items()}


def partners(names: Sequence[str]) -> Text:
    """Return the players who share a column as one name: "Ann & Cy"."""
    first, *rest = names
    return reduce(lambda side, name: _("{side} & {name}", side=side, name=name), rest, _("{name}", name=first))
