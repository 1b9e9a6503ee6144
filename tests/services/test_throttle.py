"""Counting attempts in the database, which all workers share."""

import datetime

import pytest
from django.utils import timezone

from scorekeeper.models import Throttle
from scorekeeper.services import throttle
from scorekeeper.services.throttle import Limit, Throttled
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


def test_forgiving_resets_the_count():
    attempts("ann", times=5)
    throttle.forgive(LIMIT, "ann")
    assert attempts("ann", times=3) == [True, True, True]


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


def test_nobody_can_lock_an_account_from_a_single_address():
    """The limit per account and address stops an attacker long before the account's own limit is reached."""
    hours = throttle.SIGN_IN_ACCOUNT.window / throttle.SIGN_IN_BOTH.window
    assert throttle.SIGN_IN_BOTH.tries * hours < throttle.SIGN_IN_ACCOUNT.tries
