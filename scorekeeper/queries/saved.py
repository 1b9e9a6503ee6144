"""What was just saved, for the sheet that is shown after it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.queries.records import GameRecord
from scorekeeper.queries.sheets import result_text, scored
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was just saved, and which revision an undo would take back."""

    number: int
    revision: int
    result: Text
    corrected: bool


def said_about(record: GameRecord, raw: str) -> Said | None:
    """What was just saved, from "hand.revision"; None when that is old news, or could not be taken back any more."""
    number, _dot, revision = raw.partition(".")
    stored = next((hand for hand in record.saved if str(hand.number) == number), None)
    if stored is None or str(stored.revisions) != revision or stored.taps:
        return None
    if not stored.corrections and (stored is not record.saved[-1] or record.game.stopped):
        return None
    hand = scored(record, record.saved.index(stored))
    return Said(
        number=stored.number,
        revision=stored.revisions,
        result=result_text(record, hand.points),
        corrected=stored.corrections > 0,
    )
