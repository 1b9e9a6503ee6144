"""Decide on a change to a game before taking the group's lock, and carry it out under the lock.

Replaying and checking a game takes most of the time, so both come before the lock; under it, only rows are written. If
the game has changed since its row was read, the decision is repeated under the lock; if the member has been removed,
nothing is written.
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
from scorekeeper.services.settle import hold

R = TypeVar("R")
Write = Callable[[], R]
"""What a decision comes to: a function that writes the rows and returns what the service returns."""


def carry_out(game: Game, by: Membership, decide: Callable[[GameRecord], Write[R]]) -> R:
    """Decide on a write, which may take two attempts; then carry it out and return its result.

    Afterward, `game` and its group are up to date. Raise `Refused` if the game's rules are unknown, `NotFound` if the
    member has been removed, and whatever `decide` raises.
    """
    # A copy, because the write changes the row before it is committed.
    write, row = None, copy(game)
    decided = row.version
    try:
        write = decide(_known(row))
    except ServiceError:
        if game_version(by.pk, game.pk) == decided:
            raise
    with transaction.atomic():
        hold(game.group_id)
        version = game_version(by.pk, game.pk)
        if version is None:
            raise NotFound
        if write is None or version != decided:
            _renew(game)
            row = copy(game)
            write = decide(_known(row))
        result = write()
    vars(game).update(vars(row))
    return result


def current(game: Game) -> Game:
    """Return the game's row as it is now."""
    return Game.objects.select_related("group", "night").get(pk=game.pk)


def _renew(game: Game) -> None:
    """Reload a game's row, and its group's in place, because the membership refers to the same object."""
    now = current(game)
    vars(game.group).update(vars(now.group))
    now.group = game.group
    vars(game).update(vars(now))


def _known(game: Game) -> GameRecord:
    """Return a game. Raise `Refused` if its rules are unknown."""
    if record := load_known(game):
        return record
    raise Refused(_("The app doesn’t know this game’s rules, so you can’t change it."))


def keep_once_committed(record: GameRecord) -> None:
    """Keep a record of what was just written, once it is committed, so that it needn't be read again."""
    transaction.on_commit(partial(keep, record, record.game.version))
