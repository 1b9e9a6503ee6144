"""End a game early, resume it, say who won it, and hide it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Game, Membership
from scorekeeper.recording.game.effects import result_saved
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.writing import add_setup, locked, settle
from scorekeeper.recording.sheet.who_won import said_before
from scorekeeper.rules.sheet import Stopped
from scorekeeper.rules.text import both, gettext as _
from scorekeeper.web.ledger import Notice, Undo, bump_game, lock, refuse_late
from scorekeeper.web.refusals import Refused, Stale


@transaction.atomic
def stop_game(
    *, game: Game, how: Stopped, by: Membership, as_of: int | None = None, won: Sequence[int] = (), seen: int = 0
) -> None:
    """End a game early: the leader wins, or nobody does, unless the table says that these players `won`.

    Stopping it again the same way changes nothing. `seen` is the number of the setup that showed the players.
    """
    record = locked(game, by)
    after = replace(record, result=_result(record, won or None), known=record.replay)
    if game.stopped == how and record.result == after.result:
        return
    refuse_late(game, as_of)
    if record.sheet.outcome is not None:
        raise Refused(_("This game is already over."))
    if record.rules.way == "won":
        raise Refused(_("In this game, you just say who won."))
    if (won or how == "leader_wins") and not record.rules.has_winner:
        raise Refused(_("Nobody wins this game."))
    if how == "leader_wins" and not record.sheet.hands:
        raise Refused(_("Nobody’s ahead yet."))
    _refuse_old(record, after, won, seen)
    undo = Undo(route="resume", ids=(game.pk,), fields={})
    if game.stopped:
        undo = _undo(record, after, early=1)
    # A database constraint forbids stopping a game that isn't over, so all three fields are saved together.
    game.stopped, game.state, game.ended_at = how, Game.State.OVER, game.ended_at or timezone.now()
    game.save(update_fields=["stopped", "state", "ended_at"])
    stored = _store(record, after, by)
    said = _("{reason}.", reason=after.outcome.reason if after.outcome else "")
    if record.begun is not None:
        unfinished = _("What wasn’t finished doesn’t count; resume the game to finish it.")
        said = _("{said} {more}", said=said, more=unfinished)
    settle(game, Notice(said=said, by=by, undo=undo), stored)


@transaction.atomic
def resume_game(*, game: Game, by: Membership, as_of: int | None = None) -> None:
    """Resume a stopped game, and forget who was said to have won it early. Resuming any other game changes nothing."""
    record = locked(game, by)
    if not game.stopped:
        return
    refuse_late(game, as_of)
    after = replace(record, result={} if record.cut_short else record.result, known=record.replay)
    undo = _undo(record, after, early=1)
    game.stopped = ""
    game.save(update_fields=["stopped"])
    settle(game, Notice(said=_("Game resumed."), by=by, undo=undo), _store(record, after, by))


@transaction.atomic
def say_who_won(*, game: Game, won: Sequence[int] | None, seen: int, by: Membership, as_of: int | None = None) -> None:
    """Store which players won by the table's word: `()` if nobody did. None takes the word back.

    Said again, it changes nothing. Raise `Stale` if the setup isn't the one `seen`, and `Refused` if the rules decide.
    """
    record = locked(game, by)
    if record.is_result or (record.outcome is None and record.rules.way != "won"):
        raise Stale(_("The game has changed in the meantime. Here it is now."))
    after = replace(record, result=_result(record, won), known=record.replay)
    if record.result == after.result:
        return
    refuse_late(game, as_of)
    _refuse_old(record, after, won, seen)
    if won is not None and not after.is_said:
        raise Refused(_("This game’s rules say who won."))
    stored = _store(record, after, by)
    winners = both(_("{name}", name=record.names[seat]) for seat in after.won or ())
    said = _("{names} won.", names=winners) if after.won else _("Nobody won.")
    undo = _undo(record, after, early=0)
    settle(game, Notice(said=_("Taken back.") if won is None else said, by=by, undo=undo), stored)


@transaction.atomic
def write_result(*, game: Game, result: Mapping[str, Any], seen: int, by: Membership, as_of: int | None = None) -> None:
    """Store the result of a game of which nothing else is written down, or another one; without one, it is open again.

    Written again, it changes nothing. Raise `Stale` if the setup isn't the one `seen`, and `Refused` if it has hands.
    """
    record = locked(game, by)
    if record.result == result:
        return
    refuse_late(game, as_of)
    if record.saved:
        raise Refused(_("This game has points on its sheet already."))
    if record.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    after = replace(record, result=result)
    undo = Undo(route="game_result", ids=(game.pk,), fields={"restore": record.setup, "seen": record.setup + 1})
    game.stopped = ""
    game.save(update_fields=["stopped"])
    said = result_saved(after) if after.outcome else _("Taken back.")
    settle(game, Notice(said=said, by=by, undo=undo), _store(record, after, by))


@transaction.atomic
def leave_open(*, game: Game, by: Membership) -> None:
    """Note that a game in progress stays open, so that nobody asks anymore whether it was ever finished."""
    locked(game, by)
    if game.stays_open:
        return
    touched = game.touched
    bump_game(game)
    game.stays_open, game.touched = True, touched  # nobody goes on with it
    game.save(update_fields=["stays_open", "touched"])


def _result(record: GameRecord, won: Sequence[int] | None) -> dict[str, list[int]]:
    return {} if won is None else {"won": [player for player in record.players if player in won]}


def _undo(before: GameRecord, after: GameRecord, *, early: int) -> Undo:
    """Return the form that says who won as it was said before a write, which may have made a new setup."""
    seen = before.setup + (before.result != after.result)
    fields: dict[str, str | int] = {"how": said_before(before), "seen": seen, "early": early}
    return Undo(route="stop", ids=(before.game.pk,), fields=fields)


def _refuse_old(before: GameRecord, after: GameRecord, won: Sequence[int] | None, seen: int) -> None:
    """Refuse what was said of another setup, or of somebody who doesn't play."""
    if before.result != after.result and before.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    if not {*(won or ())} <= {*before.players}:
        raise Refused(_("Tap who won."))


def _store(before: GameRecord, after: GameRecord, by: Membership) -> GameRecord:
    """Store a setup that says something else of who won, if it does, and return the game with it."""
    if before.result == after.result:
        return before
    setup = add_setup(before.game, before.setup + 1, after, by, timezone.now(), after.result)
    return replace(after, setup=setup.number, setup_id=setup.pk, known=after.replay)


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
