"""Change hands: tap, step back, start over, save, undo a save, or bring back a version.

Each action is decided first and then written in one transaction under the group's lock.

Any write can arrive twice, late, or at the same time as another phone's. A tap says how many taps its page had shown; a
save says which revision it started from. A repeated write gets the same response as the first; a write that would
overwrite somebody else's tap is refused.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from scorekeeper.models import Game, Hand, Membership, Revision
from scorekeeper.queries.people.notices import Notice, Undo
from scorekeeper.queries.recording.records import GameRecord, HandRecord
from scorekeeper.queries.recording.taps import (
    START_OVER,
    STEP_BACK,
    counting_positions,
    step_back_target,
    tap_of,
    typed,
)
from scorekeeper.rules.declaration import DEALER, Answers, Value
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.deciding import Write, carry_out
from scorekeeper.services.errors import NotFound, Refused, Stale
from scorekeeper.services.refusing import (
    Seen as Seen,
    is_same,
    refuse_dealer,
    refuse_late_undo,
    refuse_other_revision,
    refuse_overwriting,
    refuse_unasked,
    refuse_unplayable,
    refuse_unseen,
    refuse_value,
)
from scorekeeper.services.revising import SAVES, Saved, write_hand
from scorekeeper.services.settle import bump_typed, refuse_late

MOST_TAPS = 2000


def tap(
    *, game: Game, number: int, seen: Seen, path: str, value: Value, asked: str = "", at: str = "", by: Membership
) -> GameRecord:
    """Write one value at one path of the hand. Writing the current value changes nothing.

    `asked` is the path of the question that the tap is meant for, if that is known. Raise `Stale` if the page is out
    of date: the hand was saved, the path's value was changed, or its question no longer applies. Raise `Refused` if the
    value isn't allowed, and `NotFound` for a hand beyond the next one.
    """
    decide = partial(_tap, number=number, seen=seen, path=path, value=value, asked=asked, at=at, by=by)
    return carry_out(game, by, decide)


def _tap(
    record: GameRecord, *, number: int, seen: Seen, path: str, value: Value, asked: str, at: str, by: Membership
) -> Write[GameRecord]:
    hand = record.hand(number)
    refuse_other_revision(record, hand, seen)
    refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    current = {**screen.answers, DEALER: screen.dealer}
    shown = _shown(record, hand, seen) if hand and seen.taps < len(hand.taps) else current
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


def step_back(*, game: Game, number: int, seen: Seen, by: Membership, as_of: int | None = None) -> GameRecord:
    """Undo the last tap that is still in effect. Right after starting over, restore all taps.

    If a notice offered this, `as_of` is the game's version at that time. Raise `Stale` if it has changed since.
    """
    return carry_out(game, by, partial(_rewind, number=number, seen=seen, path=STEP_BACK, by=by, as_of=as_of))


def start_over(*, game: Game, number: int, seen: Seen, by: Membership) -> GameRecord:
    """Discard all taps, after a misdeal or to abandon a correction. One step back restores them all."""
    return carry_out(game, by, partial(_rewind, number=number, seen=seen, path=START_OVER, by=by))


def save(*, game: Game, number: int, seen: Seen, anyway: bool = False, by: Membership) -> Saved:
    """Turn the taps into the hand's entry. A repeated save returns the same revision.

    Raise `Refused` with the entry's errors if it has any, or else with its warnings unless `anyway` is True.
    """
    return carry_out(game, by, partial(_save, number=number, seen=seen, anyway=anyway, by=by))


def _save(record: GameRecord, *, number: int, seen: Seen, anyway: bool, by: Membership) -> Write[Saved]:
    hand = _existing_hand(record, number)
    if earlier := _repeated_save(hand, seen):
        return lambda: Saved(revision=earlier, record=record)
    refuse_unseen(record, hand, seen)
    refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    dealer, entry = screen.dealer, screen.entry()
    problems = record.problems(number, dealer, entry)
    errors = tuple(problem for problem in problems if problem.level == "error")
    if errors or (problems and not anyway):
        message = _("This hand can’t be saved yet.") if errors else _("Is this right? Check it again.")
        raise Refused(message, problems=errors or problems)
    stored = record.rules.record_of(entry, record.table)
    if problems:
        stored["score_anyway"] = True
    kind = Revision.Kind.SAVE if hand.entry is None else Revision.Kind.CORRECT
    return write_hand(record, replace(hand, entry=stored, dealer=dealer, taps=[]), kind, hand.taps, by)


def undo(*, game: Game, number: int, revision: int, by: Membership, as_of: int | None = None) -> Saved:
    """Undo a hand's last save: restore the previous entry, and the taps that led to the undone entry.

    If a notice offered this, `as_of` is the game's version at that time. Raise `Stale` if it has changed since.
    """
    return carry_out(game, by, partial(_undo, number=number, revision=revision, by=by, as_of=as_of))


def _undo(record: GameRecord, *, number: int, revision: int, by: Membership, as_of: int | None) -> Write[Saved]:
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
    refuse_late_undo(record, hand, undone, reopens=entry is None)
    dealer = before.dealer if before else _dealer_before_taps(record, number, undone)
    undoing = replace(hand, entry=entry, dealer=dealer, taps=undone.taps)
    return write_hand(record, undoing, Revision.Kind.UNDO, [], by)


def bring_back(*, game: Game, number: int, version: int, revisions: int, by: Membership) -> Saved:
    """Correct a saved hand with the entry of one of its earlier versions. A repeated request changes nothing.

    `revisions` is the number of revisions that the page showed. Raise `Stale` if the hand has changed since or is being
    corrected, and `Refused` if this version is no longer possible.
    """
    return carry_out(game, by, partial(_bring_back, number=number, version=version, revisions=revisions, by=by))


def _bring_back(record: GameRecord, *, number: int, version: int, revisions: int, by: Membership) -> Write[Saved]:
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
    for problem in record.problems(number, row.dealer, record.entry(restored)):
        if problem.level == "error" or not restored.accepted:
            raise Refused(_("This version can’t be restored: {why}", why=problem.message))
    return write_hand(record, restored, Revision.Kind.CORRECT, [], by)


def _started_over(record: GameRecord, hand: HandRecord, by: Membership) -> Notice:
    """Return the notice that a hand was started over. Stepping back undoes that."""
    said = _("Hand {number} started over.", number=hand.number)
    if hand.entry is not None:
        said = _("Changes to hand {number} discarded.", number=hand.number)
    fields = {"revisions": hand.revisions, "taps": len(hand.taps) + 1, "setup": record.setup}
    return Notice(said=said, by=by, undo=Undo(route="step_back", ids=(record.game.pk, hand.number), fields=fields))


def _dealer_before_taps(record: GameRecord, number: int, undone: Revision) -> int:
    """Return the dealer's seat as it was before any tap changed it, so that stepping back can restore it."""
    return record.replay_before(number).dealer if DEALER in typed({}, undone.taps) else undone.dealer


