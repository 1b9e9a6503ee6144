"""Personal links: each lets one more browser in as the same user, once, within 24 hours."""

import datetime
import secrets
import uuid

from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import PersonalLink, User
from scorekeeper.queries.people.links import key_of

LASTS = datetime.timedelta(hours=24)


def make_personal_link(*, user: User) -> str:
    """Return the token of a new link for this user."""
    token = secrets.token_urlsafe(32)
    PersonalLink.objects.create(key=key_of(token), user=user, expires_at=timezone.now() + LASTS)
    return token


def use_personal_link(*, link: PersonalLink, browser: uuid.UUID) -> bool:
    """Use up a link, and return True unless another browser was faster."""
    unused = PersonalLink.objects.filter(Q(used_by=None) | Q(used_by=browser), pk=link.pk)
    return unused.update(used_by=browser) == 1


def end_personal_links(*, user: User) -> None:
    """End all of this user's links."""
    PersonalLink.objects.filter(user=user).delete()


def drop_personal_links() -> None:
    """Delete the links that have expired, and those made by a clock that was ahead."""
    now = timezone.now()
    PersonalLink.objects.exclude(expires_at__range=(now, now + LASTS)).delete()
