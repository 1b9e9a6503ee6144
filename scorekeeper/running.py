"""Where the running server listens. It leaves a note in the data folder, for other commands and for links."""

import ipaddress
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from scorekeeper import network

NAME = "running"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The addresses that stand for all of this machine's addresses, each with one of those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """The address that a server listens on, and its port."""

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
            reachable = [address for address in network.addresses() if self.host == "::" or address.version == 4]
            names = [*map(network.in_url, reachable), *network.host_names()[-1:]] if reachable else []
            urls += [f"http://{name}:{self.port}" for name in names]
        elif not _is_this_machine(self.host):
            urls.append(self.url())
        return urls


def note(data: Path, listener: Listener) -> None:
    """Write down where the server listens."""
    (data / NAME).write_text(f"{listener.host} {listener.port}\n", encoding="utf-8")


def remove_note(data: Path) -> None:
    """Remove the note of a server that stops."""
    (data / NAME).unlink(missing_ok=True)


def find(data: Path) -> Listener | None:
    """Return where the server listens, or None if none is running: one that was killed leaves its note behind."""
    with suppress(OSError, OverflowError, ValueError):
        host, port = (data / NAME).read_text(encoding="utf-8").split()
        listener = Listener(host=host, port=int(port))
        socket.create_connection((EVERYWHERE.get(host, host), listener.port), timeout=1).close()
        return listener
    return None


def shareable(address: str, *, data: Path, base_url: str) -> str:
    """Return an address of this app as other devices can open it, or an empty string if they can't.

    On the server's own machine, the app is opened at localhost, which means something else to every other device.
    """
    parts = urlsplit(address)
    if not _is_this_machine(parts.hostname or ""):
        return address
    listener = find(data) or Listener(host="0.0.0.0", port=parts.port or 80)
    base = next(iter(listener.urls(base_url)), "")
    return base and f"{base}{parts.path}"


def _is_this_machine(host: str) -> bool:
    """Return whether only this machine can open an address with this host."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
