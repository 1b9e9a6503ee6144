"""What becomes of a whole hand that was sent: it's on the sheet, somebody is asked, or it is to be written."""

import datetime
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from scorekeeper.models import Revision, Setup
from scorekeeper.recording.game.records import START_OVER, GameRecord, HandRecord, Tap, tap_of
from scorekeeper.recording.game.setups import move_sent
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.whole_hand.reading import content, digest, read, saved_hand
from scorekeeper.rules.declaration import DEALER, Answers
from scorekeeper.rules.entries import answers_from_record
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.web.refusals import Refused, Stale

Choice = Literal["", "theirs", "mine", "before", "after"]
"""What somebody says of two hands with one number: the same one, kept as recorded or as typed here; or both played.

Only "mine" overwrites a recorded hand, and only the version that was seen; whoever corrects a hand says it, too. A hand
that was played after the recorded one is then compared with the next one, until its number is free or it was played
before the hand that has it.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A hand as it was typed, and what else is known of it where it arrives.

    `texts` are the form's inputs by name, `key` identifies the form, and `seen` is what it showed. `typed_by` is the id
    of the member who had loaded it, or 0 if that isn't known. `recorded_at` is when the hand was recorded if there was
    no network then.

    It is sent by the member with the id `by`. `showed` is the setup that the form showed, unless it is the current one;
    `earlier` is what the same form recorded. It `follows` if the sheet still has the hand that was its last one then.
    """

    number: int
    texts: Mapping[str, str]
    seen: Seen
    choice: Choice = ""
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    typed_by: int = 0
    recorded_at: datetime.datetime | None = None

    by: int = 0
    showed: Setup | None = None
    earlier: Revision | None = None
    follows: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The hand is on the sheet of this game, by this number."""

    record: GameRecord
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The form for a hand is shown, as it would be `sent`, with why it was `refused` and whose answers have `moved`."""

    record: GameRecord
    sent: Sent
    refused: Refused | None = None
    moved: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A hand to store, and the taps that would have entered it. `choice` is about the hand that has its number."""

    hand: HandRecord
    taps: list[Tap]
    choice: Choice


class Taken(Stale):
    """The `number` belongs to another hand, and nobody has said yet what to do with the two."""

    def __init__(self, number: int) -> None:
        super().__init__(_("This has been recorded differently."))
        self.number = number


def blank(record: GameRecord, number: int) -> Ask | None:
    """Return the form for a hand before anything is typed, or None if the hand can't be recorded now."""
    choice: Choice = "mine" if saved_hand(record, number) else ""
    sent = Sent(number=number, texts={}, seen=seen_now(record, number), choice=choice)
    ask = Ask(record=record, sent=sent)
    return _missing(ask) or (ask if _is_open(record, number) else None)


def decide(record: GameRecord, sent: Sent) -> Recorded | Ask | Write:
    """Decide what becomes of a hand. One that is stored already, by its key or its content, isn't written again.

    Whatever its form couldn't know is asked about, and so is another hand with its number, unless `choice` says more.
    """
    moved = None
    if sent.showed:
        texts, moved = move_sent(record, sent.showed, sent.texts)
        sent = replace(sent, texts=texts, seen=replace(sent.seen, setup=record.setup))
    ask = Ask(record=record, sent=sent, moved=moved)
    if missing := _missing(ask):
        return missing
    answers, wrong = read(record, sent.number, sent.texts)
    if wrong:
        return ask
    try:
        return _place(record, sent, answers)
    except Stale as stale:
        number = stale.number if isinstance(stale, Taken) else sent.number + (sent.choice == "after")
        now = replace(sent, number=number, seen=seen_now(record, number), choice="")
        return replace(ask, sent=now, refused=stale)
    except Refused as refused:
        return replace(ask, refused=refused)


def seen_now(record: GameRecord, number: int) -> Seen:
    """Return what a page that shows a hand now has seen of it."""
    hand = record.hand(number)
    revisions, taps = (hand.revisions, len(hand.taps)) if hand else (0, 0)
    return Seen(revisions=revisions, taps=taps, setup=record.setup)


def _missing(ask: Ask) -> Ask | None:
    """Ask whether a hand is the next one, if the sheet doesn't have its number."""
    record, sent, new = ask.record, ask.sent, ask.record.new_number
    if not record.is_missing(sent.number) or not _is_open(record, new):
        return None
    seen = replace(seen_now(record, new), taps=0)  # nobody has seen anything of that number
    now, refused = replace(sent, number=new, seen=seen, choice=""), Stale(record.why_later(sent.number))
    return replace(ask, sent=now, refused=refused)


