"""Start and change groups, and add players to their rosters."""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.language import name_key
from scorekeeper.models import MARKS, Event, Membership, Player, Playgroup, User
from scorekeeper.queries.people.notices import Notice, Undo
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.services.errors import Refused
from scorekeeper.services.events import note
from scorekeeper.services.ledger import bump_all, lock, refuse_late

RETRY_WINDOW = datetime.timedelta(minutes=10)


@transaction.atomic
def start_group(*, uid: uuid.UUID, name: str, owner_name: str, time_zone: str, user: User | None) -> Membership:
    """Create a group owned by this browser's user, creating a user if the browser has none. The owner also plays.

    A request sent twice creates only one group and one owner, even if both were sent before the browser had a user.
    Since only one browser can know `uid`, repeating the request lets that browser back in for up to ten minutes.
    """
    group, created = Playgroup.objects.get_or_create(uid=uid, defaults={"name": name, "time_zone": time_zone})
    if not created:
        founder = Membership.objects.select_related("group", "user").filter(group=group).earliest("pk")
        is_late = timezone.now() - group.created_at > RETRY_WINDOW
        is_other = founder.user.has_account if user is None else founder.user != user  # an account has to sign in
        if founder.removed_at is not None or is_late or is_other:
            raise Refused(_("This group has already been started."), path="name")
        return founder
    user = user or User.objects.create_browser()
    member = Membership.objects.create(group=group, user=user, role=Membership.Role.OWNER, name=owner_name)
    Player.objects.create(group=group, name=owner_name, name_key=name_key(owner_name), member=member)
    note(group.pk, Event.Kind.STARTED, member)
    return member


@transaction.atomic
def change_group(*, group: Playgroup, name: str, archived: bool, by: Membership, as_of: int | None = None) -> None:
    """Rename a group, put it aside, or bring it back. A group put aside is listed apart; it can still be written in."""
    group = lock(group.pk)
    if (group.name, group.archived) == (name, archived):
        return
    refuse_late(group, as_of)
    fields = {"name": group.name} | ({"archived": "true"} if group.archived else {})
    undo = Undo(route="change_group", ids=(group.pk,), fields=fields, only_owners=True)
    said = _("Group renamed to {name}.", name=name)
    if archived != group.archived:
        said = _("{name} put aside. It can still be written in.") if archived else _("{name} brought back.")
        said = replace(said, values={"name": name})
    Playgroup.objects.filter(pk=group.pk).update(name=name, archived=archived)
    bump_all(group.pk, Notice(said=said, by=by, undo=undo))


@transaction.atomic
def add_player(*, group: Playgroup, name: str, by: Membership | None = None) -> Player:
    """Add a player with this cleaned name to the roster, or return the one who already has it, ignoring case.

    An existing player comes out of retirement. If the entry was merged into another, return that other entry.
    """
    lock(group.pk)
    key = name_key(name)
    if player := Player.objects.filter(group=group, name_key=key).select_related("same_as").first():
        player = player.same_as or player
        if player.retired:
            player.retired = False
            player.save(update_fields=["retired"])
            bump_all(group.pk, _added(_("{name} is back.", name=player.name), player, by))
        return player
    if Player.objects.filter(group=group).count() >= limits.MOST_PLAYERS:
        raise Refused(_("The roster is full."), path="name")
    player = Player.objects.create(group=group, name=name, name_key=key, mark=next(_next_marks(group)))
    bump_all(group.pk, _added(_("{name} added.", name=player.name), player, by))
    return player


def _added(said: Text, player: Player, by: Membership | None) -> Notice:
    """Return the notice that a player is on the roster. Retiring the player undoes that."""
    fields: dict[str, str | int] = {"name": player.name, "mark": player.mark, "retired": "on"}
    undo = Undo(route="change_player", ids=(player.pk,), fields=fields, only_owners=True)
    return Notice(said=said, by=by, undo=undo)


def add_players(*, group: Playgroup, names: Sequence[str]) -> None:
    """Add cleaned names that aren't on the roster yet. The caller must lock the group and increment its version."""
    Player.objects.bulk_create(
        Player(group=group, name=name, name_key=name_key(name), mark=mark)
        for name, mark in zip(names, _next_marks(group), strict=False)
    )


def _next_marks(group: Playgroup) -> Iterator[int]:
    """Yield a mark for each new player: the least used one or, if several are tied, the lowest of those."""
    used = Counter(Player.objects.filter(group=group).values_list("mark", flat=True))
    while True:
        mark = min(range(MARKS), key=lambda mark: used[mark])
        used[mark] += 1
        yield mark
