"""Change hands: tap, step back, start over, save, undo a save, or bring back a version.

Each action is one transaction under the group's lock.

Any write can arrive twice, late, or at the same time as another phone's. A tap says how many taps its page had shown; a
save says which revision it started from. A repeated write gets the same response as the first; a write that would
overwrite somebody else's tap is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.models import Game, Hand, Membership, Revision, Setup
from scorekeeper.queries.people.notices import Notice, Undo
from scorekeeper.queries.recording.records import AnyScreen, GameRecord, HandRecord
from scorekeeper.queries.recording.sheets import result_text
from scorekeeper.queries.recording.taps import (
    START_OVER,
    STEP_BACK,
    Tap,
    counting_positions,
    last_writer,
    step_back_target,
    tap_of,
    typed,
)
from scorekeeper.rules.declaration import DEALER, Answers, Value
from scorekeeper.rules.words import Text, gettext as _
from scorekeeper.services.errors import Conflict, NotFound, Refused, Stale
from scorekeeper.services.games import lock_known
from scorekeeper.services.rows import revision_row
from scorekeeper.services.settle import raise_typed, refuse_late, settle

MOST_TAPS = 2000
SAVES = (Revision.Kind.SAVE, Revision.Kind.CORRECT)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a page had seen of a hand when it sent its write: the number of revisions and the number of taps.

    `setup` is the number of the setup that the page showed; in a later one, a seat can belong to somebody else.
    It is None if a write names no seats or refers to the current seating.
    """

    revisions: int
    taps: int
    setup: int | None = None


@transaction.atomic
def tap(
    *, game: Game, number: int, seen: Seen, path: str, value: Value, asked: str = "", at: str = "", by: Membership
) -> GameRecord:
    """Write one value at one path of the hand. Writing the current value changes nothing.

    `asked` is the path of the question that the tap is meant for, if that is known. Raise `Stale` if the page is out
    of date: the hand was saved, the path's value was changed, or its question no longer applies. Raise `Refused` if the
    value isn't allowed, and `NotFound` for a hand beyond the next one.
    """
    record = lock_known(game)
    hand = record.hand(number)
    _refuse_other_revision(record, hand, seen)
    _refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    current = {**screen.answers, DEALER: screen.dealer}
    shown = _shown(record, hand, seen) if hand and seen.taps < len(hand.taps) else current
    # A page that didn't show the current value can't mean more by sending it than that value.
    repeated = _is_same(current.get(path), value) and shown.get(path) != value
    answers = {path: value} if repeated else screen.meant(path, value, at)
    _refuse_overwriting(hand, shown.get(path), current.get(path), path, answers.get(path, value), by)
    # Checked before the rules: the current value was legal when it was entered, even if it is too low by now.
    if all(_is_same(current.get(answered), answer) for answered, answer in answers.items()):
        return record
    if path == DEALER:
        _check_dealer(record, number, value)
    else:
        _refuse_unasked(record, screen, path, asked, at)
        _check_value(record, screen, path, value, at)
        if value is None and screen.answers.get(path) is None:
            return record
    return _append(record, hand, number, answers, by)


@transaction.atomic
def step_back(*, game: Game, number: int, seen: Seen, by: Membership, as_of: int | None = None) -> GameRecord:
    """Undo the last tap that is still in effect. Right after starting over, restore all taps.

    If a notice offered this, `as_of` is the game's version at that time. Raise `Stale` if it has changed since.
    """
    return _rewind(lock_known(game), number, seen, STEP_BACK, by, as_of)


@transaction.atomic
def start_over(*, game: Game, number: int, seen: Seen, by: Membership) -> GameRecord:
    """Discard all taps, after a misdeal or to abandon a correction. One step back restores them all."""
    return _rewind(lock_known(game), number, seen, START_OVER, by)


