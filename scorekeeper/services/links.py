"""Writing links into a group: making, renewing, revoking and redeeming them."""

import datetime
import secrets
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import Game, Link, Membership, Night, Player, Playgroup, User
from scorekeeper.queries.links import IDENT_LENGTH, is_open, links_of
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.services.games import NIGHT_ENDS_AT
from scorekeeper.services.settle import lock, raise_version

JOIN_LASTS = datetime.timedelta(hours=24)
JOIN_USES = 10
WATCH_LASTS = datetime.timedelta(days=30)
USE_IS_NOTED = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)
MOST_LINKS = 500


def make_owner_link(group: Playgroup) -> Link:
    """A one-time link that makes its redeemer an owner: the way back in after a lost phone or a changed address."""
    return _make(group, kind=Link.Kind.JOIN, role=Membership.Role.OWNER, expires_at=timezone.now() + JOIN_LASTS)


@transaction.atomic
def make_join_link(*, group: Playgroup, label: str, by: Membership) -> Link:
    """A link that makes those who redeem it recorders, for a day and ten of them."""
    _refuse_too_many(group)
    return _make(
        group,
        kind=Link.Kind.JOIN,
        role=Membership.Role.RECORDER,
        uses_left=JOIN_USES,
        expires_at=timezone.now() + JOIN_LASTS,
        label=label,
        member=by,
    )


@transaction.atomic
def make_watch_link(
    *,
    group: Playgroup,
    by: Membership,
    game: Game | None = None,
    night: Night | None = None,
    label: str = "",
    forever: bool = False,
) -> Link:
    """A link that shows a game, a night, or all sheets of the group. Only the group's own may be shown for ever.

    It lasts until 30 days after the night. Raises `Refused` for what is not of this group.
    """
    _refuse_too_many(group)
    if (game is not None and game.group_id != group.pk) or (night is not None and night.group_id != group.pk):
        raise Refused(_("This is not of this group."))
    shown = game.night if game is not None else night
    ends = None if forever and shown is None else _watched_until(group, shown)
    return _make(group, kind=Link.Kind.WATCH, game=game, night=night, label=label, expires_at=ends, member=by)


@transaction.atomic
def revoke_link(*, group: Playgroup, link_id: int) -> None:
    """Make a link fail from the very next request on."""
    lock(group.pk)
    link = Link.objects.filter(pk=link_id, group=group)
    if not link.filter(revoked_at=None).update(revoked_at=timezone.now()) and not link.exists():
        raise NotThere
    raise_version(group.pk)


@transaction.atomic
def renew_link(*, group: Playgroup, link_id: int) -> Link:
    """Give a link another address, as if it were made now: the old one fails from the very next request on."""
    group = lock(group.pk)
    link = Link.objects.select_related("game__night", "night").filter(pk=link_id, group=group, revoked_at=None).first()
    if link is None:
        raise NotThere
    link.nonce, link.created_at = secrets.token_urlsafe(16), timezone.now()
    if link.kind == Link.Kind.JOIN:
        link.uses_left = 1 if link.role == Membership.Role.OWNER else JOIN_USES
        link.expires_at = timezone.now() + JOIN_LASTS
    elif link.expires_at is not None:
        link.expires_at = _watched_until(group, link.game.night if link.game else link.night)
    link.save(update_fields=["nonce", "created_at", "uses_left", "expires_at"])
    raise_version(group.pk)
    return link


