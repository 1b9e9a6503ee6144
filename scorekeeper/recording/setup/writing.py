"""Start a game, correct its setup, and let somebody join late, leave early or come back: from the next hand on."""

import datetime
import uuid
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, Seat, night_of
from scorekeeper.people.roster.writing import add_player
from scorekeeper.recording.game.effects import result_saved
from scorekeeper.recording.game.reading import load_known
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.setups import Setting, has_played, refused_table, reseated, reset
from scorekeeper.recording.game.writing import add_setup, locked, revision_row, seat_players, settle
from scorekeeper.recording.own_games.writing import keep, keep_played, refuse_values
from scorekeeper.recording.setup.reading import why_seated
from scorekeeper.rules.declaration import fields_of, form_text, options_from_record, options_record, seatless, settled
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.stays import Stay
from scorekeeper.rules.text import Text, gettext as _, ngettext
from scorekeeper.web.ledger import Notice, Undo, lock, refuse_late
from scorekeeper.web.refusals import NotFound, Refused, Stale


@dataclass(frozen=True, kw_only=True)
class NewGame(Setting):
    """The choices for a new game. Requests with the same `uid` start only one game.

    If the group `makes` the game, its options are kept first. With a `result`, it is over: nothing else is known of it.
    """

    uid: uuid.UUID
    rules: AnyRules
    night: datetime.date | None = None
    makes: Any = None
    result: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def start_game(*, group: Playgroup, new: NewGame, by: Membership) -> Game:
    """Start a game, creating its night if this is the night's first game. A repeated request returns the same game."""
    group = lock(group.pk)
    if earlier := Game.objects.filter(group=group, uid=new.uid).first():
        return earlier
    if new.makes is not None:
        keep(group, new.makes, by)
    complete = options_from_record(new.rules.options, _complete_options(new.rules, new.options))
    rules, options = new.rules.for_options(complete), options_record(seatless(complete))
    least, most = rules.players[0], rules.players[-1]
    if not least <= len(new.players) <= most:
        message = _("This game is for {least} to {most} players.", least=least, most=most)
        if least == most:
            message = _("This game is for {least} players.", least=least)
        raise Refused(message, path="seats")
    setting = Setting(players=new.players, first_dealer=_first_dealer(rules, new), options=options)
    _names_by_seat(group, rules, setting, new.rules.house_rules)
    now = timezone.now()
    night, _made = Night.objects.get_or_create(group=group, date=new.night or night_of(now, group.time_zone))
    played_by = {"rules": rules.slug, "options": options, "first_dealer": setting.first_dealer}
    game = Game(uid=new.uid, group=group, night=night, started_at=now, **played_by)
    if new.result:
        game.state, game.started_at = Game.State.OVER, after_others(night, now)
        game.ended_at = game.started_at
    game.save()
    keep_played(group.pk, {rules.slug: options})
    seat_players(game, setting.players)
    add_setup(game, 0, setting, by, now, new.result)
    undo = Undo(route="hide", ids=(game.pk,), fields={"hidden": "true", "confirm": "true"}, only_owners=True)
    record = load_known(game)
    said = _("{game} started.", game=rules.name)
    if new.result and record:
        said = result_saved(record)
    settle(game, Notice(said=said, by=by, undo=undo), record)
    return game


def after_others(night: Night, now: datetime.datetime) -> datetime.datetime:
    """Return when a game of a night began that is written down afterward: after its others, and not before 8 p.m."""
    group = night.group
    if night.date == night_of(now, group.time_zone):
        return now
    evening = datetime.datetime.combine(night.date, datetime.time(20), tzinfo=zoneinfo.ZoneInfo(group.time_zone))
    in_time = Q(ended_at__lt=evening + datetime.timedelta(hours=10))  # a game can be ended long after its night
    last = Game.objects.filter(night=night).aggregate(began=Max("started_at"), ended=Max("ended_at", filter=in_time))
    times: list[datetime.datetime] = [
        evening,
        *(time + datetime.timedelta(minutes=1) for time in last.values() if time),
    ]
    return max(times)


