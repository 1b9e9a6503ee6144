"""What refuses a write to a hand, and what a hand becomes: its row, its new revision, and whatever depends on it."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Revision
from scorekeeper.recording.game.records import AnyScreen, GameRecord, HandRecord
from scorekeeper.recording.game.taps import Tap, last_writer
from scorekeeper.recording.game.writing import Write, revision_row, settle
from scorekeeper.recording.sheet.reading import result_text, scored
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Answers, Value
from scorekeeper.rules.entries import Record, stored_entry
from scorekeeper.rules.sheet import errors_in
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.web.ledger import Notice, Undo
from scorekeeper.web.refusals import Conflict, NotFound, Refused, Stale


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a page had seen of a hand when it sent its write: the number of revisions and the number of taps.

    `setup` is the number of the setup that the page showed; in a later one, a seat can belong to somebody else.
    It is None if a write names no seats or refers to the current seating.
    """

    revisions: int
    taps: int
    setup: int | None = None


def refuse_other_revision(record: GameRecord, hand: HandRecord | None, seen: Seen) -> None:
    """Refuse to change a hand that was saved or re-seated after the page was loaded."""
    if seen.setup not in (None, record.setup):
        raise Stale(_("The setup has changed in the meantime. Here’s the hand now."))
    if (hand.revisions if hand else 0) != seen.revisions:
        raise Stale(_("This hand has changed in the meantime. Here it is now."))


def refuse_unseen(record: GameRecord, hand: HandRecord, seen: Seen) -> None:
    """Refuse to change a whole hand if the page didn't show all of its taps."""
    refuse_other_revision(record, hand, seen)
    if len(hand.taps) != seen.taps:
        raise Stale(_("This hand has changed in the meantime. Check it before you go on."))


def refuse_unplayable(record: GameRecord, hand: HandRecord | None, number: int) -> None:
    """Refuse to record a hand after the end of the game or before its turn.

    A saved hand can be corrected unless an earlier hand must be fixed first; until it has been, the state of the game
    before the later hand is unknown.
    """
    contradiction = record.contradiction
    if contradiction is not None and number > contradiction.number:
        raise Refused(_("Fix hand {number} first: it’s no longer possible.", number=contradiction.number))
    if hand is not None and hand.entry is not None:
        return
    if record.game.state == Game.State.OVER:
        raise Refused(_("This game is over, so there’s no next hand."))
    if number > limits.MOST_HANDS or (hand is None and number != len(record.hands) + 1):
        raise NotFound
    if number != record.next_number:
        raise Stale(record.why_later(number)) if record.is_later(number) else NotFound


def refuse_overwriting(
    hand: HandRecord | None, shown: Value, current: Value, path: str, value: Value, by: Membership
) -> None:
    """Refuse a value if somebody else has entered another one at the same path since the page was loaded."""
    writer = last_writer(hand.taps, path) if hand else None
    if current not in (shown, value) and writer != by.pk:
        conflict = Conflict(path=path, stands=current, wanted=value, member=writer)
        raise Stale(_("Someone else answered this at the same time."), conflict=conflict)


def is_same(current: Value, value: Value) -> bool:
    """Return whether an answer is exactly this value. Here, True and 1 are different values."""
    return current is not None and current == value and type(current) is type(value)


def refuse_unasked(record: GameRecord, screen: AnyScreen, path: str, asked: str, at: str) -> None:
    """Refuse a tap that was meant for a question other than the current one. A toggle belongs to no question."""
    field, now = record.card_game.field_at(path), screen.asked(at)
    if not asked or (field is not None and field.toggle) or (now is not None and now.path == asked):
        return
    meant = next((step for step in screen.steps if step.path == asked), None)
    if meant is None or now is None:
        raise Stale(_("That question no longer comes up. Here’s the hand now."))
    raise Stale(_("The tap for {name} wasn’t recorded. Now: {title}", name=meant.label, title=now.title))


def entry_to_store(record: GameRecord, number: int, dealer: int, entry: Any, *, anyway: bool) -> Record:
    """Return an entry as it is stored. Refuse it if it has errors, or warnings that nobody wants scored `anyway`."""
    problems = record.problems(number, dealer, entry)
    errors = errors_in(problems)
    if errors or (problems and not anyway):
        message = _("This hand can’t be saved yet.") if errors else _("Is this right? Check it again.")
        raise Refused(message, problems=errors or problems)
    return stored_entry(record.rules.record_of(entry, record.table), anyway=bool(problems))


def refuse_dealer(record: GameRecord, number: int, value: Value) -> None:
    """Refuse a dealer who can't deal this hand. Raise `NotFound` if the game has no dealers."""
    if not record.rules.has_dealer:
        raise NotFound
    if not isinstance(value, int) or isinstance(value, bool) or value not in record.table.seats:
        raise Refused(_("This isn’t one of the players."), path=DEALER)
    if why := record.refuse_dealer(number, value):
        raise Refused(why, path=DEALER)


def refuse_value(record: GameRecord, screen: AnyScreen, path: str, value: Value, at: str) -> None:
    """Refuse a value that can't be the answer now. Raise `NotFound` for a path that the game never asks for."""
    try:
        why = screen.refuse(path, value, at)
    except KeyError:
        if not record.can_ask(path):
            raise NotFound from None
        # The page is out of date: there has been another tap, or a correction to an earlier hand.
        raise Stale(_("That question no longer comes up. Here’s the hand now.")) from None
    if why is not None:
        raise Refused(why, path=path)


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
