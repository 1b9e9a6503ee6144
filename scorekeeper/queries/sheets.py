"""The sheet as it is read: columns with totals, hands with their changes, the end. All from one `GameRecord`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.models import Player, Revision
from scorekeeper.queries.records import Contradiction, GameRecord, HandRecord
from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.entries import answers_from_record
from scorekeeper.rules.sheet import Column, Hand, Line, Outcome
from scorekeeper.rules.words import Amount, Half, Text, gettext as _

PASSED = Mark(key="passed", sign="○", label=_("everyone passed"))
NOTHING = Mark(key="nothing", sign="○", label=_("nobody scored"))
ACCEPTED = Mark(key="accepted", sign="!", label=_("scored anyway, with an unlikely sum"))
CORRECTED = Mark(key="corrected", sign="✎", label=_("corrected"))
UNCOUNTED = Mark(key="uncounted", sign="⊘", label=_("after the end: not counted"))
CONTRADICTED = Mark(key="contradicted", sign="?", label=_("cannot be true any more: to be put right"))
WAITING = Mark(key="waiting", sign="⊘", label=_("not counted before an earlier hand is put right"))


@dataclass(frozen=True, kw_only=True)
class ColumnView:
    """A column's head: its label, its total in half points, and how far it is from the target that ends the game."""

    key: str
    label: Text
    total: Half
    target: Half | None
    seated: bool
    mark: int | None
    leads: bool = False
    won: bool = False

    @property
    def progress(self) -> int:
        """How much of the target is reached, in half points, from 0 to the target."""
        return min(max(self.total, 0), self.target or 0)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A column's change by a hand and total after it, in half points; `gain` is the other way round where low wins."""

    change: Half
    gain: Half
    total: Half | None
    marks: tuple[Mark, ...]
    seated: bool


@dataclass(frozen=True, kw_only=True)
class Version:
    """What a hand was from some moment on. `result` says its changes, None that it was being typed again."""

    number: int
    kind: str
    at: datetime
    member: str
    result: Text | None
    now: bool


