"""Limits on what strangers can do: in a browser, they are told so, and nothing is hashed or written for them."""

import copy
import re

import pytest
from django.contrib.auth import hashers
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from scorekeeper import access, browsers
from scorekeeper.models import Playgroup, Throttle, User
from scorekeeper.services import accounts, guarding, throttle
from tests.asking import FORMS, PARAMETERS, READ, World
from tests.views.browser import Browser, parse

GOOD, OTHER = "a good word", "another good word"
HERE = "10.0.0.1"


@pytest.fixture
def account(cast):
    """Olga's account, created in the owner's browser."""
    user, code = accounts.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
    user.code = code
    return user


def limit(monkeypatch, name, tries):
    real = getattr(throttle, name)
    small = throttle.Limit(name=real.name, tries=tries, window=real.window, message=real.message)
    monkeypatch.setattr(throttle, name, small)


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


@pytest.mark.parametrize(("path", "name"), [("/sign-in/", "SIGN_IN_BOTH"), ("/recover/", "RECOVERY_ADDRESS")])
def test_too_many_attempts_are_refused_before_any_password_is_hashed(account, monkeypatch, path, name):
    limit(monkeypatch, name, 3)
    assert [attempt(path=path) for _try in range(3)] == [422, 422, 422]
    hashed = []
    monkeypatch.setattr(hashers.BasePasswordHasher, "verify", lambda *_: hashed.append("verify"))
    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", lambda *_: hashed.append("encode"))
    # Even the right password is refused, or else trying more of them would be worthwhile.
    response = send(path, name="Olga", password=GOOD, code=account.code, new=OTHER)
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    assert "Too many tries. Wait 15 minutes." in parse(response.content.decode()).text
    assert hashed == []


@pytest.mark.parametrize("path", ["/sign-in/", "/sign-up/"])
def test_strangers_are_told_when_the_place_is_taken(account, path):
    with guarding.STRANGERS.taken():
        response = send(path, name="Zoe", password=GOOD)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    page = parse(response.content.decode())
    assert "Many people are signing in right now. Try again in a few seconds." in page.text
    assert page.one("input", name="name").attrs["value"] == "Zoe", "the form keeps what was typed"
    assert Throttle.objects.count() == 0


# Known browsers


def known_client(path="/sign-in/", **fields):
    """A browser that was signed in, but has lost its session."""
    client = Client()
    assert send(path, client, **({"name": "Olga", "password": GOOD} | fields)).status_code in (200, 302)
    del client.cookies["scorekeeper"]
    return client


@pytest.mark.parametrize("path", ["/sign-in/", "/recover/", "/sign-up/"])
def test_a_browser_that_once_signed_in_gets_in_while_strangers_flood_its_account(account, monkeypatch, path):
    name = "Zoe" if path == "/sign-up/" else "Olga"
    client = known_client(path, name=name, code=account.code, new=GOOD)
    cookie = client.cookies[browsers.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 400 * 24 * 60 * 60)
    limit(monkeypatch, "SIGN_IN_ACCOUNT", 1)
    assert [attempt("10.1.0.1", name=name), attempt("10.2.0.1", name=name, password=GOOD)] == [422, 429]
    with guarding.STRANGERS.taken():
        assert attempt(HERE, name=name, password=GOOD, client=client) == 302


def test_a_browser_remembers_only_a_few_accounts():
    request = RequestFactory().get("/")
    for number in range(10):
        browsers.remember_account(request, f"Friend {number}")
        response = browsers.remember_accounts(lambda _request: HttpResponse())(request)
        request = RequestFactory().get("/")
        request.COOKIES[browsers.COOKIE] = response.cookies[browsers.COOKIE].value
    assert [bool(browsers.known_as(request, f"friend {number}")) for number in range(10)] == [False] * 6 + [True] * 4
    assert len(request.COOKIES[browsers.COOKIE]) < 200


@pytest.mark.parametrize("forged", ["", "x", "x:y", "{cookie}x", "0{cookie}"])
def test_a_forged_cookie_makes_no_browser_known(account, monkeypatch, forged):
    client = known_client()
    client.cookies[browsers.COOKIE] = forged.format(cookie=client.cookies[browsers.COOKIE].value)
    limit(monkeypatch, "SIGN_IN_ACCOUNT", 0)
    assert attempt(password=GOOD, client=client) == 429


# Accounts and groups


@pytest.mark.parametrize(
    ("name", "address", "message"),
    [
        ("GROUPS", HERE, "Too many tries. Wait 60 minutes."),
        ("GROUPS_DAY", HERE, "Too many tries. Wait 24 hours."),
        ("GROUPS_NETWORK", "10.0.0.2", "Too many tries. Wait 24 hours."),
        ("GROUPS_TOTAL", "2001:db8::", "Too many groups have been started today. Try again tomorrow."),
    ],
)
def test_strangers_start_a_limited_number_of_groups(db, monkeypatch, name, address, message):
    limit(monkeypatch, name, 2)
    before = Playgroup.objects.count()
    assert [start_group(number) for number in range(2)] == [302, 302]
    uid = "00000000-0000-4000-8000-000000000009"
    response = send("/", None, address, name="Wednesday", owner_name="Zoe", uid=uid)
    assert response.status_code == 429
    assert message in parse(response.content.decode()).text
    assert Playgroup.objects.count() == before + 2


