"""Writing a game as a whole: starting it, stopping and resuming it, hiding it, correcting its set-up."""

from __future__ import annotations

import datetime
import uuid
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, Seat, Setup
from scorekeeper.queries.records import AnyRules, GameRecord, load_known
from scorekeeper.queries.setups import Setting, refused_table, reset
from scorekeeper.rules.declaration import Value, fields_of, options_from_record, options_record, refusal
from scorekeeper.rules.sheet import Stopped
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Refused, Stale
from scorekeeper.services.settle import lock, settle

NIGHT_ENDS_AT = datetime.time(6)
STOPS: dict[str, Stopped] = {"leader_wins": "leader_wins", "no_winner": "no_winner"}
"""How an evening may be cut short, by what a form says."""


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """What is chosen for a new game. `players` are ids by seat; `uid` makes the same request twice one game."""

    uid: uuid.UUID
    rules: AnyRules
    players: tuple[int, ...]
    first_dealer: int
    options: Mapping[str, Value]
    night: datetime.date | None = None


def night_of(moment: datetime.datetime, time_zone: str) -> datetime.date:
    """The night a moment belongs to: before six in the morning, by the group's wall clock, it is still yesterday's."""
    local = moment.astimezone(zoneinfo.ZoneInfo(time_zone))
    day = datetime.timedelta(days=1)
    return local.date() - day if local.time() < NIGHT_ENDS_AT else local.date()


@transaction.atomic
def start_game(*, group: Playgroup, new: NewGame, by: Membership) -> Game:
    """Start a game, with its night if that is the first one of the evening. The same request again is the same game."""
    group = lock(group.pk)
    if earlier := Game.objects.filter(group=group, uid=new.uid).first():
        return earlier
    _refuse_number(new)
    names = _refuse_foreign(group, new.players)
    options = _frozen(new.rules, new.options)
    setting = Setting(players=new.players, first_dealer=_first_dealer(new.rules, new), options=options)
    _refuse_table(new.rules, setting, names)
    now = timezone.now()
    date = new.night or night_of(now, group.time_zone)
    night, _made = Night.objects.get_or_create(group=group, date=date)
    game = Game.objects.create(
        uid=new.uid,
        group=group,
        night=night,
        rules=new.rules.slug,
        options=options,
        first_dealer=setting.first_dealer,
        started_at=now,
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, player_id=player) for number, player in enumerate(new.players)
    )
    _keep_setup(game, 0, setting, by)
    settle(game)
    return game


@transaction.atomic
def stop_game(*, game: Game, how: Stopped) -> Game:
    """End an evening early: the leader wins, or nobody does. Stopping a stopped game the same way changes nothing."""
    game = _locked(game)
    if game.stopped == how:
        return game
    record = readable(game)
    if record.sheet.outcome is not None:
        raise Refused(_("This game is over already."))
    if how == "leader_wins" and not record.sheet.hands:
        raise Refused(_("Nobody leads before the first hand."))
    # A game being played has no stop, by its constraint: so both facts go in together.
    Game.objects.filter(pk=game.pk).update(stopped=how, state=Game.State.OVER, ended_at=timezone.now())
    return _settled(game)


@transaction.atomic
def resume_game(*, game: Game) -> Game:
    """Take a stopped game up again."""
    game = _locked(game)
    if game.stopped:
        over = readable(game).sheet.outcome is not None
        state = {} if over else {"state": Game.State.PLAYING, "ended_at": None}
        Game.objects.filter(pk=game.pk).update(stopped="", **state)
    return _settled(game)


@transaction.atomic
def hide_game(*, game: Game, hidden: bool) -> Game:
    """Take a game that was only a try out of every list and figure, or show it again."""
    game = _locked(game)
    game.hidden = hidden
    game.save(update_fields=["hidden"])
    settle(game)
    return game


