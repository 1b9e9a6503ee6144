"""The page for the table: which address it shows, and who is shown the Wi-Fi."""

import runpy
from ipaddress import ip_address

import pytest
from django.test import Client

from scorekeeper import configuration, network
from scorekeeper.templatetags.scores import qr
from tests.views.browser import parse

WIFI, PASSWORD = 'Ann; Bob: "5\\6", 7', 'p;a:s\\s"w,ord'
CODE = r"WIFI:T:WPA;S:Ann\; Bob\: \"5\\6\", 7;P:p\;a\:s\\s\"w,ord;;"


@pytest.fixture(autouse=True)
def oak(monkeypatch, settings):
    """This machine has an address and a name, and its operator gave the Wi-Fi."""
    monkeypatch.setattr(network, "addresses", lambda: (ip_address("10.0.0.7"),))
    monkeypatch.setattr(network, "host_names", lambda: ("oak", "oak.local"))
    settings.ALLOWED_HOSTS = ["*"]
    settings.LOCAL_NAME, settings.WIFI, settings.WIFI_PASSWORD = "scorekeeper.local", WIFI, PASSWORD


def table(host="localhost:8000", client="127.0.0.1", **headers):
    """Open the page from the client's address."""
    response = Client(REMOTE_ADDR=client).get("/table/", headers={"host": host, **headers})
    assert response.status_code == 200
    return response.content.decode()


def shown(html):
    """Return what the page shows, each under its label."""
    page = parse(html).one("article")
    return dict(zip([e.text for e in page.all("dt")], [e.text for e in page.all("dd")], strict=True))


@pytest.mark.parametrize(
    ("host", "base_url", "address"),
    [
        pytest.param("localhost:8000", "", "http://10.0.0.7:8000", id="this machine shows the first on the network"),
        pytest.param("[::1]:8000", "", "http://10.0.0.7:8000", id="this machine, IPv6"),
        pytest.param("scorekeeper.local:8000", "", "http://10.0.0.7:8000", id="by name, which not every phone finds"),
        pytest.param("10.0.0.9:8000", "", "http://10.0.0.9:8000", id="by address"),
        pytest.param("oak.local", "", "http://oak.local", id="by another name, at the usual port"),
        pytest.param("localhost:8000", "http://cards.lan", "http://cards.lan", id="the operator's comes first"),
    ],
)
def test_it_shows_an_address_that_phones_can_open(settings, host, base_url, address):
    settings.BASE_URL = base_url
    html = table(host)
    assert qr(address) in html
    assert address in shown(html).values()


def test_it_shows_the_name_only_if_it_is_announced(settings):
    assert "http://scorekeeper.local:8000" in shown(table()).values()
    settings.LOCAL_NAME = ""
    assert "scorekeeper.local" not in table()


def test_without_a_network_it_says_so_instead_of_showing_a_code(monkeypatch, settings):
    monkeypatch.setattr(network, "addresses", lambda: ())
    settings.WIFI = ""
    page = parse(table()).one("article")
    assert "Only this computer can open this: it isn’t on a network" in page.one(role="alert").text
    assert not list(page.all(class_="qr"))


@pytest.mark.parametrize(
    ("host", "client"),
    [
        pytest.param("localhost:8000", "127.0.0.1", id="localhost"),
        pytest.param("127.0.0.1:8000", "127.0.0.1", id="its address"),
        pytest.param("[::1]:8000", "::1", id="its IPv6 address"),
        pytest.param("localhost", "::ffff:127.0.0.1", id="IPv4 over IPv6"),
    ],
)
def test_the_machine_itself_is_shown_the_wifi(host, client):
    html = table(host, client)
    assert qr(CODE) in html
    assert (shown(html)["Network"], shown(html)["Password"]) == (WIFI, PASSWORD)


def test_an_open_wifi_has_no_password(settings):
    settings.WIFI, settings.WIFI_PASSWORD = "Café", ""
    html = table()
    assert qr("WIFI:T:nopass;S:Café;;") in html
    assert "Password" not in shown(html)


@pytest.mark.parametrize(
    ("host", "client", "headers"),
    [
        pytest.param("10.0.0.7:8000", "10.0.0.8", {}, id="another device"),
        pytest.param("localhost:8000", "10.0.0.8", {}, id="another device that claims to be this one"),
        pytest.param("localhost:8000", "", {}, id="nobody knows who"),
        pytest.param("cards.lan", "127.0.0.1", {}, id="a proxy that passes the host on"),
        pytest.param("scorekeeper.local:8000", "127.0.0.1", {}, id="by name"),
        pytest.param("localhost:8000", "127.0.0.1", {"x-forwarded-for": "10.0.0.8"}, id="a proxy that says for whom"),
        pytest.param("localhost:8000", "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, id="an invented client"),
        pytest.param("localhost:8000", "127.0.0.1", {"x-forwarded-host": "cards.lan"}, id="a proxy that says where"),
        pytest.param("localhost:8000", "127.0.0.1", {"x-real-ip": "10.0.0.8"}, id="nginx, as many set it up"),
        pytest.param("localhost:8000", "127.0.0.1", {"forwarded": "for=10.0.0.8"}, id="a proxy of the standard"),
        pytest.param("localhost:8000", "127.0.0.1", {"via": "1.1 oak"}, id="a proxy that names itself"),
        pytest.param("127.0.0.1:8000", "127.0.0.1", {"connection": "close"}, id="nginx, as it comes"),
    ],
)
def test_nobody_else_is_shown_the_wifi(host, client, headers):
    html = table(host, client, **headers)
    assert "Wi-Fi" not in html
    assert "Ann" not in html
    assert list(parse(html).all(class_="qr")), "the address"


def test_a_trusted_proxy_is_not_the_machine_itself(settings):
    settings.TRUSTED_PROXIES = frozenset({"127.0.0.1"})
    assert "Wi-Fi" not in table()


@pytest.mark.parametrize(("profile", "shown"), [("lan", (WIFI, PASSWORD)), ("internet", ("", ""))])
def test_only_a_home_network_has_a_wifi(monkeypatch, profile, shown):
    for name, value in {"PROFILE": profile, "HOSTS": "cards.lan", "WIFI": WIFI, "WIFI_PASSWORD": PASSWORD}.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    settings = runpy.run_path(str(configuration.PACKAGE / "settings.py"))
    assert (settings["WIFI"], settings["WIFI_PASSWORD"]) == shown
    assert PASSWORD not in str(settings["CONFIGURATION"])


def test_it_needs_no_query(olga, django_assert_num_queries):
    with django_assert_num_queries(0):
        olga.open("/table/")


def test_the_start_page_and_the_people_page_link_it(olga, cast):
    for path in ("/", f"/groups/{cast.group.pk}/people/"):
        assert "/table/" in [link.attrs["href"] for link in olga.open(path).page.all("a")]
