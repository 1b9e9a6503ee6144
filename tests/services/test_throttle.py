"""Counting attempts in the database, which all workers share, and doing one thing at a time."""

import datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.models import Throttle
from scorekeeper.rules.words import gettext as _
from scorekeeper.services import throttle
from scorekeeper.services.throttle import Busy, Limit, Slot, Throttled
from scorekeeper.text import sentence

pytestmark = pytest.mark.usefixtures("db", "clock")

MINUTE = datetime.timedelta(minutes=1)
LIMIT = Limit(name="test", tries=3, window=15 * MINUTE)


def attempts(*who, times=1, limit=LIMIT):
    """Make this many attempts and return whether each was allowed."""
    allowed = []
    for _try in range(times):
        try:
            throttle.count(limit, *who)
        except Throttled:
            allowed.append(False)
        else:
            allowed.append(True)
    return allowed


def test_attempts_beyond_a_limit_are_refused_for_each_key_by_itself():
    assert attempts("ann", times=5) == [True, True, True, False, False]
    assert attempts("bob", times=2) == [True, True]
    assert attempts("ann", "10.0.0.1") == [True]
    assert attempts("ann", limit=Limit(name="other", tries=1, window=MINUTE)) == [True]


@pytest.mark.parametrize("minutes", [-365 * 24 * 60, -1, 14.9, 15])
def test_the_count_restarts_after_the_window_or_a_clock_that_was_far_ahead(clock, minutes):
    attempts("ann", times=4)
    clock(minutes * MINUTE)
    assert attempts("ann") == [abs(minutes) >= 15]


def test_the_message_says_how_long_to_wait(clock):
    attempts("ann", times=3)
    clock(13.5 * MINUTE)
    day = Limit(name="day", tries=0, window=24 * 60 * MINUTE)
    for limit, message in ((LIMIT, "Wait 2 minutes."), (day, "Wait 24 hours.")):
        with pytest.raises(Throttled) as throttled:
            throttle.count(limit, "ann")
        assert sentence(throttled.value.message) == f"Too many tries. {message}"


def test_forgiving_takes_one_attempt_off_each_sum():
    names = Limit(name="names", tries=3, window=MINUTE)
    throttle.add(LIMIT.by("ann"), names.by("here"))
    throttle.add(LIMIT.by("ann"))
    throttle.add(LIMIT.by("bob"), names.by("here"))
    throttle.forgive(LIMIT.by("ann"), names.by("here"))
    throttle.forgive(LIMIT.by("cy"), names.by("here"))
    assert {row.key: row.count for row in Throttle.objects.all()} == {LIMIT.by("bob").key: 1, names.by("here").key: 1}


def test_a_refused_attempt_writes_nothing():
    """A flood of refused attempts must not take the lock that everybody who writes waits for."""
    attempts("ann", times=4)
    cache.clear()  # as in another process
    with CaptureQueriesContext(connection) as queries:
        assert attempts("ann") == [False]
    assert all(query["sql"].startswith("SELECT") for query in queries)


def test_several_limits_are_counted_together_or_not_at_all():
    full = Limit(name="full", tries=1, window=MINUTE).by("here")
    throttle.count_all(LIMIT.by("ann"), full)
    with pytest.raises(Throttled):
        throttle.count_all(LIMIT.by("ann"), full)
    assert Throttle.objects.get(key=LIMIT.by("ann").key).count == 1


def test_names_and_addresses_are_not_stored(settings):
    attempts("ann", "10.0.0.1")
    key = Throttle.objects.get().key
    assert len(key) == 64
    assert not any(word in key for word in ("ann", "10.0"))
    settings.SECRET_KEY = "another-key-" + "9876543210" * 5
    attempts("ann", "10.0.0.1")
    assert Throttle.objects.count() == 2


@pytest.mark.parametrize("days", [1.1, -2], ids=["old rows", "rows from the future"])
def test_rows_that_no_limit_needs_are_deleted_when_a_new_one_is_added(clock, days):
    attempts("ann", "bob")
    clock(datetime.timedelta(days=days))
    attempts("cy")
    assert Throttle.objects.get().since == timezone.now()


def test_strangers_cannot_add_rows_without_end(clock, monkeypatch):
    monkeypatch.setattr(limits, "MOST_THROTTLES", 5)
    for number in range(12):
        attempts(f"stranger {number}")
        clock(2 * MINUTE)
    assert Throttle.objects.count() <= 6
    assert Throttle.objects.filter(key=LIMIT.by("stranger 11").key).exists(), "the newest stay"


def test_a_place_is_taken_by_one_at_a_time():
    place = Slot(_("One at a time."))
    with place.taken():
        with pytest.raises(Busy) as busy, place.taken():
            pass
        assert sentence(busy.value.message) == "One at a time."
    with pytest.raises(KeyError), place.taken():
        raise KeyError
    with place.taken():
        pass


def test_nobody_can_lock_an_account_from_a_single_address():
    """The limit per account and address stops an attacker long before the account's own limit is reached."""
    hours = throttle.SIGN_IN_ACCOUNT.window / throttle.SIGN_IN_BOTH.window
    assert throttle.SIGN_IN_BOTH.tries * hours < throttle.SIGN_IN_ACCOUNT.tries
