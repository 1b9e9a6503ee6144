"""Who uses a data folder: the running server, whose address is noted in it, and the commands that prepare it.

It also notes which browser may show the Wi-Fi, because every process has to know.
"""

import hmac
import ipaddress
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from scorekeeper import network

if sys.platform != "win32":
    import fcntl

NAME = "running"
LOCK = "lock"
WIFI_OFFERED, WIFI_TAKEN = "wifi-offered", "wifi-taken"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The addresses that stand for all of this machine's addresses, each mapped to a loopback address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """The host and port that a server listens on."""

    host: str
    port: int

    def url(self) -> str:
        """Return the app's address for a browser on this machine."""
        host = "localhost" if self.host in EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def urls(self, base_url: str) -> list[str]:
        """Return the app's addresses for other devices, best first; `base_url` is the operator's choice, if any."""
        urls = [base_url] if base_url else []
        if self.host in EVERYWHERE:
            urls += [f"http://{network.in_url(address)}:{self.port}" for address in self.addresses()]
        elif not is_this_machine(self.host):
            urls.append(self.url())
        return urls

    def addresses(self) -> tuple[network.Address, ...]:
        """Return the addresses of this machine at which other devices reach the server, best first."""
        return tuple(
            address
            for address in network.addresses()
            if self.host in ("::", str(address)) or (self.host == "0.0.0.0" and address.version == 4)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """An address to share. `alone` says why only this machine can open it: its "host", no "network", or empty."""

    address: str
    alone: str = ""


def note(data: Path, listener: Listener) -> None:
    """Write the note that says where the server is listening. With a full disk, it serves without the note."""
    with suppress(OSError):
        (data / NAME).write_text(f"{listener.host} {listener.port}\n", encoding="utf-8")


def remove_note(data: Path) -> None:
    """Empty the note when the server stops. The file remains, because another server may have marked it."""
    with suppress(OSError):
        os.truncate(data / NAME, 0)


def is_deleted(file: Path) -> bool:
    """Return whether a file is known to be gone, not just out of reach for a moment."""
    try:
        file.stat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def offer_wifi(data: Path) -> str:
    """Return a new token for the one browser that may show the Wi-Fi, or an empty string if it can't be noted."""
    token = secrets.token_urlsafe(12)
    with suppress(OSError):
        (data / WIFI_TAKEN).unlink(missing_ok=True)
        (data / WIFI_OFFERED).write_text(token, encoding="ascii")
        return token
    return ""


def take_wifi(data: Path, token: str) -> bool:
    """Let whoever has this token show the Wi-Fi. Return False if somebody was faster, or it is another token."""
    offered = data / WIFI_OFFERED
    try:
        if hmac.compare_digest(offered.read_bytes(), token.encode()):
            offered.rename(data / WIFI_TAKEN)  # fails for all but the first
            return True
    except OSError:
        pass
    return False


def wifi_taken_with(data: Path) -> str:
    """Return the token of the browser that may show the Wi-Fi, or an empty string if there is none yet."""
    with suppress(OSError):
        return (data / WIFI_TAKEN).read_text(encoding="ascii")
    return ""


@contextmanager
def locked(data: Path, *, shared: bool = False) -> Iterator[None]:
    """Wait until no other command is preparing or replacing what is in this data folder; `shared` only reads it."""
    with (data / LOCK).open("a") as file:
        if sys.platform != "win32":
            with suppress(OSError):  # some network file systems have no locks
                fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        try:
            yield
        finally:
            if sys.platform != "win32":  # closing it isn't enough if a child process inherited it
                fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def marked(data: Path) -> Iterator[None]:
    """Mark the data folder as in use until the block ends or the process dies."""
    with ExitStack() as held:
        if sys.platform != "win32":
            with suppress(OSError):
                file = held.enter_context((data / NAME).open("a"))
                fcntl.flock(file, fcntl.LOCK_SH)
        yield


def in_use(data: Path) -> bool:
    """Return whether a server is using the data folder."""
    if sys.platform != "win32":
        with suppress(OSError), (data / NAME).open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return find(data) is not None


def find(data: Path) -> Listener | None:
    """Return where the server is listening, or None if it isn't running. A killed server leaves its note behind."""
    with suppress(OSError, OverflowError, ValueError):
        host, port = (data / NAME).read_text(encoding="utf-8").split()
        listener = Listener(host=host, port=int(port))
        socket.create_connection((EVERYWHERE.get(host, host), listener.port), timeout=1).close()
        return listener
    return None


def shareable(address: str, *, data: Path, base_url: str, local_name: str) -> Shared:
    """Convert an address of this app to one that other devices can open, if there is one.

    On the server's own machine, the app's host is localhost; on any other device, that would mean the device itself.
    Nor does every device find the server by its announced name.
    """
    parts = urlsplit(address)
    if parts.hostname != local_name and not is_this_machine(parts.hostname or ""):
        return Shared(address=address)
    listener = find(data) or Listener(host="0.0.0.0", port=parts.port or 80)
    for base in listener.urls(base_url):
        return Shared(address=f"{base}{parts.path}")
    return Shared(address=address, alone="host" if is_this_machine(listener.host) else "network")


def is_this_machine(host: str) -> bool:
    """Return whether only this machine can open an address with this host."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
