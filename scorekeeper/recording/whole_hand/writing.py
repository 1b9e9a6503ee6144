"""Record a hand that was typed all at once: on a form, or on a phone that had no network.

A form's key makes sure that its hand is recorded once, however often it is sent. If its number has been taken by
another hand meanwhile, nothing is merged or dropped: somebody says whether both were played.
"""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Revision
from scorekeeper.recording.game.reading import first_recorded, older_setup
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.writing import add_setup, locked, revision_row, settle
from scorekeeper.recording.hand.writing import write_hand
from scorekeeper.recording.whole_hand.deciding import Ask, Recorded, Sent, Write, decide
from scorekeeper.recording.whole_hand.reading import saved_hand, with_room
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice

OUT_OF_THE_WAY = 10_000  # added to numbers of hands, so that no two are ever the same


@transaction.atomic
def save_whole(*, game: Game, sent: Sent, by: Membership) -> Recorded | Ask:
    """Record a hand, unless it has been recorded already or somebody must be asked."""
    record, after = locked(game, by), sent.texts.get("after")
    sent = replace(
        sent,
        by=by.pk,
        showed=older_setup(record, sent.seen.setup, sent.texts.get("seats", "")),
        earlier=Revision.objects.filter(hand__game=game, key=sent.key).select_related("hand").first(),
        follows=not after or after in first_recorded(game),
    )
    decision = decide(record, sent)
    if not isinstance(decision, Write):
        return decision
    # A page can be opened again, and another hand typed on it.
    form = {"key": None if sent.earlier else sent.key, "recorded_at": sent.recorded_at}
    hand, number = decision.hand, decision.hand.number
    if decision.choice == "theirs":
        return Recorded(record=_keep_theirs(record, decision, by, form), number=number)
    if decision.choice == "before":
        record = _make_room(record, number, by)
    kind = Revision.Kind.CORRECT if saved_hand(record, number) else Revision.Kind.SAVE
    return Recorded(record=write_hand(record, hand, kind, decision.taps, by, **form)[1], number=number)


def _keep_theirs(record: GameRecord, new: Write, by: Membership, form: dict[str, Any]) -> GameRecord:
    """Keep the recorded hand; the one typed here becomes one of its versions."""
    kind, setup, now, number = Revision.Kind.CORRECT, record.setup_id, timezone.now(), new.hand.number
    revision_row(new.hand, kind, setup, by, now, new.taps, **form).save()
    (kept,) = (hand.revised(kind) for hand in record.saved if hand.number == number)
    revision_row(kept, kind, setup, by, now).save()
    after = record.with_hands([kept.revised(kind)])
    settle(record.game, Notice(said=_("The one on the sheet was kept."), by=by), after)
    return after


def _make_room(record: GameRecord, number: int, by: Membership) -> GameRecord:
    """Raise the numbers of the hands from this one on, so that one which was played before them can be recorded."""
    game, moved = record.game, with_room(record, number)
    for step in (OUT_OF_THE_WAY, 1 - OUT_OF_THE_WAY):
        numbers = Hand.objects.filter(game=game, number__gte=number + max(-step, 0))
        numbers.update(number=F("number") + step)
    # Pages that show a number that now belongs to another hand are out of date, so the setup has a new version.
    setup = add_setup(game, record.setup + 1, moved, by, timezone.now(), record.result)
    if game.options != setup.options:
        game.options = setup.options
        game.save(update_fields=["options"])
    return replace(moved, setup=setup.number, setup_id=setup.pk, known=moved.replay)
