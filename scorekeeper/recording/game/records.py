"""Games as they are stored, with their hands, and the taps of a hand that is being entered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Self

from django.utils.functional import cached_property

from scorekeeper.models import Game, Revision
from scorekeeper.recording.game import units
from scorekeeper.rules.declaration import DEALER, Answers, Value, indexes
from scorekeeper.rules.entries import Record, tapped
from scorekeeper.rules.game import Summary
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.played import AnyReplay, AnySheet, PlayedGame, PlayedHand
from scorekeeper.rules.sheet import STOPS, Column, Problem, Seats, Stopped
from scorekeeper.rules.stays import Stay, stays
from scorekeeper.rules.text import Half, Text, TextValue, gettext as _, points

AnyScreen = HandScreen[Any, Any]
Faces = tuple[int | Column, ...]  # Players’ marks, or a column without a seat
Tap = list[Any]
"""`[path, value, member id]`; if it answers several questions, their paths, separated by spaces, and a list of values.

While a hand is being entered, its taps only grow in number: stepping back and starting over are taps, too, with a value
n that restores the state after the first n taps.
"""

STEP_BACK = "*back"
START_OVER = "*over"


def counting_positions(taps: Sequence[Tap]) -> tuple[int, ...]:
    """Return the positions of the taps that count, oldest first."""
    # A tally has up to 2,000 taps: only the newest that counts is kept for each state, and the one before each tap.
    newest, before = [-1], list[int]()
    for position, (path, value, _member) in enumerate(taps):
        before.append(newest[-1])
        newest.append(newest[value] if path in (STEP_BACK, START_OVER) else position)
    positions, at = list[int](), newest[-1]
    while at >= 0:
        positions.append(at)
        at = before[at]
    return (*reversed(positions),)


def tap_of(answers: Mapping[str, Value], member: int) -> Tap:
    """Return the tap that records a member's answers."""
    values = [list(value) if isinstance(value, tuple) else value for value in answers.values()]
    return [" ".join(answers), values if len(values) > 1 else values[0], member]


def answers_of(tap: Tap) -> Iterator[tuple[str, Value]]:
    """Yield the paths and values of a tap."""
    path, value, _member = tap
    paths = path.split(" ")
    for each, answer in zip(paths, value if len(paths) > 1 else [value], strict=True):
        yield each, tuple(answer) if isinstance(answer, list) else answer


def typed(base: Answers, taps: Sequence[Tap]) -> dict[str, Value]:
    """Return the answers after these taps. `base` contains the answers before them."""
    answers, newest = dict(base), dict[str, Value]()
    for position in counting_positions(taps):
        for path, value in answers_of(taps[position]):
            newest.pop(path, None)
            newest[path] = value
    for path, value in newest.items():
        answers = tapped(answers, path, value)
    return answers


def step_back_target(taps: Sequence[Tap]) -> int | None:
    """Return the value for a step-back tap, or None if no taps are left to undo. Starting over is undone as a whole."""
    if just_started_over(taps):
        return len(taps) - 1
    counted = counting_positions(taps)
    if not counted:
        return None
    return counted[-2] + 1 if len(counted) > 1 else 0


def just_started_over(taps: Sequence[Tap]) -> bool:
    """Return whether the last tap started over, so that a step back would restore all taps."""
    return bool(taps) and taps[-1][0] == START_OVER


def last_path(taps: Sequence[Tap]) -> str:
    """Return the path of the last answer that counts, or an empty string."""
    counted = counting_positions(taps)
    return str(taps[counted[-1]][0]).split(" ")[0] if counted else ""


def last_writer(taps: Sequence[Tap], path: str) -> int | None:
    """Return the id of the member who last answered at a path, or None."""
    return next((tap[2] for tap in reversed(taps) if path in tap[0].split(" ")), None)


def totals_by_player(columns: Iterable[Column], totals: Mapping[str, Half], players: Sequence[int]) -> dict[str, int]:
    """Return a result's totals, in half points by column, as a setup stores them: by the ids of its players."""
    return {str(players[seat]): totals[column.key] for column in columns if totals for seat in column.seats}


