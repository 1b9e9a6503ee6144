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
from uuid import uuid4

import pytest
from django.core.exceptions import DisallowedHost
from django.core.management import CommandError
from zeroconf import AddressResolverIPv4, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from scorekeeper import announcing, configuration, network
from scorekeeper.announcing import KIND, Announcer
from scorekeeper.management import naming
from scorekeeper.running import Listener

pytestmark = pytest.mark.slow

PATIENCE = 20  # seconds
HERE, THERE = ip_address("127.0.0.1"), ip_address("127.0.0.2")
NOT_OURS = ip_address("203.0.113.9")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Ask quickly. Tests in which somebody must answer are insistent."""
    monkeypatch.setattr(announcing, "PAUSE", 0.02)


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


@pytest.fixture
def insistent(monkeypatch):
    """Make a search go on until somebody has answered, however busy this machine is."""
    ask = Announcer._ask

    async def ask_until_answered(self, labels, addresses):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not any(map(self._is_taken, labels)):
            await ask(self, labels, addresses)

    monkeypatch.setattr(Announcer, "_ask", ask_until_answered)


def announcer(label, *addresses, port=8000):
    return Announcer(label, port, lambda: addresses)


def found(device, name, *, address=None):
    """Ask for a host until it has this address, or any, and return its addresses."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(device, 1000)
        if resolver.parsed_addresses() and address in (None, *resolver.parsed_addresses()):
            return resolver.parsed_addresses()
    return []


def rival(label, address=HERE, kind="_ssh._tcp.local."):
    """Return a service of another kind on a host that has this name, such as a machine that is called that."""
    return ServiceInfo(kind, f"{label}.{kind}", 22, addresses=[address.packed], server=f"{label}.local.")


def test_a_phone_finds_the_address_and_the_port_by_name(label, phone):
    with announcer(label, HERE, ip_address("::1"), port=8123) as announced:
        assert announced.name() == f"{label}.local"
        assert found(phone, announced.name()) == [str(HERE)]
        service = phone.get_service_info(KIND, f"{label}.{KIND}", PATIENCE * 1000)
        assert (service.server, service.port) == (f"{label}.local.", 8123)


@pytest.mark.parametrize("address", [HERE, THERE], ids=["another port", "another machine"])
def test_a_second_server_gets_another_name(label, phone, request, address):
    with announcer(label, HERE) as first:
        assert first.name() == f"{label}.local"
        request.getfixturevalue("insistent")
        with announcer(label, address, port=8001) as second:
            assert second.name() == f"{label}-2.local"
            assert found(phone, first.name()) == [str(HERE)]
            assert found(phone, second.name()) == [str(address)]


def test_a_machine_that_has_the_name_keeps_it(label, phone, insistent):
    phone.register_service(rival(label, NOT_OURS), cooperating_responders=True)
    with announcer(label, HERE) as announced:
        assert announced.name() == f"{label}-2.local"


def test_a_machine_that_is_called_so_itself_gets_its_own_name(label, phone, monkeypatch):
    monkeypatch.setattr(announcing, "PAUSE", 0.15)
    monkeypatch.setattr(network, "host_names", lambda: (label, f"{label}.local"))
    phone.register_service(rival(label), cooperating_responders=True)
    with announcer(label, HERE) as announced:
        assert announced.name() == f"{label}.local"


def test_a_second_server_on_that_machine_gets_another_name(label, monkeypatch, request):
    monkeypatch.setattr(network, "host_names", lambda: (label, f"{label}.local"))
    with announcer(label, HERE) as first:
        assert first.name() == f"{label}.local"
        request.getfixturevalue("insistent")
        with announcer(label, HERE, port=8001) as second:
            assert second.name() == f"{label}-2.local"


def test_it_says_goodbye(label, phone):
    seen, gone = threading.Event(), threading.Event()

    def notice(zeroconf, service_type, name, state_change):
        if name == f"{label}.{KIND}":
            {ServiceStateChange.Added: seen, ServiceStateChange.Removed: gone}.get(state_change, seen).set()

    ServiceBrowser(phone, KIND, handlers=[notice])
    with announcer(label, HERE):
        assert seen.wait(PATIENCE)
        assert not gone.is_set()
    assert gone.wait(PATIENCE)


@pytest.mark.parametrize("later", [[THERE], [HERE, THERE]], ids=["another network", "a second network"])
def test_the_name_moves_with_the_addresses(label, phone, monkeypatch, later):
    monkeypatch.setattr(announcing, "EVERY", 0.01)
    addresses = [HERE]
    with Announcer(label, 8000, lambda: [*addresses]) as announced:
        assert found(phone, announced.name()) == [str(HERE)]
        addresses[:] = later
        assert str(THERE) in found(phone, announced.name(), address=str(THERE))


