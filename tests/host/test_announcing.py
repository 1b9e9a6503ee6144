"""The host name that `serve` announces: real multicast DNS, on the loopback interface.

Each test has a name of its own, because other tests may run at the same time. Two loopback addresses stand for two
machines.
"""

import asyncio
import logging
import runpy
import sys
import threading
import time
from ipaddress import ip_address
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.core.management import CommandError
from zeroconf import AddressResolverIPv4, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from scorekeeper.host import announcing
from scorekeeper.host.announcing import KIND
from scorekeeper.management.commands import serve
from scorekeeper.web import configuration, network

pytestmark = pytest.mark.slow

PATIENCE = 20  # seconds
HERE, THERE = ip_address("127.0.0.1"), ip_address("127.0.0.2")
NOT_OURS = ip_address("203.0.113.9")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Don't wait for owners, except in tests in which somebody must answer."""
    monkeypatch.setattr(announcing, "PATIENCE", 50)
    monkeypatch.setattr(announcing, "EVERY", 0.01)


@pytest.fixture
def insistent(alone, monkeypatch):
    """Give somebody who has the name itself as much time to answer as a busy machine needs."""
    ask = announcing._owners

    def ask_until_answered(host, link):
        monkeypatch.setattr(announcing, "PATIENCE", 50 if "-2." in host else 1000 * PATIENCE)
        return ask(host, link)

    monkeypatch.setattr(announcing, "_owners", ask_until_answered)


@pytest.fixture(autouse=True)
def no_event_loop():
    """An earlier browser test leaves its event loop running in this thread, and zeroconf refuses to block it."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture
def label():
    return f"test-{uuid4().hex[:12]}"


@pytest.fixture
def phone():
    device = Zeroconf(interfaces=[str(HERE)])
    yield device
    device.close()


def announced(label, *addresses, port=8000):
    return announcing.announced(label, SimpleNamespace(port=port, addresses=lambda: addresses))


def found(device, name, *, address=None):
    """Ask for a host until it has this address, or any, and return its addresses."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(device, 1000)
        if resolver.parsed_addresses() and address in (None, *resolver.parsed_addresses()):
            return resolver.parsed_addresses()
    return []


def own(device, label, address=HERE, kind="_ssh._tcp.local."):
    """Let a device have a name, such as a machine that is called that."""
    rival = ServiceInfo(kind, f"{label}.{kind}", 22, addresses=[address.packed], server=f"{label}.local.")
    device.register_service(rival, cooperating_responders=True)


def test_a_phone_finds_the_address_and_the_port_by_name_until_the_server_says_goodbye(label, phone):
    seen, gone = threading.Event(), threading.Event()

    def notice(zeroconf, service_type, name, state_change):
        if name == f"{label}.{KIND}":
            {ServiceStateChange.Added: seen, ServiceStateChange.Removed: gone}.get(state_change, seen).set()

    ServiceBrowser(phone, KIND, handlers=[notice])
    with announced(label, HERE, ip_address("::1"), port=8123) as name:
        assert (name.result(), found(phone, f"{label}.local")) == (f"{label}.local", [str(HERE)])
        service = phone.get_service_info(KIND, f"{label}.{KIND}", PATIENCE * 1000)
        assert (service.server, service.port) == (f"{label}.local.", 8123)
        assert seen.wait(PATIENCE)
        assert not gone.is_set()
    assert gone.wait(PATIENCE)


@pytest.mark.parametrize("address", [HERE, THERE], ids=["another port", "another machine"])
def test_a_second_server_gets_another_name(label, phone, request, address):
    with announced(label, HERE) as first:
        assert found(phone, first.result()) == [str(HERE)]
        request.getfixturevalue("insistent")
        with announced(label, address, port=8001) as second:
            assert second.result() == f"{label}-2.local"
            assert found(phone, second.result()) == [str(address)]


