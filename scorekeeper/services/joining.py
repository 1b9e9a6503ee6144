"""Let somebody join a game late, leave it early or come back, always from the next hand on.

This is a change of the game's setup. The hands recorded before stay as they are, and so does what is being entered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db import transaction

from scorekeeper.models import Game, Membership
from scorekeeper.queries.people.notices import Notice, Undo
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.setups import Setting, has_played, reseated
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.joining import Stay
from scorekeeper.rules.words import Text, gettext as _, ngettext
from scorekeeper.services.deciding import Write, carry_out
from scorekeeper.services.errors import NotFound, Refused, SeatedAlready, Stale
from scorekeeper.services.games import first_dealer_of, names_by_seat, write_setup
from scorekeeper.services.ledger import refuse_late
from scorekeeper.services.people import add_player


@dataclass(frozen=True, kw_only=True)
class Change:
    """When each player takes part, in seat order; what is said of it but for the name; and the form that undoes it."""

    stays: Mapping[int, Stay]
    said: Text
    undo: Mapping[str, str | int] | None


Decide = Callable[[GameRecord, Mapping[int, Stay], int], Change | None]
"""Return the change to a game, given when its players take part so far and the next row, or None if there is none."""


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
        decide = partial(_joining, player=player, start=start, seen=seen)
        return carry_out(game, by, partial(_change, decide=decide, player=player, seen=seen, by=by, as_of=as_of))
    with transaction.atomic():
        added = add_player(group=game.group, name=player, by=by)
        return join_game(game=game, player=added.pk, start=start, seen=seen, by=by, as_of=as_of)


def leave_game(*, game: Game, player: int, seen: int, by: Membership, as_of: int | None = None) -> Game:
    """Let a player leave, whose total stays. A seat whose player hasn't played goes, too.

    If the player has left already, nothing changes. `seen`, `as_of` and what is raised are as for `join_game`.
    """
    decide = partial(_leaving, player=player)
    return carry_out(game, by, partial(_change, decide=decide, player=player, seen=seen, by=by, as_of=as_of))


def come_back(*, game: Game, player: int, seen: int, by: Membership, as_of: int | None = None) -> Game:
    """Let a player who has left come back with their old total. If they take part already, nothing changes.

    `seen`, `as_of` and what is raised are as for `join_game`. Raise `NotFound` if the player has no seat.
    """
    decide = partial(_coming_back, player=player)
    return carry_out(game, by, partial(_change, decide=decide, player=player, seen=seen, by=by, as_of=as_of))


def _joining(
    record: GameRecord, so_far: Mapping[int, Stay], row: int, *, player: int, start: int, seen: int
) -> Change | None:
    # The page that was sent showed the player as seated. Seated since, they were perhaps by this same request.
    if player in so_far and so_far[player].covers(row) and record.setup == seen:
        raise SeatedAlready(record.names[record.players.index(player)])
    if player in so_far:
        return _coming_back(record, so_far, row, player=player)
    if row == 1:
        stay, said = Stay(), _("{name} has joined.")
    else:
        stay = Stay(spans=((row, 0),), joined_with=start)
        said = _("{name} joins in hand {number}.", number=row)
    return Change(stays={**so_far, player: stay}, said=said, undo={"leave": player})


def _leaving(record: GameRecord, so_far: Mapping[int, Stay], row: int, *, player: int) -> Change | None:
    # Whoever has no seat may have left it just now, with the same request.
    if player not in so_far or not so_far[player].covers(row):
        return None
    said = _("{name} has left.")
    if has_played(record, record.players.index(player)):
        stays = {**so_far, player: left_before(so_far[player], row)}
        return Change(stays=stays, said=said, undo={"back": player})
    others = {other: stay for other, stay in so_far.items() if other != player}
    # Joining again, they would be seated after the others.
    undo = {"player": player, "total": so_far[player].joined_with} if player == record.players[-1] else None
    return Change(stays=others, said=said, undo=undo)


def _coming_back(record: GameRecord, so_far: Mapping[int, Stay], row: int, *, player: int) -> Change | None:
    if player not in so_far:
        raise NotFound
    if so_far[player].covers(row):
        return None
    stays = {**so_far, player: back_from(so_far[player], row)}
    return Change(stays=stays, said=_("{name} is back."), undo={"leave": player})


def _change(
    record: GameRecord, *, decide: Decide, player: int, seen: int, by: Membership, as_of: int | None
) -> Write[Game]:
    game, rules, row = record.game, record.rules, len(record.saved) + 1
    if not rules.players_change:
        raise NotFound
    so_far = dict(zip(record.players, record.stays, strict=True))
    change = decide(record, so_far, row)
    if change is None:
        return lambda: game
    refuse_late(game, as_of)
    if record.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    if record.outcome is not None:
        raise Refused(_("This game is already over."))
    _refuse_count(record, len(change.stays))
    setting = _setting(record, change)
    names = names_by_seat(game.group, rules, setting, record.table.options)
    after = reseated(record, setting, names, dealers_stay=True).record
    _refuse_ending(record, after, joins=player in change.stays and change.stays[player].covers(row))
    name = dict(zip((*record.players, *setting.players), (*record.names, *names), strict=True))[player]
    said = replace(change.said, values={**change.said.values, "name": name})
    undo = None
    if change.undo is not None:
        undo = Undo(route="players", ids=(game.pk,), fields={**change.undo, "seen": record.setup + 1})
    return partial(write_setup, record, after, by, Notice(said=said, by=by, undo=undo))


def _setting(record: GameRecord, change: Change) -> Setting:
    """Return the setup after a change. A first dealer whose seat goes is replaced by the player after them."""
    players = tuple(change.stays)
    after = (*record.players[record.first_dealer :], *record.players[: record.first_dealer])
    dealer = next(players.index(player) for player in after if player in players)
    options = options_record(record.table.options) | joining_options(tuple(change.stays.values()))
    setting = Setting(players=players, first_dealer=dealer, options=options)
    return replace(setting, first_dealer=first_dealer_of(record.rules, setting))


def _refuse_count(record: GameRecord, players: int) -> None:
    least, most = record.rules.players[0], record.rules.players[-1]
    if players > most:
        message = ngettext("This game takes at most {count} player.", "This game takes at most {count} players.", most)
        raise Refused(message, path="player")
    if players < min(least, len(record.players)):
        message = ngettext(
            "This game takes at least {count} player.", "This game takes at least {count} players.", least
        )
        raise Refused(message)


def _refuse_ending(record: GameRecord, after: GameRecord, *, joins: bool) -> None:
    """Refuse what would undo or end the game so far, or leave nobody to play."""
    if len(after.sheet.hands) < len(record.sheet.hands) or (joins and after.outcome is not None):
        raise Refused(_("With another player, the game would be over, so it’s too late to join."), path="player")
    if after.outcome is None and not after.rules.seats(after.sheet):
        raise Refused(_("Someone has to stay. To stop playing, end the game."))


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