def test_it_survives_a_network_that_fails_while_it_comes(label, phone, monkeypatch):
    monkeypatch.setattr(announcing, "EVERY", 0.01)
    addresses = [HERE]
    with Announcer(label, 8000, lambda: [*addresses]) as announced:
        assert announced.name()
        failures = iter([OSError("down"), OSError("down")])
        ask = Announcer._ask

        async def fail_twice(self, *arguments):
            for failure in failures:
                raise failure
            await ask(self, *arguments)

        monkeypatch.setattr(Announcer, "_ask", fail_twice)
        addresses[:] = [THERE]
        assert found(phone, announced.name(), address=str(THERE))
        assert list(failures) == []


def test_it_is_silent_on_another_network_where_the_name_is_taken(label, phone, insistent):
    phone.register_service(rival(label, NOT_OURS), cooperating_responders=True)
    moving = announcer(label, HERE)

    async def move():
        await moving._move(label)
        services = moving._links[HERE].zeroconf.registry.async_get_service_infos()
        await moving._close([HERE])
        return services

    assert asyncio.run(move()) == []


@pytest.mark.parametrize(
    "addresses",
    [
        pytest.param([], id="no network"),
        pytest.param([ip_address("fd00::7")], id="only IPv6"),
        pytest.param([NOT_OURS], id="multicast is refused"),
    ],
)
def test_without_multicast_nothing_is_announced_or_said(label, caplog, addresses):
    with announcer(label, *addresses) as announced:
        assert announced.name() == ""
    assert caplog.records == []


def test_what_zeroconf_complains_about_is_not_logged(caplog):
    logging.getLogger("zeroconf").error("Network is unreachable")
    assert caplog.records == []


def test_an_unexpected_failure_costs_only_the_name_and_a_line(label, caplog, monkeypatch):
    def fail(*arguments, **options):
        raise OSError("Address in use")

    monkeypatch.setattr(announcing, "AsyncZeroconf", fail)
    with announcer(label, HERE) as announced:
        assert announced.name() == ""
    assert [record.getMessage() for record in caplog.records] == [
        "No name is announced on the network: OSError('Address in use')"
    ]


def test_when_all_names_are_taken_nothing_is_announced(label, monkeypatch):
    monkeypatch.setattr(Announcer, "_is_taken", lambda self, label: True)
    with announcer(label, HERE) as announced:
        assert announced.name() == ""


def test_a_start_that_fails_ends_the_search_at_once(label, monkeypatch):
    monkeypatch.setattr(announcing, "PAUSE", 1000)
    monkeypatch.setattr(announcing, "LONGEST_SEARCH", 1000)
    with pytest.raises(CommandError), announcer(label, HERE):
        raise CommandError


def test_without_the_package_the_module_can_be_imported(monkeypatch):
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    assert runpy.run_path(announcing.__file__)["INSTALLED"] is False


# What `serve` makes of it


@pytest.mark.parametrize(
    ("name", "label"),
    [("scorekeeper", "scorekeeper"), ("Cards.local", "cards"), ("bridge-club-2", "bridge-club-2"), ("", "")],
)
def test_a_name_may_end_in_local_or_be_empty(name, label):
    assert naming.label_of(name) == label


@pytest.mark.parametrize("name", ["two words", "a.b", "-a", "a-", "käse", "a" * 61, ".local.local"])
def test_a_name_that_is_no_host_name_is_refused(name):
    with pytest.raises(CommandError, match="isn’t a name of letters, digits and hyphens"):
        naming.label_of(name)


@pytest.fixture
def hosts(settings, monkeypatch):
    """Settings that a test may change."""
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.LOCAL_NAME = ""
    monkeypatch.setattr(network, "addresses", lambda: (HERE,))
    return settings


def test_the_announced_name_is_an_allowed_host(hosts, label, rf):
    request = rf.get("/", headers={"host": f"{label}.local:8000"})
    with naming.announced(label, Listener(host="0.0.0.0", port=8000)) as use_name:
        with pytest.raises(DisallowedHost):
            request.get_host()
        use_name()
        assert request.get_host() == f"{label}.local:8000"
    assert f"{label}.local" == hosts.LOCAL_NAME


@pytest.mark.parametrize(
    ("name", "host", "changes"),
    [
        pytest.param("", "0.0.0.0", {}, id="no name"),
        pytest.param("cards", "127.0.0.2", {}, id="only this machine listens"),
        pytest.param("cards", "0.0.0.0", {"BASE_URL": "http://cards.lan"}, id="the operator's own address"),
        pytest.param("cards", "0.0.0.0", {"SCOREKEEPER_PROFILE": "internet"}, id="on the internet"),
        pytest.param("cards", "0.0.0.0", {"INSTALLED": False}, id="without the package"),
    ],
)
def test_nothing_is_announced(hosts, monkeypatch, name, host, changes):
    if "SCOREKEEPER_PROFILE" in changes:
        hosts.CONFIGURATION = configuration.read({**changes, "SCOREKEEPER_URL": "https://cards.example.org"})
    monkeypatch.setattr(announcing, "INSTALLED", changes.get("INSTALLED", True))
    hosts.BASE_URL = changes.get("BASE_URL", "")
    with naming.announced(name, Listener(host=host, port=8000)) as use_name:
        use_name()
    assert (hosts.LOCAL_NAME, hosts.ALLOWED_HOSTS) == ("", ["localhost"])
