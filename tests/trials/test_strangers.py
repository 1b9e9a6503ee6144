"""One anonymous client attacks the server's connections in every way we know; meanwhile, a table opens its pages.

The attacker comes from another address of this machine. Before the server read requests whole, four connections that
promised a body stopped it for as long as they liked.
"""

import contextlib
import http.client
import resource
import select
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from scorekeeper import limits
from tests.serving import PATIENCE, Served
from tests.trials.phones import Phone

COUNT, FULL = 60, 1000
IDLE, FULL_IDLE = 1200, 5000
FEW_DESCRIPTORS = 256
LONGEST = 5  # seconds until the table’s page has come; a phone gives up after 8
PAGES = 3
LARGE = limits.LARGEST_BODY + 1
SESSION = "sessionid=made-up; "
CSRF = "a" * 32
"""A browser may choose this token itself, so a stranger gets as far as the form."""


class Stranger:
    """A client with as many connections as it likes."""

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self.open: list[socket.socket] = []

    def connect(self, request: str = "", *, window: int = 0) -> socket.socket:
        """Open a connection, and send this request, or part of one."""
        connection = socket.socket()
        self.open.append(connection)
        if window:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        connection.settimeout(PATIENCE)
        connection.bind(("127.0.0.2", 0))
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(request.replace("\n", "\r\n").replace("HOST", f"localhost:{self.port}").encode())
        return connection

    def repeat(self, request: str, **options: int) -> None:
        """Do that on all connections."""
        for _number in range(self.count):
            self.connect(request, **options)

    def close(self) -> None:
        """Close all connections."""
        for connection in self.open:
            connection.close()


def head(method: str = "POST", *fields: str, session: str = "") -> str:
    """Return the beginning of a request. The app has to read its form, because its cookie has a token for one."""
    start = (f"{method} / HTTP/1.1", "Host: HOST", "Content-Type: application/x-www-form-urlencoded")
    return "\n".join((*start, f"Cookie: {session}csrftoken={CSRF}", *fields, "", ""))


def trickle(stranger: Stranger, request: str, piece: bytes) -> None:
    """Send a request in pieces, on all connections by turns."""
    stranger.repeat(request)
    for _time in range(3):
        for connection in stranger.open:
            with contextlib.suppress(OSError):
                connection.sendall(piece)


def pour(stranger: Stranger, request: str) -> None:
    """Send a body that is too large as fast as the server takes it."""
    for _number in range(min(4, stranger.count)):
        connection = stranger.connect(request)
        with contextlib.suppress(OSError):
            for _time in range(36):
                connection.sendall(b"x" * 2**20)


