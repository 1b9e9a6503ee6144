"""The interface that every game's rules implement. It knows nothing about screens.

Everything here is pure: no clock, randomness, storage, or translation. Rules take a `Sheet` (what has been recorded so
far) and an entry (what happened at the table) and return problems, lines, and, once the game is over, an outcome.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Generic, Literal

from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Answers, Field, fields_of, places
from scorekeeper.rules.ends import best_after, labels, won_by
from scorekeeper.rules.entries import Record, answers_from_entry, entry_from_answers, record_from_answers
from scorekeeper.rules.sheet import Card, Column, E, Line, O, Outcome, Problem, ScoredHand, Seats, Sheet, Stopped, Table
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, both, gettext as _, ngettext, points

# Who took the bid, and made or missed it; who doubled what they made; who no longer takes part.
Role = Literal["", "took", "made", "missed", "double", "out"]
TAKING: tuple[Role, ...] = ("took", "made", "missed")
# How a hand is written down, where that isn't asked step by step: everybody's number, one player's, or each point. If
# only who won is written down, there are no hands.
Way = Literal["", "rounds", "turns", "tally", "won"]
Unit = Literal["hand", "round", "turn", "point"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A symbol for certain lines on the sheet, and its label in the legend. A mark without a `sign` is only counted."""

    key: str
    sign: str = ""
    label: Text
    word: Text | None = None  # Said instead of the label where there's little room.
    picture: str = ""  # Drawn instead of the sign, except on paper.
    role: Role = ""  # What the mark says of whoever has it.

    @property
    def said(self) -> Text:
        """The mark in as few words as there are."""
        return self.word or self.label