@transaction.atomic
def correct_setup(*, game: Game, setting: Setting, seen: int, by: Membership, as_of: int | None = None) -> None:
    """Correct the seating, the first dealer or the house rules, and replay every hand.

    Values entered for a player move to that player's new seat; a replacement inherits those of the player who left.
    `seen` is the number of the setup that the page showed; for an undo, `as_of` is the game's version when it was
    offered. Raise `Stale` if either has changed since, and `Refused` if the game can't be played with this setup.
    """
    record = locked(game, by)
    rules = record.rules
    first_dealer, options = _first_dealer(rules, setting), _complete_options(rules, setting.options)
    setting = replace(setting, first_dealer=first_dealer, options=options)
    before = Setting(players=record.players, first_dealer=game.first_dealer, options=record.options)
    if before == setting:
        return
    refuse_late(game, as_of)
    if record.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    after, _warnings = reset(record, setting, _names_by_seat(game.group, rules, setting, record.table.options))
    # The digest is the form's, which has no dealer to choose if the game has none, and keeps what it doesn't ask.
    first_dealer = before.first_dealer if rules.has_dealer else 0
    complete = _complete_options(rules, before.options)
    unasked = {field.key: after.options[field.key] for field in fields_of(rules.options) if field.derived}
    shown = replace(before, first_dealer=first_dealer, options=complete | unasked)
    fields: dict[str, str | int] = {f"seat_{seat}": player for seat, player in enumerate(shown.players, start=1)}
    fields |= {f"option_{key}": form_text(value) for key, value in shown.options.items() if key not in unasked}
    fields |= {"dealer": shown.players[first_dealer], "seen": record.setup + 1, "confirm": shown.digest}
    undo = Undo(route="setup", ids=(game.pk,), fields=fields)
    _write_setup(record, after, by, Notice(said=_("Setup corrected."), by=by, undo=undo))


@transaction.atomic
def join_game(
    *, game: Game, player: int | str, start: int, seen: int, by: Membership, as_of: int | None = None
) -> None:
    """Seat a player after the others, with a total of `start` points; before the first hand, it is the usual total.

    `player` is an id, or the cleaned name of somebody who may be new to the roster. Whoever has left comes back with
    their old total. `seen` and `as_of` are those of `correct_setup`; if the player takes part only since then, nothing
    changes. Raise `Refused` if nobody can join or the player takes part already.
    """
    player = player if isinstance(player, int) else add_player(group=game.group, name=player, by=by).pk
    record = locked(game, by)
    so_far, row = _stays(record)
    if player in so_far:
        # The page that was sent showed the player as seated. Seated since, they were perhaps by this same request.
        if so_far[player].covers(row) and record.setup == seen:
            raise Refused(why_seated(record.names[record.players.index(player)]), path="name")
        come_back(game=game, player=player, seen=seen, by=by, as_of=as_of)
        return
    stay, said = Stay(spans=((row, 0),), joined_with=start) if row > 1 else Stay(), _("{name} has joined.")
    _change(record, player, {**so_far, player: stay}, said, {"leave": player}, seen, by, as_of)


@transaction.atomic
def leave_game(*, game: Game, player: int, seen: int, by: Membership, as_of: int | None = None) -> None:
    """Let a player leave; their total stays. A player who has not played leaves no seat. Repeated, nothing changes."""
    record = locked(game, by)
    so_far, row = _stays(record)
    # Whoever has no seat may have left it just now, with the same request.
    if player not in so_far or not so_far[player].covers(row):
        return
    undo: Mapping[str, str | int] | None
    if has_played(record, record.players.index(player)):
        stays, undo = {**so_far, player: left_before(so_far[player], row)}, {"back": player}
    else:
        stays = {other: stay for other, stay in so_far.items() if other != player}
        # Joining again, they would be seated after the others.
        undo = {"player": player, "total": so_far[player].joined_with} if player == record.players[-1] else None
    _change(record, player, stays, _("{name} has left."), undo, seen, by, as_of)


