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


def test_the_addresses_depend_on_the_host(oak):
    for host, local, others in (
        ("0.0.0.0", "http://localhost:80", ["http://10.0.0.7:80"]),
        ("::", "http://localhost:80", ["http://10.0.0.7:80", "http://[fd00::7]:80"]),
        ("127.0.0.1", "http://127.0.0.1:80", []),
        ("::1", "http://[::1]:80", []),
        ("localhost", "http://localhost:80", []),
        ("10.0.0.7", "http://10.0.0.7:80", ["http://10.0.0.7:80"]),
    ):
        listener = Listener(host=host, port=80)
        assert (listener.url(), listener.urls("")) == (local, others)
        assert listener.urls("https://cards.example.org") == ["https://cards.example.org", *others]


def test_a_running_server_is_found_by_its_note(tmp_path, listening):
    for host in ("0.0.0.0", "127.0.0.1"):
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


def test_an_unreadable_note_is_ignored(tmp_path):
    for text in ("", "rubbish", "0.0.0.0 web", "0.0.0.0 99999", "one two three", "\0 80"):
        (tmp_path / network.NAME).write_text(text)
        assert network.find(tmp_path) is None, text


def test_an_address_that_not_every_device_can_open_becomes_a_network_address(oak, settings):
    settings.LOCAL_NAME = "cards.local"
    for host, others in (
        ("localhost:8000", "10.0.0.7:8000"),
        ("localhost", "10.0.0.7:80"),
        ("127.0.0.1:8000", "10.0.0.7:8000"),
        ("[::1]:8000", "10.0.0.7:8000"),
        ("10.0.0.9:8000", "10.0.0.9:8000"),
        ("oak.local:8000", "oak.local:8000"),
        ("cards.local:8000", "10.0.0.7:8000"),  # the announced name
    ):
        assert shared_for(f"http://{host}/w/x/") == {"address": f"http://{others}/w/x/"}


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
