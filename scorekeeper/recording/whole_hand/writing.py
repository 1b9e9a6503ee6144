"""Record a hand that was typed all at once: on a form, or on a phone that had no network.

A form's key makes sure that its hand is recorded once, however often it is sent. If its number has been taken by
another hand meanwhile, nothing is merged or dropped: somebody says whether both were played.
"""

import datetime
import uuid
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Revision
from scorekeeper.recording.game.reading import first_recorded
from scorekeeper.recording.game.records import START_OVER, GameRecord, HandRecord, Tap, tap_of
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import add_setup, locked, revision_row, settle
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.whole_hand.reading import content, with_room
from scorekeeper.rules.declaration import DEALER, Answers, Value
from scorekeeper.rules.entries import Record, answers_from_record
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice
from scorekeeper.web.refusals import Refused, Stale

Choice = Literal["", "theirs", "mine", "before", "after"]
"""What somebody says of two hands with one number: the same one, kept as recorded or as typed here; or both played.

Only "mine" overwrites a recorded hand, and only the version that was seen; whoever corrects a hand says it, too. A hand
that was played after the recorded one is then compared with the next one, until its number is free or it was played
before the hand that has it.
"""

OUT_OF_THE_WAY = 10_000  # added to numbers of hands, so that no two are ever the same


@dataclass(frozen=True, kw_only=True)
class WholeHand:
    """A hand as somebody typed it. `answers` has only what was given; without a `dealer`, it is whoever's turn it is.

    `seen` is what the form showed, and `key` identifies the form. `recorded_at` is when the hand was recorded if there
    was no network then. `typed_by` is the id of the member who had loaded the form, or 0 if that isn't known; `after`
    says when the last hand was recorded that was on the sheet then (see `first_recorded`), or is empty.
    """

    number: int
    dealer: int | None
    answers: Answers
    seen: Seen
    anyway: bool = False
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    recorded_at: datetime.datetime | None = None
    typed_by: int = 0
    after: str = ""


@dataclass
class Taken(Stale):
    """The `number` belongs to another hand, and nobody has said yet what to do with the two."""

    number: int = 0


@transaction.atomic
def save_whole(*, game: Game, hand: WholeHand, choice: Choice = "", by: Membership) -> int:
    """Record a hand and return its number. If it's stored already, by its key or its content, nothing changes.

    Raise `Taken` if another hand has its number, unless `choice` says what to do. Raise `Refused` with the entry's
    problems if there are any, or if the sheet is full, and `Stale` if something else that the form showed has changed.
    """
    return _record(locked(game, by), hand, choice, by)


def _record(record: GameRecord, hand: WholeHand, choice: Choice, by: Membership) -> int:
    stored, entry = record.hand(hand.number), record.rules.entry_from(hand.answers, record.table)
    earlier = Revision.objects.filter(hand__game=record.game.pk, key=hand.key).select_related("hand").first()
    if earlier is not None:
        if _is_same(record, hand, entry, earlier):
            return earlier.hand.number
        hand = replace(hand, key=uuid.uuid4())  # a page that was opened again, and on which another hand was typed
    if stored is None or stored.entry is None:
        # Taps of others that the form didn't show are somebody's work.
        hand_writing.refuse_other_revision(record, stored, hand.seen)
        hand_writing.refuse_unplayable(record, stored, hand.number)
        if hand.typed_by not in (0, by.pk):
            raise Stale(_("Someone else typed this hand on this phone. If you save it, it counts as yours."))
        if stored is not None and any(writer != by.pk for _path, _value, writer in stored.taps[hand.seen.taps :]):
            raise Stale(_("Someone else has begun to record this hand. If you save yours, it counts."))
        if hand.after and hand.after not in first_recorded(record.game):
            raise Stale(_("The hands before this one aren’t those this phone had seen. Does it still belong here?"))
        return _write(record, stored, hand, entry, by)
    if _is_same(record, hand, entry, stored):
        return hand.number
    seen = Seen(revisions=stored.revisions, taps=len(stored.taps), setup=record.setup)
    is_seen = hand.seen in (seen, replace(seen, setup=None)) and hand.typed_by in (0, by.pk)
    if not choice or not is_seen:
        raise Taken(_("Hand {number} has been recorded differently.", number=hand.number), number=hand.number)
    hand_writing.refuse_unplayable(record, stored, hand.number)
    match choice:
        case "theirs":
            return _keep_theirs(record, stored, hand, entry, by)
        case "before":
            return _insert(record, hand, entry, by)
        case "after":
            following = record.hand(hand.number + 1)
            revisions = following.revisions if following and following.entry is None else 0
            seen = replace(hand.seen, revisions=revisions, taps=0)  # nobody has seen anything of that number
            return _record(record, replace(hand, number=hand.number + 1, seen=seen), "", by)
    return _write(record, stored, hand, entry, by)


