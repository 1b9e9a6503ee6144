"""Limit attempts by counting them in the database, which all processes share, before doing anything costly.

Accounts and addresses are stored only as keyed hashes. A limit that has been reached is also kept in memory, and a
flood of refused requests writes nothing.
"""

import datetime
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper import limits
from scorekeeper.models import Throttle
from scorekeeper.rules.words import Text, gettext as _, ngettext
from scorekeeper.services.errors import ServiceError


@dataclass(frozen=True, kw_only=True)
class Limit:
    """The number of attempts allowed in a given period of time. `message`, if set, replaces the usual one."""

    name: str
    tries: int
    window: datetime.timedelta
    message: Text | None = None

    def by(self, *who: str) -> "Counter":
        """Return the counter of somebody's attempts."""
        text = "\0".join((self.name, *who))
        return Counter(limit=self, key=salted_hmac("scorekeeper.throttle", text, algorithm="sha256").hexdigest())


@dataclass(frozen=True, kw_only=True)
class Counter:
    """Somebody's attempts at something. `key` is the primary key of their row, `weight` how much an attempt counts."""

    limit: Limit
    key: str
    weight: int = 1

    def covers(self, since: datetime.datetime, now: datetime.datetime) -> bool:
        """Return whether attempts counted `since` then still count. After the clock jumped back a lot, they don't."""
        return abs(now - since) < self.limit.window


MINUTE, HOUR, DAY = (datetime.timedelta(**{unit: 1}) for unit in ("minutes", "hours", "days"))
QUARTER = datetime.timedelta(minutes=15)

# Signing in on a browser that isn't known. A whole table can share one router's address, and a whole town one network.
SIGN_IN_ADDRESS = Limit(name="sign-in address", tries=100, window=QUARTER)
SIGN_IN_NETWORK = Limit(name="sign-in network", tries=400, window=QUARTER)
# Different names that failed and didn't succeed later. Guessing one password for many names reaches these first.
NAMES_ADDRESS = Limit(name="failed names address", tries=12, window=HOUR)
NAMES_NETWORK = Limit(name="failed names network", tries=60, window=HOUR)
SIGN_IN_ACCOUNT = Limit(name="sign-in account", tries=50, window=HOUR)
SIGN_IN_BOTH = Limit(name="sign-in account and address", tries=8, window=QUARTER)
# Signing in on a browser that once was signed in to the account, and passwords typed while signed in.
KNOWN_BROWSER = Limit(name="known browser", tries=10, window=QUARTER)
KNOWN_ADDRESS = Limit(name="known browsers address", tries=100, window=QUARTER)
RECOVERY_ADDRESS = Limit(name="recovery address", tries=20, window=QUARTER)
RECOVERY_NETWORK = Limit(name="recovery network", tries=80, window=QUARTER)

ENOUGH_ACCOUNTS = _("Too many accounts have been created today. Try again tomorrow.")
SIGN_UP = Limit(name="sign-up", tries=50, window=HOUR)
SIGN_UP_NETWORK = Limit(name="sign-up network", tries=200, window=DAY)
SIGN_UP_TOTAL = Limit(name="sign-up total", tries=1000, window=DAY, message=ENOUGH_ACCOUNTS)
ENOUGH_GROUPS = _("Too many groups have been started today. Try again tomorrow.")
GROUPS = Limit(name="groups", tries=10, window=HOUR)
GROUPS_DAY = Limit(name="groups day", tries=30, window=DAY)
GROUPS_NETWORK = Limit(name="groups network", tries=100, window=DAY)
GROUPS_TOTAL = Limit(name="groups total", tries=500, window=DAY, message=ENOUGH_GROUPS)
GROUPS_USER = Limit(name="groups user", tries=20, window=DAY)

LINKS = Limit(name="links", tries=120, window=QUARTER)


@dataclass
class Throttled(ServiceError):
    """There have been too many attempts. The message says how long to wait."""

    message: Text


@dataclass
class Busy(ServiceError):
    """Somebody else is doing the same thing at this moment."""

    message: Text


