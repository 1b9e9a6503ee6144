"""Limit how often somebody may try something, before anything costly is done. A try that is refused writes nothing.

Tries are counted in the database, which all processes share; addresses only as keyed hashes. Passwords are counted by
address, never by account, or else strangers could lock its owner out.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.models import Throttle
from scorekeeper.rules.text import ngettext
from scorekeeper.web.refusals import Refused


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How many tries somebody has in an hour."""

    name: str
    tries: int

    def by(self, *who: str) -> tuple[str, int]:
        """Return the key of somebody's row, and how many tries it may count."""
        text = "\0".join((self.name, *who))
        return salted_hmac("scorekeeper.throttle", text, algorithm="sha256").hexdigest(), self.tries


HOUR = timedelta(hours=1)
PASSWORDS = Limit(name="passwords", tries=100)  # a whole club can share one router's address
SIGN_UP = Limit(name="sign-up", tries=50)
GROUPS = Limit(name="groups", tries=10)
GAMES = Limit(name="games", tries=60)  # by each member
LINKS = Limit(name="links", tries=200)
CODES = Limit(name="codes", tries=200)  # wrong ones keep nobody from opening a link
RESULTS = Limit(name="results", tries=600)  # games written down afterward, by each member
IMPORTS = Limit(name="imports", tries=60)

HASHING = Lock()  # passwords are hashed one at a time: a hash is as slow as a hundred requests


class Throttled(Refused):
    """There have been too many tries since a given time. The message says how long to wait."""

    status = 429

    def __init__(self, since: datetime) -> None:
        minutes = max(1, math.ceil((since + HOUR - timezone.now()) / timedelta(minutes=1)))
        said = ngettext("Too many tries. Wait {count} minute.", "Too many tries. Wait {count} minutes.", minutes)
        super().__init__(said)


@contextmanager
def hashing(tries: tuple[str, int]) -> Iterator[None]:
    """Count a try, and let the block hash a password. Whoever comes meanwhile waits."""
    count(tries)
    with HASHING:
        yield


def count(tries: tuple[str, int]) -> None:
    """Count a try in somebody's row. Raise `Throttled`, and count nothing, if it has reached its limit."""
    (key, most), now = tries, timezone.now()
    current = {"since__gt": now - HOUR, "since__lt": now + HOUR}  # the clock may have jumped back since
    row = Throttle.objects.filter(**current, key=key).first()
    counted, since = (row.count, row.since) if row else (0, now)
    if counted >= most:
        raise Throttled(since)
    with transaction.atomic():
        if row is None:
            Throttle.objects.exclude(**current).delete()
        Throttle.objects.bulk_create([Throttle(key=key, since=now)], ignore_conflicts=True)
        left = Throttle.objects.filter(key=key, count__lt=most)
        if not left.update(count=F("count") + 1):  # others were counted at the same moment
            raise Throttled(now)
