"""A thousand silent connections and sixteen bodies that never come: a tap takes at most a second meanwhile.

Anything worse is the reverse proxy's business (`test_proxies`).
"""

import resource
import socket
import time
from collections.abc import Iterator

import pytest

from tests.serving import PATIENCE, Served
from tests.trials.phones import Phone

SILENT, SLOW = 1000, 16
LONGEST = 1  # seconds
TAPS = 20
FEW_DESCRIPTORS = 256
BODY = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na"


@pytest.fixture
def connections() -> Iterator[list[socket.socket]]:
    """A list for connections, all of which are closed in the end, and descriptors for all of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    opened: list[socket.socket] = []
    yield opened
    for connection in opened:
        connection.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def server(tmp_path, connections) -> Iterator[Served]:
    """A server that is given few descriptors, and may have more."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    served = Served(data=tmp_path / "data").use_ready_folder()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_DESCRIPTORS, hard))
    try:
        served.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield served
    served.kill()


def test_neither_silent_connections_nor_slow_bodies_keep_a_table_waiting(server: Served, connections, capsys):
    phone = Phone(server.port)
    game = phone.start_game(phone.start_group(), "Ann", "Bob", "Cy")
    for request in [""] * SILENT + [BODY] * SLOW:
        connections.append(socket.create_connection(("localhost", server.port), timeout=PATIENCE))
        connections[-1].sendall(request.encode())
    address, times = f"/games/{game}/hands/1/", []
    for number in range(TAPS):
        phone.get(address)
        phone.close()  # so that each tap needs a new connection
        began = time.monotonic()
        fields = {**phone.seen, "at": "players.1.bid", "tap": f"players.1.bid={10 + number % 2}"}
        assert phone.post(f"{address}tap/", **fields)[0] == 302
        times.append(time.monotonic() - began)
    phone.close()
    with capsys.disabled():
        print(f"\n{TAPS} taps took at most {max(times):.2f} s", end=" ")
    assert max(times) <= LONGEST
    assert "Traceback" not in server.output
