"""Counting tries in the database, before anything costly is done for them.

Who tries is known by a keyed hash of an account or address, so the table tells nobody's. A try is counted whether it
succeeds or not; a success may forgive an account's.
"""

import datetime
import math
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.models import Throttle
from scorekeeper.rules.words import Text, ngettext
from scorekeeper.services.errors import ServiceError


@dataclass(frozen=True, kw_only=True)
class Limit:
    """At most so many tries in a while."""

    name: str
    tries: int
    window: datetime.timedelta


HOUR, DAY = datetime.timedelta(hours=1), datetime.timedelta(days=1)
QUARTER = datetime.timedelta(minutes=15)
# One address may be a whole table behind one router: it alone is never refused after a few slips of the thumb.
SIGN_IN_ACCOUNT = Limit(name="sign-in account", tries=50, window=HOUR)
SIGN_IN_BOTH = Limit(name="sign-in account and address", tries=8, window=QUARTER)
SIGN_UP = Limit(name="sign-up", tries=30, window=HOUR)
LINKS = Limit(name="links", tries=120, window=QUARTER)
LARGE_FILES = Limit(name="large files", tries=20, window=HOUR)
GROUPS = Limit(name="groups", tries=30, window=HOUR)


@dataclass
class Throttled(ServiceError):
    """Tried too often; `seconds` until it may be tried again."""

    message: Text
    seconds: int


def count(limit: Limit, *who: str) -> None:
    """Count a try of somebody's; raises `Throttled` when there were too many."""
    now = timezone.now()
    with transaction.atomic():
        Throttle.objects.bulk_create([Throttle(key=_key(limit, who), since=now)], ignore_conflicts=True)
        row = Throttle.objects.select_for_update().filter(key=_key(limit, who)).first()
        if row is None:  # forgiven this very moment
            return
        if row.count == 0:
            # Now and then, when somebody new is counted: what no limit looks at any more goes.
            Throttle.objects.filter(since__lt=now - DAY).delete()
        if row.since <= now - limit.window:
            row.since, row.count = now, 0
        row.count += 1
        row.save(update_fields=["since", "count"])
    if row.count > limit.tries:
        seconds = max(1, int((row.since + limit.window - now).total_seconds()))
        minutes = math.ceil(seconds / 60)
        told = ngettext("Tried too often. Wait {count} minute.", "Tried too often. Wait {count} minutes.", minutes)
        raise Throttled(told, seconds)


def forgive(limit: Limit, *who: str) -> None:
    """Forget somebody's tries, after one that succeeded."""
    Throttle.objects.filter(key=_key(limit, who)).delete()


def _key(limit: Limit, who: tuple[str, ...]) -> str:
    return salted_hmac("scorekeeper.throttle", "\0".join((limit.name, *who)), algorithm="sha256").hexdigest()
