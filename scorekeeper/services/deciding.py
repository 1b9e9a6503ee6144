"""Decide on a change to a game before taking the group's lock, and carry it out under the lock.

Replaying and checking a game takes most of the time, so both come before the lock; under it, only rows are written. If
the game has changed since its row was read, the decision is repeated under the lock; if the member has been removed,
nothing is written.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from scorekeeper.models import Game, Membership
from scorekeeper.queries.recording.loading import load_known
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.watching import game_version
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import NotFound, Refused, ServiceError
from scorekeeper.services.ledger import lock_unread

R = TypeVar("R")
Write = Callable[[], R]
"""What a decision comes to: a function that writes the rows and returns what the service returns."""


def carry_out(game: Game, by: Membership, decide: Callable[[GameRecord], Write[R]]) -> R:
    """Decide on a write, which may take two attempts; then carry it out and return its result.

    Afterward, `game` and its group are up to date. Raise `Refused` if the game's rules are unknown, `NotFound` if the
    member has been removed, and whatever `decide` raises.
    """
    write, version = None, game.version
    try:
        write = decide(_known(game))
    except ServiceError:
        if game_version(by.pk, game.pk) == version:
            raise
    try:
        with transaction.atomic():
            lock_unread(game.group_id)
            stored = game_version(by.pk, game.pk)
            if stored is None:
                raise NotFound
            if write is None or stored != version:
                _renew(game)
                version, write = game.version, decide(_known(game))
            return write()
    except BaseException:
        game.version = version  # as it still is: pages are cached by it
        raise


def current(game: Game) -> Game:
    """Return the game's row as it is now."""
    return Game.objects.select_related("group", "night").get(pk=game.pk)


def _renew(game: Game) -> None:
    """Reload a game's row, and its group's in place, because the membership refers to the same object."""
    group = game.group
    game.refresh_from_db(from_queryset=Game.objects.select_related("night"))
    group.refresh_from_db()
    game.group = group


def _known(game: Game) -> GameRecord:
    """Return a game. Raise `Refused` if its rules are unknown."""
    if record := load_known(game):
        return record
    raise Refused(_("The app doesn’t know this game’s rules, so you can’t change it."))