ATTACKS: dict[str, Callable[[Stranger], None]] = {
    "bodies that never come": lambda stranger: stranger.repeat(head("POST", "Content-Length: 100") + "a"),
    "bodies that never come, with a made-up session": lambda stranger: stranger.repeat(
        head("POST", "Content-Length: 1000000", session=SESSION) + "a"
    ),
    "bodies that trickle": lambda stranger: trickle(stranger, head("POST", "Content-Length: 100"), b"a"),
    "chunks that trickle": lambda stranger: trickle(
        stranger, head("POST", "Transfer-Encoding: chunked"), b"1\r\na\r\n"
    ),
    "bodies that wait to be asked for": lambda stranger: stranger.repeat(
        head("POST", "Content-Length: 100", "Expect: 100-continue")
    ),
    "bodies too large": lambda stranger: pour(stranger, head("POST", f"Content-Length: {LARGE}")),
    "bodies too large, with a made-up session": lambda stranger: pour(
        stranger, head("POST", f"Content-Length: {LARGE}", session=SESSION)
    ),
    "absurd lengths": lambda stranger: stranger.repeat(head("POST", f"Content-Length: {10**19}")),
    "headers that never end": lambda stranger: stranger.repeat("GET / HTTP/1.1\nX: "),
    "headers that trickle": lambda stranger: trickle(stranger, "GET / HTTP/1.1\n", b"X: y\r\n"),
    "many headers": lambda stranger: trickle(stranger, "GET / HTTP/1.1\n", b"X: y\r\n" * 1000),
    "a huge address": lambda stranger: trickle(stranger, "GET /", b"a" * 20_000),
    "answers that nobody reads": lambda stranger: stranger.repeat(head("GET") * 50, window=2048),
    "connections that stay open": lambda stranger: stranger.repeat(head("GET")),
    "upgrades": lambda stranger: stranger.repeat(
        head("GET", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    ),
    "HTTP/2": lambda stranger: stranger.repeat("PRI * HTTP/2.0\n\nSM\n\n"),
    "nonsense": lambda stranger: stranger.repeat("\x01\x02 nonsense\n\n"),
}


@pytest.fixture(autouse=True, scope="module")
def descriptors() -> Iterator[None]:
    """As many descriptors for the attacker as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, descriptors: None) -> Iterator[Served]:
    """A server that is given few descriptors, and may have more."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    served = Served(data=tmp_path_factory.mktemp("strangers") / "data").use_ready_folder()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_DESCRIPTORS, hard))
    try:
        served.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield served
    served.kill()


@pytest.fixture(scope="module")
def table(server: Served) -> tuple[Phone, str]:
    """A phone at a table, and its group's page."""
    phone = Phone(server.port)
    return phone, f"/groups/{phone.start_group()}/"


@pytest.fixture
def stranger(server: Served, full: bool) -> Iterator[Stranger]:
    """An attacker, who stops after the test."""
    attacker = Stranger(server.port, FULL if full else COUNT)
    yield attacker
    attacker.close()


def slowest(phone: Phone, page: str) -> float:
    """Return how long the slowest of a few new connections takes to load a page."""
    times = []
    for _time in range(PAGES):
        phone.close()
        began = time.monotonic()
        assert phone.ask("GET", page)[0] == 200
        times.append(time.monotonic() - began)
    return max(times)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_stranger_keeps_nobody_waiting(server: Served, table: tuple[Phone, str], stranger: Stranger, attack: str):
    ATTACKS[attack](stranger)
    assert slowest(*table) < LONGEST
    assert "Traceback" not in server.output


def test_idle_connections_keep_nobody_out(server: Served, table: tuple[Phone, str], stranger: Stranger, full: bool):
    stranger.count = FULL_IDLE if full else IDLE
    stranger.repeat("")
    assert slowest(*table) < LONGEST


def answer_to(connection: socket.socket) -> tuple[int, str]:
    """Return a response's status and text."""
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response.status, response.read().decode()


def test_a_browser_that_sends_too_much_sees_the_page(stranger: Stranger):
    connection = stranger.connect(head("POST", f"Content-Length: {LARGE}", session=SESSION))
    connection.sendall(b"x" * 100_000)  # and then no more
    status, text = answer_to(connection)
    assert (status, "Files can be up to 32 MB." in text) == (413, True)


@pytest.mark.parametrize(
    ("status", "request_text"),
    [
        pytest.param(411, head("POST", "Content-Length: 4", "Transfer-Encoding: chunked"), id="two lengths"),
        pytest.param(400, head("POST", "Content-Length: 4", "Content-Length: 5"), id="two different lengths"),
        pytest.param(411, head("POST", "Transfer-Encoding: chunked"), id="chunks"),
    ],
)
def test_a_request_cannot_hide_in_another(stranger: Stranger, status: int, request_text: str):
    hidden = head("GET")
    connection = stranger.connect(f"{request_text}0\n\n{hidden}")
    assert answer_to(connection)[0] == status
    connection.settimeout(PATIENCE)
    with contextlib.suppress(ConnectionResetError):
        assert connection.recv(1) == b"", "the connection is closed"


def test_what_never_comes_is_given_up(stranger: Stranger, full: bool):
    if not full:
        return
    body = stranger.connect(head("POST", "Content-Length: 100") + "a")
    unread = stranger.connect(head("GET") * 100, window=2048)
    silent, began = stranger.connect(), time.monotonic()
    assert answer_to(body)[0] == 408
    assert time.monotonic() - began < 12
    silent.settimeout(30)
    assert silent.recv(1) == b""
    assert time.monotonic() - began < 25
    assert any(is_reset(unread) for _second in range(30)), "the system has closed it"


def is_reset(connection: socket.socket) -> bool:
    """Return whether the other end knows nothing of this connection any more, within a second."""
    broken = select.poll()
    broken.register(connection, select.POLLERR)
    with contextlib.suppress(OSError):
        connection.send(b"x")
    return bool(broken.poll(1000))
