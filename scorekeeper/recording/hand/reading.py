"""The hand page: the questions, the answers so far, and what the hand would score if saved now."""

import json
from dataclasses import dataclass

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game.effects import effect, ending
from scorekeeper.recording.game.records import (
    START_OVER,
    STEP_BACK,
    AnyScreen,
    GameRecord,
    Tap,
    answers_of,
    just_started_over,
    step_back_target,
)
from scorekeeper.recording.sheet.reading import Cell, cells, result_text
from scorekeeper.rules.declaration import DEALER, Field, Value, in_words
from scorekeeper.rules.sheet import Problem, errors_in
from scorekeeper.rules.steps import Ahead, Screen, Step
from scorekeeper.rules.text import Text, gettext as _, ngettext

MOST_CARDS = 99  # the most cards of a kind that can be counted if each is worth the same
SMALL_BOARD = 36  # the most numbers that a phone shows at once


@dataclass(frozen=True, kw_only=True)
class Preview:
    """The effect of saving the hand. If any of the `problems` is an error, the other fields are empty.

    If saving ends the game or reopens it, `ends` says so.
    """

    changes: tuple[Cell, ...] = ()
    result: Text | None = None
    ends: Text | None = None
    effect: tuple[Text, ...] = ()
    problems: tuple[Problem, ...]

    @property
    def reasons(self) -> tuple[Cell, ...]:
        """The changes that have score lines to explain them."""
        return tuple(change for change in self.changes if change.lines)

    @property
    def warned(self) -> bool:
        """Whether the hand can be saved only with "Score it anyway"."""
        return bool(self.problems) and bool(self.changes)


@dataclass(frozen=True, kw_only=True)
class CardKind:
    """A kind of card to count: its name, its value in words, and the highest possible count."""

    label: Text
    worth: Text
    most: int

    @property
    def digits(self) -> int:
        """The maximum number of digits in the count."""
        return len(str(self.most))


@dataclass(frozen=True, kw_only=True)
class HandPage:
    """Everything the hand page shows. The page sends the counts `revisions` and `taps` back with every change.

    `dealers` lists the possible dealers' seats and names. `told` says what the last tap did, and `ahead` contains the
    questions that may follow, as JSON. `ends_large` means that the last board is too big for a phone, and `first` that
    the group hasn't saved a hand yet.
    """

    record: GameRecord
    number: int
    name: Text
    dealer: int
    dealers: tuple[tuple[int, str], ...]
    screen: Screen
    rows: tuple[Step, ...]
    field: Field | None
    at: str
    revisions: int
    taps: int
    correcting: bool
    changed: bool
    playable: bool
    can_step_back: bool
    started_over: bool
    preview: Preview | None
    last_writer: int | None
    told: Text | None
    ahead: str
    ends_large: bool
    first: bool

    @property
    def tally(self) -> tuple[CardKind, ...]:
        """The kinds of cards that players can count instead of typing the total."""
        return tuple(_kind(label, worth) for label, worth in self.field.tally) if self.field else ()

    @property
    def waits_for(self) -> int | None:
        """The number of the earlier hand that must be fixed before this one can be entered."""
        contradiction = self.record.contradiction
        return contradiction.number if contradiction and contradiction.number < self.number else None

    @property
    def contradicted(self) -> Text | None:
        """The reason this saved hand is no longer possible, or None if it still is."""
        contradiction = self.record.contradiction
        return contradiction.why if contradiction and contradiction.number == self.number else None

    @property
    def dealer_name(self) -> str:
        return self.record.names[self.dealer]


