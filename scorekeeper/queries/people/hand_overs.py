"""Look up hand-overs by their tokens. The database holds only keyed hashes of them."""

import uuid

from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.models import HandOver


def key_of(token: str) -> uuid.UUID:
    """Return the keyed hash under which a hand-over is stored."""
    return uuid.UUID(bytes=salted_hmac("scorekeeper.hand_overs", token, algorithm="sha256").digest()[:16])


def find_hand_over(token: str) -> HandOver | None:
    """Return the hand-over with this token and its user, or None if it or its session has ended. It may be used up."""
    lasting = HandOver.objects.filter(expires_at__gt=timezone.now(), session__user__isnull=False)
    return lasting.select_related("session__user").filter(key=key_of(token)).first()
