"""What a game's rules are: the values they speak in, and the one interface every game fills in.

Everything here is pure: no clock, no randomness, no storage, no language. A game reads a `Sheet` (what was recorded so
far) and an entry (what the table saw), and answers problems, lines and, in the end, an outcome. Seats are numbered
clockwise from 0; scored amounts are half points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, TypeVar

from scorekeeper.rules import steps
from scorekeeper.rules.declaration import (
    GROUPS,
    Ask,
    Draft,
    Record,
    Value,
    asks,
    draft_from_entry,
    entry_from_draft,
    record_from_draft,
)
from scorekeeper.rules.facts import HANDS, Fact, Feat, Figure
from scorekeeper.rules.screens import Board, Duty, Screen, Step, refusal_of, screen_of
from scorekeeper.rules.words import Half, Text, both, gettext as _

O = TypeVar("O")  # noqa: E741 - the options of a game
E = TypeVar("E")  # the entry of a game
Stopped = Literal["", "leader_wins", "no_winner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[O]):
    """Who sits where, and by which house rules. `names` are clockwise from seat 0; `first_dealer` is a seat."""

    names: tuple[str, ...]
    options: O
    first_dealer: int

    @property
    def seats(self) -> range:
        """The seats, clockwise from 0."""
        return range(len(self.names))

    def after(self, seat: int) -> int:
        """The seat on the left of a seat."""
        return (seat + 1) % len(self.names)

    def before(self, seat: int) -> int:
        """The seat on the right of a seat."""
        return (seat - 1) % len(self.names)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats, beginning with `first`."""
        return tuple((first + step) % len(self.names) for step in self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What has a total on the sheet: a player, a side, or a party without a seat (then `seats` is empty)."""

    key: str
    seats: tuple[int, ...]
    label: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One reason why a column's total moved. `points` are half points; `mark` is what statistics count."""

    column: str
    points: Half
    reason: Text
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why an entry cannot be true (error) or is unlikely (warning). `path` is the nearest place that holds it all."""

    path: str
    message: Text
    level: Literal["error", "warning"] = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended. `ranking` has every column that can win, best first, equal ones together.

    `winners` is empty when the game was stopped without one.
    """

    reason: Text
    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Generic[E]):
    """One recorded deal. `totals` are half points per column after it."""

    dealer: int
    entry: E
    lines: tuple[Line, ...]
    totals: Mapping[str, Half]

    @property
    def points(self) -> dict[str, Half]:
        """What each column's total moved by, in half points; 0 where no line speaks of it."""
        return column_points(self.totals, self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[O, E]):
    """What was recorded, replayed. `outcome` is None while the game goes on."""

    table: Table[O]
    columns: tuple[Column, ...]
    start: Mapping[str, Half]
    hands: tuple[Hand[E], ...] = ()
    outcome: Outcome | None = None

    @property
    def totals(self) -> Mapping[str, Half]:
        """Half points per column, after the last hand."""
        return self.hands[-1].totals if self.hands else self.start


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A sign on the sheet for a line's mark, and what the legend says of it."""

    key: str
    sign: str
    label: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A part of the short page of a game's rules: paragraphs, and a table whose first row is its head."""

    heading: Text
    paragraphs: tuple[Text, ...] = ()
    table: tuple[tuple[Text, ...], ...] = ()


