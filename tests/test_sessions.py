"""Sessions: what is stored, what the cookie holds, and that no mistake of an operator signs anybody out."""

from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, transaction
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Installation, Session
from scorekeeper.services import accounts
from scorekeeper.services.sessions import drop_unused_sessions
from scorekeeper.sessions import SessionStore, count_day, device_name, hashed
from tests.views.browser import Browser

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
NAME = "scorekeeper"
FOREIGN = "another-secret-key-" + "0123456789" * 5


@pytest.fixture
def cast(db, module_cast):
    return deepcopy(module_cast)


def browser_of(user):
    client = Client()
    client.force_login(user)
    return client


@contextmanager
def empty_data_folder():
    """Serve a database without anybody's session for a while."""
    with transaction.atomic():
        Session.objects.all().delete()
        yield
        transaction.set_rollback(True)


def is_in(client, cast):
    return client.get(f"/groups/{cast.group.pk}/").status_code == 200


def keys(client):
    return client.cookies[NAME].value.split(".")


def rows():
    return [*Session.objects.order_by("pk").values()]


def start_group(client, name="Elsewhere"):
    uid = client.get("/").context["form"]["uid"].value()
    return client.post("/", {"name": name, "owner_name": "Zoe", "uid": uid})


# What is stored


def test_a_stored_session_opens_nothing(cast):
    client = browser_of(cast.owner.user)
    [row] = rows()
    assert client.cookies[NAME].value not in str(row)
    assert row["session_key"] == hashed(client.cookies[NAME].value)
    for stolen in (row["session_key"], row["session_key"][:32], row["session_data"]):
        thief = Client()
        thief.cookies[NAME] = stolen
        assert not is_in(thief, cast)


def test_a_stranger_stores_no_session(db, client):
    for address in ("/", "/sign-in/", "/groups/1/"):
        client.get(address)
    assert (rows(), NAME in client.cookies) == ([], False)


def test_signing_in_never_takes_a_key_that_the_browser_brought(cast, client):
    client.cookies[NAME] = "a" * 32
    start_group(client)
    assert keys(client)[0] != "a" * 32
    assert [row["session_key"] for row in rows()] == [hashed(keys(client)[0])]


@pytest.mark.parametrize("cookie", ["", ".", "x", "a" * 31, "A" * 32, "../../etc/passwd", "a" * 32 + ".", "é" * 32])
def test_an_invalid_cookie_is_a_strangers(cast, client, cookie):
    client.cookies[NAME] = cookie
    response = client.get(f"/groups/{cast.group.pk}/")
    assert (response.status_code, NAME in response.cookies) == (404, False)


def test_a_request_that_fails_leaves_the_browser_its_session(cast, monkeypatch):
    client = browser_of(cast.owner.user)
    before = (keys(client), rows())
    client.raise_request_exception = False
    monkeypatch.setattr("scorekeeper.views.accounts._show_code", lambda *_: 1 / 0)
    assert client.post("/sign-up/", {"name": "Olga", "password": "a good word"}).status_code == 500
    assert (keys(client), rows()) == before


def test_a_session_that_ended_in_the_meantime_is_not_stored_again(cast):
    client = browser_of(cast.owner.user)
    store = client.session
    store["late"] = True
    Session.objects.all().delete()
    store.save()
    assert rows() == []


# Mistakes of operators


def test_a_browser_is_back_in_after_another_data_folder_was_served(cast):
    client = browser_of(cast.owner.user)
    with empty_data_folder():
        response = client.get(f"/groups/{cast.group.pk}/")
        assert (response.status_code, response.cookies) == (404, {})
    assert is_in(client, cast)


def test_a_group_started_on_another_data_folder_takes_nothing_away(cast):
    client = browser_of(cast.owner.user)
    [own] = keys(client)
    with empty_data_folder():
        address = start_group(client)["Location"]
        assert client.get(address).status_code == 200
        assert keys(client)[1:] == [own]
    assert is_in(client, cast)


def test_a_browser_is_back_in_after_a_foreign_secret_key(cast, settings):
    client = browser_of(cast.owner.user)
    own_key, before = settings.SECRET_KEY, rows()
    settings.SECRET_KEY = FOREIGN
    response = client.get(f"/groups/{cast.group.pk}/")
    assert (response.status_code, response.cookies) == (404, {})
    assert rows() == before
    start_group(client)
    settings.SECRET_KEY = own_key
    assert is_in(client, cast)


@pytest.mark.parametrize(
    ("dates", "counted"),
    [
        pytest.param([0, 0, 1, 1], 2, id="two days"),
        pytest.param([1, 0, 1, 0], 1, id="two machines, one of which is still in yesterday"),
        pytest.param([400, 0, 1], 3, id="a clock that was wrong, and was put right"),
    ],
)
def test_a_day_of_use_is_counted_once(db, monkeypatch, dates, counted):
    now = timezone.now()
    for days in dates:
        monkeypatch.setattr(timezone, "now", lambda days=days: now + timedelta(days=days))
        last = count_day()
    assert last == counted


