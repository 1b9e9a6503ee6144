"""Who may try passwords, how often, and how many at once; and that nobody locks others out."""

import pytest

from scorekeeper.models import User
from scorekeeper.services import accounts, guarding, throttle
from scorekeeper.services.guarding import Visitor
from scorekeeper.services.throttle import Busy, Throttled

pytestmark = pytest.mark.usefixtures("db", "clock")

GOOD, OTHER = "a good word", "another good word"


def from_address(number=1, browser=""):
    """A visitor from an address; every hundred of them share a network."""
    return Visitor(address=f"10.0.{number // 100}.{number}", network=f"10.0.{number // 100}.0/24", browser=browser)


def make_account(name="Olga"):
    return accounts.sign_up(user=None, name=name, password=GOOD)


def sign_in(name="Olga", password="wrong", by=None):
    """Try to sign in, and return "in", "wrong", or "refused"."""
    try:
        return "in" if guarding.sign_in(by=by or from_address(), name=name, password=password) else "wrong"
    except Throttled:
        return "refused"


def hashed(monkeypatch):
    """Return a list that names everything hashed from now on."""
    seen = []
    real = accounts.make_password
    monkeypatch.setattr(accounts, "make_password", lambda *given: (seen.append("make_password"), real(*given))[1])
    monkeypatch.setattr(User, "check_password", lambda self, word: (seen.append("check_password"), word == GOOD)[1])
    return seen


def flood_account(monkeypatch, name="Olga"):
    """Let strangers from many networks fail until the account's limit, here a small one, is reached."""
    monkeypatch.setattr(throttle, "SIGN_IN_ACCOUNT", throttle.Limit(name="x", tries=3, window=throttle.HOUR))
    for number in range(throttle.SIGN_IN_ACCOUNT.tries):
        assert sign_in(name, by=from_address(100 * number)) == "wrong"
    assert sign_in(name, GOOD, by=from_address(100 * throttle.SIGN_IN_ACCOUNT.tries)) == "refused"


# Guessing


def test_forty_friends_behind_one_router_all_get_in_though_some_mistype():
    names = [f"Friend {number}" for number in range(40)]
    for name in names:
        make_account(name)
    for number, name in enumerate(names):
        if number % 2:
            assert sign_in(name) == "wrong"
        assert sign_in(name, GOOD) == "in"


def test_one_password_for_forty_names_is_soon_refused(monkeypatch):
    for number in range(40):
        make_account(f"Friend {number}")
    make_account()
    assert sign_in() == "wrong"
    results = [sign_in(f"Friend {number}", "password1") for number in range(40)]
    tried = throttle.NAMES_ADDRESS.tries - 1
    assert results == ["wrong"] * tried + ["refused"] * (40 - tried)
    seen = hashed(monkeypatch)
    assert sign_in("Friend 39", GOOD) == "refused"
    assert seen == [], "the limit comes before the hash"
    assert sign_in(password=GOOD) == "in", "whoever has mistyped a password may try again"


def test_failing_names_are_also_counted_by_network():
    results = [sign_in(f"Friend {number}", by=from_address(number // 6)) for number in range(90)]
    tried = throttle.NAMES_NETWORK.tries
    assert results == ["wrong"] * tried + ["refused"] * (90 - tried)
    assert sign_in("Friend 1", by=from_address(100)) == "wrong", "another network"


def test_one_account_is_limited_at_each_address_and_in_total():
    make_account()
    results = [sign_in() for _try in range(10)]
    assert results == ["wrong"] * 8 + ["refused"] * 2
    assert sign_in(by=from_address(2)) == "wrong"


@pytest.mark.parametrize(
    ("limit", "by"),
    [
        pytest.param("SIGN_UP", from_address(1), id="by address"),
        pytest.param("SIGN_UP_NETWORK", from_address(2), id="by network"),
        pytest.param("SIGN_UP_TOTAL", from_address(200), id="in total"),
    ],
)
def test_new_accounts_are_limited(monkeypatch, limit, by):
    real = getattr(throttle, limit)
    small = throttle.Limit(name=real.name, tries=2, window=real.window, message=real.message)
    monkeypatch.setattr(throttle, limit, small)
    for number in range(2):
        guarding.sign_up(by=from_address(1), user=None, name=f"Friend {number}", password=GOOD)
    seen = hashed(monkeypatch)
    with pytest.raises(Throttled):
        guarding.sign_up(by=by, user=None, name="Friend 3", password=GOOD)
    assert (seen, User.objects.count()) == ([], 2)


# Nobody is locked out by others


def test_an_accounts_own_browser_and_code_work_while_strangers_flood_it(monkeypatch):
    user, code = make_account()
    flood_account(monkeypatch)
    assert sign_in(password=GOOD, by=from_address(1, browser="my phone")) == "in"
    guarding.change_password(by=from_address(1, browser="my session"), user=user, old=GOOD, new=OTHER)
    assert sign_in(password=OTHER, by=from_address(1, browser="my phone")) == "in"
    assert guarding.recover(by=from_address(1), name="Olga", code=code, password=GOOD)


def test_a_known_browser_has_a_limit_of_its_own():
    user, _code = make_account()
    phone = from_address(1, browser="my phone")
    results = [sign_in(by=phone) for _try in range(12)]
    assert results == ["wrong"] * throttle.KNOWN_BROWSER.tries + ["refused"] * 2
    for write in (
        lambda: guarding.recover(by=phone, name="Olga", code="wrong", password=OTHER),
        lambda: guarding.change_password(by=phone, user=user, old=GOOD, new=OTHER),
    ):
        with pytest.raises(Throttled):
            write()
    assert sign_in(password=GOOD, by=from_address(1, browser="my tablet")) == "in"
    assert sign_in(password=GOOD, by=from_address(1)) == "in", "it isn't counted as a stranger"


def test_wrong_recovery_codes_are_limited_by_address_and_network():
    make_account()
    tries = throttle.RECOVERY_NETWORK.tries
    for number in range(tries):
        by = from_address(number // throttle.RECOVERY_ADDRESS.tries)
        assert guarding.recover(by=by, name="Olga", code="wrong", password=OTHER) is None
    for number in (0, 50):
        with pytest.raises(Throttled):
            guarding.recover(by=from_address(number), name="Olga", code="wrong", password=OTHER)
    assert guarding.recover(by=from_address(100), name="Olga", code="wrong", password=OTHER) is None


# One at a time


def test_strangers_hash_one_at_a_time_and_cannot_fill_the_place_of_those_who_are_known():
    user, code = make_account()
    with guarding.STRANGERS.taken():
        with pytest.raises(Busy):
            guarding.sign_up(by=from_address(), user=None, name="Cy", password=GOOD)
        assert sign_in(password=GOOD, by=from_address(browser="my phone")) == "in"
        guarding.change_password(by=from_address(browser="my session"), user=user, old=GOOD, new=OTHER)
        assert guarding.recover(by=from_address(), name="Olga", code=code, password=GOOD)
        browser = User.objects.create_browser()
        assert guarding.sign_up(by=from_address(), user=browser, name="Rex", password=GOOD)
    with guarding.KNOWN.taken(), pytest.raises(Busy):
        sign_in(password=GOOD, by=from_address(browser="my phone"))


def test_whoever_finds_the_place_taken_has_not_used_up_a_try():
    make_account()
    with guarding.STRANGERS.taken():
        for _try in range(throttle.SIGN_IN_ADDRESS.tries + 1):
            with pytest.raises(Busy):
                guarding.sign_in(by=from_address(), name="Olga", password=GOOD)
    assert sign_in(password=GOOD) == "in"


# Recovery codes
