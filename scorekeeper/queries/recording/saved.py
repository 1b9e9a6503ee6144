"""The hand that was just saved, for the message on the sheet."""

from dataclasses import dataclass

from scorekeeper.queries.recording.records import GameRecord, HandRecord
from scorekeeper.queries.recording.sheets import result_text, scored
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class Said:
    """A hand that was just saved and can be undone, with its result."""

    hand: HandRecord
    result: Text


def said_about(record: GameRecord, raw: str) -> Said | None:
    """Return the hand that was just saved, from "hand.revision"; None if it has changed since or can't be undone."""
    hand = next((hand for hand in record.saved if f"{hand.number}.{hand.revisions}" == raw), None)
    if hand is None or hand.taps:
        return None
    if not hand.corrections and (hand is not record.saved[-1] or record.game.stopped):
        return None
    return Said(hand=hand, result=result_text(record, scored(record, record.saved.index(hand)).points))
