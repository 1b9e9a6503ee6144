"""Delete, once an hour, what has had its time. Every process and machine may try, and one of them does it."""

import datetime
import logging
import time

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.files.importing import drop_expired
from scorekeeper.models import Installation, Link, Membership, Playgroup
from scorekeeper.people.accounts.writing import drop_personal_links
from scorekeeper.people.groups.writing import delete_group
from scorekeeper.recording.game.writing import rescore_if_due
from scorekeeper.web.ledger import lock

EVERY = datetime.timedelta(hours=1)
SOON, TRY_AGAIN = datetime.timedelta(minutes=1), datetime.timedelta(minutes=10)
SKEW = datetime.timedelta(minutes=5)  # by which clocks of several machines may differ

logger = logging.getLogger(__name__)


def every_hour() -> None:
    """Purge again and again, in a thread of its own. It begins soon, for servers that run only for an evening."""
    pause = SOON
    while True:
        time.sleep(pause.total_seconds())
        try:
            purge()
        except DatabaseError as error:
            logger.warning("Hourly cleanup: %s", str(error).partition("\n")[0])
        finally:
            connection.close()
        pause = TRY_AGAIN


def purge() -> bool:
    """Delete what has had its time, unless that was done within the hour. Return whether this call did it."""
    now = timezone.now()
    Installation.objects.get_or_create(pk=1)
    # A time in the future was written by a clock that was wrong, and doesn't count.
    due = Q(purged_at=None) | Q(purged_at__lte=now - EVERY) | Q(purged_at__gt=now + SKEW)
    if Installation.objects.filter(due, pk=1).update(purged_at=now) == 0:
        return False
    for step in STEPS:
        try:
            step()
        except DatabaseError as error:
            # The next hour brings another try; what was deleted so far stays deleted.
            logger.warning("Hourly cleanup: %s failed: %s", step.__name__, str(error).partition("\n")[0])
    return True


def _count_day() -> None:
    """Count the days on which the server runs. Unlike the clock, their number can't jump."""
    today = timezone.now().date()
    Installation.objects.filter(pk=1).exclude(today=today).update(days=F("days") + 1, today=today)


def _delete_groups() -> None:
    """Delete the groups whose owners gave them up, by the clock and by the days on which the server ran."""
    days = Installation.objects.values_list("days", flat=True).get(pk=1)
    due = Playgroup.objects.filter(deletes_at__lte=timezone.now(), deletes_day__lte=days)
    for group_id in due.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            if lock(group_id).deletes_at is None:  # an owner has just stopped it
                continue
            now = timezone.now()
            Membership.objects.filter(group=group_id, removed_at=None).update(removed_at=now)
            Link.objects.filter(group=group_id, revoked_at=None).update(revoked_at=now)
        delete_group(group_id)


STEPS = (_count_day, _delete_groups, drop_personal_links, drop_expired, rescore_if_due)
