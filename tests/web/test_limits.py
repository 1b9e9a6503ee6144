"""Limits on what strangers can do: in a browser, they are told so, and nothing is hashed or written for them; and the
limits that members can meet, of which a page tells them before they type anything.
"""

import re

import pytest
from django.contrib.auth import hashers
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from scorekeeper.formats.recipes import pack
from scorekeeper.models import Playgroup, Throttle, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.links.writing import make_join_link
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.sheet.writing import stop_game
from scorekeeper.rules import limits
from scorekeeper.rules.base import Rules
from scorekeeper.web import access, throttle
from tests.asking import FORMS, PARAMETERS, READ
from tests.cast import A_HAND, Phone, play, start_game
from tests.own_games import UNO
from tests.recording import farkle as farkles
from tests.web.browser import Browser, parse

GOOD, OTHER = "a good word", "another good word"
HERE = "10.0.0.1"


@pytest.fixture
def account(cast):
    """Olga's account, created in the owner's browser."""
    user, code = accounts_writing.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
    user.code = code
    return user


def limit(monkeypatch, name, tries):
    monkeypatch.setattr(throttle, name, throttle.Limit(name=name, tries=tries))


def send(path, client=None, address=HERE, **fields):
    return (client or Client()).post(path, fields, REMOTE_ADDR=address)


def attempt(address=HERE, name="Olga", password="wrong", path="/sign-in/", client=None):
    """Try a password or code, and return the status."""
    return send(path, client, address, name=name, password=password, code="wrong", new=OTHER, old=password).status_code


def start_group(number, address=HERE, client=None, name="Wednesday"):
    """Try to start a group, and return the status."""
    uid = f"00000000-0000-4000-8000-{number:012}"
    return send("/", client, address, name=name, owner_name="Zoe", uid=uid).status_code


# Passwords


@pytest.mark.parametrize(
    ("path", "limited", "password", "status"),
    [
        ("/sign-in/", "PASSWORDS", "wrong", 422),
        ("/sign-in/", "PASSWORDS", GOOD, 302),
        ("/recover/", "PASSWORDS", "wrong", 422),
        ("/sign-up/", "SIGN_UP", GOOD, 422),
    ],
)
def test_after_too_many_attempts_no_password_is_hashed(account, monkeypatch, path, limited, password, status):
    limit(monkeypatch, limited, 3)
    assert [attempt(path=path, password=password) for _try in range(3)] == [status] * 3
    hashed = []
    monkeypatch.setattr(hashers.BasePasswordHasher, "verify", lambda *_: hashed.append("verify"))
    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", lambda *_: hashed.append("encode"))
    # Even the right password is refused, or else trying more of them would be worthwhile.
    response = send(path, name="Olga", password=GOOD, code=account.code, new=OTHER)
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    assert "Too many tries. Wait 60 minutes." in parse(response.content.decode()).text
    assert hashed == []


def test_an_address_is_limited_however_many_names_it_tries(account, monkeypatch):
    limit(monkeypatch, "PASSWORDS", 2)
    assert [attempt(name=name) for name in ("Olga", "Rex", "Zoe")] == [422, 422, 429]


def test_strangers_lock_nobody_out_of_an_account(account, monkeypatch):
    """They use up only their address's tries: not another one's, nor those of who is signed in or has the code."""
    limit(monkeypatch, "PASSWORDS", 2)
    signed_in = Client()
    signed_in.force_login(account)
    assert [attempt() for _try in range(3)] == [422, 422, 429]
    assert attempt("10.0.0.2", password=GOOD) == 302
    assert send("/account/", signed_in, old=GOOD, new=OTHER).status_code == 200
    assert send("/recover/", name="Olga", code=account.code, new=GOOD).status_code == 200
    assert attempt(password=GOOD) == 429


def test_passwords_typed_while_signed_in_are_limited_too(account, monkeypatch):
    limit(monkeypatch, "PASSWORDS", 1)
    signed_in = Client()
    signed_in.force_login(account)
    for path, field in (("/account/", "old"), ("/account/delete/", "password")):
        Throttle.objects.all().delete()
        statuses = [send(path, signed_in, new=OTHER, **{field: word}).status_code for word in ("wrong", GOOD)]
        assert statuses == [422, 429], path


# Accounts, groups and files


def test_strangers_and_members_start_a_limited_number_of_groups(cast, monkeypatch):
    """Strangers are counted by their address, members by who they are."""
    limit(monkeypatch, "GROUPS", 2)
    before = Playgroup.objects.count()
    assert [start_group(number) for number in range(2)] == [302, 302]
    response = send("/", name="Wednesday", owner_name="Zoe", uid="00000000-0000-4000-8000-000000000009")
    assert response.status_code == 429
    assert "Too many tries. Wait 60 minutes." in parse(response.content.decode()).text
    assert Playgroup.objects.count() == before + 2
    assert start_group(3, "10.0.0.2") == 302
    client = Client()
    client.force_login(cast.owner.user)
    assert [start_group(number, f"10.0.0.{number}", client) for number in range(4, 7)] == [302, 302, 429]
    assert start_group(7, "10.0.0.6") == 302, "a stranger at the same address"