def _is_same(record: GameRecord, hand: WholeHand, entry: Any, stored: HandRecord | Revision) -> bool:
    stored_entry = record.rules.entry_from(answers_from_record(stored.entry or {}), record.table)
    return hand.dealer in (None, stored.dealer) and content(record, entry) == content(record, stored_entry)


def _write(record: GameRecord, stored: HandRecord | None, hand: WholeHand, entry: Any, by: Membership) -> int:
    """Save a hand. Its revision also says what had been tapped before."""
    dealer = record.dealer_of(stored, hand.number) if hand.dealer is None else hand.dealer
    to_store, typed = _checked(record, hand, dealer, entry, by)
    tapped = [*stored.taps, [START_OVER, 0, by.pk]] if stored and stored.taps else []
    kind = Revision.Kind.CORRECT if stored and stored.entry is not None else Revision.Kind.SAVE
    saved = replace(stored or HandRecord(number=hand.number, dealer=dealer), entry=to_store, dealer=dealer, taps=[])
    hand_writing.write_hand(record, saved, kind, [*tapped, *typed], by, key=hand.key, recorded_at=hand.recorded_at)
    return hand.number


def _checked(record: GameRecord, hand: WholeHand, dealer: int, entry: Any, by: Membership) -> tuple[Record, list[Tap]]:
    """Return the entry as it is stored, and the taps that would have entered it. Refuse what isn't possible."""
    if hand.dealer is not None:
        hand_writing.refuse_dealer(record, hand.number, dealer)
    stored = hand_writing.entry_to_store(record, hand.number, dealer, entry, anyway=hand.anyway)
    return stored, _taps(record, hand, dealer, entry, by)


def _taps(record: GameRecord, hand: WholeHand, dealer: int, entry: Any, by: Membership) -> list[Tap]:
    """Return the taps that would have entered this hand, so that undoing its save gives them back."""
    screen = record.card_game.type(record.before(hand.number), dealer).correcting(entry)
    answers: dict[str, Value] = {**screen.answers, **({DEALER: dealer} if hand.dealer is not None else {})}
    return [tap_of({path: value}, by.pk) for path, value in answers.items() if value is not None]


def _keep_theirs(record: GameRecord, stored: HandRecord, hand: WholeHand, entry: Any, by: Membership) -> int:
    """Keep the recorded hand; the one typed here becomes one of its versions, unless it isn't possible."""
    dealer, now = stored.dealer if hand.dealer is None else hand.dealer, timezone.now()
    try:
        mine = replace(
            stored, entry=hand_writing.entry_to_store(record, hand.number, dealer, entry, anyway=True), dealer=dealer
        )
    except Refused:
        return hand.number
    kind, setup, taps = Revision.Kind.CORRECT, record.setup_id, _taps(record, hand, dealer, entry, by)
    revision_row(mine, kind, setup, by, now, taps, key=hand.key, recorded_at=hand.recorded_at).save()
    kept = stored.revised(kind)
    revision_row(kept, kind, setup, by, now).save()
    notice = Notice(said=_("Hand {number} stays as it was recorded.", number=hand.number), by=by)
    settle(record.game, notice, record.with_hands([kept.revised(kind)]))
    return hand.number


def _insert(record: GameRecord, hand: WholeHand, entry: Any, by: Membership) -> int:
    """Record a hand that was played before the one that has its number; the numbers from there on go up by one."""
    game = record.game
    if len(record.hands) >= record.rules.most_hands:
        raise Refused(record.why_full)
    dealer = record.replay_before(hand.number).dealer if hand.dealer is None else hand.dealer
    stored, taps = _checked(record, hand, dealer, entry, by)
    moved = with_room(record, hand.number)
    for step in (OUT_OF_THE_WAY, 1 - OUT_OF_THE_WAY):
        numbers = Hand.objects.filter(game=game, number__gte=hand.number + max(-step, 0))
        numbers.update(number=F("number") + step)
    # Pages that show a number that now belongs to another hand are out of date, so the setup has a new version.
    setting = Setting(players=record.players, first_dealer=record.first_dealer, options=moved.options)
    setup = add_setup(game, record.setup + 1, setting, by, timezone.now())
    if game.options != setup.options:
        game.options = setup.options
        game.save(update_fields=["options"])
    renumbered = replace(moved, setup=setup.number, setup_id=setup.pk, known=moved.replay)
    new = HandRecord(number=hand.number, dealer=dealer, entry=stored)
    hand_writing.write_hand(renumbered, new, Revision.Kind.SAVE, taps, by, key=hand.key, recorded_at=hand.recorded_at)
    return hand.number
