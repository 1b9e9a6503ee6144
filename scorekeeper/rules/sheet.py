"""A game's state at one moment: who sits where, the hands so far with their lines, and how the game ended.

Everything here is a pure value. Seats are numbered clockwise from 0; scored amounts are in half points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Generic, Literal, TypeVar, cast

from scorekeeper.rules.declaration import ALL_PASSED
from scorekeeper.rules.text import NOTHING, Half, Text, gettext as _

O = TypeVar("O")  # noqa: E741 - a game's options
E = TypeVar("E")  # a game's entry
Stopped = Literal["", "leader_wins", "no_winner"]
# The ways to stop a game early, as named in forms, files, and database rows.
STOPS: dict[str, Stopped] = {"leader_wins": "leader_wins", "no_winner": "no_winner"}
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

    def clockwise(self, first: int) -> Seats:
        """Return all seats clockwise, starting with `first`."""
        return tuple((first + step) % len(self.names) for step in self.seats)

    def partners(self, seats: Seats) -> Text:
        """Return the name of the column that these seats share, such as "Ann & Cy"."""
        return partners([self.names[seat] for seat in seats])


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column with a total on the sheet: for a player, a side, or (if `seats` is empty) a party without a seat."""

    key: str
    seats: Seats = ()
    label: Text
    picture: str = ""  # Of a party, in `static/icons.svg`. Without one, its face is the first letter of its label.


@dataclass(frozen=True, slots=True)
class Line:
    """One reason why a column's total changed. `points` are half points; `mark` has the keys of any marks it has."""

    column: str
    points: Half
    reason: Text
    mark: str = ""
    by: int | None = None  # The seat they came through, if it isn't one of the column's own. Files don't say so.


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason an entry is impossible (error) or unlikely (warning). `path` is the narrowest path that covers it."""

    path: str
    message: Text
    level: Literal["error", "warning"] = "error"
    asks: Text | None = None  # Said beside an empty input instead of the message.


def errors_in(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems that make something impossible, without the warnings."""
    return tuple(problem for problem in problems if problem.level == "error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended. `ranking` lists every column that can win, best first, with ties grouped."""

    reason: Text
    winners: tuple[str, ...]  # Empty if the game was stopped without a winner.
    ranking: tuple[tuple[str, ...], ...]
    says_who_won: bool = False  # Whether the reason itself names the winner or says that the game was a draw.

    @property
    def drawn(self) -> bool:
        """Whether the game was a draw rather than a shared win."""
        return self.says_who_won and len(self.winners) > 1


def ranks(ranking: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Return every column's rank, counting from 1; tied columns share a rank."""
    by_column: dict[str, int] = {}
    for tied in ranking:
        by_column |= dict.fromkeys(tied, len(by_column) + 1)
    return by_column


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHand(Generic[E]):
    """One recorded deal, in a `row` of the sheet. `totals` gives each column's total after it, in half points."""

    row: int
    dealer: int
    entry: E
    lines: tuple[Line, ...]
    totals: Mapping[str, Half]

    @property
    def passed(self) -> bool:
        """Whether everyone passed."""
        return getattr(self.entry, ALL_PASSED, False)

    @property
    def points(self) -> dict[str, Half]:
        """The change in each column's total, in half points; 0 for a column without lines."""
        return column_points(self.totals, self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[O, E]):
    """The replayed record of a game. `outcome` is None while the game goes on."""

    table: Table[O]
    columns: tuple[Column, ...]
    start: Mapping[str, Half]
    hands: tuple[ScoredHand[E], ...] = ()
    outcome: Outcome | None = None

    @property
    def totals(self) -> Mapping[str, Half]:
        """Each column's total after the last hand, in half points."""
        return self.hands[-1].totals if self.hands else self.start

    def with_hand(self, row: int, dealer: int, entry: E, lines: tuple[Line, ...]) -> "Sheet[O, E]":
        """Return the sheet with one more hand, in this row, which these lines score."""
        hand = ScoredHand(row=row, dealer=dealer, entry=entry, lines=lines, totals=add_lines(self.totals, lines))
        return replace(self, hands=(*self.hands, hand))


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What a column has in a row, and which hand brought it, counting from 0. A sum notes what it lacks for a bonus."""

    half: Half
    hand: int | None = None
    note: Text | None = None
    ticks: tuple[int, ...] = ()  # The hands that ticked it, where it is the sum of what each of them brought.


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """A row with a box for each column, as far as it is filled; its `number`, from 1, is 0 if it is one of sums."""

    name: Text
    hint: Text | None
    number: int
    boxes: tuple[Box | None, ...]
    path: str = ""  # Of the toggle, if a hand can tick the row beside the one that it fills.
    each: Half = NOTHING  # What each tick brings.


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A sheet as printed. Without a `path`, that of the answer that chooses a row, everybody fills the next one."""

    columns: tuple[Seats, ...]
    rows: tuple[CardRow, ...]
    path: str


def column_points(columns: Iterable[str], lines: Iterable[Line]) -> dict[str, Half]:
    """Return the half points of each column: the sum of its lines."""
    return add_lines(dict.fromkeys(columns, NOTHING), lines)


def add_lines(totals: Mapping[str, Half], lines: Iterable[Line]) -> dict[str, Half]:
    """Return each column's total with these lines added."""
    sums: dict[str, int] = {**totals}
    for line in lines:
        sums[line.column] += line.points
    return cast("dict[str, Half]", sums)


def partners(names: Sequence[str]) -> Text:
    """Join the names of players who share a column, as in "Ann & Cy"."""
    first, *rest = names
    return reduce(lambda side, name: _("{side} & {name}", side=side, name=name), rest, _("{name}", name=first))