@transaction.atomic
def save(*, game: Game, number: int, seen: Seen, anyway: bool = False, by: Membership) -> Revision:
    """Turn the taps into the hand's entry. A repeated save returns the same revision.

    Raise `Refused` with the entry's errors if it has any, or else with its warnings unless `anyway` is True.
    """
    record = lock_known(game)
    hand = _existing_hand(record, number)
    if earlier := _repeated_save(hand, seen):
        return earlier
    _refuse_unseen(record, hand, seen)
    _refuse_unplayable(record, hand, number)
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
    return _write_hand(record, replace(hand, entry=stored, dealer=dealer, taps=[]), kind, hand.taps, by)


@transaction.atomic
def undo(*, game: Game, number: int, revision: int, by: Membership, as_of: int | None = None) -> Revision:
    """Undo a hand's last save: restore the previous entry, and the taps that led to the undone entry.

    If a notice offered this, `as_of` is the game's version at that time. Raise `Stale` if it has changed since.
    """
    record = lock_known(game)
    hand = _existing_hand(record, number)
    neighbors = Revision.objects.filter(hand=hand.id, number__range=(revision - 1, revision + 1))
    by_number = {row.number: row for row in neighbors}
    before, undone, after = (by_number.get(revision + step) for step in (-1, 0, 1))
    if undone is None or undone.kind not in SAVES:
        raise NotFound
    if after is not None and after.kind == Revision.Kind.UNDO:
        return after
    refuse_late(record.game, as_of)
    entry = before.entry if before else None
    _refuse_late_undo(record, hand, revision, reopens=entry is None)
    dealer = before.dealer if before else _dealer_before_taps(record, number, undone)
    undoing = replace(hand, entry=entry, dealer=dealer, taps=undone.taps)
    return _write_hand(record, undoing, Revision.Kind.UNDO, [], by)


@transaction.atomic
def bring_back(*, game: Game, number: int, version: int, revisions: int, by: Membership) -> Revision:
    """Correct a saved hand with the entry of one of its earlier versions. A repeated request changes nothing.

    `revisions` is the number of revisions that the page showed. Raise `Stale` if the hand has changed since or is being
    corrected, and `Refused` if this version is no longer possible.
    """
    record = lock_known(game)
    hand = _existing_hand(record, number)
    row = Revision.objects.select_related("setup").filter(hand=hand.id, number=version, entry__isnull=False).first()
    if row is None or hand.entry is None:
        raise NotFound
    if (row.entry, row.dealer) == (hand.entry, hand.dealer):
        return row
    _refuse_other_revision(record, hand, Seen(revisions=revisions, taps=0))
    if counting_positions(hand.taps):
        raise Stale(_("This hand is being corrected. Save or discard the changes first."))
    _refuse_unplayable(record, hand, number)
    if tuple(row.setup.players) != record.players:
        raise Refused(_("The seats were different then, so this version can’t be restored. Correct the hand instead."))
    restored = replace(hand, entry=row.entry, dealer=row.dealer, taps=[])
    for problem in record.problems(number, row.dealer, record.entry(restored)):
        if problem.level == "error" or not restored.accepted:
            raise Refused(_("This version can’t be restored: {why}", why=problem.message))
    return _write_hand(record, restored, Revision.Kind.CORRECT, [], by)


def _write_hand(record: GameRecord, hand: HandRecord, kind: Revision.Kind, taps: list[Tap], by: Membership) -> Revision:
    """Save a changed hand with a new revision, and update everything that depends on it, such as later dealers."""
    old = record.hand(hand.number)
    if old is not None and old.entry is not None and hand.entry is not None:
        after = record.with_hand(hand.number, hand.dealer, hand.entry)
        for earlier, later in zip(record.hands, after.hands, strict=True):
            if later.number > hand.number and later.dealer != earlier.dealer:
                Hand.objects.filter(pk=later.id).update(dealer=later.dealer)
                if later.entry is not None:
                    _add_revision(record, later, Revision.Kind.CORRECT, [], by)
    Hand.objects.filter(pk=hand.id).update(entry=hand.entry, dealer=hand.dealer, taps=hand.taps)
    revision = _add_revision(record, hand, kind, taps, by)
    undo_save = Undo(route="undo", ids=(record.game.pk, hand.number), fields={"revision": revision.number})
    settle(record.game, Notice(said=_said(record, hand, kind), by=by, undo=undo_save if kind in SAVES else None))
    return revision