class Rules(ABC, Generic[O, E]):
    """The rules of one game. A subclass in a module of this folder is found by itself; no list names it."""

    slug: ClassVar[str]
    name: ClassVar[Text]
    players: ClassVar[range]
    low_wins: ClassVar[bool] = False
    featured: ClassVar[bool] = False
    """Offered first where a group has not played anything yet."""
    has_dealer: ClassVar[bool] = True
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (("hand", _("Hand")),)
    """The parts of the hand screen in their order, by what the asks call their `stage`; without one it is the first."""
    guide: ClassVar[tuple[Guide, ...]] = ()
    """A short page of the rules, in our own words."""
    reserved_names: ClassVar[tuple[str, ...]] = ()
    toggles: ClassVar[frozenset[str]] = frozenset()
    """Last parts of the paths that are typed beside a question and leave it open."""
    watched_stage: ClassVar[str | None] = ""
    """The stage of the hand screen that others may watch while the hand is typed; empty is the one being typed, and
    None is none: all is seen when it is saved."""
    legend: ClassVar[tuple[Mark, ...]] = ()
    """The marks that the sheet shows, in the legend's order; other marks only count."""
    figures: ClassVar[tuple[Figure, ...]] = ()
    """What the statistics say of a player beyond what every game has."""
    beside: ClassVar[tuple[Figure, ...]] = ()
    """What they say of a column without a seat."""
    feats: ClassVar[tuple[Feat, ...]] = (Feat(label=_("best hand"), key=HANDS),)
    options: type[O]
    entry: type[E]
    typing: ClassVar[type[Any] | None] = None
    """What only helps the typing and never reaches an entry, declared like one and asked before it."""

    def sides(self, table: Table[O]) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, the side of the first player first; none where everybody plays alone."""
        return ()

    def columns(self, table: Table[O]) -> tuple[Column, ...]:
        """What has a total: the sides, else one column for each seat, with the seat's number as its key."""
        if sides := self.sides(table):
            return tuple(
                Column(key=f"side{number}", seats=seats, label=steps.side_label(table, seats))
                for number, seats in enumerate(sides)
            )
        return tuple(
            Column(key=str(seat), seats=(seat,), label=_("{name}", name=table.names[seat])) for seat in table.seats
        )

    def start(self, table: Table[O]) -> Half:
        """What every column begins with, in half points."""
        return Half(0)

    def target(self, table: Table[O], column: Column) -> Half | None:
        """The half points that end the game when this column has them, or None where no total does."""
        return None

    def seats(self, sheet: Sheet[O, E]) -> tuple[int, ...]:
        """Who is dealt in to the next hand."""
        return tuple(sheet.table.seats)

    def dealer(self, sheet: Sheet[O, E]) -> int:
        """Who deals the next hand: by default the deal passes left."""
        return sheet.table.after(sheet.hands[-1].dealer) if sheet.hands else sheet.table.first_dealer

    def duties(self, table: Table[O], dealer: int, draft: Draft) -> tuple[Duty, ...]:
        """Who does what in the hand; the dealer deals, where there is one."""
        if not self.has_dealer:
            return ()
        return (Duty(seat=dealer, key="deals", label=_("deals")),)

    def asks(self) -> tuple[Ask, ...]:
        """Everything that the hand screen may ask, in its order."""
        return (*(asks(self.typing) if self.typing else ()), *asks(self.entry))

    def ask_at(self, path: str) -> Ask | None:
        """What is asked at a path of a draft, whatever the seat or side; None where nothing is."""
        group, _dot, key = path.partition(".")
        index, _dot, of_one = key.partition(".")
        if group != GROUPS["hand"]:
            key = of_one if index.isdecimal() else ""
        return next((each for each in self.asks() if GROUPS[each.per] == group and each.key == key), None)

    def asked(self, sheet: Sheet[O, E], dealer: int, draft: Draft, each: Ask, index: int | None) -> bool:
        """Whether something is asked at all, with what is typed so far. `index` is a seat or a side."""
        return True

    def board(self, sheet: Sheet[O, E], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """What may be answered: by default every value of the declaration."""
        return steps.usual_board(sheet.table, each)

    def skipped(self, each: Ask) -> Text:
        """What it is called to leave something out that may be left out."""
        return steps.SKIP

    def steps(self, sheet: Sheet[O, E], dealer: int, draft: Draft) -> Iterator[Step]:
        """What is asked of a hand, in order, and where each stands."""
        return steps.steps_of(self, sheet, dealer, draft)

    def hints(self, sheet: Sheet[O, E], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """What the table should know at this moment, above the question: who bid what, what is trump."""
        return ()

    def known(self, sheet: Sheet[O, E], dealer: int, draft: Draft) -> Mapping[str, Text]:
        """What stages say of themselves when they are left, where that is more than the answer to one question."""
        return {}

    def entry_from(self, draft: Draft, table: Table[O]) -> E:
        """The entry of a draft as it was stored or read: everything in it counts."""
        return entry_from_draft(self.entry, draft, len(table.names), len(self.sides(table)))

    def record_of(self, entry: E, table: Table[O]) -> Record:
        """An entry in the form in which it is stored."""
        return record_from_draft(draft_from_entry(entry), len(table.names), len(self.sides(table)))

    def entry_of(self, sheet: Sheet[O, E], dealer: int, draft: Draft) -> E:
        """The entry that a draft stands for; what only helped the typing, or is not asked any more, is left out."""
        return self.entry_from(steps.kept(self.steps(sheet, dealer, draft), draft), sheet.table)

    def draft_of(self, sheet: Sheet[O, E], dealer: int, entry: E) -> dict[str, Value]:
        """The draft in which an entry is corrected: as if it had just been typed."""
        return steps.as_typed(self, sheet, dealer, entry)

    def screen(self, sheet: Sheet[O, E], dealer: int, draft: Draft, at: str = "") -> Screen:
        """What the hand screen shows for a draft. `at` is a path or a stage that somebody asked for."""
        found = tuple(self.steps(sheet, dealer, draft))
        facts, known = self.hints(sheet, dealer, draft), self.known(sheet, dealer, draft)
        return screen_of(found, self.stages, at, facts, known)

    def refuse(
        self, sheet: Sheet[O, E], dealer: int, draft: Draft, path: str, value: Value, at: str = ""
    ) -> Text | None:
        """Why this value cannot be typed at this path now, or None. An unknown path is a KeyError."""
        if self.ask_at(path) is None and ".no_" not in path:
            raise KeyError(path)
        return refusal_of(tuple(self.steps(sheet, dealer, draft)), path, value, len(sheet.table.names))

    def refuse_table(self, table: Table[O]) -> Problem | None:
        """Why nobody can play like this, beyond what is said of each option alone; the path is `players` or a key."""
        return None

    def refuse_dealer(self, sheet: Sheet[O, E], dealer: int) -> Text | None:
        """Why this seat cannot deal the next hand, or None: of two players the other deals, who is out never does."""
        table = sheet.table
        if dealer not in self.seats(sheet):
            return _("{name} is out and cannot deal.", name=table.names[dealer])
        if self.has_dealer and len(table.names) == 2 and dealer != self.dealer(sheet):
            return _("It is {name}’s deal.", name=table.names[self.dealer(sheet)])
        return None

    @abstractmethod
    def check(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Problem]:
        """What is wrong with an entry, or unlikely. The sheet is what was recorded before it."""

    @abstractmethod
    def score(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Line]:
        """What an entry without errors is worth, as lines."""

    def facts(self, table: Table[O], hand: Hand[E]) -> Iterator[Fact]:
        """What the statistics count of a scored hand: by default that it was played, and what it was worth."""
        yield from (Fact(column=key, key=HANDS, amount=points) for key, points in hand.points.items())

    @abstractmethod
    def outcome(self, sheet: Sheet[O, E]) -> Outcome | None:
        """How the game ended with the last hand of the sheet, or None while it goes on."""

    def blank(self, table: Table[O]) -> Sheet[O, E]:
        """The sheet before the first deal."""
        columns = self.columns(table)
        return Sheet(table=table, columns=columns, start={column.key: self.start(table) for column in columns})

    def record(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Sheet[O, E]:
        """The sheet with one more hand; a replay is a fold of this."""
        lines = tuple(self.score(sheet, dealer, entry))
        moved = column_points(sheet.totals, lines)
        totals = {key: Half(total + moved[key]) for key, total in sheet.totals.items()}
        hand = Hand(dealer=dealer, entry=entry, lines=lines, totals=totals)
        sheet = replace(sheet, hands=(*sheet.hands, hand))
        return replace(sheet, outcome=self.outcome(sheet))

    def replay(self, table: Table[O], hands: Iterable[tuple[int, E]]) -> Sheet[O, E]:
        """The sheet of these (dealer, entry) pairs, up to the hand that ends the game; later ones do not count."""
        sheet = self.blank(table)
        for dealer, entry in hands:
            if sheet.outcome is not None:
                break
            sheet = self.record(sheet, dealer, entry)
        return sheet

    def ranking(self, sheet: Sheet[O, E]) -> tuple[tuple[str, ...], ...]:
        """The columns that have seats, best total first, equal ones together."""
        totals = {column.key: sheet.totals[column.key] for column in sheet.columns if column.seats}
        best_first = sorted(set(totals.values()), reverse=not self.low_wins)
        return tuple(tuple(key for key, total in totals.items() if total == value) for value in best_first)

    def stop(self, sheet: Sheet[O, E], how: Stopped) -> Outcome:
        """The outcome of an evening cut short: the leader wins, or nobody does."""
        ranking = self.ranking(sheet)
        if how == "no_winner":
            return Outcome(reason=_("The game was stopped without a winner."), winners=(), ranking=ranking)
        first = [column for column in sheet.columns if column.key in ranking[0]]
        leaders = both(column.label for column in first)
        if len(first) == 1 and len(first[0].seats) > 1:
            reason = _("The game was stopped; {names} had the lead and win.", names=leaders)
        elif len(first) == 1:
            reason = _("The game was stopped; {names} had the lead and wins.", names=leaders)
        else:
            reason = _("The game was stopped; {names} shared the lead and share the win.", names=leaders)
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking)


def column_points(columns: Iterable[str], lines: Iterable[Line]) -> dict[str, Half]:
    """The half points of each column: the sum of its lines."""
    sums = dict.fromkeys(columns, 0)
    for line in lines:
        sums[line.column] += line.points
    return {key: Half(total) for key, total in sums.items()}
