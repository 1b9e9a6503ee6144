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


def sees_group(browser, cast):
    return browser.open(f"/groups/{cast.group.pk}/").status == 200


def field_errors(browser, name):
    """Return the errors shown next to this field."""
    field = next(field for field in browser.page.all(class_="field") if list(field.all("input", name=name)))
    return [item.text for item in field.all("li")]


def test_signing_up_keeps_the_groups_and_shows_the_code_once(cast, olga):
    before = olga.client.session.session_key
    olga.open("/sign-up/").press("Create account", name="Olga", password=GOOD)
    assert (olga.status, olga.page.one("h1").text) == (200, "Recovery code")
    code = olga.page.one("p", class_="code").text
    assert olga.client.cookies["scorekeeper"].value != before
    assert casting.signed_in() == [cast.owner.user.pk]
    user = User.objects.get(name="Olga")
    assert (user, code in user.recovery) == (cast.owner.user, False)
    assert sees_group(olga, cast)
    assert olga.open("/sign-up/").path == "/account/"
    assert code not in olga.text
    assert "Account Olga" in olga.open("/").text


def test_what_is_wrong_with_a_name_or_a_password_is_said_next_to_the_field(account):
    User.objects.filter(pk=account.pk).update(name="Olgaolga", name_key="olgaolga")
    stranger, olga = Browser(), signed_in("Olgaolga")
    for browser, address, typed, field, message in (
        (stranger, "/sign-up/", {"name": "", "password": GOOD}, "name", "Enter a name."),
        (stranger, "/sign-up/", {"name": "Zoe", "password": "short"}, "password", "This password is too short."),
        (stranger, "/sign-up/", {"name": "Zoe", "password": "password1"}, "password", "This password is too common."),
        (stranger, "/sign-up/", {"name": "OLGAOLGA", "password": GOOD}, "name", "That name is taken."),
        (olga, "/account/", {"old": "wrong", "new": OTHER}, "old", "That isn’t your current password."),
        (olga, "/account/", {"old": GOOD, "new": "olgaolga"}, "new", "too similar to the name"),
    ):
        browser.open(address).press("Create account" if browser is stranger else "Change password", **typed)
        assert browser.status == 422, message
        assert any(message in error for error in field_errors(browser, field)), browser.problems
        assert User.objects.exclude(name=None).get().check_password(GOOD)
    assert "scorekeeper" not in stranger.client.cookies


def test_signing_up_can_be_closed(settings, account):
    settings.SIGN_UP_IS_OPEN = False
    for method in ("get", "post"):
        assert getattr(Client(), method)("/sign-up/", {"name": "Zoe", "password": GOOD}).status_code == 404
    assert not User.objects.filter(name="Zoe").exists()
    for address in ("/", "/sign-in/"):
        assert "/sign-up/" not in {link.attrs["href"] for link in Browser().open(address).page.all("a")}
    assert signed_in().path == "/"


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


