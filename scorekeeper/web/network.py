"""This machine's addresses on the local network, and which server or command uses a data folder."""

import ipaddress
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import ifaddr

if sys.platform != "win32":
    import fcntl

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAME, LOCK = "running", "lock"
WIFI_OFFERS, WIFI_COOKIES = dict[str, str](), set[str]()  # of this process
# What stands for all of this machine's addresses, each with a loopback address.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def host_names() -> tuple[str, ...]:
    """Return this machine's full name, its short name, and its short name with `.local`, as used by mDNS."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys((name, short, f"{short}.local")))


def addresses() -> tuple[Address, ...]:
    """Return all addresses that other devices can reach, starting with the one on the default route."""
    first: Address | None = None
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # this only looks up the route; no machine has this documentation address
        first = ipaddress.ip_address(probe.getsockname()[0])
    try:
        ips = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    except OSError:  # some Android versions don't tell apps about their adapters
        ips = [str(first)] if first else []
    candidates = dict.fromkeys(map(ipaddress.ip_address, ips))
    reachable = (address for address in candidates if not (address.is_loopback or address.is_link_local))
    return tuple(sorted(reachable, key=lambda address: (address != first, address.version)))


def in_url(host: object) -> str:
    """Return a name or an address in the form used in URLs and Host headers."""
    return f"[{host}]" if ":" in str(host) else str(host)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """The host and port that a server listens on."""

    host: str
    port: int

    def url(self) -> str:
        """Return the app's address for a browser on this machine."""
        host = "localhost" if self.host in EVERYWHERE else self.host
        return f"http://{in_url(host)}:{self.port}"

    def urls(self, base_url: str) -> list[str]:
        """Return the app's addresses for other devices, best first; `base_url` is the operator's choice, if any."""
        urls = [base_url] if base_url else []
        if self.host in EVERYWHERE:
            urls += [f"http://{in_url(address)}:{self.port}" for address in self.addresses()]
        elif not is_this_machine(self.host):
            urls.append(self.url())
        return urls

    def addresses(self) -> tuple[Address, ...]:
        """Return the addresses of this machine at which other devices reach the server, best first."""
        return tuple(
            address
            for address in addresses()
            if self.host in ("::", str(address)) or (self.host == "0.0.0.0" and address.version == 4)
        )


def note(data: Path, listener: Listener) -> None:
    """Write the note that says where the server is listening. With a full disk, it serves without the note."""
    with suppress(OSError):
        (data / NAME).write_text(f"{listener.host} {listener.port}\n", encoding="utf-8")


@contextmanager
def marked(data: Path) -> Iterator[None]:
    """Mark the data folder as in use until the block ends or the process dies. At the end, empty the server's note."""
    with (data / NAME).open("a") as file:
        _lock(file, shared=True)
        yield
        with suppress(OSError):  # the file remains, because another server may have marked it
            os.truncate(data / NAME, 0)


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Wait until no other command is preparing or replacing what is in this data folder."""
    with (data / LOCK).open("a") as file:
        _lock(file)
        yield


def in_use(data: Path) -> bool:
    """Return whether a server is using the data folder."""
    with suppress(OSError), (data / NAME).open() as file:
        if not _lock(file, wait=False):
            return True
    return find(data) is not None


def _lock(file: IO[str], *, shared: bool = False, wait: bool = True) -> bool:
    """Lock a file until it is closed; return False if others have. Windows and some network folders have no locks."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            return not isinstance(error, BlockingIOError)
    return True


def offer_wifi() -> str:
    """Return a new token, for which one browser gets the cookie that shows it the Wi-Fi."""
    token, cookie = secrets.token_urlsafe(12), secrets.token_urlsafe(12)
    WIFI_OFFERS[token] = cookie
    WIFI_COOKIES.add(cookie)
    return token


def find(data: Path) -> Listener | None:
    """Return where the server is listening, or None if it isn't running. A killed server leaves its note behind."""
    with suppress(OSError, OverflowError, ValueError):
        host, port = (data / NAME).read_text(encoding="utf-8").split()
        listener = Listener(host=host, port=int(port))
        socket.create_connection((EVERYWHERE.get(host, host), listener.port), timeout=1).close()
        return listener
    return None


def is_this_machine(host: str) -> bool:
    """Return whether only this machine can open an address with this host."""
    address = parsed(host)
    return address.is_loopback if address else host == "localhost"


def parsed(text: str) -> Address | None:
    """Return an IP address, or None if the text isn't one. IPv4 in IPv6 counts as what it is: IPv4."""
    with suppress(ValueError):
        address = ipaddress.ip_address(text)
        return getattr(address, "ipv4_mapped", None) or address
    return None


def parsed_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """Return a network such as 172.18.0.0/16, or an address as a network of one; None if the text is neither."""
    with suppress(ValueError):
        return ipaddress.ip_network(text)
    return None
