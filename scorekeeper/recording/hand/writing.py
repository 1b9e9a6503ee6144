"""Change hands: tap, step back, start over, save, undo a save, or bring back a version.

Any write can arrive twice, late, or at the same time as another phone's. A tap says how many taps its page had shown; a
save says which revision it started from. A repeated write gets the same response as the first; a write that would
overwrite somebody else's tap is refused.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.models import Hand, Membership, Revision
from scorekeeper.recording.game.records import GameRecord, HandRecord
from scorekeeper.recording.game.taps import (
    START_OVER,
    STEP_BACK,
    counting_positions,
    just_started_over,
    step_back_target,
    tap_of,
    typed,
)
from scorekeeper.recording.game.writing import Write, decide_then_write
from scorekeeper.recording.hand.revising import (
    SAVES,
    Saved,
    Seen,
    entry_to_store,
    is_same,
    refuse_dealer,
    refuse_other_revision,
    refuse_overwriting,
    refuse_unasked,
    refuse_unplayable,
    refuse_unseen,
    refuse_value,
    write_hand,
)
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Answers, Value
from scorekeeper.rules.sheet import errors_in
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice, Undo, bump_game, refuse_late
from scorekeeper.web.refusals import NotFound, Refused, Stale


@decide_then_write
def tap(
    record: GameRecord,
    *,
    number: int,
    seen: Seen,
    path: str,
    value: Value,
    asked: str = "",
    at: str = "",
    by: Membership,
) -> Write[GameRecord]:
    """Write one value at one path of the hand. Writing the current value changes nothing.

    `asked` is the path of the question that the tap is meant for, if that is known. Raise `Stale` if the page is out
    of date: the hand was saved, the path's value was changed, or its question no longer applies. Raise `Refused` if the
    value isn't allowed, and `NotFound` for a hand beyond the next one.
    """
    hand = record.hand(number)
    refuse_other_revision(record, hand, seen)
    refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    current = {**screen.answers, DEALER: screen.dealer}
    shown: Answers = current
    if hand and seen.taps < len(hand.taps):
        shown = typed({**record.recorded(hand).answers, DEALER: hand.dealer}, hand.taps[: seen.taps])
    # A page that didn't show the current value can't mean more by sending it than that value.
    repeated = is_same(current.get(path), value) and shown.get(path) != value
    answers = {path: value} if repeated else screen.meant(path, value, at)
    refuse_overwriting(hand, shown.get(path), current.get(path), path, answers.get(path, value), by)
    # Checked before the rules: the current value was legal when it was entered, even if it is too low by now.
    if all(is_same(current.get(answered), answer) for answered, answer in answers.items()):
        return lambda: record
    if path == DEALER:
        refuse_dealer(record, number, value)
    else:
        refuse_unasked(record, screen, path, asked, at)
        refuse_value(record, screen, path, value, at)
        if value is None and screen.answers.get(path) is None:
            return lambda: record
    return _append(record, hand, number, answers, by)


@decide_then_write
def step_back(
    record: GameRecord, *, number: int, seen: Seen, by: Membership, as_of: int | None = None
) -> Write[GameRecord]:
    """Undo the last tap that is still in effect. Right after starting over, restore all taps."""
    hand = _existing_hand(record, number)
    if _is_repeated(hand, seen, STEP_BACK):
        return lambda: record
    refuse_late(record.game, as_of)
    refuse_unseen(record, hand, seen)
    target = step_back_target(hand.taps)
    return (lambda: record) if target is None else _append(record, hand, number, {STEP_BACK: target}, by)


@decide_then_write
def start_over(record: GameRecord, *, number: int, seen: Seen, by: Membership) -> Write[GameRecord]:
    """Discard all taps, after a misdeal or to abandon a correction. One step back restores them all."""
    hand = _existing_hand(record, number)
    if _is_repeated(hand, seen, START_OVER):
        return lambda: record
    refuse_unseen(record, hand, seen)
    if not hand.taps or just_started_over(hand.taps):
        return lambda: record
    said = _("Hand {number} started over.", number=number)
    if hand.entry is not None:
        said = _("Changes to hand {number} discarded.", number=number)
    fields = {"revisions": hand.revisions, "taps": len(hand.taps) + 1, "setup": record.setup}
    back = Undo(route="step_back", ids=(record.game.pk, number), fields=fields)
    return _append(record, hand, number, {START_OVER: 0}, by, Notice(said=said, by=by, undo=back))


@decide_then_write
def save(record: GameRecord, *, number: int, seen: Seen, anyway: bool = False, by: Membership) -> Write[Saved]:
    """Turn the taps into the hand's entry. A repeated save returns the same revision.

    Raise `Refused` with the entry's errors if it has any, or else with its warnings unless `anyway` is True.
    """
    hand = _existing_hand(record, number)
    if hand.revisions > seen.revisions:
        earlier = Revision.objects.filter(hand=hand.id, number=seen.revisions + 1, kind__in=SAVES).first()
        if earlier is not None and len(earlier.taps) == seen.taps:
            return lambda: Saved(revision=earlier, record=record)
    refuse_unseen(record, hand, seen)
    refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    entry = entry_to_store(record, number, screen.dealer, screen.entry(), anyway=anyway)
    kind = Revision.Kind.SAVE if hand.entry is None else Revision.Kind.CORRECT
    return write_hand(record, replace(hand, entry=entry, dealer=screen.dealer, taps=[]), kind, hand.taps, by)


@decide_then_write
def undo(record: GameRecord, *, number: int, revision: int, by: Membership, as_of: int | None = None) -> Write[Saved]:
    """Undo a hand's last save: restore the previous entry, and the taps that led to the undone entry."""
    hand = _existing_hand(record, number)
    neighbors = Revision.objects.filter(hand=hand.id, number__range=(revision - 1, revision + 1))
    by_number = {row.number: row for row in neighbors}
    before, undone, after = (by_number.get(revision + step) for step in (-1, 0, 1))
    if undone is None or undone.kind not in SAVES:
        raise NotFound
    if after is not None and after.kind == Revision.Kind.UNDO:
        return lambda: Saved(revision=after, record=record)
    refuse_late(record.game, as_of)
    entry = before.entry if before else None
    if hand.revisions != undone.number or counting_positions(hand.taps):
        raise Stale(_("This hand has changed since, so that can’t be undone."))
    # Its taps, and what was saved before, belong to the seats and house rules of that time.
    if undone.setup_id != record.setup_id:
        raise Stale(_("The setup has changed since, so that can’t be undone. Correct the hand instead."))
    if entry is None and any(later.number > number for later in record.saved):
        raise Stale(_("A later hand has been recorded. Correct this one instead."))
    if entry is None and record.game.stopped:
        raise Stale(_("The game was ended early. Resume it first."))
    dealer = before.dealer if before else undone.dealer
    if before is None and DEALER in typed({}, undone.taps):
        dealer = record.replay_before(number).dealer  # as before any tap changed it, so that stepping back restores it
    return write_hand(record, replace(hand, entry=entry, dealer=dealer, taps=undone.taps), Revision.Kind.UNDO, [], by)


