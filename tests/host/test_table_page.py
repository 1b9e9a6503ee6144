"""The page for the table: which address it shows, and who is shown the Wi-Fi."""

import io
import runpy
from ipaddress import ip_address

import pytest
from django.test import Client

from scorekeeper.management.commands import serve
from scorekeeper.templatetags.scores import qr
from scorekeeper.web import configuration, network
from tests.web.browser import parse

WIFI, PASSWORD = 'Ann; Bob: "5\\6", 7', 'p;a:s\\s"w,ord'
CODE = r"WIFI:T:WPA;S:Ann\; Bob\: \"5\\6\", 7;P:p\;a\:s\\s\"w,ord;;"


@pytest.fixture(autouse=True)
def oak(monkeypatch, settings, tmp_path):
    """This machine has an address and a name, and its operator gave the Wi-Fi."""
    monkeypatch.setattr(network, "addresses", lambda: (ip_address("10.0.0.7"),))
    monkeypatch.setattr(network, "host_names", lambda: ("oak", "oak.local"))
    settings.ALLOWED_HOSTS, settings.DATA_DIR = ["*"], tmp_path
    settings.LOCAL_NAME, settings.WIFI, settings.WIFI_PASSWORD = "scorekeeper.local", WIFI, PASSWORD


@pytest.fixture
def token(oak):
    """The token in the address that `serve` has printed."""
    return network.offer_wifi()


def table(host="localhost:8000", client=None, token=""):
    """Open the page in a browser, with a token in its address or without."""
    browser = client or Client()
    response = browser.get("/table/", {"wifi": token} if token else {}, headers={"host": host}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def shown(html):
    """Return what the page shows, each under its label."""
    page = parse(html).one("article")
    return dict(zip([e.text for e in page.all("dt")], [e.text for e in page.all("dd")], strict=True))


def test_it_shows_an_address_that_phones_can_open(settings):
    for host in ("localhost:8000", "scorekeeper.local:8000"):  # not every phone finds the name
        html, address = table(host), "http://10.0.0.7:8000"
        assert (qr(address) in html, address in shown(html).values()) == (True, True), host
        assert "http://scorekeeper.local:8000" in shown(html).values()
    settings.LOCAL_NAME, settings.BASE_URL = "", "http://cards.lan"
    assert ("scorekeeper.local" in table(), "http://cards.lan" in shown(table()).values()) == (False, True)


def test_without_a_network_it_says_so_instead_of_showing_a_code(monkeypatch, settings):
    monkeypatch.setattr(network, "addresses", lambda: ())
    settings.WIFI = ""
    page = parse(table()).one("article")
    assert "Only this computer can open this address: it isn’t on a network" in page.one(role="alert").text
    assert not list(page.all(class_="qr"))


def test_the_first_browser_that_opens_the_printed_address_is_shown_the_wifi(token):
    browser = Client()
    html = table(client=browser, token=token)
    assert qr(CODE) in html
    assert (shown(html)["Network"], shown(html)["Password"]) == (WIFI, PASSWORD)
    assert table("10.0.0.7:8000", browser) == table("10.0.0.7:8000", browser, token), "it is remembered"


@pytest.mark.parametrize(("wifi", "printed"), [(WIFI, True), ("", False)], ids=["with a Wi-Fi", "without"])
def test_serve_prints_that_address(settings, wifi, printed):
    settings.WIFI, output = wifi, io.StringIO()
    serve.Command(stdout=output).greet(network.Listener(host="0.0.0.0", port=8000))
    before, _wifi, after = output.getvalue().partition("http://localhost:8000/table/?wifi=")
    assert "http://localhost:8000/table/\n" in before
    assert bool(after) == printed
    assert ("Password" in shown(table(token=after.split("\n")[0]))) == printed


def test_its_address_loses_the_token(token):
    response = Client().get("/table/", {"wifi": token})
    assert (response.status_code, response["Location"]) == (302, "/table/")
    cookie = response.cookies["wifi"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert response["Cache-Control"] == "no-store"


def test_nobody_else_is_shown_the_wifi(token):
    opened = {"without the address that was printed": table(), "with a wrong token": table(token="guessed")}
    program, first, forged = Client(), Client(), Client()
    program.head("/table/", {"wifi": token})
    opened["after a look at the headers"] = table(client=program)
    assert "Password" in shown(table(client=first, token=token))
    opened["after another browser"] = table(token=token)
    forged.cookies["wifi"] = token
    opened["with a forged cookie"] = table(client=forged)
    network.WIFI_COOKIES.clear()  # a new process has none
    opened["after a restart"] = table(client=first, token=token)
    for how, html in opened.items():
        assert ("Password" in shown(html), "Ann" in html, qr(CODE) in html) == (False, False, False), how
        assert "The Wi-Fi is shown in one browser only" in parse(html).text, how
        assert qr("http://10.0.0.7:8000") in html, how


def test_an_open_wifi_has_no_password_and_without_one_there_is_nothing_about_it(settings, token):
    settings.WIFI, settings.WIFI_PASSWORD = "Café", ""
    html = table(token=token)
    assert (qr("WIFI:T:nopass;S:Café;;") in html, "Password" in shown(html)) == (True, False)
    settings.WIFI = ""
    assert "Wi-Fi" not in table(token=network.offer_wifi())


@pytest.mark.parametrize(("profile", "shown"), [("lan", (WIFI, PASSWORD)), ("internet", ("", ""))])
def test_only_a_home_network_has_a_wifi(monkeypatch, profile, shown):
    for name, value in {"PROFILE": profile, "HOSTS": "cards.lan", "WIFI": WIFI, "WIFI_PASSWORD": PASSWORD}.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    settings = runpy.run_path(str(configuration.PACKAGE / "settings.py"))
    assert (settings["WIFI"], settings["WIFI_PASSWORD"]) == shown
    assert PASSWORD not in str(settings["CONFIGURATION"])


def test_the_start_page_and_the_people_page_link_it(olga, cast):
    for path in ("/", f"/groups/{cast.group.pk}/people/"):
        assert "/table/" in [link.attrs["href"] for link in olga.open(path).page.all("a")]
