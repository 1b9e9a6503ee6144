"""End sessions, and look after their rows. `scorekeeper/sessions.py` makes them and reads them."""

from django.utils import timezone

from scorekeeper.models import Installation, Session, User
from scorekeeper.services.hand_overs import end_hand_overs
from scorekeeper.sessions import lifetime

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


def _days() -> int:
    return Installation.objects.values_list("days", flat=True).first() or 0
