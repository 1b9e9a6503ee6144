"""Create, renew and revoke links that let people into a group."""

import datetime
import secrets
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.models import NIGHT_ENDS_AT, Event, Game, Link, Membership, Night, Playgroup
from scorekeeper.people.groups.writing import require_owner
from scorekeeper.people.links.reading import IDENT_LENGTH, code_of, key_of, links_of, open_links, why_full
from scorekeeper.rules.text import gettext as _, ngettext
from scorekeeper.web.database import unless_busy
from scorekeeper.web.ledger import Notice, about, bump_all, lock, note
from scorekeeper.web.refusals import Refused, or_404

JOIN_LASTS = datetime.timedelta(hours=24)
JOIN_USES = 10
WATCH_LASTS = datetime.timedelta(days=30)
CODE_LASTS = datetime.timedelta(hours=1)
NOTE_USE_EVERY = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)


@transaction.atomic
def make_owner_link(group: Playgroup) -> Link:
    """Create a one-time link that makes whoever uses it an owner, for example to get back in after losing a phone."""
    return _make(group, kind=Link.Kind.JOIN, role=Membership.Role.OWNER)


@transaction.atomic
def make_join_link(*, group: Playgroup, label: str, by: Membership) -> Link:
    """Create a link, valid for a day, that makes up to ten people recorders."""
    return _make(group, by=by, kind=Link.Kind.JOIN, role=Membership.Role.RECORDER, label=label)


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
    """Create a link that shows a game, a night, or all of the group's sheets. Only the last kind can be `forever`."""
    if (game is not None and game.group_id != group.pk) or (night is not None and night.group_id != group.pk):
        raise Refused(_("That’s not in this group."))
    lasts = not forever or game is not None or night is not None
    return _make(group, by=by, lasts=lasts, kind=Link.Kind.WATCH, game=game, night=night, label=label)


@transaction.atomic
def revoke_link(*, group: Playgroup, link_id: int, by: Membership) -> None:
    """Revoke a link. It stops working immediately."""
    link = _locked(Link.objects.all(), group, link_id, by)
    if link.revoked_at is None:
        Link.objects.filter(pk=link.pk).update(revoked_at=timezone.now())
        note(group.pk, Event.Kind.LINK_REVOKED, by, **about(link))
        bump_all(group.pk, Notice(said=_("Link turned off."), by=by, where="people"))


@transaction.atomic
def renew_link(*, group: Playgroup, link_id: int, by: Membership) -> Link:
    """Give a link a new address and restart its lifetime. The old address stops working immediately."""
    links = Link.objects.select_related("group", "game__night", "night").filter(revoked_at=None)
    link = _locked(links, group, link_id, by)
    _renew(group, [link], by)
    return link


@transaction.atomic
def renew_join_links(*, group: Playgroup, by: Membership) -> None:
    """Give every open link to join a new address, because somebody who was removed may have passed on the old one."""
    group = lock(group.pk)
    require_owner(by)
    if joining := [link for link in links_of(group) if link.kind == Link.Kind.JOIN]:
        _renew(group, joining, by)


@transaction.atomic
def make_code(*, group: Playgroup, link_id: int, by: Membership) -> None:
    """Give a watch link new letters that open it on a TV for an hour, and that no other link has."""
    link = _locked(open_links().filter(kind=Link.Kind.WATCH), group, link_id, by)
    link.code_until = timezone.now() + CODE_LASTS
    while Link.objects.filter(code_key=(key := key_of(code_of(link)))).exists():
        link.code_until += datetime.timedelta.resolution  # the letters come from it
    Link.objects.filter(pk=link.pk).update(code_until=link.code_until, code_key=key)


@transaction.atomic
def show_needs(*, group: Playgroup, link_id: int, needs: bool, by: Membership) -> None:
    """Let those who watch by a link see what players need, or no longer."""
    link = _locked(open_links().filter(kind=Link.Kind.WATCH), group, link_id, by)
    if link.needs != needs:
        Link.objects.filter(pk=link.pk).update(needs=needs)
        said = _("This link now shows what players need.") if needs else _("This link no longer shows it.")
        bump_all(group.pk, Notice(said=said, by=by, where="people"))


def note_use(link: Link) -> None:
    """Record that a watch link was used, but no more than once an hour, so that watching rarely writes anything."""
    now = timezone.now()

    def write() -> None:
        Link.objects.filter(pk=link.pk).update(last_used_at=now)
        if link.last_used_at is None or link.last_used_at < now - DAY:
            note(link.group_id, Event.Kind.LINK_USED, None, **about(link))

    if link.last_used_at is None or link.last_used_at < now - NOTE_USE_EVERY:
        unless_busy(write)


def _make(group: Playgroup, *, by: Membership | None = None, lasts: bool = True, **fields: object) -> Link:
    """Create a link. Refuse one by somebody who is no longer an owner, or one too many."""
    lock(group.pk)
    if by is not None:
        require_owner(by)
        if why := why_full(links_of(group)):
            raise Refused(why)
    link = Link(group=group, member=by, ident=secrets.token_urlsafe(16)[:IDENT_LENGTH], **fields)
    _begin(link, lasts=lasts)
    link.save()
    note(group.pk, Event.Kind.LINK_MADE, by, **about(link))
    return link


def _begin(link: Link, *, lasts: bool) -> None:
    """Give a link an address, and the lifetime and uses of a new one. A night's lifetime begins when the night ends."""
    now = timezone.now()
    link.nonce, link.created_at, link.code_until, link.code_key = secrets.token_urlsafe(16), now, None, None
    if link.kind == Link.Kind.JOIN:
        link.uses_left = 1 if link.role == Membership.Role.OWNER else JOIN_USES
        link.expires_at = now + JOIN_LASTS
    elif lasts:
        link.expires_at = now + WATCH_LASTS
        if night := link.game.night if link.game else link.night:
            morning = datetime.datetime.combine(night.date, NIGHT_ENDS_AT, tzinfo=ZoneInfo(link.group.time_zone))
            link.expires_at = max(morning + DAY + WATCH_LASTS, now + DAY)


def _locked(links: QuerySet[Link], group: Playgroup, link_id: int, by: Membership) -> Link:
    """Lock the group and return its link of these, for somebody who is still an owner."""
    lock(group.pk)
    require_owner(by)
    return or_404(links.filter(pk=link_id, group=group).first())


def _renew(group: Playgroup, links: Sequence[Link], by: Membership) -> None:
    for link in links:
        _begin(link, lasts=link.expires_at is not None)
        link.save(update_fields=["nonce", "created_at", "uses_left", "expires_at", "code_until", "code_key"])
        note(group.pk, Event.Kind.LINK_RENEWED, by, **about(link))
    said = ngettext("{count} link has a new address.", "{count} links have new addresses.", len(links))
    bump_all(group.pk, Notice(said=said, by=by, where="people"))