def hand_page(record: GameRecord, number: int, at: str = "", *, first: bool = False) -> HandPage:
    """Return the page for a saved hand, the hand being entered, or the next one. `at` is the stage or path to show."""
    hand, typing = record.hand(number), record.screen(number)
    taps, screen, asked = hand.taps if hand else [], typing.view(at), typing.asked(at)
    correcting = hand is not None and hand.entry is not None
    contradicted = record.contradiction is not None and record.contradiction.number == number
    dealers, changed = enumerate(record.names) if record.rules.has_dealer else (), False
    if hand is not None and hand.entry is not None and (hand.taps or contradicted):
        # Correcting an earlier hand can remove questions, whose answers are then dropped without a tap.
        saved_entry = record.entry(hand) if contradicted else record.recorded(hand).entry()
        changed = typing.entry() != saved_entry or typing.dealer != hand.dealer
    return HandPage(
        record=record,
        number=number,
        name=record.rules.hand_name(typing.before),
        dealer=typing.dealer,
        dealers=tuple((seat, name) for seat, name in dealers if record.refuse_dealer(number, seat) is None),
        screen=screen,
        rows=screen.rows,
        field=asked.field if asked and screen.question else None,
        at=at,
        revisions=hand.revisions if hand else 0,
        taps=len(taps),
        correcting=correcting,
        changed=changed,
        playable=correcting or record.outcome is None,
        can_step_back=step_back_target(taps) is not None,
        started_over=just_started_over(taps),
        preview=_preview(record, number, typing) if screen.complete else None,
        last_writer=taps[-1][2] if taps else None,
        told=_told(typing, taps[-1]) if taps else None,
        ahead=_ahead_json(screen.ahead),
        ends_large=bool(typing.steps) and len(typing.steps[-1].board.values) > SMALL_BOARD,
        first=first,
    )


def _told(typing: AnyScreen, tap: Tap) -> Text | None:
    """Return what a tap did, for screen readers."""
    if tap[0] in (STEP_BACK, START_OVER):
        return _("Undone.") if tap[0] == STEP_BACK else _("Started over.")
    if tap[0] == DEALER:
        return _("{name} deals.", name=typing.table.names[typing.dealer])
    told: Text | None = None
    for path, _value in answers_of(tap):
        more = typing.told(path)
        told = _("{told} {more}", told=told, more=more) if told and more else told or more
    return told


def _ahead_json(ahead: tuple[Ahead, ...]) -> str:
    """Return the current question and those that may follow, as JSON for static/queue.js, or "" if none may follow.

    There can be a hundred questions, but only a few paths and titles. To save space, these are listed separately, and
    each question refers to its path, its title and the next questions by index.
    """
    if len(ahead) < 2:
        return ""
    titles = {question.path: question.title for question in ahead}
    keys, paths = sorted({key for question in ahead for key in question.then}), list(titles)
    document = {
        "paths": paths,
        "titles": [sentence(title) for title in titles.values()],
        "keys": keys,
        "list": [[paths.index(question.path), *(question.then.get(key) for key in keys)] for question in ahead],
        "least": ahead[0].least,
        "shown": {name: sentence(text) for name, text in ahead[0].shown.items()},
    }
    return json.dumps(document, separators=(",", ":"))


def _kind(label: Text, worth: int | tuple[int, ...]) -> CardKind:
    each, most = (worth, MOST_CARDS) if isinstance(worth, int) else (worth[0], len(worth))
    said = ngettext("{count} point each", "{count} points each", each)
    if not isinstance(worth, int) and worth != tuple(each * count for count in range(1, most + 1)):
        said = _("{values} points for one, two and so on", values=", ".join(map(str, worth)))
    return CardKind(label=label, worth=said, most=most)


def value_text(record: GameRecord, path: str, value: Value) -> Text:
    """Return an answer in words. Whoever didn't say yes said nothing."""
    field = record.card_game.field_at(path) or Field(label=_("Dealer"), kind="seat" if path == DEALER else "text")
    return in_words(field, None if value is False else value, record.names)


def _preview(record: GameRecord, number: int, typing: AnyScreen) -> Preview:
    before, dealer, entry = typing.before, typing.dealer, typing.entry()
    problems = record.problems(number, dealer, entry)
    if errors_in(problems):
        return Preview(problems=problems)
    after = record.rules.record(before, dealer, entry)
    hand, stored = after.hands[-1], record.hand(number)
    ends, effects = None, tuple[Text, ...]()
    if before.outcome is not None:
        effects = (_("This hand comes after the end, so it doesn’t count"),)
    elif stored is not None and stored.entry is not None:
        changed = record.with_hand(number, dealer, record.rules.record_of(entry, record.table))
        ends, effects = ending(record.outcome, changed.outcome, after.columns), effect(record, changed)
    elif after.outcome is not None:
        ends, effects = ending(None, after.outcome, after.columns), (after.outcome.reason,)
    return Preview(
        ends=ends,
        changes=cells(record, hand, before, counted=before.outcome is None),
        result=result_text(record, hand.points),
        effect=tuple(text for text in effects if text != ends),
        problems=problems,
    )