@dataclass(frozen=True, kw_only=True)
class HandRecord(PlayedHand):
    """One hand, without an id if it has yet to be stored. Undone `corrections` aren't counted."""

    number: int
    id: int = 0
    taps: list[Tap] = field(default_factory=list)
    revisions: int = 0
    corrections: int = 0

    def revised(self, kind: Revision.Kind) -> "HandRecord":
        """Return the hand with one more revision."""
        # An undo that leaves an entry has undone a correction.
        undone = kind == Revision.Kind.UNDO and self.entry is not None
        corrections = self.corrections + (kind == Revision.Kind.CORRECT) - undone
        return replace(self, revisions=self.revisions + 1, corrections=corrections)


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """A saved hand that is impossible given the hands before it, and why."""

    number: int
    why: Text


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """Everything stored about one game. If its rules are unknown, it can be shown, but not replayed or changed.

    `setup` is the number of its current setup, which pages send back, and `setup_id` that row's id; `result` is what it
    says of who won, by players' ids. By seat are the players' `marks`, colors and symbols of which no two are alike,
    and `seats`, the ids of the `Seat` rows.
    """

    game: Game
    players: tuple[int, ...]
    names: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    first_dealer: int
    options: Mapping[str, Value]
    setup: int = 0
    setup_id: int = 0
    result: Mapping[str, Any] = field(default_factory=dict)
    marks: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()

    def dealer_name(self, seat: int) -> str:
        """Return the dealer's name. If the rules are unknown, assume that the game has dealers."""
        return self.names[seat]

    @cached_property
    def saved(self) -> tuple[HandRecord, ...]:
        """The saved hands in order, including any after the end of the game."""
        return tuple(hand for hand in self.hands if hand.entry is not None)

    def hand(self, number: int) -> HandRecord | None:
        """Return the hand with this number, or None."""
        return next((hand for hand in self.hands if hand.number == number), None)

    def is_last(self, number: int) -> bool:
        """Return whether no later hand is saved."""
        return not any(hand.number > number for hand in self.saved)


