"""What the form for a whole hand asks, and two hands with one number, side by side."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.formats.documents import write_entries
from scorekeeper.models import Revision
from scorekeeper.recording.game.effects import effect
from scorekeeper.recording.game.reading import game_file
from scorekeeper.recording.game.records import GameRecord, HandRecord
from scorekeeper.recording.game.taps import typed
from scorekeeper.recording.hand.reading import value_text
from scorekeeper.rules.declaration import DEALER, Answers, Field, Value, fields_of, indexes, places
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Problem, errors_in
from scorekeeper.rules.text import Amount, Half, Text, gettext as _


@dataclass(frozen=True, kw_only=True)
class EntryPlace:
    """One value that the form asks for: its path, its field, and a seat, a side, or None for the whole hand."""

    path: str
    field: Field
    index: int | None


@dataclass(frozen=True, kw_only=True)
class WholePage:
    """What the form shows. `places` has everything that an entry can hold, whatever the hands before it were.

    `following` is the number of the first hand that isn't recorded. `names` are the players' by seat, and `sides` those
    of the sides. `known` has what has been tapped or recorded, by path. `in_turn` names whoever deals the hand if
    nobody says otherwise, unless it is recorded. The page sends `revisions`, `taps` and `setup` back. `document` is the
    game so far as a score sheet file. A hand that isn't `open` can't be recorded now.
    """

    number: int
    name: Text
    following: int
    names: tuple[str, ...]
    sides: tuple[Text, ...]
    places: tuple[EntryPlace, ...]
    known: Mapping[str, Value]
    has_dealer: bool
    in_turn: str
    correcting: bool
    open: bool
    revisions: int
    taps: int
    setup: int
    document: str

    @property
    def players(self) -> str:
        """The players' names by seat, as JSON."""
        return json.dumps(self.names)


def whole_page(record: GameRecord, number: int) -> WholePage | None:
    """Return the page for a hand, or None if there is no such hand, not even one whose turn will come."""
    hand = record.hand(number)
    if hand is None and number != record.new_number and not record.is_later(number):
        return None
    screen, contradiction = record.screen(number), record.contradiction
    correcting = hand is not None and hand.entry is not None
    taps = hand.taps if hand else []
    dealt = correcting or DEALER in typed({}, taps)
    waits = contradiction is not None and contradiction.number < number
    names, sides = record.names, record.rules.sides(record.table)
    asked = (
        # A screen can narrow what a field allows.
        screen.fields.get(field.name, field)
        for field in fields_of(record.rules.entry)
        if not field.derived and (not field.applies or field.applies(record.table.options))
    )
    return WholePage(
        number=number,
        name=record.rules.hand_name(screen.before),
        following=record.new_number,
        names=names,
        sides=tuple(map(record.table.partners, sides)),
        places=tuple(
            EntryPlace(path=field.path(index), field=field, index=index)
            for field in asked
            for index in indexes(field, len(names), len(sides))
        ),
        known={**answers_from_entry(screen.entry()), **({DEALER: screen.dealer} if dealt else {})},
        has_dealer=record.rules.has_dealer,
        in_turn="" if correcting else record.names[hand.dealer if hand else screen.dealer],
        correcting=correcting,
        open=not waits and (correcting or (record.outcome is None and not record.is_later(number))),
        revisions=hand.revisions if hand else 0,
        taps=len(taps),
        setup=record.setup,
        document=write_entries(game_file(record)),
    )


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What the two hands say about one thing."""

    label: Text
    stored: Text
    typed: Text

    @property
    def differs(self) -> bool:
        return self.stored != self.typed


@dataclass(frozen=True, kw_only=True)
class Way:
    """One thing to do with the two hands: what it would change, and the problems that it would have."""

    effect: tuple[Text, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def is_possible(self) -> bool:
        """Whether nothing but warnings speaks against it."""
        return not errors_in(self.problems)


@dataclass(frozen=True, kw_only=True)
class TwoHands:
    """Both hands. `version` is the stored one's latest, which says who recorded it and when.

    `mine`, `before` and `after` are the ways to go on that change the sheet: to keep the hand typed here, or to have it
    played before or after the stored one. What the last would change isn't known yet if there is a `following` hand.
    """

    number: int
    version: Revision
    lines: tuple[Compared, ...]
    mine: Way
    before: Way
    after: Way
    following: int | None


def compare(record: GameRecord, number: int, dealer: int | None, answers: Answers) -> TwoHands:
    """Compare a stored hand with the answers typed for its number. Without a `dealer`, it is whoever's turn it is."""
    hand = record.hand(number)
    assert hand is not None, "only a stored hand can be in the way"
    entry, stored = record.rules.entry_from(answers, record.table), record.entry(hand)
    dealt = hand.dealer if dealer is None else dealer
    following = next((later.number for later in record.saved if later.number > number), None)
    mine = Way(problems=record.problems(number, dealt, entry))
    if mine.is_possible:
        changed = record.with_hand(number, dealt, record.rules.record_of(entry, record.table))
        mine = replace(mine, effect=effect(record, changed))
    answered = _lines(record, {**content(record, stored), DEALER: hand.dealer}, {**answers, DEALER: dealt})
    points = _points(record, number, hand.dealer, stored), _points(record, number, dealt, entry)
    scores = (
        Compared(
            label=_("{name}: Score", name=column.label),
            stored=_score(points[0], column.key),
            typed=_score(points[1], column.key),
        )
        for column in record.sheet.columns
        if any((scored or {}).get(column.key) for scored in points)
    )
    return TwoHands(
        number=number,
        version=Revision.objects.select_related("member").filter(hand=hand.id).latest("number"),
        lines=(*answered, *scores),
        mine=mine,
        before=_inserted(record, number, dealer, entry),
        after=Way() if following else _inserted(record, number + 1, dealer, entry),
        following=following,
    )


