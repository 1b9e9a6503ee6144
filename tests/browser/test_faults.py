"""Faults that pass, with a real server and database: quick taps during a fault all arrive after it, in order and once.

The page says what happens meanwhile, and sends the taps again by itself.
"""

import json
import resource
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Console
from tests.browser.driving import BOUNCE, Thumb, kept
from tests.serving import PATIENCE, Served
from tests.trials.phones import Phone
from tests.trials.postgres import Postgres

BUSY = "The score keeper is busy. Kept on this phone, to be sent again: "
AWAY = "No connection. Waiting to be sent: "
LABELS = ("10", "Pass", "12")
STORED = [["players.1.bid", 10], ["players.2.passed", True], ["players.0.bid", 12]]
EXPECTED = r"status of 50\d|net::ERR_|failed request|htmx:|Status Error Code 50"
TAPS = "SELECT taps FROM scorekeeper_hand WHERE number = 1 AND game_id = {game}"
HURRY = "const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 8);"
"""A phone that gives up after a second instead of 8."""
OTHERS = 8


class Table:
    """A phone in a real browser that records a game on a real server. `query` reads the database behind its back."""

    def __init__(self, served: Served, page: Page, query: Callable[[str], Any]) -> None:
        self.served, self.page, self.query = served, page, query
        self.owner = Phone(served.port)
        self.group = self.owner.start_group()
        cookies = [{"name": name, "value": value, "url": served.url} for name, value in self.owner.cookies.items()]
        page.context.add_cookies(cookies)
        self.thumb = Thumb(page)
        self.waiting = f"/games/{self.owner.start_game(self.group, 'Ann', 'Bob', 'Cy')}/hands/1/tap/"

    def sit_down(self) -> None:
        """Start a game, and open its first hand."""
        self.owner.close()  # the server may have been restarted
        self.game = self.owner.start_game(self.group, "Ann", "Bob", "Cy")
        self.page.goto(f"/games/{self.game}/hands/1/")

    def tap_quickly(self) -> None:
        """Tap as fast as the page shows its questions."""
        for label in LABELS:
            self.page.evaluate("pause => swaps.rest(pause)", BOUNCE)
            self.thumb.find(label).first.tap()

    def wait_for(self, message: str) -> None:
        """Wait until the page says this about the taps, which it keeps, beginning with the first."""
        self.page.locator("#trouble span", has_text=f"{message}Bob: 10").wait_for()
        assert len(kept(self.page)) == len(LABELS)

    def check(self) -> None:
        """Wait until everything has been sent; check what is stored, and that the page has nothing more to say."""
        self.page.wait_for_function("() => !document.querySelector('#page.sending')", timeout=PATIENCE * 1000)
        ((taps,),) = self.query(TAPS.format(game=self.game))
        assert [tap[:2] for tap in (json.loads(taps) if isinstance(taps, str) else taps)] == STORED
        assert not self.page.locator("#trouble").is_visible()
        assert kept(self.page) == []

    @contextmanager
    def others_waiting(self) -> Iterator[None]:
        """Let other phones wait for a lock that is held, so that this one's taps are refused at once."""
        phones = [Phone(self.served.port, like=self.owner) for _other in range(OTHERS)]
        fields = urlencode({**self.owner.hidden, "tap": "players.1.passed=true", "at": "players.1.passed"})
        with ThreadPoolExecutor(OTHERS) as pool:
            sent = [pool.submit(phone.ask, "POST", self.waiting, fields) for phone in phones]
            wait(sent, return_when=FIRST_COMPLETED)
            yield
        for phone in phones:
            phone.close()


@pytest.fixture
def database() -> Iterator[Postgres]:
    """A PostgreSQL server that accepts only a few more connections than the app has threads."""
    database = Postgres()
    try:
        database.start("-c max_connections=32")
        yield database
    finally:
        database.remove()


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """`serve`, on PostgreSQL if the test asks for one."""
    asks = "database" in request.fixturenames
    variables = {"DATABASE_URL": request.getfixturevalue("database").url} if asks else {}
    served = Served(data=tmp_path / "data", **variables)
    try:
        (served if asks else served.use_ready_folder()).start()
        yield served
    finally:
        served.kill()