def _said(record: GameRecord, hand: HandRecord, kind: Revision.Kind) -> Text:
    """Return the message for the notice about a changed hand."""
    if hand.entry is None:
        return _("Hand {number} is open again.", number=hand.number)
    if kind == Revision.Kind.UNDO:
        return _("Correction of hand {number} undone.", number=hand.number)
    sheet = record.rules.record(record.before(hand.number), hand.dealer, record.entry(hand))
    result = result_text(record, sheet.hands[-1].points)
    if kind == Revision.Kind.SAVE:
        return _("Hand {number} saved: {result}", number=hand.number, result=result)
    return _("Hand {number} corrected: {result}", number=hand.number, result=result)


def _started_over(record: GameRecord, hand: HandRecord, by: Membership) -> Notice:
    """Return the notice that a hand was started over. Stepping back undoes that."""
    said = _("Hand {number} started over.", number=hand.number)
    if hand.entry is not None:
        said = _("Changes to hand {number} discarded.", number=hand.number)
    fields = {"revisions": hand.revisions, "taps": len(hand.taps) + 1, "setup": record.setup}
    return Notice(said=said, by=by, undo=Undo(route="step_back", ids=(record.game.pk, hand.number), fields=fields))


def _add_revision(
    record: GameRecord, hand: HandRecord, kind: Revision.Kind, taps: list[Tap], by: Membership
) -> Revision:
    setup = Setup.objects.filter(game=record.game).order_by("-number").values_list("pk", flat=True)[0]
    revision = revision_row(hand, kind, setup, by, timezone.now(), taps)
    revision.save()
    return revision


def _dealer_before_taps(record: GameRecord, number: int, undone: Revision) -> int:
    """Return the dealer's seat as it was before any tap changed it, so that stepping back can restore it."""
    return record.replay_before(number).dealer if DEALER in typed({}, undone.taps) else undone.dealer


def _existing_hand(record: GameRecord, number: int) -> HandRecord:
    hand = record.hand(number)
    if hand is None:
        raise NotFound
    return hand


def _rewind(
    record: GameRecord, number: int, seen: Seen, path: str, by: Membership, as_of: int | None = None
) -> GameRecord:
    """Append a step-back or start-over tap. Change nothing if it is a repeat or there is nothing to undo."""
    hand = _existing_hand(record, number)
    if hand.revisions == seen.revisions and len(hand.taps) == seen.taps + 1 and hand.taps[-1][0] == path:
        return record
    refuse_late(record.game, as_of)
    _refuse_unseen(record, hand, seen)
    if path == STEP_BACK:
        keep = step_back_target(hand.taps)
    else:
        keep = None if not hand.taps or hand.taps[-1][0] == START_OVER else 0
    notice = _started_over(record, hand, by) if path == START_OVER else None
    return record if keep is None else _append(record, hand, number, {path: keep}, by, notice)


def _repeated_save(hand: HandRecord, seen: Seen) -> Revision | None:
    if hand.revisions <= seen.revisions:
        return None
    earlier = Revision.objects.filter(hand=hand.id, number=seen.revisions + 1).first()
    same = earlier is not None and earlier.kind in SAVES and len(earlier.taps) == seen.taps
    return earlier if same else None


def _refuse_other_revision(record: GameRecord, hand: HandRecord | None, seen: Seen) -> None:
    if seen.setup not in (None, record.setup):
        raise Stale(_("The setup has changed in the meantime. Here’s the hand now."))
    if (hand.revisions if hand else 0) != seen.revisions:
        raise Stale(_("This hand has changed in the meantime. Here it is now."))


def _refuse_unseen(record: GameRecord, hand: HandRecord, seen: Seen) -> None:
    """Refuse to change a whole hand if the page didn't show all of its taps."""
    _refuse_other_revision(record, hand, seen)
    if len(hand.taps) != seen.taps:
        raise Stale(_("This hand has changed in the meantime. Check it before you go on."))