@transaction.atomic
def correct_setup(*, game: Game, setting: Setting, seen: int, by: Membership) -> Game:
    """Correct who sat where, the first dealer or the house rules, and replay everything.

    What was typed for a player follows the player; who replaces somebody takes over what was typed for them. `seen` is
    the number of the set-up that the page had seen. Raises `Stale`, or `Refused` where nobody can play like this.
    """
    game = _locked(game)
    record = readable(game)
    rules = record.rules
    first_dealer = _first_dealer(rules, setting)
    setting = replace(setting, first_dealer=first_dealer, options=_frozen(rules, setting.options))
    before = Setting(players=record.players, first_dealer=game.first_dealer, options=record.options)
    if before == setting:
        return game
    if record.setup != seen:
        raise Stale(_("The set-up has been corrected since. Here it is as it stands."))
    _refuse_first_dealer(setting.first_dealer, len(record.players))
    names = _refuse_foreign(game.group, setting.players)
    _refuse_table(rules, setting, names)
    corrected = reset(record, setting, names)
    if corrected.problems:
        raise Refused(_("Nobody can play like this."), problems=corrected.problems)
    _write_seats(game, setting.players)
    Game.objects.filter(pk=game.pk).update(first_dealer=setting.first_dealer, options=dict(setting.options))
    setup = _keep_setup(game, record.setup + 1, setting, by)
    _write_hands(record, corrected.record, setup, by)
    return _settled(game)


def _locked(game: Game) -> Game:
    lock(game.group_id)
    return Game.objects.select_related("group", "night").get(pk=game.pk)


def readable(game: Game) -> GameRecord:
    """The game as it is stored. Raises `Refused` where its rules are unknown."""
    if record := load_known(game):
        return record
    raise Refused(_("This game's rules are not known here: it can be read, not changed."))


def _frozen(rules: AnyRules, options: Mapping[str, Value]) -> dict[str, Value]:
    """All house rules as they are kept with the game; one that is left out has its default."""
    for each in fields_of(rules.options):
        if each.key in options and (why := refusal(each, options[each.key], 0)):
            raise Refused(why, path=each.key)
    return options_record(options_from_record(rules.options, options))


def _settled(game: Game) -> Game:
    game = Game.objects.select_related("group", "night").get(pk=game.pk)
    settle(game)
    return game


def _refuse_number(new: NewGame) -> None:
    if len(new.players) not in new.rules.players:
        least, most = new.rules.players[0], new.rules.players[-1]
        message = _("This game is for {least} to {most} players.", least=least, most=most)
        if least == most:
            message = _("This game is for {least} players.", least=least)
        raise Refused(message, path="seats")
    _refuse_first_dealer(new.first_dealer, len(new.players))


def _refuse_table(rules: AnyRules, setting: Setting, names: Sequence[str]) -> None:
    if problem := refused_table(rules, setting, names):
        raise Refused(problem.message, path=problem.path)


def _first_dealer(rules: AnyRules, chosen: NewGame | Setting) -> int:
    """Who deals first; where nobody does the last seat, as in a file that does not say."""
    return chosen.first_dealer if rules.has_dealer else len(chosen.players) - 1


def _refuse_first_dealer(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise Refused(_("The first dealer is one of the players."), path="first_dealer")


def _refuse_foreign(group: Playgroup, players: Sequence[int]) -> tuple[str, ...]:
    """Refuse whoever is not of the group, or sits twice; answers the names in the order of the seats."""
    people = Player.objects.filter(group=group, pk__in=players).values_list("pk", "name", Coalesce("same_as", "pk"))
    if not len(players) == len(people) == len({person for _pk, _name, person in people}):
        raise Refused(_("Every seat needs another player of this group."), path="seats")
    names = {pk: name for pk, name, _person in people}
    return tuple(names[player] for player in players)


def _keep_setup(game: Game, number: int, setting: Setting, by: Membership) -> Setup:
    return Setup.objects.create(
        game=game,
        number=number,
        players=list(setting.players),
        first_dealer=setting.first_dealer,
        options=dict(setting.options),
        member=by,
        at=timezone.now(),
    )


def _write_seats(game: Game, players: Sequence[int]) -> None:
    """Seat the players anew; who sat where before is kept in the earlier set-ups."""
    Seat.objects.filter(game=game).delete()
    Seat.objects.bulk_create(Seat(game=game, number=number, player_id=player) for number, player in enumerate(players))


def _write_hands(before: GameRecord, after: GameRecord, setup: Setup, by: Membership) -> None:
    """Write the hands that read otherwise with the new set-up, each with a revision."""
    changed = [(old, new) for old, new in zip(before.hands, after.hands, strict=True) if old != new]
    Hand.objects.bulk_update(
        [Hand(pk=old.id, entry=new.entry, dealer=new.dealer, taps=new.taps) for old, new in changed],
        ["entry", "dealer", "taps"],
    )
    Revision.objects.bulk_create(
        Revision(
            hand_id=old.id,
            number=old.revisions + 1,
            kind=Revision.Kind.SETUP,
            dealer=new.dealer,
            entry=new.entry,
            setup=setup,
            member=by,
            at=timezone.now(),
        )
        for old, new in changed
        if new.entry is not None
    )
