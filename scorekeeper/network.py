"""This machine's addresses on the local network, determined without asking any other machine."""

import ipaddress
import socket

import ifaddr

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def host_names() -> tuple[str, ...]:
    """Return this machine's full name, its short name, and its short name with `.local`, as used by mDNS."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys((name, short, f"{short}.local")))


def addresses() -> tuple[Address, ...]:
    """Return all addresses that other devices can reach, starting with the one on the default route."""
    first = _outward()
    try:
        ips = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    except OSError:  # some Android versions don't tell apps about their adapters
        ips = [str(first)] if first else []
    candidates = dict.fromkeys(map(ipaddress.ip_address, ips))
    reachable = (address for address in candidates if not (address.is_loopback or address.is_link_local))
    return tuple(sorted(reachable, key=lambda address: (address != first, address.version)))


def in_url(address: Address) -> str:
    """Return the address in the form used in URLs and Host headers."""
    return f"[{address}]" if address.version == 6 else str(address)


def _outward() -> Address | None:
    """Return the address that this machine sends from. Connecting a datagram socket only looks up the route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: no such machine
        except OSError:
            return None
        return ipaddress.ip_address(probe.getsockname()[0])