class Slot:
    """Something that only one of a process's threads may do at a time. The others get a message; they never wait."""

    def __init__(self, message: Text) -> None:
        self._message, self._lock = message, Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take the place until the block ends. Raise `Busy` if it is taken."""
        if not self._lock.acquire(blocking=False):
            raise Busy(self._message)
        try:
            yield
        finally:
            self._lock.release()


def count(limit: Limit, *who: str) -> None:
    """Count an attempt. Raise `Throttled` if it exceeds the limit."""
    count_all(limit.by(*who))


def count_all(*counters: Counter) -> None:
    """Count an attempt by each of these counters. Raise `Throttled` if one exceeds its limit."""
    refuse(*counters)
    for counter, row in zip(counters, add(*counters), strict=True):
        if row.count > counter.limit.tries:  # by another request that was counted at the same moment
            raise _throttled(counter, row.since)


def refuse(*counters: Counter) -> None:
    """Raise `Throttled` if one of these limits has been reached. Nothing is counted."""
    now = timezone.now()
    rows = Throttle.objects.in_bulk([counter.key for counter in counters], field_name="key")
    for counter in counters:
        row = rows.get(counter.key, Throttle(since=now, count=0))
        if counter.covers(row.since, now) and row.count >= counter.limit.tries:
            raise _throttled(counter, row.since)


def tries(counter: Counter) -> int:
    """Return how many attempts have been counted and still count."""
    row = Throttle.objects.filter(key=counter.key).first()
    return row.count if row is not None and counter.covers(row.since, timezone.now()) else 0


@transaction.atomic
def add(*counters: Counter) -> Sequence[Throttle]:
    """Count an attempt by each of these counters, whatever their limits. Return their rows, in the same order."""
    now, keys = timezone.now(), [counter.key for counter in counters]
    Throttle.objects.bulk_create([Throttle(key=key, since=now) for key in keys], ignore_conflicts=True)
    # In order of their keys, so that no two requests wait for each other.
    rows = {row.key: row for row in Throttle.objects.select_for_update().filter(key__in=keys).order_by("key")}
    if any(row.count == 0 for row in rows.values()):
        _drop_old(now)
    for counter in counters:
        row = rows.setdefault(counter.key, Throttle(since=now))  # reset by another request at this very moment
        if not counter.covers(row.since, now):
            row.since, row.count = now, 0
        row.count += counter.weight
    Throttle.objects.bulk_update([row for row in rows.values() if row.pk], ["since", "count"])
    return [rows[key] for key in keys]


@transaction.atomic
def forgive(counter: Counter, *sums: Counter) -> None:
    """Forget earlier attempts after a successful one. They had counted once in each of these `sums`."""
    if Throttle.objects.filter(key=counter.key).delete()[0]:
        for row in Throttle.objects.select_for_update().filter(key__in=[each.key for each in sums]).order_by("key"):
            row.count = max(0, row.count - 1)
            row.save(update_fields=["count"])


def _drop_old(now: datetime.datetime) -> None:
    """Delete the rows that no limit needs anymore, and the oldest if there are too many."""
    # Rows from the future were counted before the clock jumped back.
    Throttle.objects.filter(Q(since__lt=now - DAY) | Q(since__gt=now + DAY)).delete()
    newest = Throttle.objects.order_by("-since", "-pk").values_list("since", flat=True)
    if beyond := newest[limits.MOST_THROTTLES :].first():
        Throttle.objects.filter(since__lte=beyond).delete()


def _throttled(counter: Counter, since: datetime.datetime) -> Throttled:
    if counter.limit.message is not None:
        return Throttled(counter.limit.message)
    minutes = max(1, math.ceil((since + counter.limit.window - timezone.now()) / MINUTE))
    if minutes <= 90:
        return Throttled(
            ngettext("Too many tries. Wait {count} minute.", "Too many tries. Wait {count} minutes.", minutes)
        )
    hours = math.ceil(minutes / 60)
    return Throttled(ngettext("Too many tries. Wait {count} hour.", "Too many tries. Wait {count} hours.", hours))