@dataclass(frozen=True, kw_only=True)
class HandView:
    """A hand's row; `uncounted` is why it does not count. `reasons` and `versions` are there when it is opened."""

    number: int
    dealer: str
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]
    uncounted: Text | None
    typing: bool
    reasons: tuple[tuple[Text, tuple[Line, ...]], ...] = ()
    versions: tuple[Version, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether it moves the totals."""
        return self.uncounted is None

    @property
    def passed(self) -> bool:
        """Whether everybody passed."""
        return PASSED in self.marks

    @property
    def opened(self) -> bool:
        """Whether its reasons are shown."""
        return bool(self.versions)


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place of the ranking: who is in it, with how many half points, and how far behind the winner's total."""

    rank: int
    label: Text
    total: Half
    behind: Half
    won: bool
    mark: int | None = None
    low_wins: bool = False

    @property
    def ahead(self) -> Half:
        """How much more a place has than the winner, which a winner by priority allows."""
        return Half(-self.behind)


@dataclass(frozen=True, kw_only=True)
class End:
    """How the game ended: why, everybody's place, and where a party without a seat would stand.

    `together` says that the one winner is a side of several players.
    """

    reason: Text
    winners: tuple[Text, ...]
    together: bool
    places: tuple[Place, ...]
    beside: tuple[Place, ...]


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """Everything the sheet page shows. `hands` are newest first; dealers are empty in a game in which nobody deals.

    `contradiction` is the hand that must be put right before the game can go on.
    """

    record: GameRecord
    columns: tuple[ColumnView, ...]
    hands: tuple[HandView, ...]
    legend: tuple[Mark, ...]
    end: End | None
    next_number: int
    next_dealer: str
    rematch_dealer: str
    typing: bool
    latest: Latest | None
    contradiction: Contradiction | None

    @property
    def house_rules(self) -> tuple[tuple[Text, Text], ...]:
        """The house rules that are not as usual, with what is played here; a variant of the game is one."""
        return unusual(self.record.table.options)


@dataclass(frozen=True, kw_only=True)
class Latest:
    """The newest hand that counts, in a sentence for those who cannot see the sheet."""

    number: int
    result: Text


def sheet_view(record: GameRecord, opened: int | None = None) -> SheetView:
    """The sheet of a game whose rules are known; the hand `opened` with its reasons and versions."""
    sheet, outcome = record.sheet, record.outcome
    columns = _columns(record, outcome)
    hands = tuple(_hand(record, index, opened) for index in reversed(range(len(record.saved))))
    waiting = record.hand(record.next_number)
    return SheetView(
        record=record,
        columns=columns,
        hands=hands,
        legend=_legend(record, hands),
        end=_end(record, outcome) if outcome else None,
        next_number=record.next_number,
        next_dealer=record.dealer_name(record.dealer_of(waiting, record.next_number)),
        rematch_dealer=record.dealer_name(record.rules.dealer(sheet)),
        typing=waiting is not None,
        latest=Latest(number=len(sheet.hands), result=result_text(record, sheet.hands[-1].points))
        if sheet.hands
        else None,
        contradiction=record.contradiction,
    )


def result_text(record: GameRecord, points: Mapping[str, Half]) -> Text:
    """A hand's result in a line: "Ann +24, Bob +6", or that nobody scores."""
    moved = [
        _("{name} {points}", name=column.label, points=Amount(half=points[column.key], signed=True))
        for column in record.sheet.columns
        if points.get(column.key)
    ]
    return _("{changes}", changes=_joined(moved)) if moved else _("nobody scores")


def _joined(items: list[Text]) -> Text:
    """Changes in a row, with commas only: they are a list of numbers, not a sentence."""
    if len(items) == 1:
        return items[0]
    return _("{first}, {rest}", first=items[0], rest=_joined(items[1:]))


def _columns(record: GameRecord, outcome: Outcome | None) -> tuple[ColumnView, ...]:
    sheet, rules = record.sheet, record.rules
    leaders = rules.ranking(sheet)[0] if sheet.hands else ()
    return tuple(
        ColumnView(
            key=column.key,
            label=column.label,
            total=sheet.totals[column.key],
            target=rules.target(sheet.table, column),
            seated=bool(column.seats),
            mark=record.mark(column),
            leads=column.key in leaders,
            won=outcome is not None and column.key in outcome.winners,
        )
        for column in sheet.columns
    )


def _hand(record: GameRecord, index: int, opened: int | None) -> HandView:
    stored = record.saved[index]
    counted, hand = index < len(record.sheet.hands), scored(record, index)
    return HandView(
        number=stored.number,
        dealer=record.dealer_name(stored.dealer),
        cells=tuple(_cell(record, hand, column, counted) for column in record.sheet.columns),
        marks=_hand_marks(record, stored, hand, counted),
        uncounted=None if counted else _uncounted(record, stored),
        typing=bool(stored.taps) and record.screen(stored.number).answers != record.recorded(stored).answers,
        reasons=reasons(record, hand) if stored.number == opened else (),
        versions=_versions(record, stored) if stored.number == opened else (),
    )


def scored(record: GameRecord, index: int) -> Hand[Any]:
    """A saved hand with its lines; one that does not count with what it would be worth, where that can be known."""
    if index < len(record.sheet.hands):
        return record.sheet.hands[index]
    stored = record.saved[index]
    entry, lines = record.entry(stored), tuple[Line, ...]()
    if not record.replays[-1].errors(stored.dealer, entry):
        lines = tuple(record.rules.score(record.sheet, stored.dealer, entry))
    return Hand(dealer=stored.dealer, entry=entry, lines=lines, totals=record.sheet.totals)


def _cell(record: GameRecord, hand: Hand[Any], column: Column, counted: bool) -> Cell:
    marks = {line.mark for line in hand.lines if line.column == column.key}
    return Cell(
        change=hand.points[column.key],
        gain=Half(-hand.points[column.key] if record.rules.low_wins else hand.points[column.key]),
        total=hand.totals[column.key] if counted else None,
        marks=tuple(mark for mark in record.rules.legend if mark.sign and mark.key in marks),
        seated=bool(column.seats),
    )


def _uncounted(record: GameRecord, stored: HandRecord) -> Text:
    wrong = record.contradiction
    if wrong is None:
        return _("After the end, not counted.")
    if wrong.number < stored.number:
        return _("Not counted before hand {number} is put right.", number=wrong.number)
    return _("Cannot be true any more: {why}", why=wrong.why)


def _hand_marks(record: GameRecord, stored: HandRecord, hand: Hand[Any], counted: bool) -> tuple[Mark, ...]:
    # Games in which a hand can be passed out all say so by this name.
    passed, wrong = getattr(hand.entry, "all_passed", False), record.contradiction
    behind = wrong is not None and stored.number > wrong.number
    contradicted = wrong is not None and stored.number == wrong.number
    shown = (
        (PASSED, passed),
        (NOTHING, not hand.lines and not passed and (counted or wrong is None)),
        (ACCEPTED, stored.accepted),
        (CORRECTED, stored.corrections > 0),
        (CONTRADICTED, contradicted),
        (WAITING, behind),
        (UNCOUNTED, not counted and wrong is None),
    )
    return tuple(mark for mark, there in shown if there)


def _legend(record: GameRecord, hands: tuple[HandView, ...]) -> tuple[Mark, ...]:
    used = {mark.key for hand in hands for cell in hand.cells for mark in cell.marks}
    used |= {mark.key for hand in hands for mark in hand.marks}
    marks = (*record.rules.legend, PASSED, NOTHING, ACCEPTED, CORRECTED, CONTRADICTED, WAITING, UNCOUNTED)
    return tuple(mark for mark in marks if mark.key in used)


def reasons(record: GameRecord, hand: Hand[Any]) -> tuple[tuple[Text, tuple[Line, ...]], ...]:
    """The lines of each column that has any."""
    by_column = [
        (column.label, tuple(line for line in hand.lines if line.column == column.key))
        for column in record.sheet.columns
    ]
    return tuple((label, lines) for label, lines in by_column if lines)


def _versions(record: GameRecord, stored: HandRecord) -> tuple[Version, ...]:
    """Everything the hand ever was, newest first, each with the names of its own time."""
    rows = list(Revision.objects.filter(hand=stored.id).select_related("member", "setup").order_by("-number"))
    names = dict(
        Player.objects.filter(pk__in={player for row in rows for player in row.setup.players}).values_list("pk", "name")
    )
    return tuple(
        Version(
            number=row.number,
            kind=row.get_kind_display(),
            at=row.at,
            member=row.member.name,
            result=_version_result(record, row, tuple(names[player] for player in row.setup.players)),
            now=row.number == stored.revisions,
        )
        for row in rows
    )


def _version_result(record: GameRecord, row: Revision, names: tuple[str, ...]) -> Text | None:
    if row.entry is None:
        return None
    then = GameRecord(
        game=record.game,
        card_game=record.card_game,
        players=tuple(row.setup.players),
        names=names,
        hands=(),
        first_dealer=row.setup.first_dealer,
        options=row.setup.options,
    )
    entry = record.rules.entry_from(answers_from_record(row.entry), then.table)
    sheet = record.rules.record(then.sheet, row.dealer, entry)
    return result_text(then, sheet.hands[0].points)


def _end(record: GameRecord, outcome: Outcome) -> End:
    sheet = record.sheet
    labels = {column.key: column.label for column in sheet.columns}
    marks = {column.key: record.mark(column) for column in sheet.columns}
    best = sheet.totals[outcome.ranking[0][0]]
    places = [
        Place(
            rank=1 + sum(len(better) for better in outcome.ranking[:at]),
            label=labels[key],
            total=sheet.totals[key],
            behind=Half(best - sheet.totals[key]),
            won=key in outcome.winners,
            mark=marks[key],
            low_wins=record.rules.low_wins,
        )
        for at, equal in enumerate(outcome.ranking)
        for key in equal
    ]
    beside = [
        Place(
            rank=1 + sum(place.total > sheet.totals[column.key] for place in places),
            label=column.label,
            total=sheet.totals[column.key],
            behind=Half(best - sheet.totals[column.key]),
            won=False,
        )
        for column in sheet.columns
        if not column.seats
    ]
    winners = tuple(labels[key] for key in outcome.winners)
    sides = {column.key for column in sheet.columns if len(column.seats) > 1}
    return End(
        reason=outcome.reason,
        winners=winners,
        together=len(winners) == 1 and not sides.isdisjoint(outcome.winners),
        places=tuple(places),
        beside=tuple(beside),
    )
