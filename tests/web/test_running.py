"""Where the app can be opened: by a browser on its own machine, and by other devices."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest
from django.test import RequestFactory

from scorekeeper.web import network
from scorekeeper.web.network import Listener
from scorekeeper.web.pages import shareable


@pytest.fixture
def oak(monkeypatch, settings, tmp_path):
    settings.ALLOWED_HOSTS, settings.DATA_DIR = ["*"], tmp_path
    monkeypatch.setattr(network, "addresses", lambda: (ip_address("10.0.0.7"), ip_address("fd00::7")))


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    ("host", "local", "others"),
    [
        pytest.param("0.0.0.0", "http://localhost:80", ["http://10.0.0.7:80"], id="IPv4"),
        pytest.param("::", "http://localhost:80", ["http://10.0.0.7:80", "http://[fd00::7]:80"], id="every address"),
        pytest.param("127.0.0.1", "http://127.0.0.1:80", [], id="this machine only"),
        pytest.param("::1", "http://[::1]:80", [], id="this machine only, IPv6"),
        pytest.param("localhost", "http://localhost:80", [], id="this machine only, by name"),
        pytest.param("10.0.0.7", "http://10.0.0.7:80", ["http://10.0.0.7:80"], id="one address"),
    ],
)
def test_the_addresses_depend_on_the_host(oak, host, local, others):
    listener = Listener(host=host, port=80)
    assert (listener.url(), listener.urls("")) == (local, others)
    assert listener.urls("https://cards.example.org") == ["https://cards.example.org", *others]


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_a_running_server_is_found_by_its_note(tmp_path, listening, host):
    network.note(tmp_path, Listener(host=host, port=listening))
    assert network.find(tmp_path) == Listener(host=host, port=listening)
    with network.marked(tmp_path):
        pass
    assert network.find(tmp_path) is None


def test_a_data_folder_is_in_use_while_any_server_has_marked_it(tmp_path):
    assert not network.in_use(tmp_path)
    with network.marked(tmp_path):
        with network.marked(tmp_path):
            network.note(tmp_path, Listener(host="127.0.0.1", port=1))
        assert network.in_use(tmp_path)
    assert not network.in_use(tmp_path)


def test_a_server_that_was_killed_is_not_found(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        network.note(tmp_path, Listener(host="0.0.0.0", port=server.getsockname()[1]))
    assert network.find(tmp_path) is None


@pytest.mark.parametrize("text", ["", "rubbish", "0.0.0.0 web", "0.0.0.0 99999", "one two three", "\0 80"])
def test_an_unreadable_note_is_ignored(tmp_path, text):
    (tmp_path / network.NAME).write_text(text)
    assert network.find(tmp_path) is None


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        pytest.param("http://localhost:8000/w/x/", "http://10.0.0.7:8000/w/x/", id="localhost"),
        pytest.param("http://localhost/w/x/", "http://10.0.0.7:80/w/x/", id="the usual port"),
        pytest.param("http://127.0.0.1:8000/w/x/", "http://10.0.0.7:8000/w/x/", id="127.0.0.1"),
        pytest.param("http://[::1]:8000/w/x/", "http://10.0.0.7:8000/w/x/", id="::1"),
        pytest.param("http://10.0.0.9:8000/w/x/", "http://10.0.0.9:8000/w/x/", id="a network address"),
        pytest.param("http://oak.local:8000/w/x/", "http://oak.local:8000/w/x/", id="a name"),
        pytest.param("http://cards.local:8000/w/x/", "http://10.0.0.7:8000/w/x/", id="the announced name"),
    ],
)
def test_an_address_that_not_every_device_can_open_becomes_a_network_address(oak, settings, address, shared):
    settings.LOCAL_NAME = "cards.local"
    assert shared_for(address) == {"address": shared}


def shared_for(address):
    """Return what a browser shares that has opened the app at this address."""
    parts = urlsplit(address)
    return shareable(RequestFactory().get("/", headers={"host": parts.netloc}), parts.path)


def test_a_shared_address_has_the_port_of_the_running_server(oak, tmp_path, listening):
    network.note(tmp_path, Listener(host="0.0.0.0", port=listening))
    assert shared_for("http://localhost:80/w/x/") == {"address": f"http://10.0.0.7:{listening}/w/x/"}


def test_the_operators_address_is_shared_instead_of_localhost(oak, settings):
    settings.BASE_URL = "http://cards.example.org"
    assert shared_for("http://localhost/w/x/") == {"address": "http://cards.example.org/w/x/"}


def test_an_address_that_only_this_machine_can_open_says_why(oak, tmp_path, listening, monkeypatch):
    address = f"http://localhost:{listening}/w/x/"
    network.note(tmp_path, Listener(host="127.0.0.1", port=listening))
    assert shared_for(address) == {"address": address, "alone": "host"}
    (tmp_path / network.NAME).unlink()
    monkeypatch.setattr(network, "addresses", lambda: ())
    assert shared_for(address) == {"address": address, "alone": "network"}
