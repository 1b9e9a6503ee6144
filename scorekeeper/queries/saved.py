"""What was just saved, for the sheet that is shown after it."""

from dataclasses import dataclass

from scorekeeper.queries.records import GameRecord, HandRecord
from scorekeeper.queries.sheets import result_text, scored
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class Said:
    """The hand that was just saved, whose last revision an undo would take back."""

    hand: HandRecord
    result: Text


def said_about(record: GameRecord, raw: str) -> Said | None:
    """What was just saved, from "hand.revision"; None when that is old news, or can't be taken back any more."""
    hand = next((hand for hand in record.saved if f"{hand.number}.{hand.revisions}" == raw), None)
    if hand is None or hand.taps:
        return None
    if not hand.corrections and (hand is not record.saved[-1] or record.game.stopped):
        return None
    return Said(hand=hand, result=result_text(record, scored(record, record.saved.index(hand)).points))
