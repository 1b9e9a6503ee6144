"""Sessions: what is stored, what the cookie holds, and that no mistake of an operator signs anybody out."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scorekeeper.host import purging
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.web.sessions import hashed
from tests.web.browser import Browser

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
NAME = "scorekeeper"
FOREIGN = "another-secret-key-" + "0123456789" * 5


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
    """Return the stored sessions in which somebody is signed in."""
    return [row for row in Session.objects.order_by("pk") if row.get_decoded()]


def start_group(client, name="Elsewhere"):
    uid = client.get("/").context["form"]["uid"].value()
    return client.post("/", {"name": name, "owner_name": "Zoe", "uid": uid})


# What is stored


def test_a_stored_session_opens_nothing(cast):
    client = browser_of(cast.owner.user)
    [row] = rows()
    assert client.cookies[NAME].value not in f"{row.session_key} {row.get_decoded()}"
    assert row.session_key == hashed(client.cookies[NAME].value)
    for stolen in (row.session_key, row.session_key[:32], row.session_data):
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
    assert [row.session_key for row in rows()] == [hashed(keys(client)[0])]


def test_an_invalid_cookie_is_a_strangers(cast):
    for cookie in ("", ".", "x", "a" * 31, "A" * 32, "../../etc/passwd", "a" * 32 + ".", "é" * 32):
        client = Client()
        client.cookies[NAME] = cookie
        response = client.get(f"/groups/{cast.group.pk}/")
        assert (response.status_code, NAME in response.cookies) == (404, False), cookie


def test_a_request_that_fails_leaves_a_guest_signed_in(cast, monkeypatch):
    accounts_writing.sign_up(user=cast.owner.user, name="Olga", password="a good word")
    client = browser_of(cast.stranger.user)
    before = keys(client)
    client.raise_request_exception = False
    monkeypatch.setattr("scorekeeper.people.accounts.pages.redirect", lambda _page: 1 / 0)
    assert client.post("/sign-in/", {"name": "Olga", "password": "a good word"}).status_code == 500
    assert keys(client) == before
    assert client.get(f"/groups/{cast.stranger.group_id}/").status_code == 200


# Mistakes of operators


def test_a_browser_is_back_in_after_another_data_folder_was_served(cast):
    client = browser_of(cast.owner.user)
    with empty_data_folder():
        response = client.get(f"/groups/{cast.group.pk}/")
        assert (response.status_code, response.cookies) == (404, {})
    assert is_in(client, cast)


def test_whoever_starts_a_group_while_another_data_folder_is_served_has_only_the_key_of_that(cast):
    client = browser_of(cast.owner.user)
    [own] = keys(client)
    with empty_data_folder():
        address = start_group(client)["Location"]
        assert client.get(address).status_code == 200
        assert (len(keys(client)), own in keys(client)) == (1, False)


def test_a_browser_is_back_in_after_a_foreign_secret_key(cast, settings):
    client = browser_of(cast.owner.user)
    own_key, before = settings.SECRET_KEY, [*Session.objects.values()]
    settings.SECRET_KEY = FOREIGN
    response = client.get(f"/groups/{cast.group.pk}/")
    assert (response.status_code, response.cookies) == (404, {})
    assert [*Session.objects.values()] == before
    settings.SECRET_KEY = own_key
    assert is_in(client, cast)


@pytest.mark.parametrize("years", [-2, -1, 1, 2])
def test_a_clock_that_is_years_off_signs_nobody_out(cast, monkeypatch, years):
    """The purge runs as well, on the wrong day and after the clock is right again."""
    awake, asleep = browser_of(cast.owner.user), browser_of(cast.recorder.user)
    now = timezone.now()
    for moved in (timedelta(days=365 * years), timedelta()):
        monkeypatch.setattr(timezone, "now", lambda moved=moved: now + moved)
        assert is_in(awake, cast)
        assert awake.cookies[NAME]["max-age"] == django_settings.SESSION_COOKIE_AGE
        purging.purge()
    assert is_in(awake, cast)
    assert is_in(asleep, cast)


# Cookies


@pytest.mark.parametrize("places", ["gxxxxxxx", "xxxxxxxg", "Agxxxxxx", "xAxxgxxx", "xxxxxxAg"])
def test_an_old_cookie_of_eight_keys_is_read_and_left_with_the_one_in_use_and_the_guests(cast, places):
    """An account's, that of the guest on whose browser it signed in, and others of databases that are gone."""
    accounts_writing.sign_up(user=cast.owner.user, name="Olga", password="a good word")
    phone = Browser(cast.stranger).open("/sign-in/").press("Sign in", name="Olga", password="a good word")
    own = dict(zip("Ag", keys(phone.client), strict=True))
    client, groups = Client(), {"A": cast.group.pk, "g": cast.stranger.group_id}
    client.cookies[NAME] = ".".join(own.get(place, str(number) * 32) for number, place in enumerate(places))
    Session.objects.update(expire_date=NOW)  # so that the cookie is sent again
    kept = places.replace("x", "")
    for number, key in enumerate(kept):
        assert client.get(f"/groups/{groups[key]}/").status_code == 200
        assert keys(client) == [own[place] for place in kept[number:]]
        client.post("/sign-out/", {"confirm": "true"})


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


def test_another_app_on_the_same_host_gets_in_the_way_of_no_form(db):
    """Browsers don't tell ports apart, and Django calls its cookie `csrftoken` everywhere."""
    browser = Browser().open("/sign-up/")
    browser.client.cookies["csrftoken"] = "x" * 32
    browser.press("Create", name="Zoe", password="a good word")
    assert browser.status == 200


def test_a_form_that_was_open_during_an_update_is_accepted(db):
    """Before, the cookie had Django's name."""
    browser = Browser().open("/sign-up/")
    browser.client.cookies["csrftoken"] = browser.client.cookies.pop("scorekeeper-csrf").value
    browser.press("Create", name="Zoe", password="a good word")
    assert (browser.status, "scorekeeper-csrf" in browser.client.cookies) == (200, True)


# Renewed monthly


def left():
    """Return how many days each stored session has left."""
    return [(row.expire_date - timezone.now()).days for row in rows()]


def test_a_session_is_renewed_once_a_month(cast):
    """Also one that is past its end, or was made by a clock that was ahead."""
    client = browser_of(cast.owner.user)
    for days, is_renewed in ((399, False), (371, False), (369, True), (-500, True), (900, True)):
        Session.objects.update(expire_date=timezone.now() + timedelta(days=days, minutes=1))
        renewed = NAME in client.get(f"/groups/{cast.group.pk}/").cookies
        assert (renewed, left()) == (is_renewed, [399 if is_renewed else days])


def test_the_session_behind_an_account_is_renewed_too(cast):
    accounts_writing.sign_up(user=cast.owner.user, name="Olga", password="a good word")
    phone = Browser(cast.stranger).open("/sign-in/").press("Sign in", name="Olga", password="a good word")
    Session.objects.update(expire_date=NOW)
    phone.open("/")
    assert left() == [399, 399]