class Rules(ABC, Generic[O, E]):
    """The rules of one game."""

    slug: str
    name: Text
    picture: str = ""  # In `static/icons.svg`. Without one, a game is shown by what is drawn for its kind.
    players: range
    options: type[O]
    entry: type[E]
    most_hands: int = limits.MOST_HANDS  # On a sheet.
    low_wins: bool = False
    has_dealer: bool = True
    seatless: ClassVar[tuple[Column, ...]] = ()  # Columns without a seat. Their names can't be used as player names.
    legend: tuple[Mark, ...] = ()  # Every mark that a line can have, in the order of the legend.
    has_winner: bool = True
    leaves_ties: bool = False  # Whether the table may say who won a tie.
    tie_breaker: Text | None = None  # What it then says in a game that is known, in a sentence.
    ends_by_hand: bool = False  # Whether it goes on until somebody says that it is over, which doesn't cut it short.
    way: Way = ""
    is_checked: bool = True  # Whether what a hand scores is shown before it is saved, as it isn’t just what was typed.
    unit: Unit = "hand"  # What one hand of the game is called; where it is many points that are counted, one of them.
    players_change: bool = False  # Whether players can join late or leave early, as its options say: see `rules.stays`.

    @cached_property
    def house_rules(self) -> O:
        """The options that a new game starts with: by default, each one's default."""
        return self.options()

    def for_options(self, options: O) -> "Rules[O, E]":
        """Return these rules as the options make them: the options can change every attribute of the class."""
        return self

    def sides(self, table: Table[O]) -> tuple[Seats, ...]:
        """Return the seats of each side, starting with the first player's side, or `()` if everybody plays alone."""
        return ()

    def start(self, table: Table[O]) -> Half:
        """Return the total that every column starts with, in half points: the option `start`, if the game has one."""
        return points(getattr(table.options, "start", 0))

    def target(self, table: Table[O], column: Column) -> Half | None:
        """Return the total, in half points, that ends the game if this column reaches it, or None."""
        return None

    def seats(self, sheet: Sheet[O, E]) -> Seats:
        """Return the seats dealt into the next hand."""
        return tuple(sheet.table.seats)

    def dealer(self, sheet: Sheet[O, E]) -> int:
        """Return the seat that deals the next hand; by default the deal passes to the left."""
        return sheet.table.after(sheet.hands[-1].dealer) if sheet.hands else sheet.table.first_dealer

    def hand_name(self, sheet: Sheet[O, E]) -> Text:
        """Return what the next hand is called in a sentence, such as "deal 2 of 6"."""
        return _("hand {number}", number=len(sheet.hands) + 1)

    @property
    def shares_rows(self) -> bool:
        """Whether several hands can be in one row of the sheet."""
        return self.way == "turns"

    def row(self, before: Sheet[O, E], entry: E | None = None) -> int:
        """Return the row of the sheet, from 1, that the next hand is in, with this entry if it is known: its number."""
        return len(before.hands) + 1

    def played(self, before: Sheet[O, E], entry: E) -> Seats:
        """Return the seats that were dealt into a recorded hand: after the end of the game, all."""
        return self.seats(before) if before.outcome is None else tuple(before.table.seats)

    def label(self, before: Sheet[O, E], entry: E) -> Text | None:
        """Return what a recorded hand is called on the sheet, or None if it has only a number."""
        return None

    def told(self, table: Table[O], hand: ScoredHand[E]) -> Text | None:
        """Return what happened in a hand, in one sentence without a period, or None if its lines must do."""
        return None

    def card(self, sheet: Sheet[O, E]) -> Card | None:
        """Return the sheet as a printed card, or None if the game has none."""
        return None

    def refuse_options(self, options: O) -> Problem | None:
        """Return why these options can't be combined, whoever plays, or None. Its path is an option's key."""
        return None

    def refuse_table(self, table: Table[O]) -> Problem | None:
        """Return why these players and options can't be combined, or None. Its path is `players` or an option's key.

        A warning is a contradiction that earlier versions accepted: it is refused where it is entered, but games and
        files that have it are still read. The same goes for `refuse_options`.
        """
        return None

    def check(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Problem]:
        """Yield all problems with an entry except missing fields. `sheet` doesn't include the entry yet."""
        yield from ()

    @abstractmethod
    def score(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Line]:
        """Yield the lines that score an error-free entry."""

    def length(self, table: Table[O]) -> int:
        """Return how many hands a game has, unless `outcome` doesn't count them: by default, the option `hands`."""
        return int(getattr(table.options, "hands", 1))

    def outcome(self, sheet: Sheet[O, E]) -> Outcome | None:
        """Return how the last hand ended the game, or None while it goes on: by default, for `length` hands."""
        hands = self.length(sheet.table)
        played = ngettext("{count} hand", "{count} hands", hands)
        return None if len(sheet.hands) < hands else best_after(sheet, self.ranking(sheet), played)

    def columns(self, table: Table[O]) -> tuple[Column, ...]:
        """Return the columns: one per side (`side0`, …) or, without sides, per seat (`0`, …), then seatless ones."""
        if sides := self.sides(table):
            keyed = ((f"side{number}", seats) for number, seats in enumerate(sides))
        else:
            keyed = ((str(seat), (seat,)) for seat in table.seats)
        return (*(Column(key=key, seats=seats, label=table.partners(seats)) for key, seats in keyed), *self.seatless)

    def fields(self, table: Table[O]) -> tuple[Field, ...]:
        """Return what a hand at this table can record. What a side is asked, its players aren't."""
        fields = [field for field in fields_of(self.entry) if field.matters(len(table.names), table.options)]
        of_sides = {field.key for field in fields if field.per == "side"} if self.sides(table) else set[str]()
        return tuple(field for field in fields if field.per != "player" or field.key not in of_sides)

    def blank(self, table: Table[O]) -> Sheet[O, E]:
        """Return the sheet before the first deal."""
        columns = self.columns(table)
        return Sheet(table=table, columns=columns, start={column.key: self.start(table) for column in columns})

    def entry_from(self, answers: Answers, table: Table[O]) -> E:
        """Build an entry from these answers."""
        return entry_from_answers(self.entry, answers, len(table.names), len(self.sides(table)))

    def record_of(self, entry: E, table: Table[O]) -> Record:
        """Return an entry in its stored form."""
        return record_from_answers(answers_from_entry(entry), len(table.names), len(self.sides(table)))

    def problems(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Iterator[Problem]:
        """Yield all problems with an entry: first each field that it must not leave empty, then those from `check`."""
        table, sides = sheet.table, self.sides(sheet.table)
        # After the end of the game, everybody counts as dealt in.
        dealt_in = self.seats(sheet) if sheet.outcome is None else tuple(table.seats)
        for path, field, index in places(self.entry, len(table.names), len(sides)):
            if not field.needed or field.value_in(entry, index) is not None:
                continue
            if (field.per == "player" and index not in dealt_in) or not field.asked(sheet, entry, index):
                continue
            message, whose = _("Missing: {what}.", what=field.label), field.label
            if index is not None:
                whose = table.partners(sides[index] if field.per == "side" else (index,))
                message = _("Missing: {what} ({name}).", what=field.label, name=whose)
            asks = field.missing or field.question
            asks = replace(asks, values={"name": whose}) if asks else None
            yield Problem(path, message, asks=_("{missing}.", missing=asks) if asks and field.missing else asks)
        yield from self.check(sheet, dealer, entry)

    def refuse_dealer(self, sheet: Sheet[O, E], dealer: int) -> Text | None:
        """Return why this seat can't deal next, or None. Two players take turns; a player who is out never deals."""
        table = sheet.table
        if not self.has_dealer:
            return None
        if dealer not in self.seats(sheet):
            return _("{name} is out and can’t deal.", name=table.names[dealer])
        if len(table.names) == 2 and dealer != self.dealer(sheet):
            return _("It’s {name}’s deal.", name=table.names[self.dealer(sheet)])
        return None

    def record(self, sheet: Sheet[O, E], dealer: int, entry: E) -> Sheet[O, E]:
        """Return the sheet with one more hand."""
        row, lines = self.row(sheet, entry), tuple(self.score(sheet, dealer, entry))
        sheet = sheet.with_hand(row, dealer, entry, lines)
        outcome = self.outcome(sheet)
        return sheet if outcome is sheet.outcome else replace(sheet, outcome=outcome)

    def ranking(self, sheet: Sheet[O, E]) -> tuple[tuple[str, ...], ...]:
        """Return the columns that have seats, from the best total to the worst, with tied columns grouped together."""
        totals = {column.key: sheet.totals[column.key] for column in sheet.columns if column.seats}
        best_first = sorted(set(totals.values()), reverse=not self.low_wins)
        return tuple(tuple(key for key, total in totals.items() if total == value) for value in best_first)

    def ranking_then(self, sheet: Sheet[O, E]) -> tuple[tuple[str, ...], ...]:
        """Return the ranking just after the last hand, before anybody leaves or comes back: by default, `ranking`."""
        return self.ranking(sheet)

    def stopped(self, sheet: Sheet[O, E], how: Stopped) -> Outcome:
        """Return the outcome of a game stopped early: the leader wins or, as in games without a winner, nobody does."""
        ranking = self.ranking(sheet)
        if how == "no_winner" or not self.has_winner:
            reason = _("The game is over") if self.ends_by_hand else _("The game ended early without a winner")
            return Outcome(reason=reason, winners=(), ranking=ranking)
        names, total = labels(sheet, ranking[0]), Amount(half=sheet.totals[ranking[0][0]])
        if self.ends_by_hand:
            reason = _("At the end, {names} had the best total: {total}", names=names, total=total)
        elif len(ranking[0]) > 1:
            reason = _("The game ended early with {names} tied for the lead", names=names)
        else:
            reason = _("The game ended early with {names} in the lead", names=names)
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking)

    def written_down(self, table: Table[O], totals: Mapping[str, Half], won: Seats | None) -> Sheet[O, E]:
        """Return the sheet of a game without hands of which these totals are known, if any, and who won if it was said.

        It has no columns without a seat, as nothing is known of them.
        """
        columns = tuple(column for column in self.columns(table) if column.seats)
        start = {column.key: totals.get(column.key, NOTHING) for column in columns}
        sheet: Sheet[O, E] = Sheet(table=table, columns=columns, start=start)
        ranking = self.ranking(sheet)
        winners = tuple(column.key for column in columns if {*column.seats} & {*(won or ())})
        winners = ranking[0] if won is None and self.has_winner else winners
        reason = _("The totals were written down")
        if not totals:
            reason = _("Only who won was noted")
        elif winners == ranking[0]:
            total = Amount(half=sheet.totals[winners[0]])
            reason = _("{names} had the best total: {total}", names=labels(sheet, winners), total=total)
        elif winners:
            reason = _("The win went to {names}", names=labels(sheet, winners))
        return replace(sheet, outcome=won_by(ranking, winners, reason))

    def as_said(self, sheet: Sheet[O, E], ruled: Outcome | None, won: Seats) -> Outcome:
        """Return the outcome by the table's word: those seats won, or nobody did, and they rank before the others.

        `ruled` is how the game ended otherwise: in a tie, or early, or not at all if no points were written down.
        """
        winners = tuple(column.key for column in sheet.columns if {*column.seats} & {*won})
        ranking = ruled.ranking if ruled else self.ranking(sheet)
        names = both(column.label for column in sheet.columns if column.key in winners)
        if ruled is None:
            reason = _("Only who won was noted")
        elif not winners:
            reason = self.stopped(sheet, "no_winner").reason
        elif sheet.outcome is not None:
            total = Amount(half=sheet.totals[winners[0]])
            reason = _("Level at {total}, and the win went to {names}", total=total, names=names)
        elif self.ends_by_hand:
            reason = _("At the end, the win went to {names}", names=names)
        else:
            reason = _("The game ended early, and the win went to {names}", names=names)
        return won_by(ranking, winners, reason)
