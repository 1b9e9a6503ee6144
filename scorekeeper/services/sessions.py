"""End sessions, and look after their rows. `scorekeeper/sessions.py` makes them and reads them."""

from contextlib import suppress
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session as PlainSession
from django.core import signing
from django.db import models, transaction
from django.utils import timezone

from scorekeeper.models import Installation, Session, User
from scorekeeper.services.hand_overs import end_hand_overs
from scorekeeper.sessions import SessionStore, hashed, lifetime

# How many days the app must have been used without a session before that session is unused, whatever the clock says.
DAYS_OF_USE = 30


def end_session(*, user: User, row_key: str) -> None:
    """End one of this user's sessions, unless it has already ended."""
    Session.objects.filter(pk=row_key, user=user).delete()


def end_sessions(*, user: User) -> None:
    """End all of this user's sessions, and their hand-overs."""
    end_hand_overs(user=user)
    Session.objects.filter(user=user).delete()


def drop_unused_sessions() -> None:
    """Delete the sessions whose browsers must have dropped their cookies by now."""
    Session.objects.filter(seen_at__lt=timezone.now() - lifetime(), day__lte=_days() - DAYS_OF_USE).delete()


def hash_plain_sessions() -> None:
    """Move the sessions that the previous version stored. Until the next release, `serve` calls this every hour.

    It waits for the second day of use: during a rolling update, processes of that version still look for them.
    """
    if _days() > 1:
        move_plain_sessions(PlainSession.objects.all(), Session.objects.all(), User.objects.all())


def move_plain_sessions(
    plain: models.QuerySet[Any], sessions: models.QuerySet[Any], users: models.QuerySet[Any]
) -> None:
    """Move sessions stored under their keys to rows stored under keyed hashes. A migration passes its own models.

    A session that was signed with another secret key stays as it is: under a hash made with this key, it would never
    be found again. Whether it is out of date isn't asked, because the clock may be wrong.
    """
    day = _days()
    for row in plain.iterator():
        contents: dict[str, Any] = {}
        with suppress(signing.BadSignature):
            contents = signing.loads(row.session_data, salt=SessionStore().key_salt)
        user = users.filter(pk=contents.get(SESSION_KEY)).first()
        if user is None:
            continue
        values = {"session_data": row.session_data, "user": user, "seen_at": row.expire_date - lifetime(), "day": day}
        with transaction.atomic():
            sessions.get_or_create(session_key=hashed(row.session_key), defaults=values)
            row.delete()


def _days() -> int:
    return Installation.objects.values_list("days", flat=True).first() or 0
