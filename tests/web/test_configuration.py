"""The settings that environment variables control, and how a wrong value is reported."""

from pathlib import Path

import pytest
from django.test import RequestFactory

from scorekeeper.web import configuration
from scorekeeper.web.access import client_of
from scorekeeper.web.configuration import ROOT, Configuration, ConfigurationError, machine_time_zone, unknown
from tests.serving import VARIABLES, manage

WIFI = {"SCOREKEEPER_WIFI": "Ann’s Wi-Fi"}
INTERNET = {"SCOREKEEPER_PROFILE": "internet", "SCOREKEEPER_URL": "https://cards.example.org"}


def test_the_defaults_make_a_working_local_app():
    usual = Configuration({})
    assert (usual.data, usual.tls, usual.url, usual.hosts, usual.language) == (ROOT / "data", False, "", (), "en")
    assert usual.database == {"ENGINE": "django.db.backends.sqlite3", "NAME": str(ROOT / "data/scorekeeper.sqlite3")}
    assert usual.time_zone == machine_time_zone()
    assert (usual.secret_key, usual.proxies, usual.sign_up) == ("", (), True)


def test_an_installed_app_keeps_its_data_in_the_users_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(configuration, "INSTALLED", True)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: tmp_path / name)
    assert Configuration({}).data == tmp_path / "scorekeeper"


def test_postgresql_needs_the_extra(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ConfigurationError, match="install the app with its extra"):
        Configuration({"DATABASE_URL": "postgresql://ann:secret@db/cards"})


VALUES = (
    ({"SCOREKEEPER_DATA": "/srv/cards"}, "data", Path("/srv/cards")),
    ({"SCOREKEEPER_URL": "http://cards.lan:8000/"}, "url", "http://cards.lan:8000"),
    (INTERNET, "tls", True),
    (
        {"SCOREKEEPER_HOSTS": "cards.lan, 192.168.1.5,[fd00::1],.example.org"},
        "hosts",
        ("cards.lan", "192.168.1.5", "[fd00::1]", ".example.org"),
    ),
    ({"SCOREKEEPER_TIME_ZONE": "Asia/Tokyo"}, "time_zone", "Asia/Tokyo"),
    (INTERNET, "proxies", ("127.0.0.1", "::1")),
    ({"SCOREKEEPER_PROXIES": "172.18.0.0/16, fd00::/8,10.0.0.1"}, "proxies", ("172.18.0.0/16", "fd00::/8", "10.0.0.1")),
    ({"SCOREKEEPER_SIGN_UP": "open"}, "sign_up", True),
    ({"SCOREKEEPER_GROUPS": "closed"}, "groups", False),
    ({"SCOREKEEPER_WIFI": "Café 5 GHz"}, "wifi", "Café 5 GHz"),
    (WIFI | {"SCOREKEEPER_WIFI_PASSWORD": "a; b \\:~"}, "wifi_password", "a; b \\:~"),
    ({"SCOREKEEPER_SECRET_KEY": "0123456789" * 6}, "secret_key", "0123456789" * 6),
)


def test_values_are_read_from_the_environment():
    found = [(given, attribute, getattr(Configuration(given), attribute)) for given, attribute, _value in VALUES]
    assert found == [*VALUES]


def test_database_urls_are_read():
    assert Configuration({"DATABASE_URL": "sqlite:////srv/a%20b.sqlite3"}).database["NAME"] == "/srv/a b.sqlite3"
    url = "postgresql://ann:p%40ss@db:5433/cards?sslmode=require"
    expected = {"HOST": "db", "PORT": 5433, "USER": "ann", "PASSWORD": "p@ss", "NAME": "cards"}
    assert Configuration({"DATABASE_URL": url}).database.items() >= expected.items()


