"""Counting tries: how many, for how long, of whom; in the database, where every worker sees them."""

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


def tries(*who, times=1, limit=LIMIT):
    """How each try went: True where it was let."""
    found = []
    for _try in range(times):
        try:
            throttle.count(limit, *who)
        except Throttled:
            found.append(False)
        else:
            found.append(True)
    return found


def test_so_many_tries_and_no_more():
    assert tries("ann", times=5) == [True, True, True, False, False]


def test_others_are_counted_for_themselves():
    tries("ann", times=5)
    assert tries("bob", times=2) == [True, True]
    assert tries("ann", "10.0.0.1") == [True]
    assert tries("ann", limit=Limit(name="other", tries=1, window=MINUTE)) == [True]


def test_who_is_two_words_is_not_one():
    tries("ann", "x", times=3)
    assert tries("annx", times=1) == tries("an", "nx", times=1) == [True]


@pytest.mark.parametrize(
    ("after", "let"),
    [
        pytest.param(15 * MINUTE - datetime.timedelta(seconds=1), False, id="a second too early"),
        pytest.param(15 * MINUTE, True, id="when the window is over"),
        pytest.param(-MINUTE, False, id="though a clock was set back"),
    ],
)
def test_after_a_while_it_begins_anew(clock, after, let):
    tries("ann", times=4)
    clock(after)
    assert tries("ann") == [let]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        pytest.param(0 * MINUTE, "Tried too often. Wait 15 minutes.", id="at once"),
        pytest.param(14 * MINUTE, "Tried too often. Wait 1 minute.", id="almost over"),
        pytest.param(13.5 * MINUTE, "Tried too often. Wait 2 minutes.", id="rounded up"),
    ],
)
def test_how_long_to_wait_is_said(clock, after, said):
    tries("ann", times=3)
    clock(after)
    with pytest.raises(Throttled) as throttled:
        throttle.count(LIMIT, "ann")
    assert sentence(throttled.value.message) == said


def test_a_success_forgives():
    tries("ann", times=5)
    throttle.forgive(LIMIT, "ann")
    assert tries("ann", times=3) == [True, True, True]


def test_no_name_and_no_address_is_kept(settings):
    tries("ann", "10.0.0.1")
    key = Throttle.objects.get().key
    assert len(key) == 64
    assert not any(word in key for word in ("ann", "10.0"))
    settings.SECRET_KEY = "another-key-" + "9876543210" * 5
    tries("ann", "10.0.0.1")
    assert Throttle.objects.count() == 2


def test_what_is_a_day_old_goes_when_somebody_new_comes(clock):
    tries("ann", "bob")
    clock(datetime.timedelta(days=1, seconds=1))
    tries("cy")
    assert Throttle.objects.get().since == timezone.now()


def test_no_one_locks_an_account_from_one_address():
    """Per account and address it stops long before the account is counted full."""
    hours = throttle.SIGN_IN_ACCOUNT.window / throttle.SIGN_IN_BOTH.window
    assert throttle.SIGN_IN_BOTH.tries * hours < throttle.SIGN_IN_ACCOUNT.tries
