"""Faults that pass, with a real server and database: quick taps during a fault all arrive after it, in order and once.

The page says what happens meanwhile, and sends the taps again by itself.
"""

import itertools
import json
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Console
from tests.browser.driving import PAUSE, Thumb, kept
from tests.serving import PATIENCE, Served
from tests.trials.phones import Phone

BUSY = "The score keeper is busy. Kept on this phone, to be sent again: "
AWAY = "No connection. Waiting to be sent: "
LABELS = ("10", "Pass", "12")
STORED = [["players.1.bid", 10], ["players.2.passed", True], ["players.0.bid", 12]]
EXPECTED = r"status of 50\d|net::ERR_|failed request|htmx:|Status Error Code 50"
TAPS = "SELECT taps FROM scorekeeper_hand WHERE number = 1 AND game_id = ?"
HURRY = "const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 8);"
"""A phone that gives up after a second instead of 8."""


class Table:
    """A phone in a real browser that records a game on a real server."""

    def __init__(self, served: Served, page: Page) -> None:
        self.served, self.page = served, page
        self.owner = Phone(served.port)
        self.group = self.owner.start_group()
        cookies = [{"name": name, "value": value, "url": served.url} for name, value in self.owner.cookies.items()]
        page.context.add_cookies(cookies)
        self.thumb = Thumb(page)

    def sit_down(self) -> None:
        """Start a game, and open its first hand."""
        self.owner.close()  # the server may have been restarted
        self.game = self.owner.start_game(self.group, "Ann", "Bob", "Cy")
        self.page.goto(f"/games/{self.game}/hands/1/")

    def tap_quickly(self) -> None:
        """Tap as fast as the page shows its questions."""
        for label in LABELS:
            self.page.evaluate("pause => swaps.rest(pause)", PAUSE)
            self.thumb.find(label).first.tap()

    def wait_for(self, message: str) -> None:
        """Wait until the page says this about the taps, which it keeps, beginning with the first."""
        self.page.locator("#trouble span", has_text=f"{message}Bob: 10").wait_for()
        kept(self.page, len(LABELS))

    def check(self) -> None:
        """Wait until everything has been sent; check what is stored, and that the page has nothing more to say."""
        self.page.wait_for_function("() => !document.querySelector('#page.sending')", timeout=PATIENCE * 1000)
        with closing(sqlite3.connect(self.served.data / "scorekeeper.sqlite3")) as database:
            ((taps,),) = database.execute(TAPS, [self.game]).fetchall()
        assert [tap[:2] for tap in json.loads(taps)] == STORED
        expect(self.page.locator("#trouble")).to_be_hidden()
        kept(self.page, 0)


@pytest.fixture
def console(served: Served) -> Iterator[Console]:
    """The console of the pages of the real server."""
    console = Console(served.url)
    console.expect(EXPECTED)
    yield console
    assert console.unexpected() == []


@contextmanager
def full_disk(table: Table) -> Iterator[None]:
    """The server can't write to any file."""
    resource.prlimit(table.served.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    table.tap_quickly()
    table.wait_for(BUSY)
    yield
    resource.prlimit(table.served.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


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
    """A reverse proxy can't reach the app."""
    statuses = itertools.cycle((502, 504))
    yield from answer(table, lambda route: route.fulfill(status=next(statuses), body="<h1>Bad gateway</h1>"), AWAY)


@contextmanager
def slow_network(table: Table) -> Iterator[None]:
    """The server stores the tap, but the phone doesn't wait long enough for the answer."""
    yield from answer(table, lambda route: route.fetch(), AWAY)


FAULTS = [full_disk, killed_server, proxy_error, slow_network]


def test_no_fault_loses_or_doubles_a_tap(served, phone):
    """One server for all faults, because starting it takes longer than the rest."""
    phone.add_init_script(HURRY)
    table = Table(served, phone)
    for fault in FAULTS:
        table.sit_down()
        with fault(table):
            pass
        table.check()
    assert "Traceback" not in served.output
