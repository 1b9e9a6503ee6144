"""Decide on a change to a game before taking the group's lock, and carry it out under the lock.

A decision needs the game's replay and checks, which take most of the time; under the lock, only rows are written.
Nothing is decided on what is out of date by then: if the game has changed, or the member was removed, since the row
that the decision is based on was read, it is made anew under the lock.
"""

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import TypeVar

from django.db import transaction

from scorekeeper.models import Game, Membership
from scorekeeper.queries.recording.loading import keep, load_known
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.watching import game_version
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import NotFound, Refused, ServiceError
from scorekeeper.services.settle import hold, lock

R = TypeVar("R")
Deed = Callable[[], R]


def carry_out(game: Game, by: Membership, decide: Callable[[GameRecord], Deed[R]]) -> R:
    """Return what was done once `decide` has allowed it; it may be asked twice, and its answer writes the rows.

    Afterward, `game` is the row as it is then, even if its new state is why this is refused. Raise `Refused` if its
    rules are unknown, `NotFound` if the member was removed, and whatever `decide` raises.
    """
    # Its own copy, because a deed changes the row before it is committed.
    deed, row = None, copy(game)
    decided = row.version
    try:
        deed = decide(known(row))
    except ServiceError:
        if game_version(by.pk, game.pk) == decided:
            raise
    with transaction.atomic():
        hold(game.group_id)
        version = game_version(by.pk, game.pk)
        if version is None:
            raise NotFound
        if deed is None or version != decided:
            _renew(game)
            row = copy(game)
            deed = decide(known(row))
        done = deed()
    vars(game).update(vars(row))
    return done


def lock_known(game: Game) -> GameRecord:
    """Lock the group, then return the game. Raise `Refused` if the game's rules are unknown."""
    lock(game.group_id)
    return known(current(game))


def current(game: Game) -> Game:
    """Return the game's row as it is now."""
    return Game.objects.select_related("group", "night").get(pk=game.pk)


def _renew(game: Game) -> None:
    """Bring a game's row up to date, and its group's in place, since the member shares that."""
    now = current(game)
    vars(game.group).update(vars(now.group))
    now.group = game.group
    vars(game).update(vars(now))


def known(game: Game) -> GameRecord:
    """Return a game. Raise `Refused` if its rules are unknown."""
    if record := load_known(game):
        return record
    raise Refused(_("The app doesn’t know this game’s rules, so you can’t change it."))


def keep_once_committed(record: GameRecord) -> None:
    """Keep a record that was just written, so that nobody needs to read it."""
    transaction.on_commit(partial(keep, record, record.game.version))
