"""Accounts in a browser: signing up, in, and out; changing or recovering a password."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from scorekeeper.models import Membership, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.accounts.writing import make_personal_link
from scorekeeper.people.links.reading import find_personal_link
from tests import cast as casting
from tests.web.browser import Browser

GOOD, OTHER = "a good word", "another good word"


@pytest.fixture
def account(cast):
    """Olga's account, created in the owner's browser."""
    user, code = accounts_writing.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
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
    assert olga.client.cookies["scorekeeper"].value != before
    assert casting.signed_in() == [cast.owner.user.pk]
    user = User.objects.get(name="Olga")
    assert user == cast.owner.user
    assert code not in user.recovery
    assert olga.open(f"/groups/{cast.group.pk}/").status == 200
    assert olga.open("/sign-up/").path == "/account/"
    assert code not in olga.text
    assert "Account Olga" in olga.open("/").text


def test_an_invalid_account_is_refused_with_an_error_next_to_the_field(account):
    for name, password, field, message in (
        ("", GOOD, "name", "Enter a name."),
        ("Zoe", "short", "password", "This password is too short."),
        ("Zoe", "password1", "password", "This password is too common."),
        ("OLGA", GOOD, "name", "That name is taken. Choose another one."),
    ):
        browser = Browser().open("/sign-up/").press("Create account", name=name, password=password)
        assert browser.status == 422, message
        assert any(message in error for error in field_errors(browser, field)), browser.problems
        assert User.objects.exclude(name=None).get() == account
        assert "scorekeeper" not in browser.client.cookies


def test_signing_up_can_be_closed(settings, account):
    settings.SIGN_UP_IS_OPEN = False
    for method in ("get", "post"):
        assert getattr(Client(), method)("/sign-up/", {"name": "Zoe", "password": GOOD}).status_code == 404
    assert User.objects.filter(name="Zoe").count() == 0
    for address in ("/", "/sign-in/"):
        assert "/sign-up/" not in {link.attrs["href"] for link in Browser().open(address).page.all("a")}
    assert signed_in().path == "/"


# Signing in


@pytest.fixture
def phone(cast, account):
    """The browser of somebody without an account, after Olga has signed in on it."""
    return Browser(cast.stranger).open("/sign-in/").press("Sign in", name="olga", password=GOOD)


def groups_of(browser):
    return {name for name in ("Wednesday", "Elsewhere") if name in browser.open("/").text}


def test_signing_in_asks_before_it_moves_the_groups_the_browser_already_had(cast, account, phone):
    assert (phone.status, phone.path) == (200, "/account/groups/")
    assert phone.page.one("h1").text == "Give these groups to Olga?"
    assert [item.text for item in phone.page.one(class_="list").all("li")] == ["Elsewhere"]
    assert "main" in phone.page.one("a", href="/").attrs["class"], "keeping them is the default"
    phone.follow("No, keep them on this browser")
    assert groups_of(phone) == {"Wednesday"}
    assert Membership.objects.get(pk=cast.stranger.pk).user == cast.stranger.user


def test_signing_out_gives_the_browser_back_what_it_had(cast, account, phone):
    phone.open("/account/").press("Sign out").press("Sign out")
    assert groups_of(phone) == {"Elsewhere"}
    assert len(phone.client.cookies["scorekeeper"].value) == 32
    assert casting.signed_in() == [cast.stranger.user.pk]


def test_the_account_gets_the_groups_only_after_a_yes(cast, account, phone):
    phone.press("Yes, give them to Olga")
    assert (phone.path, groups_of(phone)) == ("/", {"Wednesday", "Elsewhere"})
    assert Membership.objects.get(pk=cast.stranger.pk).user == account
    assert phone.open("/account/groups/").path == "/"
    phone.open("/account/").press("Sign out").press("Sign out")
    assert groups_of(phone) == set()


def test_the_account_page_offers_the_groups_later(cast, account, phone):
    phone.open("/account/").follow("Give this browser’s own groups to Olga").press("Yes, give them to Olga")
    assert groups_of(phone) == {"Wednesday", "Elsewhere"}
    assert "own groups" not in phone.open("/account/").text


def test_recovering_an_account_asks_as_well(cast, account):
    phone = Browser(cast.stranger)
    phone.open("/recover/").press("Reset password", name="olga", code=account.code, new=OTHER).follow("I’ve saved it")
    assert phone.path == "/account/groups/"
    assert Membership.objects.get(pk=cast.stranger.pk).user == cast.stranger.user


def test_another_account_replaces_the_one_on_this_browser_but_not_what_is_behind_it(cast, account, phone):
    accounts_writing.sign_up(user=cast.recorder.user, name="Rex", password=GOOD)
    phone.open("/sign-in/").press("Sign in", name="Rex", password=GOOD)
    assert set(casting.signed_in()) == {cast.recorder.user.pk, cast.stranger.user.pk}
    phone.open("/account/").press("Sign out").press("Sign out")
    assert groups_of(phone) == {"Elsewhere"}


def test_a_browser_with_nothing_to_give_is_not_asked(cast, account):
    for user in (account, cast.stranger.user):
        client = Client()
        client.force_login(user)
        for response in (client.get("/account/groups/"), client.post("/account/groups/", {"confirm": "true"})):
            assert (response.status_code, response["Location"]) == (302, "/")
    assert signed_in().path == "/"
    assert Membership.objects.get(pk=cast.stranger.pk).user == cast.stranger.user


def test_a_wrong_name_and_a_wrong_password_get_the_same_message(account):
    for browser in (signed_in("Olga", "wrong"), signed_in("Nobody")):
        assert (browser.status, browser.problems) == (422, ["Wrong name or password."])
        assert "scorekeeper" not in browser.client.cookies


@pytest.mark.parametrize("address", ["/sign-in/", "/recover/", "/sign-up/", "/sign-out/"])
def test_no_parameter_redirects_to_another_site(account, address):
    client = Client()
    if address == "/sign-out/":
        client.force_login(account)
    evil = dict.fromkeys(("next", "redirect_to", "url"), "https://evil.example/")
    sent = {"name": "Olga", "password": GOOD, "code": account.code, "new": OTHER, **evil}
    response = client.post(f"{address}?{urlencode(evil)}", sent)
    assert response.get("Location", "/") == "/"
    assert "evil.example" not in response.content.decode()


# Signing out


def test_signing_out_affects_only_this_browser(cast, account):
    here, elsewhere, token = signed_in(), signed_in(), make_personal_link(user=account)
    here.open("/account/").press("Sign out").follow("Cancel")
    assert (here.path, here.status) == ("/account/", 200), "it asks first"
    here.press("Sign out").press("Sign out")
    assert here.open(f"/groups/{cast.group.pk}/").status == 404
    assert elsewhere.open(f"/groups/{cast.group.pk}/").status == 200
    assert find_personal_link(token) is None, "a link doesn't outlast it"


def test_signing_out_everywhere_else_ends_the_other_sessions_and_personal_links(cast, account):
    browsers = [signed_in() for _browser in range(3)]
    token = make_personal_link(user=account)
    browsers[0].open("/account/").press("Sign out everywhere else")
    assert browsers[0].page.one("h1").text == "Sign out everywhere else?"
    browsers[0].press("Sign out everywhere else")
    assert (browsers[0].path, find_personal_link(token)) == ("/account/", None)
    assert [browser.open(f"/groups/{cast.group.pk}/").status for browser in browsers] == [200, 404, 404]
    assert signed_in().open(f"/groups/{cast.group.pk}/").status == 200


def test_a_browser_without_an_account_is_never_signed_out(cast, olga):
    assert olga.client.post("/sign-out/", {"elsewhere": "true"}).status_code == 403
    client = Client()
    client.force_login(cast.owner.user)
    client.post("/sign-out/", {"elsewhere": "true"})
    assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


# Passwords


def test_changing_the_password_ends_the_other_sessions(cast, account):
    here, elsewhere = signed_in(), signed_in()
    here.open("/account/").press("Change password", old=GOOD, new=OTHER)
    assert (here.status, "Password changed." in here.text) == (200, True)
    assert here.open(f"/groups/{cast.group.pk}/").status == 200
    assert elsewhere.open(f"/groups/{cast.group.pk}/").status == 404
    assert (signed_in().status, signed_in(password=OTHER).status) == (422, 200)


def test_an_invalid_new_password_is_refused_with_an_error_next_to_the_field(account):
    User.objects.filter(pk=account.pk).update(name="Olgaolga", name_key="olgaolga")
    for old, new, field, message in (
        ("wrong", OTHER, "old", "That isn’t your current password."),
        (GOOD, "olgaolga", "new", "too similar to the name"),
    ):
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
