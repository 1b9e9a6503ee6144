"""Start, change and delete groups; let members in through links, change their roles, remove them, match them with
players. A group is deleted after two weeks, in which any owner can stop it."""

import datetime
import uuid
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import models
from scorekeeper.formats.language import name_key
from scorekeeper.models import Event, Installation, Link, Membership, Player, Playgroup, User
from scorekeeper.people.links.reading import links_of, open_links
from scorekeeper.people.roster.reading import claimable
from scorekeeper.rules.text import gettext as _, ngettext
from scorekeeper.web.ledger import Notice, Undo, about, bump_all, lock, note, refuse_late
from scorekeeper.web.refusals import Refused, or_404

RETRY_WINDOW = datetime.timedelta(minutes=10)
REPRIEVE = datetime.timedelta(days=14)
MORE_DAYS = 7  # if the clock jumps ahead, a group still lives until the server has run on this many more days
ROWS, GAMES = 1000, 100  # that are deleted at once, since writers to SQLite wait meanwhile


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
def change_group(
    *, group: Playgroup, name: str, archived: bool, needs: bool, by: Membership, as_of: int | None = None
) -> None:
    """Rename a group, put it aside (it can still be written in), or choose if its sheets say what players need."""
    group = lock(group.pk)
    if (group.name, group.archived, group.needs) == (name, archived, needs):
        return
    refuse_late(group, as_of)
    switches = {"archived": group.archived, "needs": group.needs}
    fields = {"name": group.name} | {switch: "true" for switch, is_on in switches.items() if is_on}
    undo = Undo(route="change_group", ids=(group.pk,), fields=fields, only_owners=True)
    said = _("Group renamed to {name}.", name=name)
    if archived != group.archived:
        put_aside = _("{name} put aside. It can still be written in.", name=name)
        said = put_aside if archived else _("{name} brought back.", name=name)
    elif name == group.name:
        said = _("Sheets now show what players need.") if needs else _("Sheets no longer show what players need.")
    Playgroup.objects.filter(pk=group.pk).update(name=name, archived=archived, needs=needs)
    bump_all(group.pk, Notice(said=said, by=by, undo=undo, where="people"))


@transaction.atomic
def redeem(*, link: Link, name: str, user: User | None) -> Membership:
    """Let a browser in through a link, creating a user if it has none. Raise `Refused` if the link no longer works.

    A link never demotes members, and those it doesn't promote don't use it up. A removed member can't come back
    through a link made before the removal.
    """
    group, too_late = lock(link.group_id), Refused(_("This link has expired or has already been used."))
    current = open_links().filter(pk=link.pk).first()
    if current is None:
        raise too_late
    link = current
    user = user or User.objects.create_browser()
    member = Membership.objects.filter(group=group, user=user).first()
    if member is not None and member.removed_at is None and (member.is_owner or link.role != Membership.Role.OWNER):
        return member
    if member is not None and member.removed_at is not None and member.removed_at >= link.created_at:
        raise too_late
    promoted = member is not None and member.removed_at is None
    Link.objects.filter(pk=link.pk).update(uses_left=link.uses_left - 1, last_used_at=timezone.now())
    member, _made = Membership.objects.update_or_create(
        group=group, user=user, defaults={"role": link.role, "name": name, "removed_at": None}
    )
    note(group.pk, Event.Kind.JOINED, member, **about(link))
    owner, joined = _("{name} is an owner now.", name=member.name), _("{name} has joined the group.", name=member.name)
    bump_all(group.pk, Notice(said=owner if promoted else joined, by=None, where="people"))
    return member


@transaction.atomic
def remove_member(*, group: Playgroup, member_id: int, by: Membership) -> None:
    """Remove a member and turn off the links they made. They lose access, but everything they recorded stays."""
    lock(group.pk)
    if member_id == by.pk:
        raise Refused(_("You can’t remove yourself. Ask another owner."))
    require_owner(by)
    member = or_404(Membership.objects.filter(pk=member_id, group=group).first())
    if member.removed_at is not None:
        return
    Membership.objects.filter(pk=member.pk).update(removed_at=timezone.now())
    count = sum(link.member_id == member.pk for link in links_of(group))
    Link.objects.filter(member=member, revoked_at=None).update(revoked_at=timezone.now())
    note(group.pk, Event.Kind.REMOVED, by, name=member.name, who=member.pk, links=count)
    said = _("{name} removed.", name=member.name)
    if count:
        said = ngettext(
            "{name} removed. A link they made was turned off.",
            "{name} removed. {count} links they made were turned off.",
            count,
            name=member.name,
        )
    bump_all(group.pk, Notice(said=said, by=by, where="people"))