@pytest.fixture
def console(served: Served) -> Iterator[Console]:
    """The console of the pages of the real server."""
    console = Console(served.url)
    console.expect(EXPECTED)
    yield console
    assert console.unexpected() == []


@contextmanager
def locked(table: Table) -> Iterator[None]:
    """Another program writes to SQLite. A phone in a hurry gives up before the server does."""
    with closing(sqlite3.connect(table.served.data / "scorekeeper.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with table.others_waiting():
            table.tap_quickly()
            table.wait_for(AWAY)
            yield
            other.execute("ROLLBACK")


@contextmanager
def full_disk(table: Table) -> Iterator[None]:
    """The server can't write to any file."""
    resource.prlimit(table.served.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    table.tap_quickly()
    table.wait_for(BUSY)
    yield
    resource.prlimit(table.served.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextmanager
def restarted_server(table: Table) -> Iterator[None]:
    """The operator updates the app."""
    table.served.stop()
    table.tap_quickly()
    table.wait_for(AWAY)
    yield
    table.served.start()


@contextmanager
def killed_server(table: Table) -> Iterator[None]:
    """The server dies while it handles a tap, and is started again."""
    with closing(sqlite3.connect(table.served.data / "scorekeeper.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with table.page.expect_request("**/tap/"):
            table.tap_quickly()
        table.served.kill()
        table.wait_for(AWAY)
        yield
        other.execute("ROLLBACK")
    table.served.start()


def answer(table: Table, handle: Callable[[Route], object], message: str) -> Iterator[None]:
    """Let something on the way answer the taps."""
    table.page.route("**/tap/", handle)
    table.tap_quickly()
    table.wait_for(message)
    yield
    table.page.unroute("**/tap/")


@contextmanager
def proxy_error(table: Table) -> Iterator[None]:
    """A reverse proxy can't reach the app: 502 at first, then 504."""
    statuses = iter((502, 504))

    def handle(route: Route) -> None:
        status = next(statuses, None)
        route.fulfill(status=status, body="<h1>Bad gateway</h1>") if status else route.continue_()

    yield from answer(table, handle, AWAY)


@contextmanager
def no_network(table: Table) -> Iterator[None]:
    """The phone leaves the network."""
    table.page.context.set_offline(True)
    table.tap_quickly()
    table.wait_for(AWAY)
    yield
    table.page.context.set_offline(False)


@contextmanager
def slow_network(table: Table) -> Iterator[None]:
    """The server stores the tap, but the phone doesn't wait long enough for the answer."""
    yield from answer(table, lambda route: route.fetch(), AWAY)


ON_SQLITE = [locked, full_disk, restarted_server, killed_server, proxy_error, no_network, slow_network]


def test_no_fault_loses_or_doubles_a_tap(served, phone):
    """One server for all faults, because starting it takes longer than the rest."""

    def query(sql: str) -> Any:
        with closing(sqlite3.connect(served.data / "scorekeeper.sqlite3")) as database:
            return database.execute(sql).fetchall()

    phone.add_init_script(HURRY)
    table = Table(served, phone, query)
    for fault in ON_SQLITE:
        table.sit_down()
        with fault(table):
            pass
        table.check()
    assert "Traceback" not in served.output


@contextmanager
def restarted_database(table: Table, database: Postgres) -> Iterator[None]:
    """PostgreSQL stops, as in a power failure, and starts again."""
    database.stop()
    table.tap_quickly()
    table.wait_for(BUSY)
    yield
    database.start()


@contextmanager
def no_connections_left(table: Table, database: Postgres) -> Iterator[None]:
    """Other programs take all of PostgreSQL's connections."""
    with ExitStack() as stack:
        first = stack.enter_context(closing(database.connect()))
        first.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        while True:
            try:
                stack.enter_context(closing(database.connect()))
            except psycopg.OperationalError:
                break
        table.tap_quickly()
        table.wait_for(BUSY)
        yield


def test_no_fault_of_postgresql_loses_or_doubles_a_tap(database, served, phone):
    def query(sql: str) -> Any:
        with closing(database.connect()) as other:
            return other.execute(sql).fetchall()

    table = Table(served, phone, query)
    for fault in (restarted_database, no_connections_left):
        table.sit_down()
        with fault(table, database):
            pass
        table.check()
    assert "Traceback" not in served.output
