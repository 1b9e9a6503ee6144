"""Writing links into a group: making and redeeming them."""

from __future__ import annotations

import datetime
import secrets

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Link, Membership, Playgroup, User
from scorekeeper.queries.links import IDENT_LENGTH, is_open
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Refused
from scorekeeper.services.settle import lock, raise_version

LINK_LASTS = datetime.timedelta(hours=24)


def make_owner_link(group: Playgroup) -> Link:
    """A one-time link that makes its redeemer an owner: the way back in after a lost phone or a changed address."""
    return Link.objects.create(
        group=group,
        role=Membership.Role.OWNER,
        ident=secrets.token_urlsafe(16)[:IDENT_LENGTH],
        nonce=secrets.token_urlsafe(16),
        expires_at=timezone.now() + LINK_LASTS,
    )


@transaction.atomic
def redeem(*, link: Link, name: str, user: User | None) -> Membership:
    """Let a browser in by a link; without a user one is made. Raises `Refused` for a link that is spent or expired."""
    group = lock(link.group_id)
    link = Link.objects.get(pk=link.pk)
    if not is_open(link):
        raise Refused(_("This link has been used, or is too old."))
    Link.objects.filter(pk=link.pk).update(uses_left=link.uses_left - 1, last_used_at=timezone.now())
    user = user or User.objects.create_browser()
    member, _made = Membership.objects.update_or_create(
        group=group, user=user, defaults={"role": link.role, "name": name, "removed_at": None}
    )
    raise_version(group.pk)
    return member
