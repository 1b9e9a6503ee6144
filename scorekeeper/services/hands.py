"""Writing a hand: taps, stepping back, saving, taking back. Each is one transaction under the group's lock.

Every write may arrive twice, late, or together with another phone's. A tap says how many taps its page had seen and a
save which revision it was typed over; what was already done is answered like the first time, what would overwrite
somebody else's tap is refused.
"""

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Revision, Setup
from scorekeeper.queries.records import GameRecord, HandRecord
from scorekeeper.queries.taps import DEALER, START_OVER, STEP_BACK, Tap, counting, last_writer, one_step_back, typed
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Conflict, NotThere, Refused, Stale
from scorekeeper.services.games import lock_known
from scorekeeper.services.rows import revision_row
from scorekeeper.services.settle import raise_version, settle

MOST_HANDS = 200
MOST_TAPS = 2000
SAVES = (Revision.Kind.SAVE, Revision.Kind.CORRECT)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What the page had seen that a write comes from: how many revisions of the hand, and how many taps.

    `setup` is the number of the set-up it was made with: after another one a seat may be somebody else's. None is for
    a write that speaks of no seat, or of the seats as they are now.
    """

    revisions: int
    taps: int
    setup: int | None = None


@transaction.atomic
def tap(*, game: Game, number: int, seen: Seen, path: str, value: Value, at: str = "", by: Membership) -> GameRecord:
    """Write one value at one path of the hand. Writing what already stands changes nothing.

    Raises `Stale` if since the page was made the hand was saved, another value typed at the path, or the path is not
    asked any more; `Refused` if the value cannot be typed; `NotThere` for a hand whose turn has not come.
    """
    record = lock_known(game)
    hand = record.hand(number)
    _refuse_other_revision(record, hand, seen)
    _refuse_unplayable(record, hand, number)
    _refuse_overwriting(record, hand, seen, path, value)
    # Asked before the rules are: what stands was legal when it was typed, though by now it may be too low.
    if _stands(record, hand, number, path, value):
        return record
    if path == DEALER:
        _check_dealer(record, number, value)
    else:
        _check_value(record, number, path, value, at)
        if value is None and record.screen(number).answers.get(path) is None:
            return record
    return _append(record, hand, number, path, value, by)


@transaction.atomic
def step_back(*, game: Game, number: int, seen: Seen, by: Membership) -> GameRecord:
    """Take back the last tap that counts; right after starting over, bring everything back."""
    return _go_back(lock_known(game), number, seen, STEP_BACK, by)


@transaction.atomic
def start_over(*, game: Game, number: int, seen: Seen, by: Membership) -> GameRecord:
    """Forget what was typed: a misdeal, or a correction that is left alone. One step back undoes it."""
    return _go_back(lock_known(game), number, seen, START_OVER, by)


@transaction.atomic
def save(*, game: Game, number: int, seen: Seen, anyway: bool = False, by: Membership) -> Revision:
    """Turn what was typed into the hand's entry. The same save again answers the same revision.

    Raises `Refused` with the problems of the entry: errors, or warnings that nobody accepted with `anyway`.
    """
    record = lock_known(game)
    hand = _existing(record, number)
    if earlier := _same_save(hand, seen):
        return earlier
    _refuse_unseen(record, hand, seen)
    _refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    dealer, entry = screen.dealer, screen.entry()
    problems = record.problems(number, dealer, entry)
    errors = tuple(problem for problem in problems if problem.level == "error")
    if errors or (problems and not anyway):
        message = _("This hand cannot be saved yet.") if errors else _("Is this right? Look once more.")
        raise Refused(message, problems=errors or problems)
    stored = record.rules.record_of(entry, record.table)
    if problems:
        stored["score_anyway"] = True
    kind = Revision.Kind.SAVE if hand.entry is None else Revision.Kind.CORRECT
    return _rewrite(record, replace(hand, entry=stored, dealer=dealer, taps=[]), kind, hand.taps, by)


@transaction.atomic
def undo(*, game: Game, number: int, revision: int, by: Membership) -> Revision:
    """Take back the last save of a hand: it is what it was before, and is being typed as it was then."""
    record = lock_known(game)
    hand = _existing(record, number)
    near = Revision.objects.filter(hand=hand.id, number__range=(revision - 1, revision + 1))
    by_number = {each.number: each for each in near}
    before, undone, after = (by_number.get(revision + step) for step in (-1, 0, 1))
    if undone is None or undone.kind not in SAVES:
        raise NotThere
    if after is not None and after.kind == Revision.Kind.UNDO:
        return after
    entry = before.entry if before else None
    _refuse_late_undo(record, hand, revision, reopens=entry is None)
    dealer = before.dealer if before else _first_dealer(record, number, undone)
    undoing = replace(hand, entry=entry, dealer=dealer, taps=undone.taps)
    return _rewrite(record, undoing, Revision.Kind.UNDO, [], by)


def _rewrite(record: GameRecord, hand: HandRecord, kind: Revision.Kind, taps: list[Tap], by: Membership) -> Revision:
    """Write a hand as it is now, with a revision, and what follows from it: also who deals the hands after it."""
    old = record.hand(hand.number)
    if old is not None and old.entry is not None and hand.entry is not None:
        after = record.with_hand(hand.number, hand.dealer, hand.entry)
        for earlier, later in zip(record.hands, after.hands, strict=True):
            if later.number > hand.number and later.dealer != earlier.dealer:
                Hand.objects.filter(pk=later.id).update(dealer=later.dealer)
                if later.entry is not None:
                    _revise(record, later, Revision.Kind.CORRECT, [], by)
    Hand.objects.filter(pk=hand.id).update(entry=hand.entry, dealer=hand.dealer, taps=hand.taps)
    revision = _revise(record, hand, kind, taps, by)
    settle(record.game)
    return revision


def _revise(record: GameRecord, hand: HandRecord, kind: Revision.Kind, taps: list[Tap], by: Membership) -> Revision:
    setup = Setup.objects.filter(game=record.game).order_by("-number").values_list("pk", flat=True)[0]
    revision = revision_row(hand, kind, setup, by, timezone.now(), taps)
    revision.save()
    return revision


def _first_dealer(record: GameRecord, number: int, undone: Revision) -> int:
    """Who deals a hand that has never been saved before, beneath what was typed: stepping back can reveal it again."""
    return record.replay_before(number).dealer if DEALER in typed({}, undone.taps) else undone.dealer


def _existing(record: GameRecord, number: int) -> HandRecord:
    hand = record.hand(number)
    if hand is None:
        raise NotThere
    return hand


def _go_back(record: GameRecord, number: int, seen: Seen, path: str, by: Membership) -> GameRecord:
    """Write that fewer taps count, or none; where that arrives a second time, or there is nothing, leave the hand."""
    hand = _existing(record, number)
    if hand.revisions == seen.revisions and len(hand.taps) == seen.taps + 1 and hand.taps[-1][0] == path:
        return record
    _refuse_unseen(record, hand, seen)
    if path == STEP_BACK:
        keep = one_step_back(hand.taps)
    else:
        keep = None if not hand.taps or hand.taps[-1][0] == START_OVER else 0
    return record if keep is None else _append(record, hand, number, path, keep, by)


def _same_save(hand: HandRecord, seen: Seen) -> Revision | None:
    if hand.revisions <= seen.revisions:
        return None
    earlier = Revision.objects.filter(hand=hand.id, number=seen.revisions + 1).first()
    same = earlier is not None and earlier.kind in SAVES and len(earlier.taps) == seen.taps
    return earlier if same else None


def _refuse_other_revision(record: GameRecord, hand: HandRecord | None, seen: Seen) -> None:
    if seen.setup not in (None, record.setup):
        raise Stale(_("The set-up has been corrected since. Here is the hand as it stands."))
    if (hand.revisions if hand else 0) != seen.revisions:
        raise Stale(_("This hand has been saved or changed since. Here it is as it stands."))


def _refuse_unseen(record: GameRecord, hand: HandRecord, seen: Seen) -> None:
    """Refuse what concerns the whole hand while the page has not seen every tap of it."""
    _refuse_other_revision(record, hand, seen)
    if len(hand.taps) != seen.taps:
        raise Stale(_("Somebody typed at the same time. Here is the hand as it stands; look before you go on."))


def _refuse_unplayable(record: GameRecord, hand: HandRecord | None, number: int) -> None:
    """Refuse recording a hand after the end, or one whose turn has not come.

    A saved hand can be corrected, unless one before it must be put right first: nothing is known of the sheet then.
    """
    wrong = record.contradiction
    if wrong is not None and number > wrong.number:
        raise Refused(_("Hand {number} comes first; it cannot be true any more.", number=wrong.number))
    if hand is not None and hand.entry is not None:
        return
    if record.game.state == Game.State.OVER:
        raise Refused(_("This game is over; nothing more can be recorded."))
    if number > MOST_HANDS or (hand is None and number != len(record.hands) + 1):
        raise NotThere
    if number != record.next_number:
        raise Refused(_("Hand {number} comes first; it has not been saved.", number=record.next_number))


def _refuse_overwriting(record: GameRecord, hand: HandRecord | None, seen: Seen, path: str, value: Value) -> None:
    """Refuse another value than somebody typed at the same path since the page was made."""
    if hand is None or len(hand.taps) <= seen.taps:
        return
    base = {**record.recorded(hand).answers, DEALER: hand.dealer}
    stood = typed(base, hand.taps[: seen.taps]).get(path)
    stands = typed(base, hand.taps).get(path)
    if stands not in (stood, value):
        conflict = Conflict(path=path, stands=stands, wanted=value, member=last_writer(hand.taps, path))
        raise Stale(_("Somebody else typed here at the same time."), conflict=conflict)


def _stands(record: GameRecord, hand: HandRecord | None, number: int, path: str, value: Value) -> bool:
    """Whether this very value stands at the path already; True is not 1."""
    stands = record.dealer_of(hand, number) if path == DEALER else record.screen(number).answers.get(path)
    return stands is not None and stands == value and type(stands) is type(value)


def _check_dealer(record: GameRecord, number: int, value: Value) -> None:
    if not record.rules.has_dealer:
        raise NotThere
    if not isinstance(value, int) or isinstance(value, bool) or value not in record.table.seats:
        raise Refused(_("This is none of the players."), path=DEALER)
    if why := record.refuse_dealer(number, value):
        raise Refused(why, path=DEALER)


def _check_value(record: GameRecord, number: int, path: str, value: Value, at: str) -> None:
    try:
        why = record.screen(number).refuse(path, value, at)
    except KeyError:
        if not record.may_ask(path):
            raise NotThere from None
        # The page was made before another tap, or before a correction of an earlier hand.
        raise Stale(_("This is not asked any more. Here is the hand as it stands.")) from None
    if why is not None:
        raise Refused(why, path=path)


def _append(
    record: GameRecord, hand: HandRecord | None, number: int, path: str, value: Value, by: Membership
) -> GameRecord:
    tap = [path, list(value) if isinstance(value, tuple) else value, by.pk]
    if hand is None:
        dealer = record.dealer_of(None, number)
        made = Hand.objects.create(game=record.game, number=number, dealer=dealer, taps=[tap])
        hand = HandRecord(id=made.pk, number=number, dealer=dealer, entry=None, taps=[], revisions=0, corrections=0)
    elif len(hand.taps) >= MOST_TAPS:
        raise Refused(_("Too much was typed in this hand; it can only be saved as it stands."))
    else:
        Hand.objects.filter(pk=hand.id).update(taps=[*hand.taps, tap])
    raise_version(record.game.group_id)
    return record.with_taps(hand, [*hand.taps, tap])


def _refuse_late_undo(record: GameRecord, hand: HandRecord, revision: int, *, reopens: bool) -> None:
    if hand.revisions != revision or counting(hand.taps):
        raise Stale(_("This hand has been changed since; it cannot simply be taken back."))
    if reopens and any(later.number > hand.number for later in record.saved):
        raise Stale(_("A later hand has been recorded since. Correct this one instead."))
    if reopens and record.game.stopped:
        raise Stale(_("The game was stopped since. Take it up again first."))
