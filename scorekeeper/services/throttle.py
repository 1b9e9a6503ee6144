"""Limit attempts by counting each one in the database before doing anything costly.

Accounts and addresses are stored only as keyed hashes. An attempt counts whether or not it succeeds, but a success can
reset the count.
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
    """The number of attempts allowed in a given period of time."""

    name: str
    tries: int
    window: datetime.timedelta


MINUTE, HOUR, DAY = (datetime.timedelta(**{unit: 1}) for unit in ("minutes", "hours", "days"))
QUARTER = datetime.timedelta(minutes=15)
# Everybody at the table can share one router's address, so sign-ins aren't limited by address alone.
SIGN_IN_ACCOUNT = Limit(name="sign-in account", tries=50, window=HOUR)
SIGN_IN_BOTH = Limit(name="sign-in account and address", tries=8, window=QUARTER)
SIGN_UP = Limit(name="sign-up", tries=30, window=HOUR)
LINKS = Limit(name="links", tries=120, window=QUARTER)
LARGE_FILES = Limit(name="large files", tries=20, window=HOUR)
GROUPS = Limit(name="groups", tries=30, window=HOUR)


@dataclass
class Throttled(ServiceError):
    """There have been too many attempts. The message says how long to wait."""

    message: Text


def count(limit: Limit, *who: str) -> None:
    """Count an attempt. Raise `Throttled` if it exceeds the limit."""
    now = timezone.now()
    with transaction.atomic():
        Throttle.objects.bulk_create([Throttle(key=_key(limit, who), since=now)], ignore_conflicts=True)
        row = Throttle.objects.select_for_update().filter(key=_key(limit, who)).first()
        if row is None:  # reset by another request at this very moment
            return
        if row.count == 0:
            # Whenever somebody new is counted, delete the rows that no limit needs anymore.
            Throttle.objects.filter(since__lt=now - DAY).delete()
        if row.since <= now - limit.window:
            row.since, row.count = now, 0
        row.count += 1
        row.save(update_fields=["since", "count"])
    if row.count > limit.tries:
        minutes = max(1, math.ceil((row.since + limit.window - now) / MINUTE))
        message = ngettext("Too many tries. Wait {count} minute.", "Too many tries. Wait {count} minutes.", minutes)
        raise Throttled(message)


def forgive(limit: Limit, *who: str) -> None:
    """Forget earlier attempts after a successful one."""
    Throttle.objects.filter(key=_key(limit, who)).delete()


def _key(limit: Limit, who: tuple[str, ...]) -> str:
    return salted_hmac("scorekeeper.throttle", "\0".join((limit.name, *who)), algorithm="sha256").hexdigest()
