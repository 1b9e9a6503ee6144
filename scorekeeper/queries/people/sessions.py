"""Read where an account is signed in."""

from django.db.models import QuerySet

from scorekeeper.models import Session, User

# Nobody looks through more rows than this; signing out everywhere also ends the others.
MOST_SHOWN = 30


def other_sessions(user: User, row_key: str) -> QuerySet[Session]:
    """Return where a user is signed in besides this session, with the browsers seen last first."""
    others = Session.objects.filter(user=user).exclude(pk=row_key)
    return others.defer("session_data").order_by("-seen_at", "pk")[:MOST_SHOWN]


def device_of(user: User, row_key: str) -> str | None:
    """Return the name of the device that one of the user's sessions is on, which may be empty, or None if it ended."""
    return Session.objects.filter(user=user, pk=row_key).values_list("device", flat=True).first()
