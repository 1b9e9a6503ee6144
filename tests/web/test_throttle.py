"""Who may try something, how often, and how many at once."""

import datetime

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.formats.language import sentence
from scorekeeper.models import Throttle
from scorekeeper.web import throttle
from scorekeeper.web.throttle import Limit, Throttled

pytestmark = pytest.mark.usefixtures("db", "clock")

MINUTE = datetime.timedelta(minutes=1)
LIMIT = Limit(name="test", tries=3)


def is_allowed(limit, *who):
    try:
        throttle.count(limit.by(*who))
    except Throttled:
        return False
    return True


def attempts(*who, times=1, limit=LIMIT):
    """Make this many attempts and return whether each was allowed."""
    return [is_allowed(limit, *who) for _try in range(times)]


# Counting


def test_attempts_beyond_a_limit_are_refused_for_each_key_by_itself():
    assert attempts("ann", times=5) == [True, True, True, False, False]
    assert attempts("bob", times=2) == [True, True]
    assert attempts("ann", "10.0.0.1") == [True]
    assert attempts("ann", limit=Limit(name="other", tries=1)) == [True]


@pytest.mark.parametrize("minutes", [-365 * 24 * 60, -1, 59.9, 60])
def test_the_count_restarts_after_an_hour_or_a_clock_that_was_far_ahead(clock, minutes):
    attempts("ann", times=4)
    clock(minutes * MINUTE)
    assert attempts("ann") == [abs(minutes) >= 60]


def test_the_message_says_how_long_to_wait(clock):
    attempts("ann", times=3)
    for passed, message in ((58.5, "Wait 2 minutes."), (1.4, "Wait 1 minute.")):
        clock(passed * MINUTE)
        with pytest.raises(Throttled) as throttled:
            throttle.count(LIMIT.by("ann"))
        assert sentence(throttled.value.message) == f"Too many tries. {message}"


def test_a_refused_attempt_writes_nothing():
    """A flood of refused attempts must not take the lock that everybody who writes waits for."""
    attempts("ann", times=4)
    with CaptureQueriesContext(connection) as queries:
        assert attempts("ann") == [False]
    assert all(query["sql"].startswith("SELECT") for query in queries)


def test_attempts_at_the_same_moment_stay_within_the_limit(monkeypatch):
    monkeypatch.setattr(QuerySet, "first", lambda _rows: None)  # as if none had been counted yet
    assert attempts("ann", times=5) == [True, True, True, False, False]


def test_names_and_addresses_are_not_stored(settings):
    attempts("ann", "10.0.0.1")
    key = Throttle.objects.get().key
    assert len(key) == 64
    assert not any(word in key for word in ("ann", "10.0"))
    settings.SECRET_KEY = "another-key-" + "9876543210" * 5
    attempts("ann", "10.0.0.1")
    assert Throttle.objects.count() == 2


@pytest.mark.parametrize("hours", [1, -2], ids=["old rows", "rows from the future"])
def test_rows_that_no_limit_needs_are_deleted_when_a_new_one_is_added(clock, hours):
    attempts("ann", "bob")
    clock(hours * 60 * MINUTE)
    attempts("cy")
    assert Throttle.objects.get().since == timezone.now()


# Passwords


def test_forty_friends_behind_one_router_all_get_in_though_each_mistypes_once():
    assert all(attempts("10.0.0.1", times=80, limit=throttle.PASSWORDS))


def test_passwords_are_hashed_one_at_a_time_and_a_try_too_many_waits_for_nobody():
    with throttle.hashing(LIMIT.by("ann")):
        assert throttle.HASHING.locked()
        attempts("bob", times=3)
        with pytest.raises(Throttled), throttle.hashing(LIMIT.by("bob")):
            pass
    with pytest.raises(KeyError), throttle.hashing(LIMIT.by("ann")):
        raise KeyError
    assert not throttle.HASHING.locked()
