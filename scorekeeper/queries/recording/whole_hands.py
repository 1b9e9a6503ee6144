"""The page on which a hand is typed as a whole: what its form asks, and what is known so far."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.exchange.writing import write_entries
from scorekeeper.queries.files.exports import game_file
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.taps import typed
from scorekeeper.rules.declaration import DEALER, Field, Value, fields_of, indexes
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.text import Text


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
