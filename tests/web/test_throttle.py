"""Who may try something, how often, and how many at once; and that nobody locks others out."""

import datetime

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.formats.language import sentence
from scorekeeper.models import Throttle
from scorekeeper.web import throttle
from scorekeeper.web.throttle import Busy, Limit, Throttled

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


def passwords(*names, address="10.0.0.1", browser=""):
    """Try a password for each of these names and return whether each try was allowed."""
    allowed = []
    for name in names:
        try:
            with throttle.password(name=name, address=address, browser=browser):
                allowed.append(True)
        except Throttled:
            allowed.append(False)
    return allowed


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
    monkeypatch.setattr(QuerySet, "in_bulk", lambda *args, **kwargs: {})  # as if none had been counted yet
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
    assert all(passwords(*(f"Friend {number}" for number in range(40) for _try in range(2))))


def test_nobody_can_lock_an_account_from_a_single_address():
    assert not all(passwords(*["Olga"] * 200))
    assert passwords("Olga", address="10.0.0.2") == [True]


def test_each_try_of_a_name_counts_once_wherever_it_comes_from(monkeypatch):
    monkeypatch.setattr(throttle, "SIGN_IN_NAME", Limit(name="name", tries=3))
    assert passwords("Olga", "olga") == [True, True]
    assert passwords("OLGA", "Olga", address="10.0.0.2") == [True, False]
    assert passwords("Rex") == [True]


def test_an_address_is_limited_however_many_names_it_tries(monkeypatch):
    monkeypatch.setattr(throttle, "SIGN_IN_ADDRESS", Limit(name="address", tries=3))
    assert passwords("Olga", "Rex", "Zoe", "Cy", "Olga") == [True, True, True, False, False]
    assert passwords("Cy", address="10.0.0.2") == [True]


def test_a_try_refused_by_its_address_does_not_count_for_the_name(monkeypatch):
    """Otherwise, one address could lock any number of names."""
    for name in ("SIGN_IN_ADDRESS", "SIGN_IN_NAME"):
        monkeypatch.setattr(throttle, name, Limit(name=name, tries=2))
    assert passwords("Rex", "Rex", "Olga", "Olga") == [True, True, False, False]
    assert passwords("Olga", "Olga", "Olga", address="10.0.0.2") == [True, True, False]


def test_others_lock_no_browser_out_that_has_signed_in_to_the_name(monkeypatch):
    for name in ("SIGN_IN_ADDRESS", "SIGN_IN_NAME"):
        monkeypatch.setattr(throttle, name, Limit(name=name, tries=3))
    assert passwords(*["Olga"] * 4) == [True, True, True, False]
    assert passwords("Olga", "Olga", browser="my phone") == [True, True], "strangers at the same address don't count"
    assert passwords("Olga", address="10.0.0.2", browser="my tablet") == [True]
    assert passwords("Olga", "Olga", address="10.0.0.2", browser="my phone") == [True, False], "a limit of its own"
    assert passwords("Olga", address="10.0.0.2", browser="my tablet") == [True]


@pytest.mark.parametrize("browser", ["", "my phone"], ids=["a stranger", "a known browser"])
def test_passwords_are_hashed_one_at_a_time_and_whoever_comes_too_soon_has_not_used_up_a_try(browser):
    with throttle.password(name="Rex", address="10.0.0.2", browser=browser and "another phone"):
        before = list(Throttle.objects.values())
        with pytest.raises(Busy) as busy:
            passwords("Olga", browser=browser)
        assert passwords("Olga", browser="" if browser else "my phone") == [True], "neither keeps the other waiting"
    assert sentence(busy.value.message) == "Many people are signing in right now. Try again in a few seconds."
    assert Throttle.objects.count() == len(before) + 2, "only the try that was let through"
    with pytest.raises(KeyError), throttle.password(name="Rex", address="10.0.0.2", browser=browser):
        raise KeyError
    assert passwords("Olga", browser=browser) == [True], "the place is free again"