def test_a_members_groups_are_limited_by_browser_not_by_the_strangers_limits(cast, monkeypatch):
    for name in ("GROUPS", "GROUPS_DAY", "GROUPS_NETWORK", "GROUPS_TOTAL"):
        limit(monkeypatch, name, 0)
    limit(monkeypatch, "GROUPS_USER", 2)
    client = Client()
    client.force_login(cast.owner.user)
    assert [start_group(number, f"10.0.0.{number}", client) for number in range(3)] == [302, 302, 429]


def test_the_starting_of_groups_can_be_closed_to_strangers(cast, settings):
    settings.GROUPS_ARE_OPEN = False
    before = (Playgroup.objects.count(), User.objects.count())
    stranger = Browser().open("/")
    assert "Only members of a group can start new ones here. Sign in, or ask" in stranger.text
    assert stranger.buttons() == [button for button in stranger.buttons() if button != "Start group"]
    assert "/sign-in/" in {link.attrs["href"] for link in stranger.page.all("a")}
    response = send("/", name="Wednesday", owner_name="Zoe", uid="00000000-0000-4000-8000-000000000001")
    assert response.status_code == 403
    assert "Only members of a group can start new ones here." in parse(response.content.decode()).text
    assert (Playgroup.objects.count(), User.objects.count()) == before


def test_members_start_groups_even_if_that_is_closed_to_strangers(cast, olga, settings):
    settings.GROUPS_ARE_OPEN = False
    olga.open("/").press("Start group", name="Sunday", owner_name="Olga")
    assert (olga.status, "Sunday" in olga.text) == (200, True)


def test_an_account_without_a_group_is_a_stranger_where_starting_is_closed(db, settings):
    """Otherwise, strangers could create an account first."""
    settings.GROUPS_ARE_OPEN = False
    browser = Browser().open("/sign-up/").press("Create account", name="Zoe", password=GOOD).open("/")
    assert "Only members of a group can start new ones here. Ask" in browser.text
    assert "Start group" not in browser.buttons()


# What strangers can write

WRITERS = {"start", "join", "go_on", "from_home_screen", "sign_up", "sign_in", "recover", "watch"}
"""The routes where a stranger's request can write to the database. A watch link notes its use, but once an hour."""


@pytest.fixture(scope="module")
def module_world(module_cast):
    return World(copy.deepcopy(module_cast))


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


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "expected"),
    [
        pytest.param((), "10.0.0.1", "1.2.3.4", "10.0.0.1", id="a header without a proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "1.2.3.4", "1.2.3.4", id="a header from the proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4", id="an address added by the visitor"),
        pytest.param(("10.0.0.1", "10.0.0.2"), "10.0.0.1", "1.2.3.4, 10.0.0.2", "1.2.3.4", id="two proxies"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "<script>", "10.0.0.1", id="nonsense from the proxy"),
        pytest.param(("10.0.0.1",), "10.0.0.1", "fd00::7", "fd00::7", id="an IPv6 address"),
        pytest.param((), "::ffff:10.0.0.1", "", "10.0.0.1", id="IPv4 mapped to IPv6"),
        pytest.param(("10.0.0.1",), "10.0.0.9", "1.2.3.4", "10.0.0.9", id="an unknown proxy"),
    ],
)
def test_only_configured_proxies_are_trusted(settings, proxies, remote, forwarded, expected):
    settings.TRUSTED_PROXIES = frozenset(proxies)
    request = RequestFactory().get("/", REMOTE_ADDR=remote, headers={"X-Forwarded-For": forwarded})
    assert access.client_of(request) == expected


@pytest.mark.parametrize(
    ("client", "address", "network"),
    [
        pytest.param("10.1.2.3", "10.1.2.3", "10.1.2.0/24", id="IPv4"),
        pytest.param("::ffff:10.1.2.3", "10.1.2.3", "10.1.2.0/24", id="IPv4 mapped to IPv6"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48", id="a household's IPv6 network"),
        pytest.param("fe80::7%eth0", "fe80::/64", "fe80::/48", id="a link-local IPv6 address"),
        pytest.param("::1", "::/64", "::/48", id="this machine"),
        pytest.param("", "", "", id="no address at all"),
    ],
)
def test_attempts_are_counted_by_address_and_by_network(client, address, network):
    request = RequestFactory().get("/", REMOTE_ADDR=client)
    assert (access.address_of(request), access.network_of(request)) == (address, network)