def _refuse_unplayable(record: GameRecord, hand: HandRecord | None, number: int) -> None:
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
        raise Refused(_("Save hand {number} first.", number=record.next_number))


def _refuse_overwriting(
    hand: HandRecord | None, shown: Value, current: Value, path: str, value: Value, by: Membership
) -> None:
    """Refuse a value if somebody else has entered another one at the same path since the page was loaded."""
    writer = last_writer(hand.taps, path) if hand else None
    if current not in (shown, value) and writer != by.pk:
        conflict = Conflict(path=path, stands=current, wanted=value, member=writer)
        raise Stale(_("Someone else answered this at the same time."), conflict=conflict)


def _shown(record: GameRecord, hand: HandRecord, seen: Seen) -> Answers:
    """Return the answers that a page showed."""
    return typed({**record.recorded(hand).answers, DEALER: hand.dealer}, hand.taps[: seen.taps])


def _is_same(current: Value, value: Value) -> bool:
    """Return whether an answer is exactly this value. Here, True and 1 are different values."""
    return current is not None and current == value and type(current) is type(value)


def _refuse_unasked(record: GameRecord, screen: AnyScreen, path: str, asked: str, at: str) -> None:
    """Refuse a tap that was meant for a question other than the current one. A toggle belongs to no question."""
    field, now = record.card_game.field_at(path), screen.asked(at)
    if not asked or (field is not None and field.toggle) or (now is not None and now.path == asked):
        return
    meant = next((step for step in screen.steps if step.path == asked), None)
    if meant is None or now is None:
        raise Stale(_("That question no longer comes up. Here’s the hand now."))
    raise Stale(_("The tap for {name} wasn’t recorded. Now: {title}", name=meant.label, title=now.title))


def _check_dealer(record: GameRecord, number: int, value: Value) -> None:
    if not record.rules.has_dealer:
        raise NotFound
    if not isinstance(value, int) or isinstance(value, bool) or value not in record.table.seats:
        raise Refused(_("This isn’t one of the players."), path=DEALER)
    if why := record.refuse_dealer(number, value):
        raise Refused(why, path=DEALER)


def _check_value(record: GameRecord, screen: AnyScreen, path: str, value: Value, at: str) -> None:
    try:
        why = screen.refuse(path, value, at)
    except KeyError:
        if not record.can_ask(path):
            raise NotFound from None
        # The page is out of date: there has been another tap, or a correction to an earlier hand.
        raise Stale(_("That question no longer comes up. Here’s the hand now.")) from None
    if why is not None:
        raise Refused(why, path=path)


def _append(
    record: GameRecord,
    hand: HandRecord | None,
    number: int,
    answers: Mapping[str, Value],
    by: Membership,
    notice: Notice | None = None,
) -> GameRecord:
    tap = tap_of(answers, by.pk)
    if hand is None:
        dealer = record.dealer_of(None, number)
        row = Hand.objects.create(game=record.game, number=number, dealer=dealer, taps=[tap])
        hand = HandRecord(id=row.pk, number=number, dealer=dealer, entry=None, taps=[], revisions=0, corrections=0)
    elif len(hand.taps) >= MOST_TAPS:
        raise Refused(_("This hand has too many taps. You can only save it as it is."))
    else:
        Hand.objects.filter(pk=hand.id).update(taps=[*hand.taps, tap])
    raise_typed(record.game, notice)
    return record.with_taps(hand, [*hand.taps, tap])


def _refuse_late_undo(record: GameRecord, hand: HandRecord, revision: int, *, reopens: bool) -> None:
    if hand.revisions != revision or counting_positions(hand.taps):
        raise Stale(_("This hand has changed since, so that can’t be undone."))
    if reopens and any(later.number > hand.number for later in record.saved):
        raise Stale(_("A later hand has been recorded. Correct this one instead."))
    if reopens and record.game.stopped:
        raise Stale(_("The game was ended early. Resume it first."))
