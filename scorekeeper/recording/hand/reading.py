"""The hand page: the questions, the answers so far, and what the hand would score if saved now."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

from django.utils.functional import cached_property

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game import records
from scorekeeper.recording.game.needed import Needs, columns_with_needs, needs_of
from scorekeeper.recording.game.rally import Point, rally
from scorekeeper.recording.game.records import START_OVER, STEP_BACK, AnyScreen, Faces, GameRecord, Tap
from scorekeeper.recording.hand.preview import Preview
from scorekeeper.recording.hand.tiles import Tile, following, tiles
from scorekeeper.recording.sheet.columns import CardView
from scorekeeper.recording.sheet.reading import Cell, RoundView, brief
from scorekeeper.rules.base import TAKING
from scorekeeper.rules.declaration import DEALER, Answers, Field, Value, in_words, places
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Column, Seats
from scorekeeper.rules.steps import Offer, Screen, Stage, Step
from scorekeeper.rules.text import Half, Text, gettext as _, ngettext

LAST = "last"  # in place of a path: the question that was answered last
DEALER_FIELD = Field(label=_("Dealer"), kind="seat", name=DEALER)
NO_MORE_TAPS = _("There’s no room for more taps. Save it as it is, or type it all at once.")
Dock = Literal["waits", "closed", "keys", "pad", "save", "cancel", "offers", "tap", "continue", ""]
MOST_CARDS = 99  # the most cards of a kind that can be counted if each is worth the same


class HandPage:
    """Everything the hand page shows of a saved hand, the hand being entered, or the next one.

    `at` is the stage or path to show, and `first` says that the group hasn't saved a hand yet. The page sends
    `revisions` and `taps`, two counts, back with every change. `waits_for` is the number of the earlier hand that must
    be fixed before this one can be entered, and `contradicted` why a saved hand is no longer possible.
    """

    def __init__(self, record: GameRecord, number: int, at: str = "", *, first: bool = False, needs: str = "") -> None:
        hand, typing, contradiction = record.hand(number), record.screen(number), record.contradiction
        taps = hand.taps if hand else []
        is_corrected = hand is not None and hand.entry is not None and not taps
        if at == LAST:
            at = records.last_path(taps) if record.rules.way else ""
        elif record.rules.way and is_corrected and not at and (record.rules.way == "turns" or len(typing.steps) == 1):
            at = next((step.path for step in reversed(typing.steps)), "")  # nothing else can be meant
        self.record, self.number, self.at, self.first = record, number, at, first
        self.hand, self.typing, self._asks_needs = hand, typing, needs
        self.name, self.dealer = record.rules.hand_name(typing.before), typing.dealer
        self.dealer_name = record.names[typing.dealer]
        self.revisions, self.taps = hand.revisions if hand else 0, len(taps)
        self.correcting = hand is not None and hand.entry is not None
        self.waits_for = contradiction.number if contradiction and contradiction.number < number else None
        self.contradicted = contradiction.why if contradiction and contradiction.number == number else None
        self.can_step_back = records.step_back_target(taps) is not None
        before = record.hand(number - 1) if record.rules.way and not self.can_step_back else None
        # Right after a save, undoing goes on with the hand before.
        self.reopens = before if before and not self.correcting and before.entry is not None else None
        self.started_over = records.just_started_over(taps)
        self.last_writer: int | None = taps[-1][2] if taps else None
        self.told = _told(typing, taps[-1]) if taps else None

    @cached_property
    def screen(self) -> Screen:
        """What is asked."""
        return self.typing.view(self.at)

    @cached_property
    def dealers(self) -> list[tuple[int, str]]:
        """The seats and names of those who can deal."""
        dealers = enumerate(self.record.names) if self.record.rules.has_dealer else ()
        return [(seat, name) for seat, name in dealers if self.record.refuse_dealer(self.number, seat) is None]

    @property
    def can_change_dealer(self) -> bool:
        return bool({seat for seat, _name in self.dealers} - {self.dealer})

    @cached_property
    def state(self) -> Literal["waits", "closed", "open"]:
        """Whether the hand can be entered now, if at all."""
        if self.waits_for:
            return "waits"
        goes_on = self.record.outcome is None and not self.record.is_full
        return "open" if self.correcting or goes_on else "closed"

    @property
    def counts(self) -> bool:
        """Whether points are counted as they are made: then the tiles are the buttons, and nothing is asked."""
        return self.state == "open" and self.record.rules.way == "tally"

    @property
    def rally(self) -> list[Point]:
        """The points of a tally, newest first."""
        hand = self.hand
        return rally(self.record, self.typing, hand.taps, self.record.recorded(hand).answers) if hand else []

    @cached_property
    def just(self) -> str:
        """The path of the last answer that counts."""
        return records.last_path(self.hand.taps) if self.hand else ""

    @property
    def can_end(self) -> bool:
        """Whether saving ends a tally now: somebody has made a point."""
        return self.counts and not self.correcting and any(step.value for step in self.typing.steps)

    @cached_property
    def can_save(self) -> bool:
        """Whether the hand is complete, possible, and not saved like this."""
        is_new = self.changed or not self.correcting
        return self.preview is not None and self.preview.is_possible and is_new

    @cached_property
    def dock(self) -> Dock:
        """What stands under the thumb."""
        if self.state != "open":
            return self.state
        if self.tiles and self.screen.question:
            return "keys"
        if self.has_pad:
            return "pad"
        if self.counts and not self.correcting:
            return "save" if self.can_end and self.preview and not self.preview.warned else "tap"
        if self.can_save:
            return "save"
        if self.correcting and not self.changed:
            return "cancel"
        if self.others:
            return "offers"
        if self.screen.question:
            return "tap"
        return "" if self.screen.complete else "continue"

    @property
    def title(self) -> Text:
        """The heading: what is asked, or what can be done."""
        can_choose = self.correcting and not self.screen.question and not self.contradicted
        return _("Tap what you want to correct.") if can_choose else self.screen.title

    @property
    def note(self) -> Text | None:
        """What stands beside the title."""
        if self.screen.question:
            return self.screen.question.board.note
        return None if self.screen.complete else _("Tap a tile to change it.")

    @property
    def faces(self) -> Faces:
        """The faces of those whom the question is about."""
        question = self.screen.question
        return self._faces(question.field, question.seats) if question else ()

    @cached_property
    def asked(self) -> Step | None:
        """The step that the question asks for."""
        return self.typing.asked(self.at)

    @property
    def missing(self) -> Text | None:
        """What to enter, in the field's own words if it has any."""
        missing = self.asked.field.missing if self.asked else None
        return replace(missing, values={"name": self.asked.label}) if self.asked and missing else None

    @cached_property
    def others(self) -> tuple[Offer, ...]:
        """The buttons that answer something else than the question."""
        question = self.screen.question
        return (*question.extras, *filter(None, (question.skip,))) if question else ()

    @cached_property
    def has_pad(self) -> bool:
        """Whether the question has a field: instead of buttons or, where numbers are written down, beside them."""
        question, rules = self.screen.question, self.record.rules
        if question is None or not question.board.other:
            return False
        return not question.offers or (bool(rules.way) and not rules.is_checked and self.card is None)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The parts of the hand, unless a tile or the card opens the first one."""
        return () if self.card or any(tile.gets for tile in self.tiles) else self.screen.stages

    @cached_property
    def card(self) -> CardView | None:
        """The card on which the hand is written down, if the game has one."""
        card = self.record.rules.card(self.record.sheet)
        return CardView(self.record, card, self.typing, self.at) if card else None

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The players of a hand that is written down on one page."""
        return tuple(tiles(self.record, self.typing, self.asked)) if self.record.rules.way else ()

    @cached_property
    def saves(self) -> bool:
        """Whether the answer to the question saves the hand, unless it has to be checked."""
        asked = self.asked
        if not self._saves_unchecked or asked is None:
            return False
        any_answer = next(iter(asked.board.values), 0)
        return self.typing.with_answers({**self.typing.answers, asked.path: any_answer}).complete

    @property
    def _saves_unchecked(self) -> bool:
        rules = self.record.rules
        return bool(rules.way) and not rules.is_checked and not self.correcting

    @property
    def brief(self) -> list[RoundView]:
        """The last rows of the sheet."""
        return brief(self.record, self.number)

    @cached_property
    def _after(self) -> tuple[Text | None, int]:
        return following(self.record, self.typing, self.asked) if self.record.rules.way and self.asked else (None, 0)

    @property
    def following(self) -> Text | None:
        """Who comes after the question, or None if it is the last of its round. A corrected turn is checked next."""
        return None if self.correcting and self.record.rules.way == "turns" else self._after[0]

    @property
    def makes(self) -> tuple[Half, int] | None:
        """The total before a turn and what a point makes of it, 1 or −1, if it is so simple."""
        now = next((tile.total for tile in self.tiles if tile.now), None)
        return (now, self._after[1]) if now is not None and self._after[1] else None

    @property
    def filled_in(self) -> Value:
        """The number that an empty field stands for: the answer that there is, or what the game makes of none."""
        asked = self.asked
        return None if asked is None else asked.board.blank if asked.value is None else asked.value

    @property
    def can_keep(self) -> bool:
        """Whether the number in the field can stay as it is."""
        return self.has_pad and self.screen.complete

    @property
    def tally(self) -> list[tuple[Text, Text, int]]:
        """The kinds of cards that players can count instead of the total: name, worth in words, and highest count."""
        kinds: list[tuple[Text, Text, int]] = []
        for label, worth in self.asked.field.tally if self.asked else ():
            each, most = (worth, MOST_CARDS) if isinstance(worth, int) else (worth[0], len(worth))
            said = ngettext("{count} point each", "{count} points each", each)
            if not isinstance(worth, int) and worth != tuple(each * count for count in range(1, most + 1)):
                said = _("{values} points for one, two and so on", values=", ".join(map(str, worth)))
            kinds.append((label, said, most))
        return kinds

    @cached_property
    def ahead(self) -> str:
        """The current question and those that may follow, as JSON for static/taps.js, or "" if none may follow."""
        ahead = self.screen.ahead
        if len(ahead) < 2:
            return ""
        # There can be a hundred questions, but only a few paths and titles, so each of these is listed once.
        titles = {question.path: question.title for question in ahead}
        unsettled = [step for step in self.typing.steps if not step.settled]
        names = {step.path: sentence(after.label) for step, after in pairwise(unsettled)}
        keys, paths = sorted({key for question in ahead for key in question.then}), list(titles)
        document = {
            "paths": paths,
            "titles": [sentence(title) for title in titles.values()],
            "names": [names.get(path, "") for path in paths],
            "saves": self._saves_unchecked and len(ahead) == len(unsettled),
            "keys": keys,
            "list": [[paths.index(question.path), *(question.then.get(key) for key in keys)] for question in ahead],
            "least": ahead[0].least,
            "shown": {name: sentence(text) for name, text in ahead[0].shown.items()},
        }
        return json.dumps(document, separators=(",", ":"))

    @cached_property
    def rows(self) -> tuple[Step, ...]:
        """The lines on screen or, if it has none, those of the last stage before that has several, such as the bids."""
        if self.screen.rows:
            return self.screen.rows
        keys, stage = [each.key for each in self.typing.stages], self.screen.stage
        for key in reversed(keys[: keys.index(stage)] if stage in keys else []):
            if len(rows := [replace(step, toggle=None) for step in self.typing.steps if step.stage == key]) > 1:
                return tuple(rows)
        return ()

    @cached_property
    def _answers(self) -> tuple[Answers, Answers] | None:
        """What is saved and what is typed, if that can differ."""
        hand = self.hand
        if hand is None or hand.entry is None or not (hand.taps or self.contradicted):
            return None
        # Correcting an earlier hand can remove questions, whose answers are then dropped without a tap.
        saved = self.record.entry(hand) if self.contradicted else self.record.recorded(hand).entry()
        stored = {**answers_from_entry(saved), DEALER: hand.dealer}
        return stored, {**answers_from_entry(self.typing.entry()), DEALER: self.dealer}

    @property
    def changed(self) -> bool:
        """Whether a correction changes anything."""
        return self._answers is not None and self._answers[0] != self._answers[1]

    @cached_property
    def corrected(self) -> list[dict[str, Any]]:
        """Each answer that a correction changes: what it was and is now, about whom, and how its field says so."""
        changed = list[dict[str, Any]]()
        for field, seats, before, after in answered(self.record, *self._answers) if self._answers else ():
            if before != after:
                name = self.record.table.partners(seats) if seats else None
                said = replace(field.said, values={"name": name}) if field.said and name else None
                about = {"field": field, "seats": seats, "faces": self._faces(field, seats), "name": name, "said": said}
                was, now = (_entered(self.record, field, value) for value in (before, after))
                changed.append({**about, "was": was, "now": now})
        return changed

    @property
    def reasons(self) -> list[tuple[Cell, str]]:
        """What the hand scores, each with the path that a tap opens in a correction."""
        paths = {row.seats: row.path for row in self.rows} if self.correcting else {}
        return [(cell, paths.get(cell.column.seats, "")) for cell in self.preview.reasons] if self.preview else []

    @property
    def touched(self) -> list[Seats]:
        """The seats whose answers a correction changes."""
        return [each["seats"] for each in self.corrected if each["seats"]]

    def _faces(self, field: Field, seats: Seats) -> Faces:
        """Return the faces of some players or, of a field that is named after it, of a column without a seat."""
        about = (column for column in self.record.rules.seatless if column.key == field.key)
        return tuple(self.record.marks[seat] for seat in seats) or tuple(about)

    @cached_property
    def preview(self) -> Preview | None:
        return Preview(self.record, self.number, self.typing) if self.screen.complete else None

    @cached_property
    def needy(self) -> Column | None:
        """The column whose needs the page offers: that of whoever is asked about, else of the taker, else the first."""
        screen, record = self.screen, self.record
        if self.number != record.new_number or not columns_with_needs(record) or screen.complete:
            return None
        takers = (row.seats for row in self.rows if any(mark.role in TAKING for mark in row.marks))
        seats = screen.question.seats if screen.question and screen.question.seats else next(takers, (0,))
        return next(column for column in record.sheet.columns if {*seats} & {*column.seats})

    @cached_property
    def needs(self) -> Needs | None:
        """The needs that the page says."""
        return needs_of(self.record, self._asks_needs) if self.needy else None