def test_a_machine_that_is_called_so_itself_gets_its_own_name(label, phone, insistent, monkeypatch):
    monkeypatch.setattr(network, "host_names", lambda: (label, f"{label}.local"))
    own(phone, label)
    with announced(label, HERE) as name:
        assert name.result() == f"{label}.local"


def test_the_name_moves_with_the_addresses_though_the_network_fails_at_first(label, phone, monkeypatch):
    addresses, failures = [HERE], iter([OSError("down"), OSError("down")])
    ask = announcing._owners

    def fail_twice(*arguments):
        for failure in failures:
            raise failure
        return ask(*arguments)

    with announcing.announced(label, SimpleNamespace(port=8000, addresses=lambda: [*addresses])) as name:
        assert found(phone, name.result()) == [str(HERE)]
        monkeypatch.setattr(announcing, "_owners", fail_twice)
        for later, new in (([THERE], THERE), ([HERE, THERE], HERE)):
            addresses[:] = later
            assert str(new) in found(phone, name.result(), address=str(new))
        assert list(failures) == []


def test_it_is_silent_on_another_network_where_the_name_is_taken(label, phone, insistent):
    own(phone, label, NOT_OURS)
    with announced(label, HERE) as name:
        assert name.result() == f"{label}-2.local", "a server that starts there gets another one"
    links = {}
    announcing._follow(f"{label}.local", SimpleNamespace(port=8000, addresses=lambda: [HERE]), links)
    assert links[str(HERE)].registry.async_get_service_infos() == []
    links[str(HERE)].close()


def test_without_multicast_or_a_free_name_nothing_is_announced_or_said(label, caplog, monkeypatch):
    logging.getLogger("zeroconf").error("Network is unreachable")
    for addresses in ([], [ip_address("fd00::7")], [NOT_OURS]):  # no network, only IPv6, multicast is refused
        with announced(label, *addresses) as name:
            assert name.result() == "", addresses
    monkeypatch.setattr(announcing, "_owners", lambda host, link: {str(NOT_OURS)})
    with announced(label, HERE) as name:
        assert name.result() == ""
    assert caplog.records == []


def test_an_unexpected_failure_costs_only_the_name_and_a_line(label, caplog, monkeypatch):
    def fail(*arguments, **options):
        raise OSError("Address in use")

    monkeypatch.setattr(announcing.zeroconf, "Zeroconf", fail)
    with announced(label, HERE) as name:
        assert name.result() == ""
    said = "No name is announced on the network: OSError('Address in use')"
    assert [record.getMessage() for record in caplog.records] == [said]


def test_without_the_package_or_a_name_nothing_is_announced(label, monkeypatch):
    with announced("", HERE) as name:
        assert name.result() == ""
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    assert runpy.run_path(announcing.__file__)["zeroconf"] is None
    monkeypatch.setattr(announcing, "zeroconf", None)
    with announced(label, HERE) as name:
        assert name.result() == ""


def test_a_name_is_a_host_name_that_may_end_in_local_or_be_empty():
    labels = {"scorekeeper": "scorekeeper", "Cards.local": "cards", "bridge-club-2": "bridge-club-2", "": ""}
    assert {name: serve.label_of(name) for name in labels} == labels
    for name in ("two words", "a.b", "-a", "a-", "käse", "a" * 61, ".local.local"):
        with pytest.raises(CommandError, match="isn’t a name of letters, digits and hyphens"):
            serve.label_of(name)


def test_an_app_that_has_an_address_or_is_on_the_internet_announces_no_name(settings):
    settings.BASE_URL = "http://cards.lan"
    assert serve.label_of("cards") == ""
    settings.BASE_URL = ""
    internet = {"SCOREKEEPER_PROFILE": "internet", "SCOREKEEPER_URL": "https://cards.example.org"}
    settings.CONFIGURATION = configuration.Configuration(internet)
    assert serve.label_of("cards") == ""