def test_imports_are_limited_by_file_however_many_steps_each_takes(cast, monkeypatch):
    limit(monkeypatch, "IMPORTS", 2)
    client = Client()
    client.force_login(cast.owner.user)
    files = f"/groups/{cast.group.pk}/files/"

    def upload():
        return client.post(f"{files}import/", {"file": SimpleUploadedFile("x.json", b"{}")})

    previews = [upload()["Location"] for _time in range(2)]
    response = upload()
    assert response.status_code == 429
    assert "Too many tries. Wait 60 minutes." in parse(response.content.decode()).text
    assert [client.post(previews[-1]).status_code for _step in range(3)] == [422] * 3, "steps don't count"
    client.force_login(cast.stranger.user)
    files = f"/groups/{cast.stranger.group_id}/files/"
    assert upload().status_code == 302, "somebody else"


def test_the_starting_of_groups_can_be_closed_to_strangers(olga, settings):
    settings.GROUPS_ARE_OPEN = False
    before = (Playgroup.objects.count(), User.objects.count())
    stranger = Browser().open("/")
    assert "Only members of a group can start new ones here. Sign in, or ask" in stranger.text
    assert stranger.buttons() == [button for button in stranger.buttons() if button != "Start a group"]
    assert "/sign-in/" in {link.attrs["href"] for link in stranger.page.all("a")}
    response = send("/", name="Wednesday", owner_name="Zoe", uid="00000000-0000-4000-8000-000000000001")
    assert response.status_code == 403
    assert "Only members of a group can start new ones here." in parse(response.content.decode()).text
    assert (Playgroup.objects.count(), User.objects.count()) == before
    olga.open("/").press("Start a group", name="Sunday", owner_name="Olga")
    assert (olga.status, "Sunday" in olga.text) == (200, True), "members may"


def test_an_account_without_a_group_is_a_stranger_where_starting_is_closed(db, settings):
    """Otherwise, strangers could create an account first."""
    settings.GROUPS_ARE_OPEN = False
    browser = Browser().open("/sign-up/").press("Create account", name="Zoe", password=GOOD).open("/")
    assert "Only members of a group can start new ones here. Ask" in browser.text
    assert "Start a group" not in browser.buttons()


def test_members_start_a_limited_number_of_games_by_the_form_or_as_a_rematch(cast, olga, game, monkeypatch):
    limit(monkeypatch, "GAMES", 3)
    play(game, A_HAND, by=cast.owner)
    stop_game(game=game, how="no_winner", by=cast.owner)
    new, sheet = f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin", f"/games/{game.pk}/"
    for browser in (olga, Browser(cast.recorder)):
        browser.open(new).press("Start")
        for _time in range(2):
            assert browser.open(sheet).press("Rematch").status == 200
        for address, words in ((sheet, "Rematch"), (new, "Start")):
            browser.open(address).press(words)
            assert (browser.status, "Too many tries. Wait 60 minutes." in browser.text) == (429, True)
            assert [words in button for button in browser.buttons()][-1], "it can be pressed again later"
    assert cast.group.games.count() == 1 + 2 * 3


# Limits that members meet


@pytest.fixture
def full(cast, monkeypatch):
    """Everything at its limit. Return what the addresses of its pages name."""
    farkles.keep(cast.owner)
    farkle, tapped, game = farkles.start(cast.owner), start_game(cast.owner), start_game(cast.owner)
    Phone(tapped, cast.owner).tap("A bid 10", "B bid 12")
    play(game, A_HAND, A_HAND, by=cast.owner)
    make_join_link(group=cast.group, label="", by=cast.owner)
    monkeypatch.setattr(Rules, "most_hands", 2)
    for name, most in (("MOST_TAPS", 2), ("MOST_PLAYERS", 4), ("MOST_RECIPES", 1), ("MOST_LINKS", 1)):
        monkeypatch.setattr(limits, name, most)
    return {
        "group": cast.group.pk,
        "game": game.pk,
        "farkle": farkle.pk,
        "tapped": tapped.pk,
        "uno": pack(supplied()[UNO]),
    }


SHEET = "This sheet is full: it has 2 rows. End the game, then play again."
TAPS = "There’s no room for more taps. Save it as it is, or type it all at once."
ROSTER = "The roster is full: 4 names. Only someone who’s already on it can be added."
GAMES = "A group can have at most 1 games of its own. Change one of them instead."
LINKS = "This group has 1 active links, as many as it can have. Turn some off first."


