"""The hand page: the questions, the answers so far, and what the hand would score if saved now."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game import records
from scorekeeper.recording.game.effects import effect, ending, lead, moved
from scorekeeper.recording.game.needed import columns_with_needs, needs_of
from scorekeeper.recording.game.records import START_OVER, STEP_BACK, AnyScreen, GameRecord, Tap
from scorekeeper.recording.sheet.reading import cells, result_text
from scorekeeper.rules.declaration import DEALER, Answers, Field, Value, in_words, places
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Column, Seats, errors_in
from scorekeeper.rules.steps import Ahead, Step
from scorekeeper.rules.text import Text, gettext as _, ngettext

DEALER_FIELD = Field(label=_("Dealer"), kind="seat", name=DEALER)
NO_MORE_TAPS = _("This hand has no room for more taps. Save it as it is, or type the whole hand.")
MOST_CARDS = 99  # the most cards of a kind that can be counted if each is worth the same


class HandPage:
    """Everything the hand page shows of a saved hand, the hand being entered, or the next one.

    `at` is the stage or path to show, and `first` says that the group hasn't saved a hand yet. The page sends
    `revisions` and `taps`, two counts, back with every change. `dealers` lists the possible dealers' seats and names,
    and `tally` the kinds of cards that players can count instead of typing the total. `waits_for` is the number of the
    earlier hand that must be fixed before this one can be entered, and `contradicted` the reason why a saved hand is no
    longer possible. `told` says what the last tap did, and `ahead` contains the questions that may follow, as JSON.
    `missing` says what to enter, if the field has words for that. `rows` are the lines on screen, or earlier ones if
    the question has none. A page that `has_pad` has a field instead of buttons. A hand that is complete and differs
    from what is saved `can_save`. Of each answer that a correction changes, `corrected` has the field, the seats it is
    about and their name, if any, and the old and the new value in words; `touched` has all these seats. Once the bids
    are in, `needy` is the column whose needs the page offers to say, and `needs` those that it says.
    """

    def __init__(self, record: GameRecord, number: int, at: str = "", *, first: bool = False, needs: str = "") -> None:
        hand, typing, contradiction = record.hand(number), record.screen(number), record.contradiction
        taps, asked = hand.taps if hand else [], typing.asked(at)
        self.record, self.number, self.at, self.first = record, number, at, first
        self.name = record.rules.hand_name(typing.before)
        self.dealer, self.dealer_name = typing.dealer, record.names[typing.dealer]
        dealers = enumerate(record.names) if record.rules.has_dealer else ()
        self.dealers = [(seat, name) for seat, name in dealers if record.refuse_dealer(number, seat) is None]
        self.screen = typing.view(at)
        self.field = asked.field if asked else None
        missing = asked.field.missing if asked else None
        self.missing = replace(missing, values={"name": asked.label}) if asked and missing else None
        self.tally = [_card_kind(label, worth) for label, worth in self.field.tally] if self.field else []
        self.revisions, self.taps = hand.revisions if hand else 0, len(taps)
        self.correcting = hand is not None and hand.entry is not None
        self.playable = self.correcting or (record.outcome is None and not record.is_full)
        self.waits_for = contradiction.number if contradiction and contradiction.number < number else None
        self.contradicted = contradiction.why if contradiction and contradiction.number == number else None
        self.changed, self.corrected = False, list[tuple[Field, Seats, Text | None, Text, Text]]()
        if hand is not None and hand.entry is not None and (hand.taps or self.contradicted):
            # Correcting an earlier hand can remove questions, whose answers are then dropped without a tap.
            saved_entry = record.entry(hand) if self.contradicted else record.recorded(hand).entry()
            self.changed = typing.entry() != saved_entry or typing.dealer != hand.dealer
            stored = {**answers_from_entry(saved_entry), DEALER: hand.dealer}
            typed = {**answers_from_entry(typing.entry()), DEALER: typing.dealer}
            for field, seats, was, now in answered(record, stored, typed):
                if was != now:
                    name = record.table.partners(seats) if seats else None
                    words = _entered(record, field, was), _entered(record, field, now)
                    self.corrected.append((field, seats, name, *words))
        self.touched = [seats for _field, seats, *_words in self.corrected if seats]
        self.can_step_back = records.step_back_target(taps) is not None
        self.started_over = records.just_started_over(taps)
        self.last_writer: int | None = taps[-1][2] if taps else None
        self.told = _told(typing, taps[-1]) if taps else None
        self.ahead = _ahead_json(self.screen.ahead)
        self.rows = self.screen.rows or _earlier_rows(typing, self.screen.stage)
        question = self.screen.question
        self.has_pad = question is not None and question.board.other and not question.offers
        self.preview = _preview(record, number, typing) if self.screen.complete else None
        is_new = self.changed or not self.correcting
        self.can_save = self.preview is not None and "changes" in self.preview and is_new
        is_open = number == record.new_number and columns_with_needs(record) and not self.screen.complete
        bids_are_in = bool(self.screen.stages) and not self.screen.stages[0].now
        self.needy = self._needy() if is_open and bids_are_in else None
        self.needs = needs_of(record, needs) if self.needy else None

    def _needy(self) -> Column:
        """Return the column of whoever is asked about, else of whoever took the bid, else the first one."""
        question = self.screen.question
        takers = (row.seats for row in self.rows if "taker" in row.marks)
        seats = question.seats if question and question.seats else next(takers, (0,))
        return next(column for column in self.record.sheet.columns if {*seats} & {*column.seats})


def _earlier_rows(typing: AnyScreen, stage: str) -> tuple[Step, ...]:
    """Return the lines of the last stage before this one that has several, such as the bids."""
    keys = [each.key for each in typing.stages]
    for key in reversed(keys[: keys.index(stage)] if stage in keys else []):
        if len(rows := [replace(step, toggle=None) for step in typing.steps if step.stage == key]) > 1:
            return tuple(rows)
    return ()


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


def _ahead_json(ahead: tuple[Ahead, ...]) -> str:
    """Return the current question and those that may follow, as JSON for static/taps.js, or "" if none may follow.

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