@decide_then_write
def bring_back(record: GameRecord, *, number: int, version: int, revisions: int, by: Membership) -> Write[Saved]:
    """Correct a saved hand with the entry of one of its earlier versions. A repeated request changes nothing.

    `revisions` is the number of revisions that the page showed. Raise `Stale` if the hand has changed since or is being
    corrected, and `Refused` if this version is no longer possible.
    """
    hand = _existing_hand(record, number)
    row = Revision.objects.select_related("setup").filter(hand=hand.id, number=version, entry__isnull=False).first()
    if row is None or hand.entry is None:
        raise NotFound
    if (row.entry, row.dealer) == (hand.entry, hand.dealer):
        return lambda: Saved(revision=row, record=record)
    refuse_other_revision(record, hand, Seen(revisions=revisions, taps=0))
    if counting_positions(hand.taps):
        raise Stale(_("This hand is being corrected. Save or discard the changes first."))
    refuse_unplayable(record, hand, number)
    # Somebody may have joined since.
    if tuple(row.setup.players) != record.players[: len(row.setup.players)]:
        raise Refused(_("The seats were different then, so this version can’t be restored. Correct the hand instead."))
    restored = replace(hand, entry=row.entry, dealer=row.dealer, taps=[])
    problems = record.problems(number, row.dealer, record.entry(restored))
    for problem in errors_in(problems) if restored.accepted else problems:
        raise Refused(_("This version can’t be restored: {why}", why=problem.message))
    return write_hand(record, restored, Revision.Kind.CORRECT, [], by)


def _existing_hand(record: GameRecord, number: int) -> HandRecord:
    hand = record.hand(number)
    if hand is None:
        raise NotFound
    return hand


def _is_repeated(hand: HandRecord, seen: Seen, path: str) -> bool:
    """Return whether a step-back or start-over tap is what came last, right after what the page had seen."""
    return hand.revisions == seen.revisions and len(hand.taps) == seen.taps + 1 and hand.taps[-1][0] == path


def _append(
    record: GameRecord,
    hand: HandRecord | None,
    number: int,
    answers: Mapping[str, Value],
    by: Membership,
    notice: Notice | None = None,
) -> Write[GameRecord]:
    """Return the write that appends a tap to a hand, creating the hand if this is its first."""
    taps = [*(hand.taps if hand else ()), tap_of(answers, by.pk)]
    if len(taps) > limits.MOST_TAPS:
        raise Refused(_("This hand has too many taps. You can only save it as it is."))
    dealer = hand.dealer if hand else record.dealer_of(None, number)

    def write() -> GameRecord:
        if hand is None:
            pk = Hand.objects.create(game=record.game, number=number, dealer=dealer, taps=taps).pk
            tapped = HandRecord(id=pk, number=number, dealer=dealer, taps=taps)
        else:
            Hand.objects.filter(pk=hand.id).update(taps=taps)
            tapped = replace(hand, taps=taps)
        bump_game(record.game, notice, typed=True)
        return record.with_hands([tapped])

    return write
