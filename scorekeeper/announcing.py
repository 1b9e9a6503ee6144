"""Announces a host name on the local network, so that phones find the app by name whatever its address is.

This is multicast DNS, by python-zeroconf, in a thread of the process of `serve`. Without that package, without a
network, or where multicast isn't allowed, nothing is announced, and nothing else changes.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from contextlib import suppress

from scorekeeper import network

try:
    from zeroconf import (  # type: ignore[attr-defined]  # it exports the first four without saying so
        DNSAddress,
        DNSOutgoing,
        DNSPointer,
        DNSQuestion,
        IPVersion,
        ServiceInfo,
    )
    from zeroconf.asyncio import AsyncZeroconf
except ImportError:
    INSTALLED = False
else:
    INSTALLED = True

logger = logging.getLogger(__name__)
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?")
KIND = "_http._tcp.local."
MOST = 9
"""How many servers on a network can have a name: scorekeeper.local, scorekeeper-2.local, and so on."""
# How often to ask before taking a name, and the seconds after each time. RFC 6762 says 0.25, but `serve` waits.
TIMES, PAUSE = 3, 0.15
LONGEST_SEARCH, EVERY = 5, 5  # seconds: when a search has failed; between looks at this machine's addresses
GROUP, PORT = "224.0.0.251", 5353
QUERY, INTERNET, ADDRESS, POINTER, SERVICE, LIFETIME = 0, 1, 1, 12, 33, 120  # as DNS numbers them


class Announcer:
    """Looks for a free name, announces it, and says goodbye at the end of the `with` block.

    `addresses` returns this machine's addresses that others can reach. When they change, the name moves along.
    """

    def __init__(self, label: str, port: int, addresses: Callable[[], Collection[network.Address]]) -> None:
        self._label, self._port, self._addresses = label, port, addresses
        self._name: Future[str] = Future()
        self._links: dict[network.Address, AsyncZeroconf] = {}

    def __enter__(self) -> Announcer:
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._announce())
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(RuntimeError):  # the loop is closed already if nothing could be announced
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def name(self) -> str:
        """Wait for the search to end, and return a name such as "scorekeeper.local", or "" if none is announced."""
        return self._name.result()

    def _work(self) -> None:
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)
        except Exception as error:  # networks fail in many ways, and each may only cost the name
            logger.warning("No name is announced on the network: %r", error)
        self._loop.close()
        if not self._name.done():
            self._name.set_result("")

    async def _announce(self) -> None:
        try:
            async with asyncio.timeout(LONGEST_SEARCH):
                label = await self._search()
            if label:
                self._name.set_result(_host(label))
                await self._register(label, self._links)
                await self._follow(label)
        finally:
            await self._close([*self._links])

    async def _search(self) -> str:
        """Return the first label that nobody has, or an empty string."""
        labels = [self._label, *(f"{self._label}-{number}" for number in range(2, MOST + 1))]
        await self._open(self._reachable())
        if not self._links:
            return ""
        await self._ask(labels, self._links)
        return next((label for label in labels if not self._is_taken(label)), "")

    def _reachable(self) -> set[network.Address]:
        # A phone that knows an IPv6 address has an IPv4 one as well.
        return {address for address in self._addresses() if address.version == 4}

    async def _open(self, addresses: Iterable[network.Address]) -> None:
        """Open sockets for these addresses: separate ones, so that phones hear only of the address they can reach."""
        for address in filter(can_multicast, addresses):
            link = AsyncZeroconf([str(address)], ip_version=IPVersion.V4Only)
            self._links[address] = link
            await link.zeroconf.async_wait_for_start()

    async def _ask(self, labels: Iterable[str], addresses: Iterable[network.Address]) -> None:
        """Ask who has these names, and wait for answers. They end up in zeroconf's cache."""
        question = _question(labels)
        for _time in range(TIMES):
            for address in addresses:
                self._links[address].zeroconf.async_send(question)
            await asyncio.sleep(PAUSE)

    def _is_taken(self, label: str) -> bool:
        """Return whether somebody answered for the name. This machine itself may, if that is what it's called."""
        allowed = self._reachable() if _host(label) in network.host_names() else set()
        return any(
            link.zeroconf.cache.entries_with_name(_service(label)) or _owners(link, label) - allowed
            for link in self._links.values()
        )

    async def _register(self, label: str, addresses: Iterable[network.Address]) -> None:
        """Announce the name at these addresses, three times within half a second."""
        announcements = []
        for address in addresses:
            info = ServiceInfo(KIND, _service(label), self._port, addresses=[address.packed], server=f"{_host(label)}.")
            # We know that nobody has the name. Zeroconf would ask only for the service, and not for the host.
            announcement = self._links[address].async_register_service(info, cooperating_responders=True)
            announcements.append(await announcement)
        await asyncio.gather(*announcements)

    async def _follow(self, label: str) -> None:
        """Keep the name at this machine's addresses until this task is canceled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._move(label)
            except Exception:  # a network that comes or goes just now; the next round begins anew
                await self._close([*self._links])

    async def _move(self, label: str) -> None:
        """Leave the addresses that are gone, and announce new ones, unless somebody else has the name there."""
        addresses = self._reachable()
        await self._close(self._links.keys() - addresses)
        if new := addresses - self._links.keys():
            await self._open(new)
            new &= self._links.keys()
            await self._ask([label], new)
            await self._register(label, [one for one in new if not _owners(self._links[one], label) - addresses])

    async def _close(self, addresses: Collection[network.Address]) -> None:
        """Say goodbye at these addresses."""
        links = [self._links.pop(address) for address in addresses]
        await asyncio.gather(*(link.async_close() for link in links), return_exceptions=True)


def _host(label: str) -> str:
    return f"{label}.local"


def _service(label: str) -> str:
    return f"{label}.{KIND}"


def _question(labels: Iterable[str]) -> DNSOutgoing:
    """Return the question who has these names. It says what we mean to claim, so that others answer at once."""
    message = DNSOutgoing(QUERY)
    for label in labels:
        message.add_question(DNSQuestion(f"{_host(label)}.", ADDRESS, INTERNET))
        message.add_question(DNSQuestion(_service(label), SERVICE, INTERNET))
        message.add_authorative_answer(DNSPointer(KIND, POINTER, INTERNET, LIFETIME, _service(label)))
    return message


def _owners(link: AsyncZeroconf, label: str) -> set[network.Address]:
    """Return the addresses that were heard for the name."""
    records = link.zeroconf.cache.entries_with_name(f"{_host(label)}.")
    return {ipaddress.ip_address(record.address) for record in records if isinstance(record, DNSAddress)}


def can_multicast(address: network.Address) -> bool:
    """Return whether a message can be sent from this address; zeroconf would go on without."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, address.packed)
        probe.sendto(bytes(12), (GROUP, PORT))  # an empty message
        return True
    return False