@dataclass(frozen=True, kw_only=True)
class GameRecord(StoredGame, PlayedGame):
    """A stored game whose rules are known: a `PlayedGame` with the ids of its rows."""

    # The hands' screens by number, as far as somebody has asked for them.
    _screens: dict[int, AnyScreen] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def stopped(self) -> Stopped:
        """How the game was stopped before its end, if it was."""
        return STOPS.get(self.game.stopped, "")

    @property
    def won(self) -> Seats | None:
        """The seats that won by the table's word, or None if it wasn't given."""
        won = self.result.get("won")
        return None if won is None else tuple(seat for seat, player in enumerate(self.players) if player in won)

    @property
    def given(self) -> Mapping[str, Half] | None:
        """The totals by column that were written down afterward: `{}` if they aren't known; None in a game of hands."""
        totals = self.result.get("totals")
        if totals is None:
            return None
        by_seat = {seat: totals[str(player)] for seat, player in enumerate(self.players) if str(player) in totals}
        columns = self.rules.columns(self.table) if by_seat else ()
        return {column.key: by_seat[column.seats[0]] for column in columns if {*column.seats[:1]} & by_seat.keys()}

    @cached_property
    def stays(self) -> tuple[Stay, ...]:
        """When each player takes part, by seat."""
        return stays(self.table.options, len(self.names))

    def said(self, key: str, **values: TextValue) -> Text:
        """Return what `units` says under this key, in the game's word for a hand."""
        return units.said(self.rules.unit, key, **values)

    def faces(self, column: Column) -> Faces:
        """Return the marks of a column's players or, if it has no seat, the column itself."""
        return tuple(self.marks[seat] for seat in column.seats) or (column,)

    @cached_property
    def in_short(self) -> Summary:
        """How the game is scored."""
        return self.card_game.summary(self.table.options, len(self.players))

    def total(self, column: Column) -> Half:
        """Return a column's total: what its player will start with, if they join in the next hand."""
        following = len(self.sheet.hands) + 1
        stay = self.stays[column.seats[0]] if len(column.seats) == 1 else Stay()
        if stay.first == following > 1 and self.outcome is None:
            return points(stay.joined_with)
        return self.so_far.totals[column.key]

    @cached_property
    def so_far(self) -> AnySheet:
        """The sheet as it stands: in a tally, with the points that have been made and aren't saved."""
        if self.rules.way != "tally" or self.begun is None or self.outcome is not None:
            return self.sheet
        screen = self.screen(self.begun)
        return replace(self.rules.record(screen.before, screen.dealer, screen.entry()), outcome=None)

    @property
    def watched(self) -> tuple[str, ...]:
        """The stages that watchers see as they are tapped. The number of a turn or a tally is one of them."""
        is_seen = self.rules.way in ("turns", "tally")
        return tuple(stage.key for stage in self.card_game.screen.stages if stage.watched or is_seen)

    def dealer_name(self, seat: int) -> str:
        """Return the dealer's name, or an empty string if the game has no dealers."""
        return self.names[seat] if self.rules.has_dealer else ""

    @cached_property
    def rankings(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The ranking after each hand that counts. Whoever left before the next one was still there."""
        sheet = self.sheet
        so_far = (replace(sheet, hands=sheet.hands[:count], outcome=None) for count in range(1, len(sheet.hands) + 1))
        return tuple(map(self.rules.ranking_then, so_far))

    @property
    def contradiction(self) -> Contradiction | None:
        """The first hand that a correction has made impossible. Neither that hand nor any later one counts."""
        if not self.replay.contradiction:
            return None
        messages = dict.fromkeys(error.message for error in self.replay.contradiction)
        why = reduce(lambda text, message: _("{said} {more}", said=text, more=message), messages)
        return Contradiction(number=self.saved[len(self.sheet.hands)].number, why=why)

    def replay_before(self, number: int) -> AnyReplay:
        """Return the replay just before this hand."""
        return self.replay.first(sum(hand.number < number for hand in self.saved))

    def before(self, number: int) -> AnySheet:
        """Return the sheet just before this hand."""
        return self.replay_before(number).sheet

    def with_hand(self, number: int, dealer: int, entry: Record) -> Self:
        """Return the game with another entry for a hand. Who can't deal a later one is replaced by the next in turn."""
        so_far, hands = self.replay_before(number), list(self.hands)
        for index, hand in enumerate(hands):
            if hand.number < number:
                continue
            if hand.number == number:
                hand = replace(hand, dealer=dealer, entry=entry)
            elif not so_far.can_deal(hand.dealer):
                hand = replace(hand, dealer=so_far.dealer)
            hands[index] = hand
            if hand.entry is not None:
                so_far = so_far.deal(hand.dealer, self.entry(hand))
        return replace(self, hands=tuple(hands), known=so_far)

    def with_hands(self, changed: Iterable[HandRecord]) -> Self:
        """Return the game with these hands added, replacing any that have the same numbers."""
        before = {hand.number: hand for hand in self.hands}
        hands = before | {hand.number: hand for hand in changed}
        dealt = {number: (hand.dealer, hand.entry) for number, hand in before.items()}
        entered = (number for number, hand in hands.items() if dealt.get(number) != (hand.dealer, hand.entry))
        known = self.replay_before(min(entered, default=len(hands) + 1))
        return replace(self, hands=tuple(hands[number] for number in sorted(hands)), known=known)

    def can_ask(self, path: str) -> bool:
        """Return whether the game can ever ask for a path at this table, even if it isn't asking for it right now."""
        field, counts = self.card_game.field_at(path), (len(self.names), len(self.rules.sides(self.table)))
        return field is not None and not field.derived and path in map(field.path, indexes(field, *counts))

    def refuse_dealer(self, number: int, dealer: int) -> Text | None:
        """Return why this seat can't deal a hand, or None if it can. After the end of the game, any seat can."""
        before = self.before(number)
        return self.rules.refuse_dealer(before, dealer) if before.outcome is None else None

    def problems(self, number: int, dealer: int, entry: Any) -> tuple[Problem, ...]:
        """Return the errors and warnings that saving this hand would cause."""
        why = self.refuse_dealer(number, dealer)
        problems = self.rules.problems(self.before(number), dealer, entry)
        return (*([Problem(path=DEALER, message=why)] if why else []), *problems)

    @property
    def new_number(self) -> int:
        """The number of the first unsaved hand or, if all are saved, of the next one."""
        return min((hand.number for hand in self.hands if hand.entry is None), default=len(self.hands) + 1)

    @property
    def next_number(self) -> int:
        """The number of the contradicted hand or, if there is none, of the first unsaved hand or the next one."""
        return self.contradiction.number if self.contradiction else self.new_number

    @property
    def begun(self) -> int | None:
        """The number of the hand that is being entered for the first time, or None if it has no answers."""
        return self.new_number if self.hand(self.new_number) and self.screen(self.new_number).answers else None

    @property
    def is_full(self) -> bool:
        """Whether the sheet has as many hands as it can, so that they can only be corrected."""
        return self.outcome is None and self.next_number > self.rules.most_hands

    @property
    def why_full(self) -> Text:
        """What is said of a sheet that is full."""
        if self.rules.way == "won":
            return _("In this game, you just say who won.")
        most = self.rules.most_hands
        return _("This sheet is full: it has {most} rows. End the game, then play again.", most=most)

    def is_missing(self, number: int) -> bool:
        """Return whether a hand is neither there nor next, as after a backup was restored."""
        return self.hand(number) is None and number != self.new_number and not self.is_later(number)

    def is_later(self, number: int) -> bool:
        """Return whether a page of this hand can be open although its turn hasn't come: a save before it was undone."""
        first, hand = self.hand(self.new_number), self.hand(number)
        is_unsaved = number == len(self.hands) + 1 if hand is None else hand.entry is None
        return first is not None and first.revisions > 0 and number > first.number and is_unsaved

    def why_later(self, number: int) -> Text:
        """Return what a page is told that has a hand which is missing, or whose turn hasn't come."""
        if self.is_missing(number):
            return _("{hand} isn’t next. Does what you entered belong here?", hand=self.said("named", number=number))
        return _("What came before this was reopened. Save that first, then go on.")

    def dealer_of(self, hand: HandRecord | None, number: int) -> int:
        """Return the seat that deals a hand: the one tapped, else the one stored, else the one whose turn it is."""
        if hand is None:
            return self.rules.dealer(self.before(number))
        dealer = typed({}, hand.taps).get(DEALER)
        return dealer if isinstance(dealer, int) else hand.dealer

    def screen(self, number: int) -> AnyScreen:
        """Return a hand's screen with its taps applied; in a saved hand, they change the entry."""
        if number in self._screens:
            return self._screens[number]
        dealer = self.dealer_of(self.hand(number), number)
        hand = self.hand(number) or HandRecord(number=number, dealer=dealer)
        screen = self.recorded(hand)
        answers = typed(screen.answers, hand.taps)
        if dealer != screen.dealer or answers != screen.answers:
            screen = self.card_game.type(self.before(number), dealer, answers)
        return self._screens.setdefault(number, screen)

    def saves_unchecked(self, number: int) -> bool:
        """Return whether a new hand is complete and scores just what was typed, without a warning or an end."""
        hand, screen = self.hand(number), self.screen(number)
        if self.rules.is_checked or hand is None or hand.entry is not None or not screen.complete:
            return False
        entry = screen.entry()
        if self.problems(number, screen.dealer, entry):
            return False
        return self.rules.record(screen.before, screen.dealer, entry).outcome is None

    def recorded(self, hand: HandRecord) -> AnyScreen:
        """Return a stored hand's screen without its taps."""
        screen = self.card_game.type(self.before(hand.number), hand.dealer)
        return screen if hand.entry is None else screen.correcting(self.entry(hand))
