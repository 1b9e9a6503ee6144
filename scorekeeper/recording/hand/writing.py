"""Change hands: tap, step back, start over, save, undo a save, or bring back a version.

Any write can arrive twice, late, or at the same time as another phone's. A tap says how many taps its page had shown; a
save says which revision it started from. A repeated write gets the same response as the first; a write that would
overwrite somebody else's tap is refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Revision
from scorekeeper.recording.game import records
from scorekeeper.recording.game.effects import totals_moved
from scorekeeper.recording.game.records import START_OVER, STEP_BACK, AnyScreen, GameRecord, HandRecord, Tap
from scorekeeper.recording.game.writing import locked, revision_row, settle
from scorekeeper.recording.hand.reading import NO_MORE_TAPS, value_text
from scorekeeper.recording.sheet.reading import result_text, scored
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Answers, Value
from scorekeeper.rules.entries import Record, stored_entry
from scorekeeper.rules.sheet import errors_in
from scorekeeper.rules.text import Text, both, gettext as _
from scorekeeper.web.ledger import Notice, Undo, bump_game, refuse_late
from scorekeeper.web.refusals import Conflict, NotFound, Refused, Stale

SAVES = (Revision.Kind.SAVE, Revision.Kind.CORRECT)
CHANGED = _("This has changed in the meantime. Check it before you go on.")
GONE = _("That question no longer comes up. Here’s how it is now.")
RESEATED = _("The setup has changed in the meantime. Here’s how it is now.")


@dataclass(frozen=True, kw_only=True)
class Seen:
    """The revisions and taps that a page had seen of a hand, and its setup's number, unless it names no seats."""

    revisions: int
    taps: int
    setup: int | None = None  # In a later one, a seat can belong to somebody else.


@transaction.atomic
def tap(
    *,
    game: Game,
    number: int,
    seen: Seen,
    path: str,
    value: Value,
    asked: str = "",
    at: str = "",
    saves: bool = False,
    by: Membership,
) -> GameRecord:
    """Write one value at one path of the hand, and save the hand if the page `saves` it with the last answer.

    Writing the current value changes nothing. `asked` is the path of the question that the tap is meant for, if that is
    known. A hand is saved only if the page had seen every tap and the record says that it `saves_unchecked`: otherwise
    the tap stands. Raise `Stale` if the page is out of date: the hand is missing or was saved, the path's value was
    changed, or its question no longer applies. Raise `Refused` if the value isn't allowed.
    """
    record = locked(game, by)
    hand = record.hand(number)
    if saves and hand is not None and hand.revisions > seen.revisions:
        earlier = Revision.objects.filter(hand=hand.id, number=seen.revisions + 1, kind=Revision.Kind.SAVE).first()
        if earlier is not None and records.typed({}, earlier.taps).get(path) == value:
            return record
    has_seen_all = seen.taps == (len(hand.taps) if hand else 0)
    tapped = _tapped(record, number, seen, path, value, asked, at, by)
    if saves and has_seen_all and tapped.saves_unchecked(number):
        return _save(tapped, number, by)[1]
    return record if tapped is record else _store(tapped, number)


def _tapped(
    record: GameRecord, number: int, seen: Seen, path: str, value: Value, asked: str, at: str, by: Membership
) -> GameRecord:
    """Return the game with one more tap, or as it is if the tap changes nothing."""
    hand = record.hand(number)
    try:
        if record.is_missing(number):
            raise Stale(record.why_later(number))
        refuse_other_revision(record, hand, seen)
    except Stale as stale:
        if stale.message == RESEATED:
            raise  # the value may name another seat by now
        said = {"why": stale.message, "wanted": value_text(record, path, value)}
        raise Stale(_("{why} You chose {wanted}.", **said)) from None
    refuse_unplayable(record, hand, number)
    screen = record.screen(number)
    current = {**screen.answers, DEALER: screen.dealer}
    shown: Answers = current
    if hand and seen.taps < len(hand.taps):
        shown = records.typed({**record.recorded(hand).answers, DEALER: hand.dealer}, hand.taps[: seen.taps])
    # A page that didn't show the current value can't mean more by sending it than that value.
    repeated = _is_same(current.get(path), value) and shown.get(path) != value
    answers = {path: value} if repeated else screen.meant(path, value, at)
    wanted, writer = answers.get(path, value), records.last_writer(hand.taps, path) if hand else None
    # A point that isn't the next one would take others back, even one's own from another phone.
    is_mine = writer == by.pk and record.rules.way != "tally"
    if current.get(path) not in (shown.get(path), wanted) and not is_mine:
        conflict = Conflict(path=path, stands=current.get(path), wanted=wanted, member=writer)
        raise Stale(_("Someone else answered this at the same time."), conflict=conflict)
    # Checked before the rules: the current value was legal when it was entered, even if it is too low by now.
    if all(_is_same(current.get(answered), answer) for answered, answer in answers.items()):
        return record
    if path == DEALER:
        refuse_dealer(record, number, value)
    else:
        _refuse_answer(record, screen, path, value, asked, at)
        if value is None and screen.answers.get(path) is None:
            return record
    return _with_tap(record, number, answers, by)


