"""Announce a host name by multicast DNS, so that phones find the app. Where that can't be done, all else works."""

import logging
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

from scorekeeper.web import network

zeroconf: Any = None
with suppress(ImportError):
    import zeroconf

LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?")
KIND = "_http._tcp.local."
PATIENCE, EVERY = 450, 5  # milliseconds for whoever has a name to say so; seconds between looks at our addresses


@contextmanager
def announced(label: str, listener: network.Listener) -> Iterator[Future[str]]:
    """Announce the first free name until the block ends. Yield what will be that name, or "" if none is announced."""
    stopping, links = threading.Event(), dict[str, Any]()

    def announce() -> None:
        while name.result() and not stopping.is_set():
            with suppress(Exception):  # a network that comes or goes just now; the next look tries again
                _follow(name.result(), listener, links)
            stopping.wait(EVERY)
        for link in links.values():
            link.close()

    with ThreadPoolExecutor(1) as thread, ExitStack() as end:
        end.callback(stopping.set)
        name = thread.submit(_search, label, listener)
        thread.submit(announce)
        yield name


def _search(label: str, listener: network.Listener) -> str:
    """Return the first name that nobody has, or an empty string. This machine itself may have it, as its own name."""
    try:
        if label and zeroconf and (own := reachable(listener)):
            with closing(zeroconf.Zeroconf([*own])) as link:
                for host in (f"{label}.local", *(f"{label}-{number}.local" for number in range(2, 10))):
                    if not _owners(host, link) - (own.keys() if host in network.host_names() else set()):
                        return host
    except Exception as error:  # networks fail in many ways, and each may only cost the name
        logging.getLogger(__name__).warning("No name is announced on the network: %r", error)
    return ""


def _follow(host: str, listener: network.Listener, links: dict[str, Any]) -> None:
    """Leave addresses that are gone, and announce the name at new ones, unless somebody else has it there."""
    own = reachable(listener)
    for gone in links.keys() - own.keys():
        links.pop(gone).close()
    for new in own.keys() - links.keys():  # a link for each: phones hear only of the address that they can reach
        links[new] = zeroconf.Zeroconf([new])
    for address, link in links.items():
        if not (link.registry.async_get_service_infos() or _owners(host, link) - own.keys()):
            place = {"addresses": [own[address]], "port": listener.port, "server": f"{host}."}
            info = zeroconf.ServiceInfo(KIND, host.removesuffix("local") + KIND, **place)
            link.register_service(info, cooperating_responders=True)


def _owners(host: str, link: Any) -> set[str]:
    """Ask who has a name, and return the addresses that answer."""
    resolver = zeroconf.AddressResolverIPv4(f"{host}.")
    resolver.request(link, PATIENCE, zeroconf.DNSQuestionType.QM)
    return {*resolver.parsed_addresses()}


def reachable(listener: network.Listener) -> dict[str, bytes]:
    """Return the addresses that all others hear of. A phone that knows an IPv6 address has an IPv4 one as well."""
    found = {}
    for address in listener.addresses():
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            if address.version == 4:
                probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, address.packed)
                probe.sendto(bytes(12), ("224.0.0.251", 5353))  # an empty message
                found[str(address)] = address.packed
    return found
