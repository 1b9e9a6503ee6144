"""Delete whole groups for good, in short transactions. A deletion that is cut off can be repeated."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import QuerySet

from scorekeeper.models import (
    Event,
    Game,
    Hand,
    Link,
    Membership,
    Night,
    Player,
    Playgroup,
    Recipe,
    Revision,
    Seat,
    Setup,
    Standing,
    Tally,
    Upload,
)

# Writers to SQLite wait while rows are deleted, so only a few are deleted at once.
ROWS, GAMES = 1000, 100


def delete_group(group_id: int) -> None:
    """Delete a group and everything in it, which can take a while, so nobody must be let into it anymore."""
    _delete(Link.objects.filter(group=group_id))
    _delete(Recipe.objects.filter(group=group_id))
    while games := list(Game.objects.filter(group=group_id).order_by("pk").values_list("pk", flat=True)[:GAMES]):
        of_games, of_hands = {"game__in": games}, {"hand__game__in": games}
        for rows in (
            *(Tally.objects.filter(**of_games), Standing.objects.filter(**of_games)),
            *(Revision.objects.filter(**of_hands), Hand.objects.filter(**of_games)),
            *(Setup.objects.filter(**of_games), Seat.objects.filter(**of_games)),
            Game.objects.filter(pk__in=games),
        ):
            _delete(rows)
    Player.objects.filter(group=group_id).exclude(same_as=None).update(same_as=None)
    for other in (Night.objects, Upload.objects, Event.objects, Player.objects, Membership.objects):
        _delete(other.filter(group=group_id))
    _delete(Playgroup.objects.filter(pk=group_id))


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows to which no others refer. Django would first look for those that do."""
    while keys := list(rows.order_by().values_list("pk", flat=True)[:ROWS]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=keys)._raw_delete(DEFAULT_DB_ALIAS)