@pytest.mark.parametrize("years", [-2, -1, 1, 2])
def test_a_clock_that_is_years_off_signs_nobody_out(cast, monkeypatch, years):
    """The purge runs as well, on the wrong day and after the clock is right again."""
    client, other = browser_of(cast.owner.user), browser_of(cast.recorder.user)
    asleep = browser_of(cast.owner.user)
    now = timezone.now()
    for moved in (timedelta(days=365 * years), timedelta()):
        monkeypatch.setattr(timezone, "now", lambda moved=moved: now + moved)
        for browser in (client, other):
            assert is_in(browser, cast)
            assert browser.cookies[NAME]["max-age"] == django_settings.SESSION_COOKIE_AGE
        drop_unused_sessions()
    assert is_in(client, cast)
    assert is_in(other, cast)
    assert is_in(asleep, cast)


@pytest.mark.parametrize(
    ("unseen", "days", "kept"),
    [
        pytest.param(399, 399, True, id="the browser still has its cookie"),
        pytest.param(401, 29, True, id="the clock jumped, or the app was hardly used"),
        pytest.param(401, 30, False, id="unused for long, by the clock and by the days of use"),
        pytest.param(-400, 300, True, id="last seen in the future"),
    ],
)
def test_a_session_is_dropped_only_if_clock_and_days_of_use_agree(cast, unseen, days, kept):
    client = browser_of(cast.owner.user)
    Session.objects.update(seen_at=timezone.now() - timedelta(days=unseen), day=7)
    Installation.objects.update(days=7 + days)
    drop_unused_sessions()
    assert is_in(client, cast) == kept


# Cookies


def test_over_https_no_other_page_can_set_the_cookie(cast, settings):
    """Browsers accept the prefix only with these attributes. A cookie from before https is read, but not changed."""
    [own] = keys(browser_of(cast.owner.user))
    settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE = "__Host-scorekeeper", True
    client = Client()
    client.cookies[NAME] = own
    response = client.get(f"/groups/{cast.group.pk}/statistics/", secure=True)
    assert (response.status_code, set(response.cookies)) == (200, {"__Host-scorekeeper"})
    cookie = response.cookies["__Host-scorekeeper"]
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["domain"]) == (True, True, "/", "")
    assert cookie["samesite"] == "Lax"


# Seen once a day


def seen_on(monkeypatch, day):
    monkeypatch.setattr(timezone, "now", lambda: datetime.combine(day, NOW.time(), UTC))


def test_a_browser_is_noted_as_seen_once_a_day(cast, monkeypatch):
    seen_on(monkeypatch, date(2026, 3, 1))
    client = browser_of(cast.owner.user)
    address = f"/groups/{cast.group.pk}/"
    assert NAME not in client.get(address).cookies
    for day, days in ((2, 2), (2, 2), (1, 2), (3, 3)):
        before, date_of_use = rows(), date(2026, 3, day)
        seen_on(monkeypatch, date_of_use)
        is_new = before[0]["seen_at"].date() != date_of_use
        assert (NAME in client.get(address).cookies) == is_new
        assert (rows() != before) == is_new
        assert (rows()[0]["seen_at"].date(), rows()[0]["day"]) == (date_of_use, days)
        assert Installation.objects.get().days == days


def test_a_browser_that_could_not_be_noted_as_seen_still_gets_its_page(cast, monkeypatch):
    client = browser_of(cast.owner.user)
    Session.objects.update(seen_at=NOW)

    def fail(self):
        raise OperationalError("database is locked")

    monkeypatch.setattr(SessionStore, "renew", fail)
    assert is_in(client, cast)


def test_the_session_behind_an_account_is_noted_as_seen_too(cast):
    accounts.sign_up(user=cast.owner.user, name="Olga", password="a good word")
    phone = Browser(cast.stranger).open("/sign-in/").press("Sign in", name="Olga", password="a good word")
    Session.objects.update(seen_at=NOW)
    phone.open("/")
    assert [row["seen_at"] > NOW for row in rows()] == [True, True]


# Names of devices


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1", "Safari, iPhone"),  # noqa: E501
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1", "Chrome, iPhone"),  # noqa: E501
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36", "Chrome, Android"),  # noqa: E501
        ("Mozilla/5.0 (Linux; Android 14; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36", "Samsung Internet, Android"),  # noqa: E501
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", "Edge, Windows"),  # noqa: E501
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15", "Safari, Mac"),  # noqa: E501
        ("curl/8.5.0", ""),
        ("", ""),
        ("<script>alert(1)</script>" * 1000, ""),
    ],
)  # fmt: skip
def test_a_device_has_a_short_name(user_agent, name):
    assert device_name(user_agent) == name
