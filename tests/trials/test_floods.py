"""Strangers flood everything that hashes passwords, from one address and from many; meanwhile, a table goes on playing.

Hashing a password takes as long as a hundred other requests, and a worker has only a few threads. Before strangers had
a single place for it, a tap took 3 to 3.4 seconds during the flood, and all threads were hashing.
"""

import http.client
import itertools
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.serving import PATIENCE, Served
from tests.trials.phones import Phone

STRANGERS = 8
SECONDS, FULL = 1, 30
CSRF = "a" * 32
"""A browser may choose this token itself, as long as its cookie and its form agree."""
FORMS = {
    "/sign-in/": {"password": "not my password"},
    "/sign-up/": {"password": "a good word"},
    "/recover/": {"code": "22222-22222-22222-22222-22222", "new": "a good word"},
}
ADDRESSES: dict[str, Callable[[int], str]] = {
    "one address": lambda number: "198.51.100.7",
    "many addresses": lambda number: f"198.{number // 65536 % 256}.{number // 256 % 256}.{number % 256}",
}
TRIES = 10  # to sign in, on a busy machine
GIVES_UP = 8  # seconds, after which a phone sends a tap again


class Flood:
    """Strangers who send forms without pausing. `answers` counts the statuses that they got."""

    def __init__(self, port: int, address: Callable[[int], str]) -> None:
        self.port, self.address = port, address
        self.numbers, self.stopped, self.answers = itertools.count(1), threading.Event(), Counter[int]()

    def send(self) -> None:
        """Send one form after the other, each for another account."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        while not self.stopped.is_set():
            number = next(self.numbers)
            path, fields = list(FORMS.items())[number % len(FORMS)]
            body = urlencode({"csrfmiddlewaretoken": CSRF, "name": f"Stranger {number}", **fields})
            headers = {"Cookie": f"csrftoken={CSRF}", "X-Forwarded-For": self.address(number)}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            with suppress(OSError, http.client.HTTPException):
                connection.request("POST", path, body, headers)
                response = connection.getresponse()
                response.read()
                self.answers[response.status] += 1
        connection.close()


@contextmanager
def flooding(flood: Flood) -> Iterator[None]:
    """Let all strangers send forms until the block ends. Begin once each has had time to send one."""
    threads = [threading.Thread(target=flood.send) for _stranger in range(STRANGERS)]
    for thread in threads:
        thread.start()
    try:
        while sum(flood.answers.values()) < STRANGERS:
            flood.stopped.wait(0.01)
        yield
    finally:
        flood.stopped.set()
        for thread in threads:
            thread.join(PATIENCE)


def taps(phone: Phone, game: int, seconds: float) -> list[float]:
    """Tap one answer after the other for so long, and at least three times; return how long each took."""
    times: list[float] = []
    end = time.monotonic() + seconds
    while len(times) < 3 or time.monotonic() < end:
        phone.get(address := f"/games/{game}/hands/1/")
        fields = {**phone.seen, "at": "players.1.bid", "tap": f"players.1.bid={10 + len(times) % 2}"}
        began = time.monotonic()
        status, _location, text = phone.post(f"{address}tap/", **fields)
        times.append(time.monotonic() - began)
        assert status == 302, (status, text)
    return times


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server behind a proxy, so that a stranger can come from any address."""
    server = Served(data=tmp_path / "data", SCOREKEEPER_PROXIES="127.0.0.1").use_ready_folder()
    server.start()
    yield server
    server.kill()


def sign_in(phone: Phone) -> tuple[int, str]:
    """Sign in on a phone without a session, as often as it has to wait. Return the status and the next page."""
    phone.cookies.pop("scorekeeper")
    phone.get("/sign-in/")
    for _try in range(TRIES):
        status, place, _text = phone.post("/sign-in/", name="Olga", password="a good word")
        if status != http.HTTPStatus.SERVICE_UNAVAILABLE:
            break
    return status, place


def test_strangers_who_flood_the_passwords_keep_nobody_waiting(server: Served, full: bool, capsys):
    table, phone = Phone(server.port), Phone(server.port)
    game = table.start_game(table.start_group(), "Ann", "Bob", "Cy")
    phone.get("/sign-up/")
    assert phone.post("/sign-up/", name="Olga", password="a good word")[0] == 200
    idle = taps(table, game, 0)
    for name, address in ADDRESSES.items():
        flood = Flood(server.port, address)
        with flooding(flood):
            times = taps(table, game, FULL if full else SECONDS)
            signed_in = sign_in(phone)
        with capsys.disabled():
            print(
                f"\n{name}: a tap took {statistics.median(times):.3f} s, at most {max(times):.3f} s"
                f" ({statistics.median(idle):.3f} s without a flood); answers {dict(flood.answers)}",
                end=" ",
            )
        assert max(times) < GIVES_UP / 4
        assert signed_in == (302, "/"), "a known browser is not kept out"
        assert set(flood.answers) <= {200, 422, 429, 503}
    for each in (table, phone):
        each.close()
