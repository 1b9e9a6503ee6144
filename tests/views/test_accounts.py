"""Accounts in a browser: signing up, in, and out; changing or recovering a password; and limits on attempts."""

import pytest
from django.contrib.auth import hashers
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory

from scorekeeper import access
from scorekeeper.models import Membership, Playgroup, Throttle, User
from scorekeeper.services import accounts, throttle
from tests.views.browser import Browser

GOOD, OTHER = "a good word", "another good word"


@pytest.fixture
def account(cast):
    """Olga's account, created in the owner's browser."""
    user, code = accounts.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
    user.code = code
    return user


def signed_in(name="Olga", password=GOOD):
    return Browser().open("/sign-in/").press("Sign in", name=name, password=password)


def field_errors(browser, name):
    """Return the errors shown next to this field."""
    field = next(field for field in browser.page.all(class_="field") if list(field.all("input", name=name)))
    return [item.text for item in field.all("li")]


# Signing up


def test_signing_up_keeps_the_groups_and_shows_the_code_once(cast, olga):
    before = olga.client.session.session_key
    olga.open("/sign-up/").press("Create account", name="Olga", password=GOOD)
    assert (olga.status, olga.page.one("h1").text) == (200, "Recovery code")
    code = olga.page.one("p", class_="code").text
    assert olga.response["Cache-Control"] == "no-store"
    assert olga.client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()
    user = User.objects.get(name="Olga")
    assert user == cast.owner.user
    assert code not in user.recovery
    assert olga.open(f"/groups/{cast.group.pk}/").status == 200
    assert olga.open("/sign-up/").path == "/account/"
    assert code not in olga.text
    assert "Account Olga" in olga.open("/").text


def test_a_stranger_who_signs_up_is_signed_in(db):
    browser = Browser().open("/sign-up/").press("Create account", name="Zoe", password=GOOD)
    assert browser.open("/account/").status == 200


@pytest.mark.parametrize(
    ("name", "password", "field", "message"),
    [
        pytest.param("", GOOD, "name", "Enter a name.", id="no name"),
        pytest.param("a\u202eb", GOOD, "name", "A name can’t contain control characters.", id="a direction override"),
        pytest.param("Zoe", "", "password", "This field is required.", id="no password"),
        pytest.param("Zoe", "short", "password", "This password is too short.", id="too short"),
        pytest.param("Zoe", "password1", "password", "This password is too common.", id="too common"),
        pytest.param("Zoe Zimmer", "zoezimmer", "password", "too similar to the name", id="the same as the name"),
        pytest.param("Zoe", "x" * 201, "password", "at most 200 characters", id="too long"),
        pytest.param("Zoe", "a good\0word", "password", "Null characters are not allowed.", id="a NUL"),
        pytest.param("OLGA", GOOD, "name", "That name is taken. Choose another one.", id="already taken"),
    ],
)
def test_an_invalid_account_is_refused_with_an_error_next_to_the_field(account, name, password, field, message):
    browser = Browser().open("/sign-up/").press("Create account", name=name, password=password)
    assert browser.status == 422
    assert any(message in error for error in field_errors(browser, field)), browser.problems
    assert User.objects.exclude(name=None).get() == account
    assert "sessionid" not in browser.client.cookies


def test_signing_up_can_be_closed(settings, account):
    settings.SIGN_UP_IS_OPEN = False
    for method in ("get", "post"):
        assert getattr(Client(), method)("/sign-up/", {"name": "Zoe", "password": GOOD}).status_code == 404
    assert User.objects.filter(name="Zoe").count() == 0
    for address in ("/", "/sign-in/"):
        assert "/sign-up/" not in {link.attrs["href"] for link in Browser().open(address).page.all("a")}
    assert signed_in().path == "/"


# Signing in


def test_signing_in_on_another_browser_gives_access_to_the_groups(cast, account):
    client = Client()
    client.get("/sign-in/")
    browser = signed_in()
    assert browser.path == "/"
    assert "Wednesday" in browser.text
    assert browser.open(f"/groups/{cast.group.pk}/").status == 200


def test_signing_in_keeps_the_groups_the_browser_already_had(cast, account):
    phone = Browser(cast.stranger)
    before = phone.client.session.session_key
    phone.open("/sign-in/").press("Sign in", name="olga", password=GOOD)
    assert all(name in phone.text for name in ("Wednesday", "Elsewhere"))
    assert phone.client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()
    assert Membership.objects.get(pk=cast.stranger.pk).user == account


@pytest.mark.parametrize(("name", "password"), [("Olga", "wrong"), ("Nobody", GOOD)])
def test_a_wrong_name_and_a_wrong_password_get_the_same_message(account, name, password):
    browser = signed_in(name, password)
    assert (browser.status, browser.problems) == (422, ["Wrong name or password."])
    assert "sessionid" not in browser.client.cookies


