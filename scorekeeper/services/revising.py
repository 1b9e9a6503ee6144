"""Write what a hand has become: its row, its new revision, and whatever depends on it."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils import timezone

from scorekeeper.models import Hand, Membership, Revision
from scorekeeper.queries.people.notices import Notice, Undo
from scorekeeper.queries.recording.records import GameRecord, HandRecord
from scorekeeper.queries.recording.sheets import result_text, scored
from scorekeeper.queries.recording.taps import Tap
from scorekeeper.rules.declaration import Answers
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.services.deciding import Write
from scorekeeper.services.derived import settle
from scorekeeper.services.refusing import Seen
from scorekeeper.services.rows import revision_row

SAVES = (Revision.Kind.SAVE, Revision.Kind.CORRECT)


@dataclass(frozen=True, kw_only=True)
class WholeHand:
    """A hand as somebody typed it. `answers` has only what was given; without a `dealer`, it is whoever's turn it is.

    `seen` is what the form showed, and `key` identifies the form. `recorded_at` is when the hand was recorded if there
    was no network then. `typed_by` is the id of the member who had loaded the form, or 0 if that isn't known.
    """

    number: int
    dealer: int | None
    answers: Answers
    seen: Seen
    anyway: bool = False
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    recorded_at: datetime.datetime | None = None
    typed_by: int = 0


@dataclass(frozen=True, kw_only=True)
class Saved:
    """What a write of a hand has come to: its revision, and the game as it is now."""

    revision: Revision
    record: GameRecord


def write_hand(
    record: GameRecord,
    hand: HandRecord,
    kind: Revision.Kind,
    taps: Sequence[Tap],
    by: Membership,
    origin: WholeHand | None = None,
) -> Write[Saved]:
    """Return the write that saves a changed hand with a new revision and updates whatever depends on it.

    A hand without an id is created; if it isn't the last one, the numbers of those after it must have been raised.
    """
    old, is_last = record.hand(hand.number), not any(later.number > hand.number for later in record.saved)
    was_saved, moved = old is not None and old.entry is not None, list[HandRecord]()
    if hand.entry is not None and (was_saved or not is_last):
        # Whoever can no longer deal a later hand is replaced by whoever is next in turn.
        placed = record if old else record.with_hands([replace(hand, entry=None)])
        redealt = placed.with_hand(hand.number, hand.dealer, hand.entry)
        pairs = zip(placed.hands, redealt.hands, strict=True)
        moved = [new for was, new in pairs if new.number > hand.number and new.dealer != was.dealer]
    changed = [(hand, kind), *((later, Revision.Kind.CORRECT) for later in moved)]
    # An unsaved hand that gets another dealer needs no revision.
    after = record.with_hands([row.revised(how) if row.entry or how != how.CORRECT else row for row, how in changed])
    said = _said(after, hand, kind)

    def write() -> Saved:
        for later in moved:
            Hand.objects.filter(pk=later.id).update(dealer=later.dealer)
            if later.entry is not None:
                add_revision(record, later, Revision.Kind.CORRECT, [], by)
        stored, written, values = hand, after, {"entry": hand.entry, "dealer": hand.dealer, "taps": hand.taps}
        if hand.id:
            Hand.objects.filter(pk=hand.id).update(**values)
        else:
            stored = replace(hand, id=Hand.objects.create(game=record.game, number=hand.number, **values).pk)
            written = after.with_hands([stored.revised(kind)])
        revision = add_revision(record, stored, kind, taps, by, origin)
        undo = Undo(route="undo", ids=(record.game.pk, hand.number), fields={"revision": revision.number})
        can_undo = kind in SAVES and (was_saved or is_last)
        settle(record.game, Notice(said=said, by=by, undo=undo if can_undo else None), written)
        return Saved(revision=revision, record=written)

    return write


def add_revision(
    record: GameRecord,
    hand: HandRecord,
    kind: Revision.Kind,
    taps: Sequence[Tap],
    by: Membership,
    origin: WholeHand | None = None,
) -> Revision:
    """Store the next revision of a hand."""
    revision = revision_row(hand, kind, record.setup_id, by, timezone.now(), taps)
    if origin is not None:
        revision.key, revision.recorded_at = origin.key, origin.recorded_at
    revision.save()
    return revision


def _said(after: GameRecord, hand: HandRecord, kind: Revision.Kind) -> Text:
    if hand.entry is None:
        return _("Hand {number} is open again.", number=hand.number)
    if kind == Revision.Kind.UNDO:
        return _("Correction of hand {number} undone.", number=hand.number)
    index = [saved.number for saved in after.saved].index(hand.number)
    result = result_text(after, scored(after, index).points)
    if kind == Revision.Kind.SAVE:
        return _("Hand {number} saved: {result}", number=hand.number, result=result)
    return _("Hand {number} corrected: {result}", number=hand.number, result=result)