@transaction.atomic
def change_role(*, group: Playgroup, member_id: int, role: str, by: Membership, as_of: int | None = None) -> None:
    """Make a member an owner or a recorder. Nobody can change their own role, so a group always keeps an owner."""
    group = lock(group.pk)
    if member_id == by.pk or role not in Membership.Role.values:
        raise Refused(_("You can’t change your own role. Ask another owner."))
    require_owner(by)
    member = or_404(Membership.objects.filter(pk=member_id, group=group, removed_at=None).first())
    if member.role != role:
        refuse_late(group, as_of)
        Membership.objects.filter(pk=member.pk).update(role=role)
        note(group.pk, Event.Kind.ROLE, by, name=member.name, who=member.pk, role=role)
        owner, scorer = _("{name} is an owner now.", name=member.name), _("{name} is a scorer now.", name=member.name)
        undo = Undo(route="change_member", ids=(group.pk, member.pk), fields={"role": member.role}, only_owners=True)
        said = owner if role == Membership.Role.OWNER else scorer
        bump_all(group.pk, Notice(said=said, by=by, undo=undo, where="people"))


@transaction.atomic
def claim_player(*, group: Playgroup, player_id: int | None, by: Membership) -> None:
    """Set which player a member is, if any. No two can be the same, unless one was removed."""
    lock(group.pk)
    if player_id is not None and player_id not in {player.pk for player in claimable(by)}:
        raise Refused(_("Someone else is already this player."))
    mine, wanted = Player.objects.filter(group=group, member=by), [] if player_id is None else [player_id]
    if list(mine.values_list("pk", flat=True)) == wanted:
        return
    mine.update(member=None)
    claimed = Player.objects.filter(group=group, pk__in=wanted)
    claimed.update(member=by)
    said = _("{member} isn’t one of the players anymore.", member=by.name)
    if name := claimed.values_list("name", flat=True).first():
        said = _("{member} plays as {player}.", member=by.name, player=name)
    bump_all(group.pk, Notice(said=said, by=None, where="people"))


def require_owner(member: Membership) -> None:
    """Raise `Refused` unless the member is still an owner. Call this under the group's lock."""
    if not Membership.objects.filter(pk=member.pk, role=Membership.Role.OWNER, removed_at=None).exists():
        raise Refused(_("You’re no longer an owner of this group."))


@transaction.atomic
def plan_deletion(*, group: Playgroup, by: Membership) -> None:
    """Have a group deleted in two weeks, unless an owner stops that."""
    group = lock(group.pk)
    require_owner(by)
    if group.deletes_at is None:
        set_deletion_date(group, by)
        # Until it is deleted or kept, every page says so and lets an owner stop it.
        bump_all(group.pk)


@transaction.atomic
def stop_deletion(*, group: Playgroup, by: Membership) -> None:
    """Keep a group that was to be deleted."""
    group = lock(group.pk)
    require_owner(by)
    if group.deletes_at is not None:
        Playgroup.objects.filter(pk=group.pk).update(deletes_at=None, deletes_day=None)
        note(group.pk, Event.Kind.DELETION_STOPPED, by)
        bump_all(group.pk, Notice(said=_("This group won’t be deleted."), by=by, where="people"))


def set_deletion_date(group: Playgroup, by: Membership) -> None:
    """Note that a locked group is to be deleted, and when."""
    days = Installation.objects.filter(pk=1).values_list("days", flat=True).first() or 0
    Playgroup.objects.filter(pk=group.pk).update(deletes_at=timezone.now() + REPRIEVE, deletes_day=days + MORE_DAYS)
    note(group.pk, Event.Kind.DELETION_PLANNED, by)


def delete_group(group_id: int) -> None:
    """Delete a group that nobody can be let into anymore, in short transactions. Cut off, it can be repeated."""
    _delete(Link.objects.filter(group=group_id))
    rows = models.Game.objects.filter(group=group_id).order_by("pk").values_list("pk", flat=True)
    while games := list(rows[:GAMES]):
        _delete(models.Revision.objects.filter(hand__game__in=games))
        for part in (models.Tally, models.Standing, models.Hand, models.Setup, models.Seat):
            _delete(part._default_manager.filter(game__in=games))
        _delete(models.Game.objects.filter(pk__in=games))
    Player.objects.filter(group=group_id).exclude(same_as=None).update(same_as=None)
    for other in (models.Recipe, models.Night, models.Upload, Event, Player, Membership):
        _delete(other._default_manager.filter(group=group_id))
    _delete(Playgroup.objects.filter(pk=group_id))


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows to which no others refer. Django would first look for those that do."""
    while keys := list(rows.order_by().values_list("pk", flat=True)[:ROWS]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=keys)._raw_delete(DEFAULT_DB_ALIAS)