@pytest.mark.parametrize("address", ["/sign-in/", "/recover/", "/sign-up/", "/sign-out/"])
@pytest.mark.parametrize("parameter", ["next", "redirect_to", "url"])
def test_no_parameter_redirects_to_another_site(account, address, parameter):
    client = Client()
    if address == "/sign-out/":
        client.force_login(account)
    sent = {"name": "Olga", "password": GOOD, "code": account.code, "new": OTHER, parameter: "https://evil.example/"}
    response = client.post(f"{address}?{parameter}=//evil.example/", sent)
    assert response.get("Location", "/") == "/"
    assert "evil.example" not in response.content.decode()


# Signing out


def test_signing_out_affects_only_this_browser(cast, account):
    here, elsewhere = signed_in(), signed_in()
    here.open("/account/").press("Sign out").follow("Cancel")
    assert (here.path, here.status) == ("/account/", 200), "it asks first"
    here.press("Sign out").press("Sign out")
    assert here.open(f"/groups/{cast.group.pk}/").status == 404
    assert elsewhere.open(f"/groups/{cast.group.pk}/").status == 200


def test_signing_out_everywhere_ends_every_session(cast, account):
    browsers = [signed_in() for _browser in range(3)]
    browsers[0].open("/account/").press("Sign out everywhere").press("Sign out everywhere")
    assert [browser.open(f"/groups/{cast.group.pk}/").status for browser in browsers] == [404, 404, 404]
    assert signed_in().open(f"/groups/{cast.group.pk}/").status == 200


def test_a_browser_without_an_account_is_never_signed_out(cast, olga):
    assert olga.client.post("/sign-out/", {"everywhere": "true"}).status_code == 403
    client = Client()
    client.force_login(cast.owner.user)
    client.post("/sign-out/", {"everywhere": "true"})
    assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


def test_a_session_from_the_previous_version_stays_valid(cast):
    """Such a session holds Django's own password hash, because that version did not yet count sign-outs."""
    client = Client()
    client.force_login(cast.owner.user)
    assert client.session["_auth_user_hash"] == AbstractBaseUser.get_session_auth_hash(cast.owner.user)
    assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


# Passwords


def test_changing_the_password_ends_the_other_sessions(cast, account):
    here, elsewhere = signed_in(), signed_in()
    here.open("/account/").press("Change password", old=GOOD, new=OTHER)
    assert (here.status, "Password changed." in here.text) == (200, True)
    assert here.open(f"/groups/{cast.group.pk}/").status == 200
    assert elsewhere.open(f"/groups/{cast.group.pk}/").status == 404
    assert (signed_in().status, signed_in(password=OTHER).status) == (422, 200)


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        pytest.param("wrong", OTHER, "old", "That isn’t your current password.", id="the old one is wrong"),
        pytest.param(GOOD, "short", "new", "This password is too short.", id="the new one is short"),
        pytest.param(GOOD, "olgaolga", "new", "too similar to the name", id="the new one is the name"),
    ],
)
def test_an_invalid_new_password_is_refused_with_an_error_next_to_the_field(account, old, new, field, message):
    User.objects.filter(pk=account.pk).update(name="Olgaolga", name_key="olgaolga")
    browser = signed_in("Olgaolga").open("/account/").press("Change password", old=old, new=new)
    assert browser.status == 422
    assert any(message in error for error in field_errors(browser, field)), browser.problems
    assert User.objects.get(pk=account.pk).check_password(GOOD)


def test_the_recovery_code_works_once_and_ends_every_session(cast, account):
    elsewhere = signed_in()
    browser = Browser().open("/recover/").press("Reset password", name="olga", code=account.code, new=OTHER)
    new_code = browser.page.one("p", class_="code").text
    assert new_code != account.code
    assert browser.response["Cache-Control"] == "no-store"
    assert browser.open(f"/groups/{cast.group.pk}/").status == 200
    assert elsewhere.open(f"/groups/{cast.group.pk}/").status == 404
    again = Browser().open("/recover/").press("Reset password", name="olga", code=account.code, new=GOOD)
    assert (again.status, again.problems) == (422, ["Wrong name or recovery code."])


def test_using_the_recovery_code_keeps_a_signed_in_browser_signed_in(cast, account):
    here = signed_in()
    here.open("/recover/").press("Reset password", name="Olga", code=account.code, new=OTHER)
    assert here.open(f"/groups/{cast.group.pk}/").status == 200


# Limits on attempts


def limit(monkeypatch, name, tries):
    real = getattr(throttle, name)
    monkeypatch.setattr(throttle, name, throttle.Limit(name=real.name, tries=tries, window=real.window))


def attempt(address="10.0.0.1", name="Olga", password="wrong", path="/sign-in/", client=None):
    data = {"name": name, "password": password, "code": "wrong", "new": OTHER, "old": password}
    return (client or Client()).post(path, data, REMOTE_ADDR=address).status_code