def _lines(record: GameRecord, stored: Answers, typed: Answers) -> list[Compared]:
    labels = {DEALER: _("Dealer")} if record.rules.has_dealer else {}
    table, sides = record.table, record.rules.sides(record.table)
    for path, field, index in places(record.rules.entry, len(table.names), len(sides)):
        if stored.get(path) is not None or typed.get(path) is not None:
            whose = table.partners(sides[index] if field.per == "side" else (index,)) if index is not None else None
            labels[path] = _("{name}: {what}", name=whose, what=field.label) if whose else field.label
    return [
        Compared(
            label=label,
            stored=value_text(record, path, stored.get(path)),
            typed=value_text(record, path, typed.get(path)),
        )
        for path, label in labels.items()
    ]


def _points(record: GameRecord, number: int, dealer: int, entry: Any) -> Mapping[str, Half] | None:
    """Return what a hand scores, or None if the rules refuse it."""
    if errors_in(record.problems(number, dealer, entry)):
        return None
    return record.rules.record(record.before(number), dealer, entry).hands[-1].points


def _score(points: Mapping[str, Half] | None, column: str) -> Text:
    if points is None:
        return _("none")
    return _("{points}", points=Amount(half=points.get(column, Half(0)), signed=True))


def _inserted(record: GameRecord, number: int, dealer: int | None, entry: Any) -> Way:
    if record.outcome is not None and not any(later.number >= number for later in record.saved):
        return Way(problems=(Problem(path="", message=_("This game is over, so there’s no next hand.")),))
    dealt = record.replay_before(number).dealer if dealer is None else dealer
    way = Way(problems=record.problems(number, dealt, entry))
    if not way.is_possible:
        return way
    room = with_room(record, number).with_hands([HandRecord(number=number, dealer=dealt)])
    return replace(way, effect=effect(record, room.with_hand(number, dealt, record.rules.record_of(entry, room.table))))


def with_room(record: GameRecord, number: int) -> GameRecord:
    """Return the game with hand `number` and those after it moved up by one, and so are joining and leaving in them."""
    hands = tuple(replace(hand, number=hand.number + 1) if hand.number >= number else hand for hand in record.hands)
    options: dict[str, Any] = {**record.options}
    if record.rules.players_change:
        for key, first in (("joined", number), ("left", number + 1)):
            # Whoever joins in this hand, or has left before it, had no part in the one that is inserted.
            options[key] = [row + 1 if row >= first else row for row in options.get(key) or ()]
    return replace(record, hands=hands, options=options)


def content(record: GameRecord, entry: Any) -> Answers:
    """Return what people said of a hand, by path, without what follows from it. Equal hands have equal content."""
    counts = len(record.names), len(record.rules.sides(record.table))
    derived = {path for path, field, _index in places(record.rules.entry, *counts) if field.derived}
    return {path: value for path, value in answers_from_entry(entry).items() if path not in derived}