def _is_open(record: GameRecord, number: int) -> bool:
    """Return whether a hand can be recorded or corrected now."""
    contradiction = record.contradiction
    waits = contradiction is not None and contradiction.number < number
    is_next = record.outcome is None and not record.is_full and not record.is_later(number)
    return not waits and (is_next or saved_hand(record, number) is not None)


def _place(record: GameRecord, sent: Sent, answers: Answers) -> Recorded | Write:
    """Find the hand's place by its number, and by what was said of another hand that has it."""
    number, earlier = sent.number, sent.earlier
    if earlier and _is_same(record, answers, earlier):
        return Recorded(record=record, number=earlier.hand.number)
    stored = saved_hand(record, number)
    if stored is None or _is_same(record, answers, stored):
        return _at_number(record, sent, answers)
    is_seen = seen_now(record, number) == replace(sent.seen, setup=record.setup) and sent.typed_by in (0, sent.by)
    if not sent.choice or not is_seen or not _is_seated(record, sent):
        raise Taken(number)
    hand_writing.refuse_unplayable(record, stored, number)
    if sent.choice == "after":
        seen = replace(seen_now(record, number + 1), taps=0)  # nobody has seen anything of that number, either
        return _at_number(record, replace(sent, number=number + 1, seen=seen), answers)
    if sent.choice == "theirs":
        with suppress(Refused):
            return _write(record, sent, answers, replace(stored, taps=[]))
        return Recorded(record=record, number=number)  # the other isn't possible
    if sent.choice == "before":
        if len(record.hands) >= record.rules.most_hands:
            raise Refused(record.why_full)
        stored = HandRecord(number=number, dealer=record.replay_before(number).dealer)
    return _write(record, sent, answers, stored)


def _at_number(record: GameRecord, sent: Sent, answers: Answers) -> Recorded | Write:
    """Record the hand by its number if that is free. Taps of others that its form didn't show are somebody's work."""
    number, begun = sent.number, record.hand(sent.number)
    if stored := saved_hand(record, number):
        if _is_same(record, answers, stored):
            return Recorded(record=record, number=number)
        raise Taken(number)
    if not _is_seated(record, sent):
        raise Stale(hand_writing.RESEATED)
    hand_writing.refuse_other_revision(record, begun, replace(sent.seen, setup=None))
    hand_writing.refuse_unplayable(record, begun, number)
    if sent.typed_by not in (0, sent.by):
        raise Stale(_("Someone else typed this on this phone. If you save it, it counts as yours."))
    if begun and any(writer != sent.by for _path, _value, writer in begun.taps[sent.seen.taps :]):
        raise Stale(_("Someone else has begun to record this. If you save yours, it counts."))
    if not sent.follows:
        raise Stale(_("What came before isn’t what this phone had seen. Does it still belong here?"))
    new = begun or HandRecord(number=number, dealer=record.dealer_of(None, number))
    return _write(record, replace(sent, choice=""), answers, new)


def _is_seated(record: GameRecord, sent: Sent) -> bool:
    """Return whether the form showed the current setup or, for a new hand, the current seats."""
    if sent.showed is None:
        return sent.seen.setup in (None, record.setup)
    return saved_hand(record, sent.number) is None and (*sent.showed.players,) == record.players


def _is_same(record: GameRecord, answers: Answers, stored: HandRecord | Revision) -> bool:
    typed = record.rules.entry_from(answers, record.table)
    entry = record.rules.entry_from(answers_from_record(stored.entry or {}), record.table)
    return answers.get(DEALER) in (None, stored.dealer) and content(record, typed) == content(record, entry)


def _write(record: GameRecord, sent: Sent, answers: Answers, hand: HandRecord) -> Write:
    """Save the answers as this hand. Refuse what isn't possible. An undo gives back what had been tapped before."""
    dealer, entry = record.dealer_of(hand, hand.number), record.rules.entry_from(answers, record.table)
    if isinstance(chosen := answers.get(DEALER), int):
        hand_writing.refuse_dealer(record, hand.number, chosen)
        dealer = chosen
    anyway = sent.choice == "theirs" or sent.texts.get("anyway") == digest(record, sent.number, sent.texts)
    stored = hand_writing.entry_to_store(record, hand.number, dealer, entry, anyway=anyway)
    screen = record.card_game.type(record.before(hand.number), dealer).correcting(entry)
    entered = {**screen.answers, DEALER: chosen}
    taps = [tap_of({path: value}, sent.by) for path, value in entered.items() if value is not None]
    before = [*hand.taps, [START_OVER, 0, sent.by]] if hand.taps else []
    new = replace(hand, dealer=dealer, entry=stored, taps=[])
    return Write(hand=new, taps=[*before, *taps], choice=sent.choice)
