"""How a game is played: the one interface that every game's rules fill in. Nothing here knows of screens.

Everything is pure: no clock, no randomness, no storage, no language. Rules read a `Sheet` (what was recorded so far)
and an entry (what the table saw), and answer problems, lines and, in the end, an outcome.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Generic

from scorekeeper.rules.declaration import Answers, needed
from scorekeeper.rules.entries import Record, answers_from_entry, entry_from_answers, record_from_answers
from scorekeeper.rules.sheet import (
    Column,
    E,
    Hand,
    Line,
    O,
    Outcome,
    Problem,
    Seats,
    Sheet,
    Stopped,
    Table,
    column_points,
)
from scorekeeper.rules.words import Half, Text, both, gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A sign on the sheet for a line's mark, and what the legend says of it. Without a sign it is only counted."""

    key: str
    sign: str = ""
    label: Text


class Rules(ABC, Generic[O, E]):
    """The rules of one game."""

    slug: ClassVar[str]
    name: ClassVar[Text]
    players: ClassVar[range]
    options: type[O]
    entry: type[E]
    low_wins: ClassVar[bool] = False
    has_dealer: ClassVar[bool] = True
    featured: ClassVar[bool] = False
    """Offered first to a group that hasn't played anything yet."""
    seatless: ClassVar[tuple[Column, ...]] = ()
    """Columns without a seat. No player can have the name of one."""
    legend: ClassVar[tuple[Mark, ...]] = ()
    """Every mark that a line can have, in the legend's order."""

    def sides(self, table: Table[O]) -> tuple[Seats, ...]:
        """The seats of each side, the side of the first player first; none where everybody plays alone."""
        return ()

    def start(self, table: Table[O]) -> Half:
        """What every column begins with, in half points."""
        return Half(0)

    def target(self, table: Table[O], column: Column) -> Half | None:
        """The half points that end the game when this column has them, or None where no total does."""
        return None

    def seats(self, sheet: Sheet[O, E]) -> Seats:
        """Who is dealt in to the next hand."""
        return tuple(sheet.table.seats)

    def dealer(self, sheet: Sheet[O, E]) -> int:
        """Who deals the next hand: by default the deal passes left."""
        return sheet.table.after(sheet.hands[-1].dealer) if sheet.hands else sheet.table.first_dealer

    def refuse_table(self, table: Table[O]) -> Problem | None:
        """Why nobody can play like this, beyond what is said of each option alone; the path is `players` or a key."""
        return None

    def check(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Problem]:
        """What can't be true of an entry, or is unlikely, beyond what is missing. The sheet is what came before it."""
        yield from ()

    @abstractmethod
    def score(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Line]:
        """What an entry without errors is worth, as lines."""

    @abstractmethod
    def outcome(self, sheet: Sheet[O, E]) -> Outcome | None:
        """How the game ended with the last hand of the sheet, or None while it goes on."""

    def columns(self, table: Table[O]) -> tuple[Column, ...]:
        """What has a total: the sides, else the seats, each with its number as its key; then what has no seat."""
        if sides := self.sides(table):
            named = ((f"side{number}", seats) for number, seats in enumerate(sides))
        else:
            named = ((str(seat), (seat,)) for seat in table.seats)
        return (*(Column(key=key, seats=seats, label=table.partners(seats)) for key, seats in named), *self.seatless)

    def blank(self, table: Table[O]) -> Sheet[O, E]:
        """The sheet before the first deal."""
        columns = self.columns(table)
        return Sheet(table=table, columns=columns, start={column.key: self.start(table) for column in columns})

    def entry_from(self, answers: Answers, table: Table[O]) -> E:
        """The entry that these answers make, all of them."""
        return entry_from_answers(self.entry, answers, len(table.names), len(self.sides(table)))

    def record_of(self, entry: E, table: Table[O]) -> Record:
        """An entry in the form in which it is stored."""
        return record_from_answers(answers_from_entry(entry), len(table.names), len(self.sides(table)))

    def problems(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Problem]:
        """Everything that is wrong with an entry, or unlikely: what is missing, then what the game says."""
        yield from self._missing(sheet, entry)
        yield from self.check(sheet, dealer, entry)

    def _missing(self, sheet: Sheet[O, E], entry: E) -> Iterator[Problem]:
        """What is needed, and asked in this hand, but not there."""
        table, sides = sheet.table, self.sides(sheet.table)
        # Nobody is in or out any more after the end.
        dealt_in = self.seats(sheet) if sheet.outcome is None else tuple(table.seats)
        for path, field, index in needed(self.entry, len(table.names), len(sides)):
            value = getattr(entry, field.name)
            if (value if index is None else value[index]) is not None:
                continue
            if (field.per == "player" and index not in dealt_in) or not (
                field.when is None or field.when(sheet, entry, index)
            ):
                continue
            message = _("Missing: {what}.", what=field.label)
            if index is not None:
                whose = table.partners(sides[index] if field.per == "side" else (index,))
                message = _("Missing: {what} ({name}).", what=field.label, name=whose)
            yield Problem(path=path, message=message)

    def refuse_dealer(self, sheet: Sheet[O, E], dealer: int) -> Text | None:
        """Why this seat can't deal the next hand, or None: of two players the other deals, who is out never does."""
        table = sheet.table
        if dealer not in self.seats(sheet):
            return _("{name} is out and cannot deal.", name=table.names[dealer])
        if self.has_dealer and len(table.names) == 2 and dealer != self.dealer(sheet):
            return _("It is {name}’s deal.", name=table.names[self.dealer(sheet)])
        return None

    def record(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Sheet[O, E]:
        """The sheet with one more hand."""
        lines = tuple(self.score(sheet, dealer, entry))
        moved = column_points(sheet.totals, lines)
        totals = {key: Half(total + moved[key]) for key, total in sheet.totals.items()}
        hand = Hand(dealer=dealer, entry=entry, lines=lines, totals=totals)
        sheet = replace(sheet, hands=(*sheet.hands, hand))
        return replace(sheet, outcome=self.outcome(sheet))

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
        if len(first) > 1:
            reason = _("The game was stopped; {names} shared the lead and share the win.")
        elif len(first[0].seats) > 1:
            reason = _("The game was stopped; {names} had the lead and win.")
        else:
            reason = _("The game was stopped; {names} had the lead and wins.")
        reason = replace(reason, values={"names": both(column.label for column in first)})
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking)
