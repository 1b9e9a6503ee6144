"""A game with room for one more hand among those already recorded."""

from dataclasses import replace
from typing import Any

from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.declaration import Answers, fields_of
from scorekeeper.rules.entries import answers_from_entry


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
    derived = {
        path for field in fields_of(record.rules.entry) if field.derived for path in field.paths(len(record.names))
    }
    return {path: value for path, value in answers_from_entry(entry).items() if path not in derived}
