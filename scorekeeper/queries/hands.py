"""The hand screen as it is read: what is asked, what was typed, and what it would be worth if it were saved now."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.queries.effects import effect
from scorekeeper.queries.records import AnyScreen, AnySheet, Contradiction, GameRecord, HandRecord
from scorekeeper.queries.sheets import result_text
from scorekeeper.queries.taps import DEALER, just_started_over, one_step_back
from scorekeeper.rules.declaration import Field
from scorekeeper.rules.screens import Row, Screen
from scorekeeper.rules.sheet import Line, Problem
from scorekeeper.rules.words import Half, Text, gettext as _, ngettext


@dataclass(frozen=True, kw_only=True)
class Change:
    """What the hand would do to a column: its change and new total in half points, and why.

    A hand after the end counts for nothing, and so has no totals.
    """

    label: Text
    points: Half
    gain: Half
    total: Half | None
    lines: tuple[Line, ...]
    seated: bool


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What saving would do. With an error among the `problems` there are no changes yet."""

    changes: tuple[Change, ...]
    result: Text | None
    effect: tuple[Text, ...]
    problems: tuple[Problem, ...]

    @property
    def shown(self) -> tuple[Change, ...]:
        """The columns that the hand says anything about."""
        return tuple(change for change in self.changes if change.lines)

    @property
    def warned(self) -> bool:
        """Whether saving needs "Score it anyway"."""
        return bool(self.problems) and bool(self.changes)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of cards that can be counted: what it is worth, in words, and how many there are where that is known."""

    label: Text
    worth: Text
    most: int | None

    @property
    def signs(self) -> int:
        """How many digits the number of them has at most."""
        return 2 if self.most is None else len(str(self.most))


@dataclass(frozen=True, kw_only=True)
class HandPage:
    """Everything the hand screen shows. `revisions` and `taps` are what its writes say they have seen.

    `dealers` are the seats and names of who can deal the hand; nobody in a game without dealers.
    """

    record: GameRecord
    number: int
    dealer: int
    dealers: tuple[tuple[int, str], ...]
    screen: Screen
    rows: tuple[tuple[Text, Row], ...]
    asked: Field | None
    at: str
    revisions: int
    taps: int
    correcting: bool
    changed: bool
    playable: bool
    contradiction: Contradiction | None
    can_step_back: bool
    started_over: bool
    preview: Preview | None
    last_writer: int | None

    @property
    def tally(self) -> tuple[Kind, ...]:
        """What can be counted instead of typing the number that is asked."""
        return tuple(_kind(label, worth) for label, worth in self.asked.tally) if self.asked else ()

    @property
    def most_signs(self) -> int:
        """How many signs a number that is asked may have: a minus and a space with it where it may be below 0."""
        low, high = (self.asked.low, self.asked.high) if self.asked else (0, 0)
        return max(len(str(high)), len(str(-low)), 4) + (2 if low < 0 else 0)

    @property
    def waits_for(self) -> int | None:
        """The earlier hand that must be put right before this one can be typed."""
        return self.contradiction.number if self.contradiction and self.contradiction.number < self.number else None

    @property
    def contradicted(self) -> Text | None:
        """Why this saved hand cannot be true any more."""
        return self.contradiction.why if self.contradiction and self.contradiction.number == self.number else None

    @property
    def dealer_name(self) -> str:
        """Who deals."""
        return self.record.names[self.dealer]


def hand_page(record: GameRecord, number: int, at: str = "") -> HandPage:
    """The hand screen of a hand that is saved, being typed, or next. `at` is the part or path that was asked for."""
    hand, before = record.hand(number), record.before(number)
    typing = record.screen(number)
    screen = typing.view(at)
    correcting = hand is not None and hand.entry is not None
    changed = _changed(record, hand, typing)
    return HandPage(
        record=record,
        number=number,
        dealer=typing.dealer,
        dealers=_dealers(record, before),
        screen=screen,
        rows=tuple((row_name(record, row), row) for row in screen.rows),
        asked=record.card_game.field_at(screen.question.path) if screen.question else None,
        at=at,
        revisions=hand.revisions if hand else 0,
        taps=len(hand.taps) if hand else 0,
        correcting=correcting,
        changed=changed,
        playable=correcting or record.outcome is None,
        contradiction=record.contradiction,
        can_step_back=hand is not None and one_step_back(hand.taps) is not None,
        started_over=hand is not None and just_started_over(hand.taps),
        preview=_preview(record, number, typing) if screen.complete else None,
        last_writer=hand.taps[-1][2] if hand and hand.taps else None,
    )


def _each(worth: int) -> Text:
    return ngettext("{count} point each", "{count} points each", worth)


def _kind(label: Text, worth: int | tuple[int, ...]) -> Kind:
    if isinstance(worth, int):
        return Kind(label=label, worth=_each(worth), most=None)
    if worth == tuple(worth[0] * count for count in range(1, len(worth) + 1)):
        return Kind(label=label, worth=_each(worth[0]), most=len(worth))
    values = ", ".join(map(str, worth))
    told = _("{values} points for one, two and so on", values=values)
    return Kind(label=label, worth=told, most=len(worth))


def _dealers(record: GameRecord, before: AnySheet) -> tuple[tuple[int, str], ...]:
    rules = record.rules
    if not rules.has_dealer:
        return ()
    # Nobody is out or in any more once the game is over.
    return tuple(
        (seat, name)
        for seat, name in enumerate(record.names)
        if before.outcome is not None or rules.refuse_dealer(before, seat) is None
    )


def row_name(record: GameRecord, row: Row) -> Text:
    """Whose row it is, or what it is about."""
    return row.label or _("{name}", name=record.names[row.seat or 0])


def value_text(record: GameRecord, path: str, value: object) -> Text:
    """A typed value as the page says it: a seat by its name, a choice by its label."""
    field = record.card_game.field_at(path)
    if value is None or value is False:
        return _("nothing")
    if value is True:
        return _("yes")
    is_seat = path == DEALER or (field is not None and field.kind == "seat")
    if is_seat and value in record.table.seats:
        return _("{name}", name=record.names[int(str(value))])
    labels = {choice.value: choice.label for choice in field.choices} if field is not None else {}
    return labels.get(str(value)) or _("{value}", value=str(value))


def _changed(record: GameRecord, hand: HandRecord | None, typing: AnyScreen) -> bool:
    """Whether a saved hand reads otherwise now than it was saved, or than it can be asked for any more."""
    if hand is None or hand.entry is None:
        return False
    wrong = record.contradiction
    contradicted = wrong is not None and wrong.number == hand.number
    if not hand.taps and not contradicted:
        return False
    # What is not asked any more, since an earlier hand was corrected, has left the entry without a tap.
    was = record.entry(hand) if contradicted else record.recorded(hand).entry()
    return bool(typing.entry() != was) or typing.dealer != hand.dealer


def _preview(record: GameRecord, number: int, typing: AnyScreen) -> Preview:
    rules, before, dealer, entry = record.rules, typing.before, typing.dealer, typing.entry()
    problems = record.problems(number, dealer, entry)
    if any(problem.level == "error" for problem in problems):
        return Preview(changes=(), result=None, effect=(), problems=problems)
    after = rules.record(before, dealer, entry)
    hand = after.hands[-1]
    changes = tuple(
        Change(
            label=column.label,
            points=hand.points[column.key],
            gain=Half(-hand.points[column.key] if rules.low_wins else hand.points[column.key]),
            total=hand.totals[column.key] if before.outcome is None else None,
            lines=tuple(line for line in hand.lines if line.column == column.key),
            seated=bool(column.seats),
        )
        for column in after.columns
    )
    stored = record.hand(number)
    told: tuple[Text, ...] = ()
    if before.outcome is not None:
        told = (_("this hand is after the end and does not count"),)
    elif stored is not None and stored.entry is not None:
        corrected = record.with_hand(number, dealer, rules.record_of(entry, record.table))
        told = effect(record, corrected)
    elif after.outcome is not None:
        told = (after.outcome.reason,)
    return Preview(changes=changes, result=result_text(record, hand.points), effect=told, problems=problems)