def _existing_hand(record: GameRecord, number: int) -> HandRecord:
    hand = record.hand(number)
    if hand is None:
        raise NotFound
    return hand


def _rewind(
    record: GameRecord, *, number: int, seen: Seen, path: str, by: Membership, as_of: int | None = None
) -> Write[GameRecord]:
    """Append a step-back or start-over tap. Change nothing if it is a repeat or there is nothing to undo."""
    hand = _existing_hand(record, number)
    if hand.revisions == seen.revisions and len(hand.taps) == seen.taps + 1 and hand.taps[-1][0] == path:
        return lambda: record
    refuse_late(record.game, as_of)
    refuse_unseen(record, hand, seen)
    if path == STEP_BACK:
        keep = step_back_target(hand.taps)
    else:
        keep = None if not hand.taps or hand.taps[-1][0] == START_OVER else 0
    notice = _started_over(record, hand, by) if path == START_OVER else None
    return (lambda: record) if keep is None else _append(record, hand, number, {path: keep}, by, notice)


def _repeated_save(hand: HandRecord, seen: Seen) -> Revision | None:
    if hand.revisions <= seen.revisions:
        return None
    earlier = Revision.objects.filter(hand=hand.id, number=seen.revisions + 1).first()
    same = earlier is not None and earlier.kind in SAVES and len(earlier.taps) == seen.taps
    return earlier if same else None


def _shown(record: GameRecord, hand: HandRecord, seen: Seen) -> Answers:
    """Return the answers that a page showed."""
    return typed({**record.recorded(hand).answers, DEALER: hand.dealer}, hand.taps[: seen.taps])


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
    if len(taps) > MOST_TAPS:
        raise Refused(_("This hand has too many taps. You can only save it as it is."))
    dealer = hand.dealer if hand else record.dealer_of(None, number)

    def write() -> GameRecord:
        if hand is None:
            pk = Hand.objects.create(game=record.game, number=number, dealer=dealer, taps=taps).pk
            tapped = HandRecord(id=pk, number=number, dealer=dealer, taps=taps)
        else:
            Hand.objects.filter(pk=hand.id).update(taps=taps)
            tapped = replace(hand, taps=taps)
        bump_typed(record.game, notice)
        return record.with_hands([tapped])

    return write
