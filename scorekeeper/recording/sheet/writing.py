"""End a game early, resume it, and hide it."""

from dataclasses import replace
from functools import partial

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Game, Membership
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.writing import Write, decide_then_write, settle
from scorekeeper.rules.sheet import Stopped
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice, Undo, lock, refuse_late
from scorekeeper.web.refusals import Refused


@decide_then_write
def stop_game(record: GameRecord, *, how: Stopped, by: Membership, as_of: int | None = None) -> Write[Game]:
    """End a game early: the leader wins, or nobody does. Stopping it again the same way changes nothing."""
    if record.game.stopped == how:
        return lambda: record.game
    refuse_late(record.game, as_of)
    if record.sheet.outcome is not None:
        raise Refused(_("This game is already over."))
    if how == "leader_wins" and not record.rules.has_winner:
        raise Refused(_("Nobody wins this game."))
    if how == "leader_wins" and not record.sheet.hands:
        raise Refused(_("Nobody’s ahead before the first hand."))
    said = _("{reason}.", reason=record.ended_early(how).reason)
    if record.begun is not None:
        unfinished = _("Hand {number} wasn’t finished, so it doesn’t count; resume the game to finish it.")
        said = _("{said} {more}", said=said, more=replace(unfinished, values={"number": record.begun}))
    notice = Notice(said=said, by=by, undo=Undo(route="resume", ids=(record.game.pk,), fields={}))
    # A database constraint forbids stopping a game that isn't over, so all three fields are saved together.
    return partial(_change_row, record, notice, stopped=how, state=Game.State.OVER, ended_at=timezone.now())


@decide_then_write
def resume_game(record: GameRecord, *, by: Membership, as_of: int | None = None) -> Write[Game]:
    """Resume a stopped game. Resuming any other game changes nothing."""
    if not record.game.stopped:
        return lambda: record.game
    refuse_late(record.game, as_of)
    undo = Undo(route="stop", ids=(record.game.pk,), fields={"how": record.game.stopped})
    return partial(_change_row, record, Notice(said=_("Game resumed."), by=by, undo=undo), stopped="")


def _change_row(record: GameRecord, notice: Notice, **values: object) -> Game:
    """Change a game's row, and whatever follows from that. Its hands stay as they are."""
    game = record.game
    for name, value in values.items():
        setattr(game, name, value)
    game.save(update_fields=list(values))
    settle(game, notice, record=record)
    return game


@transaction.atomic
def hide_game(*, game: Game, hidden: bool, by: Membership | None = None, as_of: int | None = None) -> Game:
    """Hide a game, such as a test game, from all lists and statistics, or unhide it."""
    lock(game.group_id)
    game = Game.objects.select_related("group", "night").get(pk=game.pk)
    if game.hidden == hidden:
        return game
    refuse_late(game, as_of)
    game.hidden = hidden
    game.save(update_fields=["hidden"])
    said = _("Game hidden.") if hidden else _("Game unhidden.")
    fields = {"hidden": "false"} if hidden else {"hidden": "true", "confirm": "true"}
    undo = Undo(route="hide", ids=(game.pk,), fields=fields, only_owners=True)
    settle(game, Notice(said=said, by=by, undo=undo))
    return game
