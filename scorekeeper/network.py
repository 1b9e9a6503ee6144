"""The addresses of this machine on the local network, found without asking anybody outside."""

import ipaddress
import socket

import ifaddr

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def host_names() -> tuple[str, ...]:
    """The host's own name and, for machines that speak mDNS, the same with `.local`."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys((name, short, f"{short}.local")))


def addresses() -> tuple[Address, ...]:
    """Every address another device may reach; the one that the network's router sees comes first."""
    ips = (ip.ip if isinstance(ip.ip, str) else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    found = dict.fromkeys(map(ipaddress.ip_address, ips))
    first = _outward()
    reachable = (address for address in found if not (address.is_loopback or address.is_link_local))
    return tuple(sorted(reachable, key=lambda address: (address != first, address.version)))


def in_url(address: Address) -> str:
    """The address as it stands in a URL and in a Host header."""
    return f"[{address}]" if address.version == 6 else str(address)


def _outward() -> Address | None:
    """The address this machine would send from. Connecting a datagram socket sends nothing, it only asks the route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: no such machine
        except OSError:
            return None
        return ipaddress.ip_address(probe.getsockname()[0])
