"""Writing people: groups, and the players on their sheets."""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import MARKS, Membership, Player, Playgroup, User
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Refused
from scorekeeper.services.settle import lock, raise_version
from scorekeeper.text import name_key

MOST_PLAYERS = 200
SAME_REQUEST = datetime.timedelta(minutes=10)


@transaction.atomic
def start_group(*, uid: uuid.UUID, name: str, owner_name: str, time_zone: str, user: User | None) -> Membership:
    """Make a group that this browser's user owns; without a user one is made.

    The same request sent twice is one group, though its second coming may know no user yet. Only whoever was shown the
    form knows `uid`, and only for the first minutes does it open the group again.
    """
    user = user or User.objects.create_browser()
    group, made = Playgroup.objects.get_or_create(uid=uid, defaults={"name": name, "time_zone": time_zone})
    if not made and timezone.now() - group.created_at > SAME_REQUEST:
        raise Refused(_("This group has been started already."), path="name")
    member, _made = Membership.objects.get_or_create(
        group=group, user=user, defaults={"role": Membership.Role.OWNER, "name": owner_name}
    )
    return member


@transaction.atomic
def change_group(*, group: Playgroup, name: str, archived: bool) -> None:
    """Give a group another name, or put it away; nothing of it is lost, and it can be taken out again."""
    lock(group.pk)
    Playgroup.objects.filter(pk=group.pk).update(name=name, archived=archived)
    raise_version(group.pk)


@transaction.atomic
def add_player(*, group: Playgroup, name: str) -> Player:
    """Put a clean name on the roster. A name that is there already, in whatever case, is that player.

    Who is retired plays again; an entry that counts as another is that other.
    """
    lock(group.pk)
    key = name_key(name)
    if player := Player.objects.filter(group=group, name_key=key).select_related("same_as").first():
        player = player.same_as or player
        if player.retired:
            player.retired = False
            player.save(update_fields=["retired"])
            raise_version(group.pk)
        return player
    if Player.objects.filter(group=group).count() >= MOST_PLAYERS:
        raise Refused(_("This roster is full."), path="name")
    player = Player.objects.create(group=group, name=name, name_key=key, mark=next(_next_marks(group)))
    raise_version(group.pk)
    return player


def add_players(*, group: Playgroup, names: Sequence[str]) -> None:
    """Put clean names on the roster that nobody has. To be asked under the group's lock, which tells the pages."""
    Player.objects.bulk_create(
        Player(group=group, name=name, name_key=name_key(name), mark=mark)
        for name, mark in zip(names, _next_marks(group), strict=False)
    )


def _next_marks(group: Playgroup) -> Iterator[int]:
    """Yield the mark of one new player after the other: the one that fewest have, of several the lowest."""
    given = Counter(Player.objects.filter(group=group).values_list("mark", flat=True))
    while True:
        mark = min(range(MARKS), key=lambda mark: given[mark])
        given[mark] += 1
        yield mark
