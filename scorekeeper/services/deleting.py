"""Delete whole groups for good, in short transactions: groups that their owners gave up, and imports that died.

A deletion that is cut off can be repeated, and goes on where it stopped.
"""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.models import (
    Event,
    Game,
    Hand,
    Link,
    Membership,
    Night,
    Player,
    Playgroup,
    Rating,
    Revision,
    Score,
    Seat,
    Setup,
    Standing,
    Tally,
    Template,
    Upload,
    YearTally,
)

# Writers to SQLite wait while rows are deleted, so only a few are deleted at once.
ROWS, GAMES = 1000, 100


def delete_group(group_id: int) -> None:
    """Delete a group and everything in it. Nobody can open it from the start, although this can take a while."""
    give_up(Playgroup.objects.filter(staged_for=group_id))
    close(group_id)
    _delete(Link.objects.filter(group=group_id))
    _delete(YearTally.objects.filter(group=group_id))
    _delete(Template.objects.filter(group=group_id))
    while games := list(Game.objects.filter(group=group_id).order_by("pk").values_list("pk", flat=True)[:GAMES]):
        for rows in _of_games(games):
            _delete(rows)
    Player.objects.filter(group=group_id).exclude(same_as=None).update(same_as=None)
    for other in (Night.objects, Upload.objects, Event.objects, Player.objects, Membership.objects):
        _delete(other.filter(group=group_id))
    _delete(Playgroup.objects.filter(pk=group_id))


def give_up(imports: QuerySet[Playgroup]) -> None:
    """Delete what imports have staged, unless its games are shown by then.

    An import that is marked can show nothing anymore, so no game is deleted that somebody has been told is there.
    """
    imports.update(deletes_at=timezone.now())
    for hidden in imports.exclude(deletes_at=None).values_list("pk", flat=True):
        delete_group(hidden)


def drop_stale_imports(older_than: datetime.timedelta) -> None:
    """Delete what imports have left behind that began longer ago than this, and so have died."""
    give_up(Playgroup.objects.filter(staged_for__isnull=False, created_at__lt=timezone.now() - older_than))


@transaction.atomic
def close(group_id: int) -> None:
    """Turn everybody away, so that nobody sees half a group."""
    now = timezone.now()
    Membership.objects.filter(group=group_id, removed_at=None).update(removed_at=now)
    Link.objects.filter(group=group_id, revoked_at=None).update(revoked_at=now)


def _of_games(games: Sequence[int]) -> Iterator[QuerySet[Any]]:
    """Yield everything that belongs to these games, and then the games themselves."""
    of_games, of_hands = {"game__in": games}, {"hand__game__in": games}
    yield from (Rating.objects.filter(**of_games), Tally.objects.filter(**of_games))
    yield from (Standing.objects.filter(**of_games), Score.objects.filter(**of_hands))
    yield from (Revision.objects.filter(**of_hands), Hand.objects.filter(**of_games))
    yield from (Setup.objects.filter(**of_games), Seat.objects.filter(**of_games))
    yield Game.objects.filter(pk__in=games)


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows to which no others refer. Django would first look for those that do."""
    while keys := list(rows.order_by().values_list("pk", flat=True)[:ROWS]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=keys)._raw_delete(DEFAULT_DB_ALIAS)
