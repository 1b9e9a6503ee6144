"""Decide on a change to a game before taking the group's lock, and carry it out under the lock.

Replaying and checking a game takes most of the time, so both come before the lock; under it, only rows are written. If
the game has changed since its row was read, the decision is repeated under the lock; if the member has been removed,
nothing is written.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar, cast

from django.db import transaction

from scorekeeper.models import Game, Membership
from scorekeeper.queries.recording.loading import load_known
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.watching import game_version
from scorekeeper.rules.text import gettext as _
from scorekeeper.services.errors import NotFound, Refused, ServiceError
from scorekeeper.services.ledger import lock_unread

P = ParamSpec("P")
R = TypeVar("R", covariant=True)
Write = Callable[[], R]
"""What a decision comes to: a function that writes the rows and returns what the service returns."""


class Service(Protocol[P, R]):
    """A function that makes one write to a game and returns what came of it."""

    def __call__(self, game: Game, *args: P.args, **kwargs: P.kwargs) -> R: ...


def decide_then_write(decide: Callable[Concatenate[GameRecord, P], Write[R]]) -> Service[P, R]:
    """Make a service of a function that decides on a write to a game. The service is given the game's row instead.

    `by` is the member who writes. Afterward, the row and its group are up to date. The service raises `Refused` if the
    game's rules are unknown, `NotFound` if the member has been removed, and whatever `decide` raises.
    """

    @wraps(decide)
    def service(game: Game, *args: P.args, **kwargs: P.kwargs) -> R:
        def decision() -> Write[R]:
            if record := load_known(game):
                return decide(record, *args, **kwargs)
            raise Refused(_("The app doesn’t know this game’s rules, so you can’t change it."))

        write, version, member = None, game.version, cast(Membership, kwargs["by"]).pk
        try:
            write = decision()
        except ServiceError:
            if game_version(member, game.pk) == version:
                raise
        try:
            with transaction.atomic():
                lock_unread(game.group_id)
                stored = game_version(member, game.pk)
                if stored is None:
                    raise NotFound
                if write is None or stored != version:
                    group = game.group
                    game.refresh_from_db(from_queryset=Game.objects.select_related("night"))
                    group.refresh_from_db()
                    game.group = group  # the same object as the membership's
                    version, write = game.version, decision()
                return write()
        except BaseException:
            game.version = version  # as it still is: pages are cached by it
            raise

    return service