@transaction.atomic
def step_back(*, game: Game, number: int, seen: Seen, by: Membership, as_of: int | None = None) -> GameRecord:
    """Undo the last tap that is still in effect. Right after starting over, restore all taps."""
    record = locked(game, by)
    hand = _stored(record, number)
    if _is_repeated(hand, seen, STEP_BACK):
        return record
    refuse_late(game, as_of)
    _refuse_unseen(record, hand, seen)
    target = records.step_back_target(hand.taps)
    return record if target is None else _store(_with_tap(record, number, {STEP_BACK: target}, by), number)


@transaction.atomic
def start_over(*, game: Game, number: int, seen: Seen, by: Membership) -> GameRecord:
    """Discard all taps, after a misdeal or to abandon a correction. One step back restores them all."""
    record = locked(game, by)
    hand = _stored(record, number)
    if _is_repeated(hand, seen, START_OVER):
        return record
    _refuse_unseen(record, hand, seen)
    if not hand.taps or records.just_started_over(hand.taps):
        return record
    said = _("Started over: answers discarded.") if hand.entry is None else _("Changes discarded.")
    fields = {"revisions": hand.revisions, "taps": len(hand.taps) + 1, "setup": record.setup}
    back = Undo(route="step_back", ids=(game.pk, number), fields=fields)
    notice = Notice(said=said, by=by, undo=back)
    return _store(_with_tap(record, number, {START_OVER: 0}, by), number, notice)


@transaction.atomic
def save(*, game: Game, number: int, seen: Seen, anyway: bool = False, by: Membership) -> tuple[Revision, GameRecord]:
    """Turn the taps into the hand's entry, and return its revision and the game, the same ones if it is repeated."""
    record = locked(game, by)
    hand = _stored(record, number)
    if hand.revisions > seen.revisions:
        earlier = Revision.objects.filter(hand=hand.id, number=seen.revisions + 1, kind__in=SAVES).first()
        if earlier is not None and len(earlier.taps) == seen.taps:
            return earlier, record
    _refuse_unseen(record, hand, seen)
    refuse_unplayable(record, hand, number)
    return _save(record, number, by, anyway=anyway)


def _save(record: GameRecord, number: int, by: Membership, *, anyway: bool = False) -> tuple[Revision, GameRecord]:
    hand, screen = _stored(record, number), record.screen(number)
    entry = entry_to_store(record, number, screen.dealer, screen.entry(), anyway=anyway)
    kind = Revision.Kind.SAVE if hand.entry is None else Revision.Kind.CORRECT
    return write_hand(record, replace(hand, entry=entry, dealer=screen.dealer, taps=[]), kind, hand.taps, by)


@transaction.atomic
def undo(
    *, game: Game, number: int, revision: int, by: Membership, as_of: int | None = None, reopens: bool = False
) -> Revision:
    """Undo a hand's last save: restore the previous entry, and the taps that led to the undone entry.

    If it `reopens` a hand that was corrected, there is no entry either, but a tap for each of its answers.
    """
    record = locked(game, by)
    hand = _stored(record, number)
    neighbors = Revision.objects.filter(hand=hand.id, number__range=(revision - 1, revision + 1))
    by_number = {row.number: row for row in neighbors}
    before, undone, after = (by_number.get(revision + step) for step in (-1, 0, 1))
    if after is not None and after.kind == Revision.Kind.UNDO:
        return after
    refuse_late(game, as_of)
    is_undoable = hand.revisions == revision and not records.counting_positions(hand.taps)
    reopens = reopens and hand.entry is not None and undone is not None and undone.kind != Revision.Kind.SAVE
    if undone is None or not (reopens or undone.kind in SAVES) or not is_undoable:
        raise Stale(_("This has changed since, so that can’t be undone."))
    # Its taps, and what was saved before, belong to the seats and house rules of that time.
    if undone.setup_id != record.setup_id:
        raise Stale(_("The setup has changed since, so that can’t be undone. Correct it instead."))
    entry = before.entry if before and not reopens else None
    if entry is None and not record.is_last(number):
        raise Stale(_("More has been recorded since. Correct this instead."))
    if entry is None and game.stopped:
        raise Stale(_("The game was ended early. Resume it first."))
    dealer = before.dealer if before and not reopens else undone.dealer
    if before is None and DEALER in records.typed({}, undone.taps):
        dealer = record.replay_before(number).dealer  # as before any tap changed it, so that stepping back restores it
    answers = record.recorded(hand).answers.items() if reopens else ()
    taps = [records.tap_of({path: value}, by.pk) for path, value in answers] or undone.taps
    restored = replace(hand, entry=entry, dealer=dealer, taps=taps)
    return write_hand(record, restored, Revision.Kind.UNDO, [], by)[0]


