"""Writing people: groups, and the players on their sheets."""

from __future__ import annotations

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
    if user is None:
        user = User.objects.create_browser()
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
        return _playing(player.same_as or player)
    if Player.objects.filter(group=group).count() >= MOST_PLAYERS:
        raise Refused(_("This roster is full."), path="name")
    player = Player.objects.create(group=group, name=name, name_key=key, mark=next_mark(group))
    raise_version(group.pk)
    return player


def add_players(*, group: Playgroup, names: Sequence[str]) -> None:
    """Put clean names on the roster that nobody has. To be asked under the group's lock, which tells the pages."""
    Player.objects.bulk_create(
        Player(group=group, name=name, name_key=name_key(name), mark=mark)
        for name, mark in zip(names, next_marks(group), strict=False)
    )


def next_mark(group: Playgroup) -> int:
    """The mark that fewest players of the group have; of several the lowest. To be asked under the group's lock."""
    return next(next_marks(group))


def next_marks(group: Playgroup) -> Iterator[int]:
    """The marks of one new player after the other."""
    given = Counter(Player.objects.filter(group=group).values_list("mark", flat=True))
    while True:
        mark = min(range(MARKS), key=lambda mark: given[mark])
        given[mark] += 1
        yield mark


def _playing(player: Player) -> Player:
    if player.retired:
        player.retired = False
        player.save(update_fields=["retired"])
        raise_version(player.group_id)
    return player
