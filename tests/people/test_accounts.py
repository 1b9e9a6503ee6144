"""Accounts: signing up, in and out, merging memberships, passwords, and recovery; and their pages."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client

from scorekeeper.models import Membership, Player, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.accounts.writing import delete_account, make_personal_link
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.groups.reading import members_of
from scorekeeper.people.links.reading import find_personal_link
from scorekeeper.web.refusals import Refused
from tests import cast as casting
from tests.cast import seat_players
from tests.web.browser import Browser

PASSWORD, OTHER = "a good word", "another good word"
MOVE = "Move this browser’s groups to the account"


def sign_up(user=None, name="Olga", password=PASSWORD):
    return accounts_writing.sign_up(user=user, name=name, password=password)


def recover(name, code, password):
    return accounts_writing.recover(name=name, code=code, password=password)


def reload(user):
    return User.objects.get(pk=user.pk)


def test_signing_up_turns_the_browsers_user_into_an_account(cast):
    late = reload(cast.owner.user)
    user, _code = sign_up(cast.owner.user)
    assert user.pk == cast.owner.user.pk
    assert (reload(user).name, reload(user).has_account) == ("Olga", True)
    assert accounts_writing.sign_in(name="Olga", password=PASSWORD) == user
    assert members_of(cast.group)[0].user == user
    with pytest.raises(Refused):
        sign_up(late, "Another")
    assert reload(user).name == "Olga"


def test_the_recovery_code_is_hashed_and_random(db):
    made = [sign_up(name=f"Olga {number}") for number in range(5)]
    assert not [code for user, code in made if code.replace("-", "") in user.recovery]
    letters = accounts_writing.CODE_GROUPS * accounts_writing.CODE_GROUP_LENGTH
    assert (len({code for _user, code in made}), len(accounts_writing.CODE_LETTERS) ** letters > 2**120) == (5, True)


def test_account_names_are_unique_ignoring_case(cast, monkeypatch):
    sign_up(cast.owner.user)
    before = list(User.objects.order_by("pk").values())
    for user, name in ((None, "OLGA"), (cast.recorder.user, "O\u200blga")):
        with pytest.raises(Refused) as refused:
            sign_up(user, name)
        assert refused.value.path == "name"
    monkeypatch.setattr(accounts_writing, "account", lambda name: None)  # as if both had looked at the same time
    with pytest.raises(Refused):
        sign_up()
    assert list(User.objects.order_by("pk").values()) == before


def test_signing_in_requires_the_right_name_and_password(db):
    user, _code = sign_up()
    for name, password, expected in (
        ("Olga", PASSWORD, user),
        ("oLGA", PASSWORD, user),
        ("Rex", PASSWORD, None),
        ("Olga", PASSWORD.upper(), None),
    ):
        assert accounts_writing.sign_in(name=name, password=password) == expected, (name, password)


def test_an_unknown_name_takes_as_long_as_a_wrong_password(db, monkeypatch):
    sign_up()
    hashed = []
    monkeypatch.setattr(accounts_writing, "make_password", lambda word: hashed.append("unknown"))
    monkeypatch.setattr(AbstractBaseUser, "check_password", lambda self, word: hashed.append("wrong"))
    for name in ("Olga", "Rex"):
        accounts_writing.sign_in(name=name, password="x")
    assert hashed == ["wrong", "unknown"]


def merge(browser, into):
    accounts_writing.merge(browser=browser.user, into=into)


def test_two_memberships_in_a_group_merge_into_the_stronger_role(cast):
    user, _code = sign_up(cast.recorder.user)
    for browser, account, removed_at, expected in (
        ("owner", "recorder", None, "owner"),
        ("recorder", "owner", None, "owner"),
        ("recorder", "owner", cast.owner.joined_at, "recorder"),
    ):
        Membership.objects.filter(pk=cast.recorder.pk).update(role=account, removed_at=removed_at)
        other = Membership.objects.create(
            group=cast.group, user=User.objects.create_browser(), role=browser, name="Olga on the other phone"
        )
        merge(other, user)
        merged, removed = (Membership.objects.get(pk=member.pk) for member in (cast.recorder, other))
        assert (merged.role, merged.removed_at, merged.user) == (expected, None, user), (browser, account, removed_at)
        assert removed.removed_at is not None


@pytest.mark.parametrize("has_claim", [False, True], ids=["without a claim", "with another claim"])
def test_the_claimed_player_moves_to_the_account(cast, has_claim):
    ann, bob = seat_players(cast.group, 2)
    user, _code = sign_up(cast.owner.user)
    groups_writing.claim_player(group=cast.group, player_id=ann.pk, by=cast.recorder)
    if has_claim:
        groups_writing.claim_player(group=cast.group, player_id=bob.pk, by=cast.owner)
    merge(cast.recorder, user)
    claimed = dict(Player.objects.values_list("name", "member"))
    assert claimed == ({"Ann": None, "Bob": cast.owner.pk} if has_claim else {"Ann": cast.owner.pk, "Bob": None})


def test_a_browser_is_merged_into_an_account_but_no_account_or_removed_membership(cast):
    sign_up(cast.owner.user)
    other, _code = sign_up(name="Rex")
    merge(Membership.objects.get(pk=cast.owner.pk), other)
    accounts_writing.merge(browser=other, into=other)
    assert Membership.objects.get(pk=cast.owner.pk).user == cast.owner.user
    Membership.objects.filter(pk=cast.recorder.pk).update(removed_at=cast.owner.joined_at)
    merge(cast.recorder, other)
    assert not other.memberships.exists()
    Membership.objects.filter(pk=cast.recorder.pk).update(removed_at=None)
    merge(cast.recorder, other)
    moved = Membership.objects.get(pk=cast.recorder.pk)
    assert (moved.user, moved.role, moved.removed_at) == (other, "recorder", None)


def test_changing_the_password_requires_the_old_one(db):
    user, _code = sign_up()
    with pytest.raises(Refused) as refused:
        accounts_writing.change_password(user=user, old="wrong", new=OTHER)
    assert refused.value.path == "old"
    accounts_writing.change_password(user=user, old=PASSWORD, new=OTHER)
    assert accounts_writing.sign_in(name="Olga", password=PASSWORD) is None
    assert accounts_writing.sign_in(name="Olga", password=OTHER) == user


def test_the_recovery_code_works_once(db, monkeypatch):
    user, code = sign_up()
    stale = reload(user)
    recovered, next_code = recover("olga", f" {code.lower().replace('-', ' ')} ", OTHER)
    assert recovered == user
    assert next_code != code
    assert accounts_writing.sign_in(name="Olga", password=OTHER) == user
    assert recover("olga", code, PASSWORD) is None
    assert recover("olga", next_code, PASSWORD) is not None
    monkeypatch.setattr(accounts_writing, "account", lambda name: stale)
    assert recover("olga", code, PASSWORD) is None, "checked at the same time"


def test_a_wrong_code_changes_nothing_and_costs_no_hash(db, monkeypatch):
    _user, right = sign_up()
    before = list(User.objects.values())
    monkeypatch.setattr(accounts_writing, "make_password", lambda word: pytest.fail("hashed"))
    for name, code in (("Olga", ""), ("Olga", "22222-" * 5), ("Rex", right)):
        assert recover(name, code, OTHER) is None
    assert list(User.objects.values()) == before


HASHING = {
    "signing up": lambda user, code: sign_up(name="Rex"),
    "signing in": lambda user, code: accounts_writing.sign_in(name="Olga", password=PASSWORD),
    "an unknown name": lambda user, code: accounts_writing.sign_in(name="Zoe", password=PASSWORD),
    "changing the password": lambda user, code: accounts_writing.change_password(user=user, old=PASSWORD, new=OTHER),
    "recovering": lambda user, code: recover("Olga", code, OTHER),
    "deleting the account": lambda user, code: delete_account(user=user, password=OTHER),
}


def test_nothing_is_hashed_inside_a_transaction(db, monkeypatch):
    """It would keep everybody else from writing for as long as the hash takes."""
    user, code = sign_up()
    outside, hashed = len(connection.atomic_blocks), []
    for method in ("verify", "encode"):
        real = getattr(MD5PasswordHasher, method)

        def hash_it(*given, real=real):
            hashed.append(len(connection.atomic_blocks) - outside)
            return real(*given)

        monkeypatch.setattr(MD5PasswordHasher, method, hash_it)
    for name, write in HASHING.items():
        hashed.clear()
        write(reload(user), code)
        assert hashed, name
        assert not any(hashed), name


def test_sessions_stay_valid_until_the_user_ends_them(db):
    user, code = sign_up()
    assert user.get_session_auth_hash() == AbstractBaseUser.get_session_auth_hash(user)
    seen = {user.get_session_auth_hash()}
    for _time in range(2):
        accounts_writing.end_sessions(user=user)
        seen.add(reload(user).get_session_auth_hash())
    recover("Olga", code, PASSWORD)
    seen.add(reload(user).get_session_auth_hash())
    assert len(seen) == 4


@pytest.fixture
def account(cast):
    """Olga's account, created in the owner's browser."""
    user, code = accounts_writing.sign_up(user=cast.owner.user, name="Olga", password=PASSWORD)
    user.code = code
    return user


def signed_in(name="Olga", password=PASSWORD):
    return Browser().open("/sign-in/").press("Sign in", name=name, password=password)


def sees_group(browser, cast):
    return browser.open(f"/groups/{cast.group.pk}/").status == 200


def field_errors(browser, name):
    """Return the errors shown next to this field."""
    field = next(field for field in browser.page.all(class_="field") if list(field.all("input", name=name)))
    return [item.text for item in field.all("li")]


def test_signing_up_keeps_the_groups_and_shows_the_code_once(cast, olga):
    before = olga.client.session.session_key
    olga.open("/sign-up/").press("Create account", name="Olga", password=PASSWORD)
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
        (stranger, "/sign-up/", {"name": "", "password": PASSWORD}, "name", "Enter a name."),
        (stranger, "/sign-up/", {"name": "Zoe", "password": "short"}, "password", "This password is too short."),
        (stranger, "/sign-up/", {"name": "Zoe", "password": "password1"}, "password", "This password is too common."),
        (stranger, "/sign-up/", {"name": "OLGAOLGA", "password": PASSWORD}, "name", "That name is taken."),
        (olga, "/account/", {"old": "wrong", "new": OTHER}, "old", "That isn’t your current password."),
        (olga, "/account/", {"old": PASSWORD, "new": "olgaolga"}, "new", "too similar to the name"),
    ):
        browser.open(address).press("Create account" if browser is stranger else "Change password", **typed)
        assert browser.status == 422, message
        assert any(message in error for error in field_errors(browser, field)), browser.problems
        assert User.objects.exclude(name=None).get().check_password(PASSWORD)
    assert "scorekeeper" not in stranger.client.cookies


def test_signing_up_can_be_closed(settings, account):
    settings.SIGN_UP_IS_OPEN = False
    for method in ("get", "post"):
        assert getattr(Client(), method)("/sign-up/", {"name": "Zoe", "password": PASSWORD}).status_code == 404
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
    sent = {"name": "Olga", "password": PASSWORD, "code": account.code, "new": OTHER, **evil}
    response = client.post(f"{address}?{urlencode(evil)}", sent)
    assert response.get("Location", "/") == "/"
    assert "evil.example" not in response.content.decode()


class TestGroupsOfTheBrowser:
    @pytest.fixture
    def phone(self, cast, account):
        """The browser of somebody without an account, after Olga has signed in on it."""
        return Browser(cast.stranger).open("/sign-in/").press("Sign in", name="olga", password=PASSWORD)

    def groups_of(self, browser):
        return {name for name in ("Wednesday", "Elsewhere") if name in browser.open("/").text}

    def sign_out(self, browser):
        browser.open("/account/").press("Sign out").press("Sign out")

    def owner_of_elsewhere(self, cast):
        return Membership.objects.get(pk=cast.stranger.pk).user

    def test_they_stay_on_the_browser_unless_the_account_is_to_have_them(self, cast, phone):
        assert (phone.path, self.groups_of(phone)) == ("/", {"Wednesday"})
        assert self.owner_of_elsewhere(cast) == cast.stranger.user
        self.sign_out(phone)
        assert self.groups_of(phone) == {"Elsewhere"}
        assert len(phone.client.cookies["scorekeeper"].value) == 32
        assert casting.signed_in() == [cast.stranger.user.pk]

    def test_they_move_by_a_tick_also_when_signing_in_again(self, cast, account, phone):
        self.sign_out(phone)
        assert phone.open("/sign-in/").page.one("label", class_="check").text == MOVE
        assert "Elsewhere. Leave this off on someone else’s phone" in phone.text
        phone.press("Sign in", name="olga", password="wrong", move="on")
        assert (phone.status, "checked" in phone.page.one("input", name="move").attrs) == (422, True)
        assert self.owner_of_elsewhere(cast) == cast.stranger.user
        phone.press("Sign in", name="olga", password=PASSWORD)
        assert (phone.path, self.groups_of(phone)) == ("/", {"Wednesday", "Elsewhere"})
        assert self.owner_of_elsewhere(cast) == account
        self.sign_out(phone)
        assert self.groups_of(phone) == set()

    @pytest.mark.parametrize("move", [{}, {"move": "on"}], ids=["they stay", "they move"])
    def test_recovering_an_account_asks_as_well(self, cast, account, move):
        phone = Browser(cast.stranger).open("/recover/")
        phone.press("Reset password", name="olga", code=account.code, new=OTHER, **move).follow("I’ve saved it")
        assert (phone.path, self.owner_of_elsewhere(cast)) == ("/", account if move else cast.stranger.user)

    def test_another_account_replaces_the_one_on_this_browser_but_not_what_is_behind_it(self, cast, phone):
        accounts_writing.sign_up(user=cast.recorder.user, name="Rex", password=PASSWORD)
        phone.open("/sign-in/").press("Sign in", name="Rex", password=PASSWORD)
        assert set(casting.signed_in()) == {cast.recorder.user.pk, cast.stranger.user.pk}
        self.sign_out(phone)
        assert self.groups_of(phone) == {"Elsewhere"}

    def test_who_has_nothing_to_move_is_not_asked_and_an_account_loses_nothing(self, cast, account, phone):
        Membership.objects.filter(pk=cast.recorder.pk).update(removed_at=cast.owner.joined_at)
        for browser in (Browser(), Browser(cast.recorder), phone):
            for page in ("/sign-in/", "/recover/"):
                assert MOVE not in browser.open(page).text
        accounts_writing.sign_up(user=None, name="Rex", password=PASSWORD)
        phone.open("/sign-in/").press("Sign in", name="Rex", password=PASSWORD, move="on")
        assert (self.groups_of(phone), self.owner_of_elsewhere(cast)) == (set(), cast.stranger.user)

    def test_the_page_that_once_asked_leads_home(self, phone):
        assert phone.open("/account/groups/").path == "/"


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
        here.open("/account/").press("Change password", old=PASSWORD, new=OTHER)
        assert (here.status, "Password changed." in here.text) == (200, True)
        assert [sees_group(browser, cast) for browser in (here, elsewhere)] == [True, False]
        assert (signed_in().status, signed_in(password=OTHER).status) == (422, 200)

    def test_the_recovery_code_works_once_and_ends_every_other_session(self, cast, account):
        elsewhere, here = signed_in(), signed_in().open("/recover/")
        here.press("Reset password", name="olga", code=account.code, new=OTHER)
        assert here.page.one("p", class_="code").text != account.code
        assert [sees_group(browser, cast) for browser in (here, elsewhere)] == [True, False]
        again = Browser().open("/recover/").press("Reset password", name="olga", code=account.code, new=PASSWORD)
        assert (again.status, again.problems) == (422, ["Wrong name or recovery code."])