@transaction.atomic
def bring_back(*, game: Game, number: int, version: int, revisions: int, by: Membership) -> Revision:
    """Correct a saved hand with an earlier version's entry, if that is possible and nobody has changed it since."""
    record = locked(game, by)
    hand = _stored(record, number)
    row = Revision.objects.select_related("setup").filter(hand=hand.id, number=version, entry__isnull=False).first()
    if row is None or hand.entry is None:
        raise Stale(CHANGED)
    if (row.entry, row.dealer) == (hand.entry, hand.dealer):
        return row
    refuse_other_revision(record, hand, Seen(revisions=revisions, taps=0))
    if records.counting_positions(hand.taps):
        raise Stale(_("This is being corrected. Save or discard the changes first."))
    refuse_unplayable(record, hand, number)
    # Somebody may have joined since.
    if tuple(row.setup.players) != record.players[: len(row.setup.players)]:
        raise Refused(_("The seats were different then, so this version can’t be restored. Correct it instead."))
    restored = replace(hand, entry=row.entry, dealer=row.dealer, taps=[])
    problems = record.problems(number, row.dealer, record.entry(restored))
    for problem in errors_in(problems) if restored.accepted else problems:
        raise Refused(_("This version can’t be restored: {why}", why=problem.message))
    return write_hand(record, restored, Revision.Kind.CORRECT, [], by)[0]


def _stored(record: GameRecord, number: int) -> HandRecord:
    """Return a hand. Raise `Stale` if nobody has begun it."""
    hand = record.hand(number)
    if hand is None:
        raise Stale(CHANGED if number == record.new_number else record.why_later(number))
    return hand


def _is_repeated(hand: HandRecord, seen: Seen, path: str) -> bool:
    """Return whether a step-back or start-over tap is what came last, right after what the page had seen."""
    return hand.revisions == seen.revisions and len(hand.taps) == seen.taps + 1 and hand.taps[-1][0] == path


def _with_tap(record: GameRecord, number: int, answers: Mapping[str, Value], by: Membership) -> GameRecord:
    """Return the game with one more tap in a hand, which may be its first."""
    hand = record.hand(number) or HandRecord(number=number, dealer=record.dealer_of(None, number))
    taps = [*hand.taps, records.tap_of(answers, by.pk)]
    if len(taps) > limits.MOST_TAPS:
        raise Refused(NO_MORE_TAPS)
    return record.with_hands([replace(hand, taps=taps)])


def _store(record: GameRecord, number: int, notice: Notice | None = None) -> GameRecord:
    """Store the taps of a hand."""
    hand = _stored(record, number)
    if hand.id:
        Hand.objects.filter(pk=hand.id).update(taps=hand.taps)
    else:
        row = Hand.objects.create(game=record.game, number=number, dealer=hand.dealer, taps=hand.taps)
        record = record.with_hands([replace(hand, id=row.pk)])
    bump_game(record.game, notice, name=record.rules.name, typed=True)
    return record


def refuse_other_revision(record: GameRecord, hand: HandRecord | None, seen: Seen) -> None:
    """Refuse to change a hand that was saved or re-seated after the page was loaded."""
    if seen.setup not in (None, record.setup):
        raise Stale(RESEATED)
    if (hand.revisions if hand else 0) != seen.revisions:
        raise Stale(_("This has changed in the meantime. Here it is now."))


def _refuse_unseen(record: GameRecord, hand: HandRecord, seen: Seen) -> None:
    """Refuse to change a whole hand if the page didn't show all of its taps."""
    refuse_other_revision(record, hand, seen)
    if len(hand.taps) != seen.taps:
        raise Stale(CHANGED)


def refuse_unplayable(record: GameRecord, hand: HandRecord | None, number: int) -> None:
    """Refuse to record a hand after the end or before its turn, and any after one that must be fixed first."""
    contradiction = record.contradiction
    if contradiction is not None and number > contradiction.number:
        raise Refused(record.said("impossible", number=contradiction.number, why=contradiction.why))
    if hand is not None and hand.entry is not None:
        return
    if record.game.state == Game.State.OVER:
        raise Refused(_("This game is over, so nothing more can be recorded."))
    if record.is_full:
        raise Refused(record.why_full)
    if number != record.next_number:
        raise Stale(record.why_later(number))


