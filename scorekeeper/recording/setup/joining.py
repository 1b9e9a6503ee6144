"""Let somebody join a game late, leave it early or come back, always from the next hand on.

This is a change of the game's setup. The hands recorded before stay as they are, and so does what is being entered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from django.db import transaction

from scorekeeper.models import Game, Membership
from scorekeeper.people.roster.writing import add_player
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.setups import Setting, has_played, reseated
from scorekeeper.recording.game.writing import Write, decide_then_write
from scorekeeper.recording.setup.writing import first_dealer_of, names_by_seat, write_setup
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.stays import Stay
from scorekeeper.rules.text import Text, gettext as _, ngettext
from scorekeeper.web.ledger import Notice, Undo, refuse_late
from scorekeeper.web.refusals import NotFound, Refused, SeatedAlready, Stale


def join_game(
    *, game: Game, player: int | str, start: int, seen: int, by: Membership, as_of: int | None = None
) -> Game:
    """Seat a player after the others, with a total of `start` points; before the first hand, it is the usual total.

    `player` is an id, or the cleaned name of somebody who may be new to the roster. Whoever has left comes back with
    their old total. `seen` is the number of the setup that the page showed; if the player takes part only since then,
    nothing changes. For an undo, `as_of` is the game's version when it was offered. Raise `Stale` if either has changed
    since, and `Refused` if nobody can join or the player takes part already.
    """
    if isinstance(player, int):
        return _join(game=game, player=player, start=start, seen=seen, by=by, as_of=as_of)
    with transaction.atomic():
        added = add_player(group=game.group, name=player, by=by)
        return _join(game=game, player=added.pk, start=start, seen=seen, by=by, as_of=as_of)


@decide_then_write
def _join(record: GameRecord, *, player: int, start: int, seen: int, by: Membership, as_of: int | None) -> Write[Game]:
    so_far, row = _stays(record)
    if player in so_far:
        # The page that was sent showed the player as seated. Seated since, they were perhaps by this same request.
        if so_far[player].covers(row) and record.setup == seen:
            raise SeatedAlready(record.names[record.players.index(player)])
        return _come_back(record, player, seen, by, as_of)
    stay, said = Stay(), _("{name} has joined.")
    if row > 1:
        stay, said = Stay(spans=((row, 0),), joined_with=start), _("{name} joins in hand {number}.", number=row)
    return _change(record, player, {**so_far, player: stay}, said, {"leave": player}, seen, by, as_of)


@decide_then_write
def leave_game(record: GameRecord, *, player: int, seen: int, by: Membership, as_of: int | None = None) -> Write[Game]:
    """Let a player leave; their total stays. A player who has not played leaves no seat. Repeated, nothing changes."""
    so_far, row = _stays(record)
    # Whoever has no seat may have left it just now, with the same request.
    if player not in so_far or not so_far[player].covers(row):
        return lambda: record.game
    undo: Mapping[str, str | int] | None
    if has_played(record, record.players.index(player)):
        stays, undo = {**so_far, player: left_before(so_far[player], row)}, {"back": player}
    else:
        stays = {other: stay for other, stay in so_far.items() if other != player}
        # Joining again, they would be seated after the others.
        undo = {"player": player, "total": so_far[player].joined_with} if player == record.players[-1] else None
    return _change(record, player, stays, _("{name} has left."), undo, seen, by, as_of)


@decide_then_write
def come_back(record: GameRecord, *, player: int, seen: int, by: Membership, as_of: int | None = None) -> Write[Game]:
    """Let a player who has left come back with their old total. If they take part already, nothing changes."""
    return _come_back(record, player, seen, by, as_of)


def _come_back(record: GameRecord, player: int, seen: int, by: Membership, as_of: int | None) -> Write[Game]:
    so_far, row = _stays(record)
    if player not in so_far:
        raise NotFound
    if so_far[player].covers(row):
        return lambda: record.game
    stays = {**so_far, player: back_from(so_far[player], row)}
    return _change(record, player, stays, _("{name} is back."), {"leave": player}, seen, by, as_of)


def _stays(record: GameRecord) -> tuple[dict[int, Stay], int]:
    """Return when each player takes part so far, in seat order, and the row from which on that can change."""
    if not record.rules.players_change:
        raise NotFound
    return dict(zip(record.players, record.stays, strict=True)), len(record.saved) + 1


def _change(
    record: GameRecord,
    player: int,
    stays: Mapping[int, Stay],
    said: Text,
    undo: Mapping[str, str | int] | None,
    seen: int,
    by: Membership,
    as_of: int | None,
) -> Write[Game]:
    """Return the write that lets the players take part as `stays` says, in seat order.

    What is `said` names the `player` who joins or leaves, and `undo` are the fields of the form that takes it back.
    """
    game, rules = record.game, record.rules
    refuse_late(game, as_of)
    if record.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    if record.outcome is not None:
        raise Refused(_("This game is already over."))
    least, most = rules.players[0], rules.players[-1]
    if len(stays) > most:
        message = ngettext("This game takes at most {count} player.", "This game takes at most {count} players.", most)
        raise Refused(message, path="player")
    if len(stays) < min(least, len(record.players)):
        message = ngettext(
            "This game takes at least {count} player.", "This game takes at least {count} players.", least
        )
        raise Refused(message)
    players = tuple(stays)
    # A first dealer whose seat goes is replaced by the player after them.
    in_turn = (*record.players[record.first_dealer :], *record.players[: record.first_dealer])
    dealer = next(players.index(other) for other in in_turn if other in players)
    options = options_record(record.table.options) | joining_options(tuple(stays.values()))
    setting = Setting(players=players, first_dealer=dealer, options=options)
    setting = replace(setting, first_dealer=first_dealer_of(rules, setting))
    names = names_by_seat(game.group, rules, setting, record.table.options)
    after = reseated(record, setting, names, dealers_stay=True).record
    joins = player in stays and stays[player].covers(len(record.saved) + 1)
    if len(after.sheet.hands) < len(record.sheet.hands) or (joins and after.outcome is not None):
        raise Refused(_("With another player, the game would be over, so it’s too late to join."), path="player")
    if after.outcome is None and not rules.seats(after.sheet):
        raise Refused(_("Someone has to stay. To stop playing, end the game."))
    name = dict(zip((*record.players, *players), (*record.names, *names), strict=True))[player]
    back = undo and Undo(route="players", ids=(game.pk,), fields={**undo, "seen": record.setup + 1})
    notice = Notice(said=replace(said, values={**said.values, "name": name}), by=by, undo=back or None)
    return partial(write_setup, record, after, by, notice)


def left_before(stay: Stay, row: int) -> Stay:
    """Return the stay of a player who leaves before this row. Who would come back in it stays away instead."""
    *others, (first, _end) = stay.spans
    return replace(stay, spans=tuple(others) if others and first == row else (*others, (first, row)))


def back_from(stay: Stay, row: int) -> Stay:
    """Return the stay of a player who comes back in this row. Who would leave before it stays instead."""
    *others, (first, end) = stay.spans
    return replace(stay, spans=(*others, (first, 0)) if end == row else (*stay.spans, (row, 0)))


def joining_options(stays: Sequence[Stay]) -> dict[str, list[int]]:
    """Return the options that say when these players take part, by key. A list that has nothing to say is empty."""
    rounds = range(max(len(stay.spans) for stay in stays))
    spans = [stay.spans[number] if number < len(stay.spans) else (0, 0) for number in rounds for stay in stays]
    joined, left = ([span[end] for span in spans] for end in (0, 1))
    with_total = [stay.joined_with for stay in stays]
    return {
        "joined": joined if any(joined) else [],
        "joined_with": with_total if any(stay.first > 1 for stay in stays) else [],
        "left": left if any(left) else [],
    }