@transaction.atomic
def come_back(*, game: Game, player: int, seen: int, by: Membership, as_of: int | None = None) -> None:
    """Let a player who has left come back with their old total. If they take part already, nothing changes."""
    record = locked(game, by)
    so_far, row = _stays(record)
    if player not in so_far:
        raise NotFound
    if so_far[player].covers(row):
        return
    stays = {**so_far, player: back_from(so_far[player], row)}
    _change(record, player, stays, _("{name} is back."), {"leave": player}, seen, by, as_of)


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
) -> None:
    """Let the players take part as `stays` says. What is `said` names the `player`; `undo` has the form's fields."""
    game, rules = record.game, record.rules
    refuse_late(game, as_of)
    if record.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    if record.outcome is not None:
        raise Refused(_("This game is already over."))
    if record.is_full:
        raise Refused(record.why_full)
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
    setting = replace(setting, first_dealer=_first_dealer(rules, setting))
    names = _names_by_seat(game.group, rules, setting, record.table.options)
    after, _warnings = reseated(record, setting, names, dealers_stay=True)
    joins = player in stays and stays[player].covers(len(record.saved) + 1)
    if len(after.sheet.hands) < len(record.sheet.hands) or (joins and after.outcome is not None):
        raise Refused(_("With another player, the game would be over, so it’s too late to join."), path="player")
    if after.outcome is None and not rules.seats(after.sheet):
        raise Refused(_("Someone has to stay. To stop playing, end the game."))
    name = dict(zip((*record.players, *players), (*record.names, *names), strict=True))[player]
    back = undo and Undo(route="players", ids=(game.pk,), fields={**undo, "seen": record.setup + 1})
    notice = Notice(said=replace(said, values={**said.values, "name": name}), by=by, undo=back or None)
    _write_setup(record, after, by, notice)


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


def _write_setup(before: GameRecord, after: GameRecord, by: Membership, notice: Notice) -> None:
    """Store a game with another setup, and the hands that this has changed."""
    game, now = before.game, timezone.now()
    # The earlier setups still say who sat where.
    Seat.objects.filter(game=game).delete()
    seat_players(game, after.players)
    game.first_dealer, game.options = after.first_dealer, dict(after.options)
    game.save(update_fields=["first_dealer", "options"])
    setup = add_setup(game, before.setup + 1, after, by, now, after.result)
    changed = [new for old, new in zip(before.hands, after.hands, strict=True) if old != new]
    Hand.objects.bulk_update(
        [Hand(pk=hand.id, entry=hand.entry, dealer=hand.dealer, taps=hand.taps) for hand in changed],
        ["entry", "dealer", "taps"],
    )
    saved = (hand for hand in changed if hand.entry is not None)
    Revision.objects.bulk_create(revision_row(hand, Revision.Kind.SETUP, setup.pk, by, now) for hand in saved)
    # Seats and setup have new ids, but the hands have been replayed already.
    stored = load_known(game)
    settle(game, notice, record=stored and replace(stored, known=after.replay))


def _complete_options(rules: AnyRules, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game's house rules, with defaults for any that are missing. Raise `Refused` if one is invalid."""
    refuse_values(rules.options, options)
    return options_record(settled(options_from_record(rules.options, options)))


def _first_dealer(rules: AnyRules, choices: Setting) -> int:
    """Return the first dealer's seat. If the game has no dealer, it is the last seat, as in files without a dealer."""
    seats = range(len(choices.players))
    if rules.has_dealer and choices.first_dealer not in seats:
        raise Refused(_("The first dealer must be one of the players."), path="first_dealer")
    return choices.first_dealer if rules.has_dealer else seats[-1]


def _names_by_seat(group: Playgroup, rules: AnyRules, setting: Setting, before: Any) -> tuple[str, ...]:
    """Return the names in seat order. Raise `Refused` for outsiders, duplicates or a seating the rules don't allow."""
    seated = Player.objects.filter(group=group, pk__in=setting.players)
    people = seated.values_list("pk", "name", Coalesce("same_as", "pk"))
    if not len(setting.players) == len(people) == len({person for _pk, _name, person in people}):
        raise Refused(_("Every seat needs a different player from this group."), path="seats")
    by_id = {pk: name for pk, name, _person in people}
    names = tuple(by_id[player] for player in setting.players)
    if problem := refused_table(rules, setting, names, before):
        raise Refused(problem.message, path=problem.path)
    return names
