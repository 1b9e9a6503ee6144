"""Let somebody go on as the same user where their browser's cookie isn't sent, such as at the app's name."""

import datetime
import secrets
import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import HandOver, User
from scorekeeper.queries.people.hand_overs import key_of

LASTS = datetime.timedelta(minutes=10)
LASTS_FOR_HOME_SCREEN = datetime.timedelta(hours=24)
MOST = 5  # of a session: somebody may tap the button again before opening the icon


@transaction.atomic
def make_hand_over(*, session: str, lasts: datetime.timedelta = LASTS) -> str:
    """Return a token that lets one other browser go on as the user of this session, given its row's key.

    The session's earliest hand-over ends if there are too many.
    """
    earlier = HandOver.objects.filter(session=session).order_by("-pk").values_list("pk", flat=True)[MOST - 1 :]
    HandOver.objects.filter(pk__in=list(earlier)).delete()
    token = secrets.token_urlsafe(32)
    HandOver.objects.create(key=key_of(token), session_id=session, expires_at=timezone.now() + lasts)
    return token


def use_hand_over(*, hand_over: HandOver, browser: uuid.UUID) -> bool:
    """Use up a hand-over, and return True unless another browser was faster."""
    unused = HandOver.objects.filter(Q(used_by=None) | Q(used_by=browser), pk=hand_over.pk)
    return unused.update(used_by=browser) == 1


def end_hand_overs(*, user: User) -> None:
    """End all of this user's hand-overs."""
    HandOver.objects.filter(session__user=user).delete()


def drop_hand_overs() -> None:
    """Delete the hand-overs that have expired, and those made by a clock that was ahead."""
    now = timezone.now()
    HandOver.objects.exclude(expires_at__range=(now, now + LASTS_FOR_HOME_SCREEN)).delete()
