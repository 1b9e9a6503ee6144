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


def test_attempts_beyond_the_limit_are_refused():
    assert attempts("ann", times=5) == [True, True, True, False, False]


def test_each_key_and_limit_is_counted_separately():
    attempts("ann", times=5)
    assert attempts("bob", times=2) == [True, True]
    assert attempts("ann", "10.0.0.1") == [True]
    assert attempts("ann", limit=Limit(name="other", tries=1, window=MINUTE)) == [True]


def test_keys_split_differently_are_counted_separately():
    attempts("ann", "x", times=3)
    assert attempts("annx", times=1) == attempts("an", "nx", times=1) == [True]


@pytest.mark.parametrize(
    ("after", "allowed"),
    [
        pytest.param(15 * MINUTE - datetime.timedelta(seconds=1), False, id="a second too early"),
        pytest.param(15 * MINUTE, True, id="when the window is over"),
        pytest.param(-MINUTE, False, id="after the clock was set back"),
        pytest.param(-365 * 24 * 60 * MINUTE, True, id="after the clock was a year ahead"),
    ],
)
def test_the_count_restarts_after_the_window(clock, after, allowed):
    attempts("ann", times=4)
    clock(after)
    assert attempts("ann") == [allowed]


@pytest.mark.parametrize(
    ("after", "message"),
    [
        pytest.param(0 * MINUTE, "Too many tries. Wait 15 minutes.", id="right away"),
        pytest.param(14 * MINUTE, "Too many tries. Wait 1 minute.", id="almost over"),
        pytest.param(13.5 * MINUTE, "Too many tries. Wait 2 minutes.", id="rounded up"),
    ],
)
def test_the_message_says_how_long_to_wait(clock, after, message):
    attempts("ann", times=3)
    clock(after)
    with pytest.raises(Throttled) as throttled:
        throttle.count(LIMIT, "ann")
    assert sentence(throttled.value.message) == message


def test_a_long_wait_is_given_in_hours(clock):
    limit = Limit(name="day", tries=0, window=24 * 60 * MINUTE)
    with pytest.raises(Throttled) as throttled:
        throttle.count(limit, "ann")
    assert sentence(throttled.value.message) == "Too many tries. Wait 24 hours."


def test_forgiving_resets_the_count():
    attempts("ann", times=3)
    throttle.forgive(LIMIT.by("ann"))
    assert attempts("ann", times=4) == [True, True, True, False]


def test_forgiving_takes_one_attempt_off_each_sum():
    names = Limit(name="names", tries=3, window=MINUTE)
    throttle.add(LIMIT.by("ann"), names.by("here"))
    throttle.add(LIMIT.by("ann"))
    throttle.add(LIMIT.by("bob"), names.by("here"))
    throttle.forgive(LIMIT.by("ann"), names.by("here"))
    throttle.forgive(LIMIT.by("cy"), names.by("here"))
    assert {row.key: row.count for row in Throttle.objects.all()} == {LIMIT.by("bob").key: 1, names.by("here").key: 1}


@pytest.mark.parametrize("in_memory", [True, False], ids=["in the same worker", "in another worker"])
def test_a_refused_attempt_writes_nothing(in_memory):
    """A flood of refused attempts must not take the lock that everybody who writes waits for."""
    attempts("ann", times=4)
    if not in_memory:
        cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert attempts("ann") == [False]
    assert len(queries) == (0 if in_memory else 1)
    assert all(query["sql"].startswith("SELECT") for query in queries)


def test_several_limits_are_counted_together_or_not_at_all():
    full = Limit(name="full", tries=1, window=MINUTE).by("here")
    throttle.count_all(LIMIT.by("ann"), full)
    with pytest.raises(Throttled):
        throttle.count_all(LIMIT.by("ann"), full)
    assert Throttle.objects.get(key=LIMIT.by("ann").key).count == 1


def test_an_attempt_that_came_too_late_at_the_same_moment_is_refused(monkeypatch):
    attempts("ann", times=3)
    monkeypatch.setattr(throttle, "refuse", lambda *counters: None)
    assert attempts("ann") == [False]


def test_names_and_addresses_are_not_stored(settings):
    attempts("ann", "10.0.0.1")
    key = Throttle.objects.get().key
    assert len(key) == 64
    assert not any(word in key for word in ("ann", "10.0"))
    settings.SECRET_KEY = "another-key-" + "9876543210" * 5
    attempts("ann", "10.0.0.1")
    assert Throttle.objects.count() == 2


def test_old_rows_are_deleted_when_a_new_one_is_added(clock):
    attempts("ann", "bob")
    clock(datetime.timedelta(days=1, seconds=1))
    attempts("cy")
    assert Throttle.objects.get().since == timezone.now()


def test_rows_from_the_future_are_deleted(clock):
    attempts("ann")
    clock(-datetime.timedelta(days=2))
    attempts("bob")
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