def _told(typing: AnyScreen, tap: Tap) -> Text | None:
    """Return what a tap did, for screen readers."""
    if tap[0] in (STEP_BACK, START_OVER):
        return _("Undone.") if tap[0] == STEP_BACK else _("Started over.")
    if tap[0] == DEALER:
        return _("{name} deals.", name=typing.table.names[typing.dealer])
    told: Text | None = None
    for path, _value in records.answers_of(tap):
        more = typing.told(path)
        told = _("{told} {more}", told=told, more=more) if told and more else told or more
    return told


def value_text(record: GameRecord, path: str, value: Value) -> Text:
    """Return an answer in words. Whoever didn't say yes said nothing."""
    field = DEALER_FIELD if path == DEALER else record.card_game.field_at(path) or replace(DEALER_FIELD, kind="text")
    field = record.screen(record.next_number).fields.get(field.name, field)  # with the names of rows
    return in_words(field, None if value is False else value, record.names)


def answered(record: GameRecord, stored: Answers, typed: Answers) -> Iterator[tuple[Field, Seats, Value, Value]]:
    """Yield each field by which either of two hands says anything, with the seats it is about, and both values."""
    table, sides = record.table, record.rules.sides(record.table)
    dealer = ((DEALER, DEALER_FIELD, None),) if record.rules.has_dealer else ()
    for path, field, index in (*dealer, *places(record.rules.entry, len(table.names), len(sides))):
        was, now = stored.get(path), typed.get(path)
        if (was is not None or now is not None) and not field.derived:
            yield field, () if index is None else sides[index] if field.per == "side" else (index,), was, now


def _entered(record: GameRecord, field: Field, value: Value) -> Text:
    if value is None and field.kind != "flag" and field.per == "hand":
        return _("not recorded")
    field = record.screen(record.next_number).fields.get(field.name, field)
    return in_words(field, bool(value) if field.kind == "flag" else value, record.names)