def _card_kind(label: Text, worth: int | tuple[int, ...]) -> tuple[Text, Text, int]:
    """Return a kind of card to count: its name, its value in words, and the highest possible count."""
    each, most = (worth, MOST_CARDS) if isinstance(worth, int) else (worth[0], len(worth))
    said = ngettext("{count} point each", "{count} points each", each)
    if not isinstance(worth, int) and worth != tuple(each * count for count in range(1, most + 1)):
        said = _("{values} points for one, two and so on", values=", ".join(map(str, worth)))
    return label, said, most


def value_text(record: GameRecord, path: str, value: Value) -> Text:
    """Return an answer in words. Whoever didn't say yes said nothing."""
    field = DEALER_FIELD if path == DEALER else record.card_game.field_at(path) or replace(DEALER_FIELD, kind="text")
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
    return in_words(field, bool(value) if field.kind == "flag" else value, record.names)


def _preview(record: GameRecord, number: int, typing: AnyScreen) -> dict[str, Any]:
    """Return what saving the hand would do. If any of the `problems` is an error, that is all.

    `reasons` are the `changes` that have score lines to explain them, each with the total before. `ends` says whether
    saving ends the game or reopens it, `leads` who leads then, and `about` has that player's seat, or the winner's.
    `totals` are the final ones that a correction changes, and `next` says who deals next. A hand that is `warned` about
    can be saved only with "Score it anyway".
    """
    before, dealer, entry = typing.before, typing.dealer, typing.entry()
    problems = record.problems(number, dealer, entry)
    if errors_in(problems):
        return {"problems": problems}
    after = record.rules.record(before, dealer, entry)
    hand, stored = after.hands[-1], record.hand(number)
    ends, effects, totals, following = None, tuple[Text, ...](), [], None
    about, leads = lead(record, before, after)
    if before.outcome is not None:
        about, leads, effects = (), None, (_("This hand comes after the end, so it doesn’t count"),)
    elif stored is not None and stored.entry is not None:
        changed = record.with_hand(number, dealer, record.rules.record_of(entry, record.table))
        ends, totals = ending(record.outcome, changed.outcome, after.columns), moved(record, changed)
        effects = effect(record, changed, with_totals=False)
        about, leads = ((), None) if changed.contradiction else lead(record, record.sheet, changed.sheet)
    elif after.outcome is not None:
        ends, effects = ending(None, after.outcome, after.columns), (after.outcome.reason,)
    elif dealer_name := record.dealer_name(record.rules.dealer(after)):
        following = _("{name} deals {hand}", name=dealer_name, hand=record.rules.hand_name(after))
    changes = cells(record, hand, before, counted=before.outcome is None)
    return {
        "problems": problems,
        "warned": bool(problems),
        "ends": ends,
        "next": following,
        "about": about,
        "leads": leads,
        "effect": tuple(text for text in effects if text != ends),
        "totals": totals,
        "changes": changes,
        "reasons": [(change, before.totals[change.column.key]) for change in changes if change.lines],
        "result": result_text(record, hand.points),
    }
