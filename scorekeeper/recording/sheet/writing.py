"""End a game early, resume it, and hide it."""

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Game, Membership
from scorekeeper.recording.game.writing import locked, settle
from scorekeeper.rules.sheet import Stopped
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice, Undo, lock, refuse_late
from scorekeeper.web.refusals import Refused


@transaction.atomic
def stop_game(*, game: Game, how: Stopped, by: Membership, as_of: int | None = None) -> None:
    """End a game early: the leader wins, or nobody does. Stopping it again the same way changes nothing."""
    record = locked(game, by)
    if game.stopped == how:
        return
    refuse_late(game, as_of)
    if record.sheet.outcome is not None:
        raise Refused(_("This game is already over."))
    if how == "leader_wins" and not record.rules.has_winner:
        raise Refused(_("Nobody wins this game."))
    if how == "leader_wins" and not record.sheet.hands:
        raise Refused(_("Nobody’s ahead yet."))
    said = _("{reason}.", reason=record.rules.stopped(record.sheet, how).reason)
    if record.begun is not None:
        unfinished = _("What wasn’t finished doesn’t count; resume the game to finish it.")
        said = _("{said} {more}", said=said, more=unfinished)
    # A database constraint forbids stopping a game that isn't over, so all three fields are saved together.
    game.stopped, game.state, game.ended_at = how, Game.State.OVER, timezone.now()
    game.save(update_fields=["stopped", "state", "ended_at"])
    undo = Undo(route="resume", ids=(game.pk,), fields={})
    settle(game, Notice(said=said, by=by, undo=undo), record)


@transaction.atomic
def resume_game(*, game: Game, by: Membership, as_of: int | None = None) -> None:
    """Resume a stopped game. Resuming any other game changes nothing."""
    record = locked(game, by)
    if not game.stopped:
        return
    refuse_late(game, as_of)
    undo = Undo(route="stop", ids=(game.pk,), fields={"how": game.stopped})
    game.stopped = ""
    game.save(update_fields=["stopped"])
    settle(game, Notice(said=_("Game resumed."), by=by, undo=undo), record)


@transaction.atomic
def hide_game(*, game: Game, hidden: bool, by: Membership | None = None, as_of: int | None = None) -> None:
    """Hide a game, such as a test game, from all lists and statistics, or unhide it."""
    lock(game.group_id)
    game = Game.objects.select_related("group", "night").get(pk=game.pk)
    if game.hidden == hidden:
        return
    refuse_late(game, as_of)
    game.hidden = hidden
    game.save(update_fields=["hidden"])
    said = _("Game hidden.") if hidden else _("Game unhidden.")
    fields = {"hidden": "false"} if hidden else {"hidden": "true", "confirm": "true"}
    undo = Undo(route="hide", ids=(game.pk,), fields=fields, only_owners=True)
    settle(game, Notice(said=said, by=by, undo=undo))