WRONG = (
    ("SCOREKEEPER_PROFILE", "wan", "'wan' is not one of lan, internet"),
    ("SCOREKEEPER_PROFILE", "internet", "the internet profile needs it"),
    ("SCOREKEEPER_URL", "cards", "is not an address like http://"),
    ("SCOREKEEPER_URL", "https://cards.lan", "must start with http:// in the lan"),
    ("SCOREKEEPER_URL", "http://cards.lan/app", "without a path"),
    ("SCOREKEEPER_HOSTS", "cards lan", "'cards lan' is not a host name"),
    ("SCOREKEEPER_HOSTS", "*", "'*' is not a host name"),
    ("SCOREKEEPER_TIME_ZONE", "Mars/Base", "'Mars/Base' is not a time zone"),
    ("SCOREKEEPER_PROXIES", "proxy", "'proxy' is neither an IP address nor a network"),
    ("SCOREKEEPER_PROXIES", "10.0.0.1/8", "'10.0.0.1/8' is neither"),
    ("SCOREKEEPER_SIGN_UP", "no", "'no' is not one of open, closed"),
    ("SCOREKEEPER_SECRET_KEY", "short", "50 random characters"),
    ("SCOREKEEPER_SECRET_KEY", "a" * 60, "50 random characters"),
    ("SCOREKEEPER_WIFI", "é" * 17, "has at most 32 bytes"),
    ("SCOREKEEPER_WIFI", "a\nb", "'a\\nb' is not a network's name"),
    ("SCOREKEEPER_WIFI_PASSWORD", "secret@9", "it needs SCOREKEEPER_WIFI"),
    ("DATABASE_URL", "sqlite:///cards.db", "whole path, with four slashes"),
    ("DATABASE_URL", "mysql://ann:secret@db/cards", "must start with"),
    ("DATABASE_URL", "postgresql://ann:secret@db/", "has no database name"),
)


def refusal(variables):
    """Return the line that refuses variables."""
    with pytest.raises(ConfigurationError) as refused:
        Configuration(variables)
    return str(refused.value)


def test_a_wrong_value_is_reported_in_one_line_that_repeats_no_password():
    for variable, value, problem in WRONG:
        message = refusal({variable: value})
        assert problem in message
        assert message.startswith(("SCOREKEEPER_", "DATABASE_URL"))
        assert "\n" not in message
        assert "secret@" not in message


def test_a_wifi_password_that_no_network_has_is_refused_and_never_repeated():
    for password in ("secret7", "secret" + "x" * 58, "secret\nword"):
        line = "SCOREKEEPER_WIFI_PASSWORD: it must have 8 to 63 ASCII letters, digits or signs"
        assert refusal(WIFI | {"SCOREKEEPER_WIFI_PASSWORD": password}) == line


def test_a_command_prints_the_line_and_exits_with_1():
    done = manage("check", SCOREKEEPER_PROFILE="wan")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "SCOREKEEPER_PROFILE: 'wan' is not one of lan, internet\n"


def test_a_proxy_in_a_trusted_network_is_believed(settings):
    settings.TRUSTED_PROXIES = frozenset(Configuration({"SCOREKEEPER_PROXIES": "172.18.0.0/16, fd00::/8"}).proxies)
    for proxy, client in (
        ("172.18.0.5", "203.0.113.7"),
        ("::ffff:172.18.0.5", "203.0.113.7"),
        ("fd00::2", "203.0.113.7"),
        ("172.19.0.5", "172.19.0.5"),
    ):
        request = RequestFactory().get("/", REMOTE_ADDR=proxy, headers={"X-Forwarded-For": "6.6.6.6, 203.0.113.7"})
        assert client_of(request) == client


def test_a_variable_that_does_not_exist_is_named_with_the_nearest_that_does():
    environment = {"SCOREKEEPER_PROXY": "10.0.0.1", "SCOREKEEPER_WIFI_PASWORD": "x", "SCOREKEEPER_DATA": "/srv"}
    nearest = {"SCOREKEEPER_PROXY": "SCOREKEEPER_PROXIES", "SCOREKEEPER_WIFI_PASWORD": "SCOREKEEPER_WIFI_PASSWORD"}
    lines = [f"{wrong}: there is no such variable; did you mean {right}?" for wrong, right in nearest.items()]
    others = {"PATH": "/bin", "SCOREKEEPER_TEST_DATABASE_URL": "postgresql://"}
    assert list(unknown(environment | others)) == lines
    done = manage("score", "nowhere.json", **environment, SCOREKEEPER_TIMEZONE="")
    assert done.stderr.splitlines()[:3] == [
        lines[0],
        "SCOREKEEPER_TIMEZONE: there is no such variable; did you mean SCOREKEEPER_TIME_ZONE?",
        lines[1],
    ]


def test_every_variable_that_is_read_is_known():
    assert Configuration({}).variables == VARIABLES


def test_the_host_of_the_address_is_one_of_the_hosts():
    for host in ("cards.lan", "[fd00::1]"):
        given = {"SCOREKEEPER_URL": f"http://{host}:8000", "SCOREKEEPER_HOSTS": "oak"}
        assert Configuration(given).hosts == ("oak", host)


def test_the_time_zone_comes_from_the_machine_and_is_never_empty(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert machine_time_zone() == "Asia/Tokyo"
    monkeypatch.setenv("TZ", "CET-1CEST")
    assert machine_time_zone()