@transaction.atomic
def redeem(*, link: Link, name: str, user: User | None) -> Membership:
    """Let a browser in by a link; without a user one is made. Raises `Refused` for a link that does not open any more.

    Who is a member already loses no right by a lesser link, and spends none of its uses. Who was removed does not come
    back by a link from before.
    """
    group = lock(link.group_id)
    link = Link.objects.get(pk=link.pk)
    too_late = Refused(_("This link has been used, or is too old."))
    if not is_open(link):
        raise too_late
    user = user or User.objects.create_browser()
    member = Membership.objects.filter(group=group, user=user).first()
    if member is not None and member.removed_at is None and (member.is_owner or link.role != Membership.Role.OWNER):
        return member
    if member is not None and member.removed_at is not None and member.removed_at >= link.created_at:
        raise too_late
    Link.objects.filter(pk=link.pk).update(uses_left=link.uses_left - 1, last_used_at=timezone.now())
    member, _made = Membership.objects.update_or_create(
        group=group, user=user, defaults={"role": link.role, "name": name, "removed_at": None}
    )
    raise_version(group.pk)
    return member


def note_use(link: Link) -> None:
    """Remember that a watch link was looked at; at most once an hour, so that watching stays reading."""
    now = timezone.now()
    if link.last_used_at is None or link.last_used_at < now - USE_IS_NOTED:
        Link.objects.filter(pk=link.pk).update(last_used_at=now)


@transaction.atomic
def remove_member(*, group: Playgroup, member_id: int, by: Membership) -> None:
    """Take a member out: from the very next request on the browser is a stranger's. What was recorded stays."""
    lock(group.pk)
    if member_id == by.pk:
        raise Refused(_("Nobody removes themselves; another owner can."))
    _refuse_who_owns_no_more(by)
    member = Membership.objects.filter(pk=member_id, group=group)
    if not member.exists():
        raise NotThere
    member.filter(removed_at=None).update(removed_at=timezone.now())
    raise_version(group.pk)


@transaction.atomic
def change_role(*, group: Playgroup, member_id: int, role: str, by: Membership) -> None:
    """Make a member an owner, or a recorder again. A group keeps an owner: nobody changes themselves."""
    lock(group.pk)
    if member_id == by.pk or role not in Membership.Role.values:
        raise Refused(_("Nobody changes their own role; another owner can."))
    _refuse_who_owns_no_more(by)
    if not Membership.objects.filter(pk=member_id, group=group, removed_at=None).update(role=role):
        raise NotThere
    raise_version(group.pk)


@transaction.atomic
def claim_player(*, group: Playgroup, player_id: int | None, by: Membership) -> None:
    """Say which player of the roster a member is, or with None that it is none. A player is one member at most.

    What a removed member had said to be is anybody's again.
    """
    lock(group.pk)
    free = Q(member=None) | Q(member=by) | Q(member__removed_at__isnull=False)
    offered = Player.objects.filter(free, group=group, retired=False, same_as=None)
    if player_id is not None and not offered.filter(pk=player_id).exists():
        raise Refused(_("This player is somebody else already."))
    Player.objects.filter(group=group, member=by).update(member=None)
    if player_id is not None:
        Player.objects.filter(pk=player_id, group=group).update(member=by)
    raise_version(group.pk)


def _make(group: Playgroup, **facts: object) -> Link:
    return Link.objects.create(
        group=group, ident=secrets.token_urlsafe(16)[:IDENT_LENGTH], nonce=secrets.token_urlsafe(16), **facts
    )


def _watched_until(group: Playgroup, night: Night | None) -> datetime.datetime:
    """30 days from now, or after the night: a night ends at six by the group's wall clock. At least until tomorrow."""
    now = timezone.now()
    if night is None:
        return now + WATCH_LASTS
    morning = datetime.datetime.combine(night.date, NIGHT_ENDS_AT, tzinfo=ZoneInfo(group.time_zone))
    return max(morning + DAY + WATCH_LASTS, now + DAY)


def _refuse_who_owns_no_more(member: Membership) -> None:
    """Asked under the lock: of two owners who take the group from each other at once, only the first may."""
    if not Membership.objects.filter(pk=member.pk, role=Membership.Role.OWNER, removed_at=None).exists():
        raise Refused(_("You are not an owner of this group any more."))


def _refuse_too_many(group: Playgroup) -> None:
    lock(group.pk)
    if len(links_of(group)) >= MOST_LINKS:
        raise Refused(_("This group has too many links; revoke some first."))