class TestGroupsOfTheBrowser:
    @pytest.fixture
    def phone(self, cast, account):
        """The browser of somebody without an account, after Olga has signed in on it."""
        return Browser(cast.stranger).open("/sign-in/").press("Sign in", name="olga", password=GOOD)

    def groups_of(self, browser):
        return {name for name in ("Wednesday", "Elsewhere") if name in browser.open("/").text}

    def sign_out(self, browser):
        browser.open("/account/").press("Sign out").press("Sign out")

    def owner_of_elsewhere(self, cast):
        return Membership.objects.get(pk=cast.stranger.pk).user

    def test_signing_in_asks_before_it_moves_them(self, cast, phone):
        assert (phone.status, phone.path) == (200, "/account/groups/")
        assert phone.page.one("h1").text == "Give these groups to Olga?"
        assert [item.text for item in phone.page.one(class_="list").all("li")] == ["Elsewhere"]
        assert "main" in phone.page.one("a", href="/").attrs["class"], "keeping them is the default"
        phone.follow("No, keep them on this browser")
        assert self.groups_of(phone) == {"Wednesday"}
        assert self.owner_of_elsewhere(cast) == cast.stranger.user
        self.sign_out(phone)
        assert self.groups_of(phone) == {"Elsewhere"}
        assert len(phone.client.cookies["scorekeeper"].value) == 32
        assert casting.signed_in() == [cast.stranger.user.pk]

    def test_the_account_gets_them_only_after_a_yes_which_it_can_say_later(self, cast, account, phone):
        phone.open("/account/").follow("Give this browser’s own groups to Olga").press("Yes, give them to Olga")
        assert (phone.path, self.groups_of(phone)) == ("/", {"Wednesday", "Elsewhere"})
        assert self.owner_of_elsewhere(cast) == account
        assert "own groups" not in phone.open("/account/").text
        assert phone.open("/account/groups/").path == "/"
        self.sign_out(phone)
        assert self.groups_of(phone) == set()

    def test_recovering_an_account_asks_as_well(self, cast, account):
        phone = Browser(cast.stranger).open("/recover/")
        phone.press("Reset password", name="olga", code=account.code, new=OTHER).follow("I’ve saved it")
        assert (phone.path, self.owner_of_elsewhere(cast)) == ("/account/groups/", cast.stranger.user)

    def test_another_account_replaces_the_one_on_this_browser_but_not_what_is_behind_it(self, cast, phone):
        accounts_writing.sign_up(user=cast.recorder.user, name="Rex", password=GOOD)
        phone.open("/sign-in/").press("Sign in", name="Rex", password=GOOD)
        assert set(casting.signed_in()) == {cast.recorder.user.pk, cast.stranger.user.pk}
        self.sign_out(phone)
        assert self.groups_of(phone) == {"Elsewhere"}

    def test_a_browser_with_nothing_to_give_is_not_asked(self, cast, account):
        for user in (account, cast.stranger.user):
            client = Client()
            client.force_login(user)
            for response in (client.get("/account/groups/"), client.post("/account/groups/", {"confirm": "true"})):
                assert (response.status_code, response["Location"]) == (302, "/")
        assert (signed_in().path, self.owner_of_elsewhere(cast)) == ("/", cast.stranger.user)


class TestSigningOut:
    def test_it_affects_only_this_browser(self, cast, account):
        here, elsewhere, token = signed_in(), signed_in(), make_personal_link(user=account)
        here.open("/account/").press("Sign out").follow("Cancel")
        assert (here.path, here.status) == ("/account/", 200), "it asks first"
        here.press("Sign out").press("Sign out")
        assert [sees_group(browser, cast) for browser in (here, elsewhere)] == [False, True]
        assert find_personal_link(token) is None, "a link doesn't outlast it"

    def test_signing_out_everywhere_else_ends_the_other_sessions_and_personal_links(self, cast, account):
        browsers = [signed_in() for _browser in range(3)]
        token = make_personal_link(user=account)
        browsers[0].open("/account/").press("Sign out everywhere else")
        assert browsers[0].page.one("h1").text == "Sign out everywhere else?"
        browsers[0].press("Sign out everywhere else")
        assert (browsers[0].path, find_personal_link(token)) == ("/account/", None)
        assert [sees_group(browser, cast) for browser in (*browsers, signed_in())] == [True, False, False, True]

    def test_a_browser_without_an_account_is_never_signed_out(self, cast):
        client = Client()
        client.force_login(cast.owner.user)
        client.post("/sign-out/", {"elsewhere": "true"})
        assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


class TestPasswords:
    def test_changing_one_ends_the_other_sessions(self, cast, account):
        here, elsewhere = signed_in(), signed_in()
        here.open("/account/").press("Change password", old=GOOD, new=OTHER)
        assert (here.status, "Password changed." in here.text) == (200, True)
        assert [sees_group(browser, cast) for browser in (here, elsewhere)] == [True, False]
        assert (signed_in().status, signed_in(password=OTHER).status) == (422, 200)

    def test_the_recovery_code_works_once_and_ends_every_other_session(self, cast, account):
        elsewhere, here = signed_in(), signed_in().open("/recover/")
        here.press("Reset password", name="olga", code=account.code, new=OTHER)
        assert here.page.one("p", class_="code").text != account.code
        assert [sees_group(browser, cast) for browser in (here, elsewhere)] == [True, False]
        again = Browser().open("/recover/").press("Reset password", name="olga", code=account.code, new=GOOD)
        assert (again.status, again.problems) == (422, ["Wrong name or recovery code."])
