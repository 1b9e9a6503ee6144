"""Start a game, and correct its setup."""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, Seat, night_of
from scorekeeper.recording.game.reading import load_known
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.setups import Setting, refused_table, reset
from scorekeeper.recording.game.writing import (
    Write,
    add_setup,
    decide_then_write,
    insert,
    revision_row,
    seat_players,
    settle,
)
from scorekeeper.recording.own_games.writing import keep_played
from scorekeeper.rules.declaration import (
    Value,
    fields_of,
    form_text,
    options_from_record,
    options_record,
    refusal,
    seatless,
    settled,
)
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice, Undo, lock, refuse_late
from scorekeeper.web.refusals import Refused, Stale


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """The choices for a new game. `players` lists ids by seat; requests with the same `uid` start only one game."""

    uid: uuid.UUID
    rules: AnyRules
    players: tuple[int, ...]
    first_dealer: int
    options: Mapping[str, Value]
    night: datetime.date | None = None


@transaction.atomic
def start_game(*, group: Playgroup, new: NewGame, by: Membership) -> Game:
    """Start a game, creating its night if this is the night's first game. A repeated request returns the same game."""
    group = lock(group.pk)
    if earlier := Game.objects.filter(group=group, uid=new.uid).first():
        return earlier
    complete = options_from_record(new.rules.options, _complete_options(new.rules, new.options))
    rules, options = new.rules.for_options(complete), options_record(seatless(complete))
    least, most = rules.players[0], rules.players[-1]
    if not least <= len(new.players) <= most:
        message = _("This game is for {least} to {most} players.", least=least, most=most)
        if least == most:
            message = _("This game is for {least} players.", least=least)
        raise Refused(message, path="seats")
    _refuse_first_dealer(new.first_dealer, len(new.players))
    setting = Setting(players=new.players, first_dealer=first_dealer_of(rules, new), options=options)
    names_by_seat(group, rules, setting, new.rules.house_rules)
    now = timezone.now()
    night, _made = Night.objects.get_or_create(group=group, date=new.night or night_of(now, group.time_zone))
    game = Game.objects.create(
        uid=new.uid,
        group=group,
        night=night,
        rules=rules.slug,
        options=options,
        first_dealer=setting.first_dealer,
        started_at=now,
    )
    keep_played(group.pk, {rules.slug: options})
    seat_players(game, setting.players)
    add_setup(game, 0, setting, by, now)
    undo = Undo(route="hide", ids=(game.pk,), fields={"hidden": "true", "confirm": "true"}, only_owners=True)
    settle(game, Notice(said=_("{game} started.", game=rules.name), by=by, undo=undo))
    return game


@decide_then_write
def correct_setup(
    record: GameRecord, *, setting: Setting, seen: int, by: Membership, as_of: int | None = None
) -> Write[Game]:
    """Correct the seating, the first dealer or the house rules, and replay every hand.

    Values entered for a player move to that player's new seat; a replacement inherits those of the player who left.
    `seen` is the number of the setup that the page showed; for an undo, `as_of` is the game's version when it was
    offered. Raise `Stale` if either has changed since, and `Refused` if the game can't be played with this setup.
    """
    game, rules = record.game, record.rules
    first_dealer = first_dealer_of(rules, setting)
    setting = replace(setting, first_dealer=first_dealer, options=_complete_options(rules, setting.options))
    before = Setting(players=record.players, first_dealer=game.first_dealer, options=record.options)
    if before == setting:
        return lambda: game
    refuse_late(game, as_of)
    if record.setup != seen:
        raise Stale(_("The setup has changed in the meantime. Here it is now."))
    _refuse_first_dealer(setting.first_dealer, len(record.players))
    corrected = reset(record, setting, names_by_seat(game.group, rules, setting, record.table.options))
    if corrected.problems:
        raise Refused(_("The game can’t be played with this setup."), problems=corrected.problems)
    # The digest is the form's, which has no dealer to choose if the game has none, and keeps what it doesn't ask.
    first_dealer, after = before.first_dealer if rules.has_dealer else 0, corrected.record
    complete = _complete_options(rules, before.options)
    unasked = {field.key: after.options[field.key] for field in fields_of(rules.options) if field.derived}
    shown = replace(before, first_dealer=first_dealer, options=complete | unasked)
    fields: dict[str, str | int] = {f"seat_{seat}": player for seat, player in enumerate(shown.players, start=1)}
    fields |= {f"option_{key}": form_text(value) for key, value in shown.options.items() if key not in unasked}
    fields |= {"dealer": shown.players[first_dealer], "seen": record.setup + 1, "confirm": shown.digest}
    undo = Undo(route="setup", ids=(game.pk,), fields=fields)
    return partial(write_setup, record, after, by, Notice(said=_("Setup corrected."), by=by, undo=undo))


def write_setup(before: GameRecord, after: GameRecord, by: Membership, notice: Notice) -> Game:
    """Store a game with another setup, and the hands that this has changed."""
    game, now = before.game, timezone.now()
    setting = Setting(players=after.players, first_dealer=after.first_dealer, options=after.options)
    # The earlier setups still say who sat where.
    Seat.objects.filter(game=game).delete()
    seat_players(game, setting.players)
    game.first_dealer, game.options = setting.first_dealer, dict(setting.options)
    game.save(update_fields=["first_dealer", "options"])
    setup = add_setup(game, before.setup + 1, setting, by, now)
    changed = [new for old, new in zip(before.hands, after.hands, strict=True) if old != new]
    Hand.objects.bulk_update(
        [Hand(pk=hand.id, entry=hand.entry, dealer=hand.dealer, taps=hand.taps) for hand in changed],
        ["entry", "dealer", "taps"],
    )
    saved = (hand for hand in changed if hand.entry is not None)
    insert(Revision, (revision_row(hand, Revision.Kind.SETUP, setup.pk, by, now) for hand in saved))
    # Seats and setup have new ids, but the hands have been replayed already.
    stored = load_known(game)
    settle(game, notice, record=stored and replace(stored, known=after.replay))
    return game


def _complete_options(rules: AnyRules, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return the game's house rules, with defaults for any that are missing. Raise `Refused` if one is invalid."""
    for field in fields_of(rules.options):
        if field.key in options and (why := refusal(field, options[field.key], 0)):
            raise Refused(why, path=field.key)
    return options_record(settled(options_from_record(rules.options, options)))


def first_dealer_of(rules: AnyRules, choices: NewGame | Setting) -> int:
    """Return the first dealer's seat. If the game has no dealer, it is the last seat, as in files without a dealer."""
    return choices.first_dealer if rules.has_dealer else len(choices.players) - 1


def _refuse_first_dealer(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise Refused(_("The first dealer must be one of the players."), path="first_dealer")


def names_by_seat(group: Playgroup, rules: AnyRules, setting: Setting, before: Any) -> tuple[str, ...]:
    """Return the names in seat order. Raise `Refused` for outsiders, duplicates or a seating the rules don't allow.

    `before` are the house rules so far.
    """
    seated = Player.objects.filter(group=group, pk__in=setting.players)
    people = seated.values_list("pk", "name", Coalesce("same_as", "pk"))
    if not len(setting.players) == len(people) == len({person for _pk, _name, person in people}):
        raise Refused(_("Every seat needs a different player from this group."), path="seats")
    by_id = {pk: name for pk, name, _person in people}
    names = tuple(by_id[player] for player in setting.players)
    if problem := refused_table(rules, setting, names, before):
        raise Refused(problem.message, path=problem.path)
    return names