def _is_same(current: Value, value: Value) -> bool:
    """Return whether an answer is exactly this value. Here, True and 1 are different values."""
    return current is not None and current == value and type(current) is type(value)


def _refuse_answer(record: GameRecord, screen: AnyScreen, path: str, value: Value, asked: str, at: str) -> None:
    """Refuse a tap that was meant for a question other than the current one, or a value that can't be the answer now.

    A toggle belongs to no question, and neither does a point in a tally. Raise `NotFound` for a path that the game
    never asks for.
    """
    field, now = record.card_game.field_at(path), screen.asked(at)
    belongs_to_none = record.rules.way == "tally" or (field is not None and field.toggle)
    if asked and not belongs_to_none and (now is None or now.path != asked):
        meant = next((step for step in screen.steps if step.path == asked), None)
        if meant is None or now is None:
            raise Stale(GONE)
        raise Stale(_("The tap for {name} wasn’t recorded. Now: {title}", name=meant.label, title=now.title))
    try:
        why = screen.refuse(path, value, at)
    except KeyError:
        if not record.can_ask(path):
            raise NotFound from None
        # The page is out of date: there has been another tap, or a correction to an earlier hand.
        raise Stale(GONE) from None
    if why is not None:
        raise Refused(why, path=path)


def entry_to_store(record: GameRecord, number: int, dealer: int, entry: Any, *, anyway: bool) -> Record:
    """Return an entry as it is stored. Refuse it if it has errors, or warnings that nobody wants scored `anyway`."""
    problems = record.problems(number, dealer, entry)
    errors = errors_in(problems)
    if errors or (problems and not anyway):
        message = _("This can’t be saved yet.") if errors else _("Is this right?")
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


def write_hand(
    record: GameRecord, hand: HandRecord, kind: Revision.Kind, taps: Sequence[Tap], by: Membership, **form: Any
) -> tuple[Revision, GameRecord]:
    """Save a changed hand and whatever depends on it. Return its new revision, and the game as it is then.

    A hand without an id is created; if it isn't the last one, the numbers of those after it must have been raised.
    `form` has what the revision says of the form for a whole hand, if it was typed on one.
    """
    now, old, moved = timezone.now(), record.hand(hand.number), list[HandRecord]()
    was_saved, is_last = old is not None and old.entry is not None, record.is_last(hand.number)
    if hand.entry is not None and (was_saved or not is_last):
        # Whoever can no longer deal a later hand is replaced by whoever is next in turn.
        placed = record if old else record.with_hands([replace(hand, entry=None)])
        redealt = placed.with_hand(hand.number, hand.dealer, hand.entry)
        pairs = zip(placed.hands, redealt.hands, strict=True)
        moved = [new for was, new in pairs if new.number > hand.number and new.dealer != was.dealer]
    for index, later in enumerate(moved):
        Hand.objects.filter(pk=later.id).update(dealer=later.dealer)
        if later.entry is not None:  # an unsaved hand that gets another dealer needs no revision
            revision_row(later, Revision.Kind.CORRECT, record.setup_id, by, now).save()
            moved[index] = later.revised(Revision.Kind.CORRECT)
    values = {"entry": hand.entry, "dealer": hand.dealer, "taps": hand.taps}
    if hand.id:
        Hand.objects.filter(pk=hand.id).update(**values)
    else:
        hand = replace(hand, id=Hand.objects.create(game=record.game, number=hand.number, **values).pk)
    revision = revision_row(hand, kind, record.setup_id, by, now, taps, **form)
    revision.save()
    after = record.with_hands([hand.revised(kind), *moved])
    undo, (said, more) = None, _said(record, after, hand, kind)
    if kind in SAVES and (was_saved or is_last):
        # Where only the undo is shown, it says of what.
        label, ids = record.said("undo", number=hand.number) if more else None, (record.game.pk, hand.number)
        undo = Undo(route="undo", ids=ids, fields={"revision": revision.number}, label=label)
    settle(record.game, Notice(said=said, more=more, by=by, undo=undo), after)
    return revision, after


def _said(before: GameRecord, after: GameRecord, hand: HandRecord, kind: Revision.Kind) -> tuple[Text, Text | None]:
    # A new hand's result is in its row, so it is only read aloud.
    if hand.entry is None:
        return after.said("open", number=hand.number), None
    if kind == Revision.Kind.SAVE:
        index = [saved.number for saved in after.saved].index(hand.number)
        return after.said("saved", number=hand.number), result_text(after, scored(after, index).points)
    if kind == Revision.Kind.UNDO:
        return _("Correction undone."), None
    said = after.said("corrected", number=hand.number)
    if totals := totals_moved(before, after):
        return _("{said} {totals}", said=said, totals=both(totals)), None
    return said, None