@pytest.mark.parametrize("path", ["/sign-in/", "/recover/"])
def test_too_many_attempts_are_refused_before_any_password_is_hashed(account, monkeypatch, path):
    limit(monkeypatch, "SIGN_IN_BOTH", 3)
    assert [attempt(path=path) for _try in range(3)] == [422, 422, 422]
    hashed = []
    monkeypatch.setattr(hashers.BasePasswordHasher, "verify", lambda *_: hashed.append("verify"))
    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", lambda *_: hashed.append("encode"))
    # Even the right password is refused, because the limit counts all attempts.
    assert attempt(path=path, password=GOOD) == 429
    assert attempt(path=path) == 429
    assert hashed == []


def test_attempts_to_change_the_password_also_count(account, monkeypatch):
    limit(monkeypatch, "SIGN_IN_BOTH", 2)
    client = Client()
    client.force_login(account)
    assert [attempt(path="/account/", client=client) for _try in range(3)] == [422, 422, 429]


def test_one_account_does_not_lock_out_others_at_the_same_address(account, cast, monkeypatch):
    accounts.sign_up(user=cast.recorder.user, name="Rex", password=GOOD)
    limit(monkeypatch, "SIGN_IN_BOTH", 2)
    assert [attempt() for _try in range(3)] == [422, 422, 429]
    assert attempt(name="Rex", password=GOOD) == 302
    assert attempt(name="Olga", password=GOOD, address="10.0.0.2") == 302


def test_attempts_on_one_account_are_counted_across_addresses(account, monkeypatch):
    limit(monkeypatch, "SIGN_IN_ACCOUNT", 3)
    tries = [attempt(f"10.0.0.{number}", name=name) for number, name in enumerate(["Olga", "olga", "OLGA", "Olga"])]
    assert tries == [422, 422, 422, 429]


def test_a_success_clears_earlier_failures(account, monkeypatch):
    limit(monkeypatch, "SIGN_IN_BOTH", 3)
    for _evening in range(3):
        assert [attempt(), attempt(), attempt(password=GOOD)] == [422, 422, 302]


@pytest.mark.parametrize(
    ("path", "name", "data", "created"),
    [
        pytest.param("/sign-up/", "SIGN_UP", {"password": GOOD}, 200, id="accounts"),
        pytest.param("/", "GROUPS", {"owner_name": "Zoe"}, 302, id="groups"),
    ],
)
def test_new_accounts_and_groups_are_limited_by_address(db, monkeypatch, path, name, data, created):
    limit(monkeypatch, name, 2)

    def make(number, address):
        uid = f"00000000-0000-4000-8000-{number:012}"
        sent = {"name": f"Zoe {number}", "uid": uid} | data
        return Client().post(path, sent, REMOTE_ADDR=address).status_code

    assert [make(number, "10.0.0.1") for number in range(3)] == [created, created, 429]
    before = (User.objects.count(), Playgroup.objects.count())
    assert make(4, "10.0.0.1") == 429
    assert (User.objects.count(), Playgroup.objects.count()) == before
    assert make(5, "10.0.0.2") == created
    assert Throttle.objects.count() == 2
    assert [make(6 + number, f"2001:db8::{number}") for number in range(3)] == [created, created, 429]
    assert make(9, "2001:db8:0:1::") == created


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "expected"),
    [
        pytest.param((), "10.0.0.1", "1.2.3.4", "10.0.0.1", id="a header without a proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "1.2.3.4", "1.2.3.4", id="a header from the proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4", id="an address added by the visitor"),
        pytest.param(("10.0.0.1", "10.0.0.2"), "10.0.0.1", "1.2.3.4, 10.0.0.2", "1.2.3.4", id="two proxies"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "", "10.0.0.1", id="no header from the proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "<script>", "10.0.0.1", id="nonsense from the proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "fd00::7", "fd00::/64", id="an IPv6 address"),
        pytest.param((), "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64", id="a household's IPv6 network"),
        pytest.param((), "fe80::7%eth0", "", "fe80::/64", id="a link-local IPv6 address"),
        pytest.param((), "::ffff:10.0.0.1", "", "10.0.0.1", id="IPv4 mapped to IPv6"),
        pytest.param((), "", "", "", id="no address at all"),
        pytest.param(("10.0.0.1",), "10.0.0.9", "1.2.3.4", "10.0.0.9", id="an unknown proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "10.0.0.1", "10.0.0.1", id="the proxy itself"),
    ],
)
def test_only_configured_proxies_are_trusted(settings, proxies, remote, forwarded, expected):
    settings.TRUSTED_PROXIES = frozenset(proxies)
    request = RequestFactory().get("/", REMOTE_ADDR=remote, headers={"X-Forwarded-For": forwarded})
    assert access.address_of(request) == expected