@pytest.mark.parametrize(
    ("address", "words", "left_out"),
    [
        pytest.param("/games/{game}/", SHEET, "Record", id="the sheet has the most hands"),
        pytest.param(
            "/groups/{group}/",
            "End the game Trumplestiltskin · The sheet is full",
            "Record",
            id="so the dock of the group",
        ),
        pytest.param("/games/{game}/hands/3/", SHEET, "12", id="so the next hand"),
        pytest.param("/games/{game}/hands/3/whole/", SHEET, "Save", id="so its form"),
        pytest.param("/games/{tapped}/hands/1/", TAPS, "", id="the hand has the most taps"),
        pytest.param("/groups/{group}/new/?rules=trumplestiltskin", ROSTER, "", id="the roster has the most names"),
        pytest.param("/games/{farkle}/players/", ROSTER, "", id="so whoever joins"),
        pytest.param(
            "/groups/{group}/games/", GAMES, "Everyone’s number", id="the group has the most games of its own"
        ),
        pytest.param("/groups/{group}/games/any_game:uno/", GAMES, "Change how", id="so a ready one"),
        pytest.param("/t/{uno}/", f"Wednesday: {GAMES}", "Add it to", id="so a shared one"),
        pytest.param("/groups/{group}/people/", LINKS, "keep score", id="the group has the most links"),
    ],
)
def test_a_page_says_which_limit_is_reached_and_offers_nothing_that_would_be_refused(
    olga, full, address, words, left_out
):
    olga.open(address.format(**full))
    offered = [*olga.buttons(), *(link.text for link in olga.content.all("a"))]
    assert words in olga.text
    assert not left_out or not [offer for offer in offered if left_out in offer]


@pytest.mark.parametrize(
    ("address", "longest"),
    [
        ("/groups/{group}/new/?rules=trumplestiltskin", {"name": 40}),
        ("/games/{farkle}/players/", {"name": 40}),
        ("/groups/{group}/games/", {"name": 40, "link": 8000}),
        ("/groups/{group}/games/any_game:our-farkle/", {"note": 2000}),
        ("/groups/{group}/games/new/?picture=card", {"name": 40, "row-name": 40}),
        ("/groups/{group}/people/", {"label": 40}),
        ("/groups/{group}/change/", {"name": 40}),
        ("/nights/{night}/", {"place": 80, "note": 2000}),
        ("/sign-up/", {"name": 40, "password": 200}),
    ],
)
def test_a_field_takes_as_many_letters_as_will_be_accepted(cast, olga, game, address, longest):
    farkles.keep(cast.owner)
    numbers = {"group": cast.group.pk, "farkle": farkles.start(cast.owner).pk, "night": game.night_id}
    olga.open(address.format(**numbers))
    fields = [field.attrs for tag in ("input", "textarea") for field in olga.content.all(tag)]
    typed = [field for field in fields if field.get("name") in longest and field.get("type") != "hidden"]
    assert {field["name"]: field.get("maxlength") for field in typed} == {name: str(longest[name]) for name in longest}


# What strangers can write

WRITERS = {"start", "join", "go_on", "from_home_screen", "sign_up", "sign_in", "recover", "watch", "tv"}
"""The routes where a stranger's request can write to the database. A watch link notes its use, but once an hour."""


def writes_of(world, method, route):
    """Return the statements of a stranger's valid request that write."""
    table = FORMS if method == "post" else READ
    fields = dict(world.fields(route, table)) if route in table else {}
    with CaptureQueriesContext(connection) as queries:
        getattr(Client(), method)(world.address(route, "owner"), fields)
    return [query["sql"] for query in queries if re.match("INSERT|UPDATE|DELETE", query["sql"])]


def test_only_these_requests_of_strangers_write(db, module_world):
    writers = {route for method in ("get", "post") for route in PARAMETERS if writes_of(module_world, method, route)}
    assert writers == WRITERS


def test_nothing_is_written_for_strangers_who_have_reached_their_limits(db, module_world, monkeypatch):
    for name, row in list(vars(throttle).items()):
        if isinstance(row, throttle.Limit):
            limit(monkeypatch, name, 0)
    for route in WRITERS - {"watch"}:
        assert writes_of(module_world, "post", route) == [], route


# Addresses


def test_only_configured_proxies_are_trusted(settings):
    for proxies, remote, forwarded, expected in (
        ("", "10.0.0.1", "1.2.3.4", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # the first was added by the visitor
        ("10.0.0.1 10.0.0.2", "10.0.0.1", "1.2.3.4, 10.0.0.2", "1.2.3.4"),
        ("10.0.0.1", "10.0.0.1", "<script>", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1", "fd00::7", "fd00::7"),
        ("", "::ffff:10.0.0.1", "", "10.0.0.1"),  # IPv4 mapped to IPv6
        ("10.0.0.1", "10.0.0.9", "1.2.3.4", "10.0.0.9"),
    ):
        settings.TRUSTED_PROXIES = frozenset(proxies.split())
        request = RequestFactory().get("/", REMOTE_ADDR=remote, headers={"X-Forwarded-For": forwarded})
        assert access.client_of(request) == expected, (proxies, remote, forwarded)


def test_an_ipv6_address_is_counted_by_its_network():
    for client, address in (
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),  # a household
        ("fe80::7%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
    ):
        assert access.address_of(RequestFactory().get("/", REMOTE_ADDR=client)) == address
