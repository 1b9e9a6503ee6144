"""The database stops for a while, or somebody holds its locks: answers stay quick, and writing goes on right after.

With `--full`, PostgreSQL is away for 150 seconds.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.serving import Served
from tests.trials.phones import Phone
from tests.trials.postgres import Postgres

AWAY, FULL = 2, 150
"""How many seconds PostgreSQL is away."""
FIRST_GOOD = 3
"""The most seconds until the first good answer after it is back."""
PATIENCE = 5
"""The most seconds that anything waits for a lock or a connection. A phone gives up after 8."""
HELD = 2.5
TAPPERS = 16
READ = 1
"""The most seconds that a page takes while writers wait."""


def timed(ask: Callable[[], tuple[int, str, str]]) -> tuple[int, float]:
    """Return the status of an answer, and how many seconds it took."""
    began = time.monotonic()
    return ask()[0], time.monotonic() - began


class Table:
    """A game on a server, the phone that records it, and phones that do the same and nothing else."""

    def __init__(self, served: Served, stack: ExitStack) -> None:
        self.phone = Phone(served.port)
        self.game = self.phone.start_game(self.phone.start_group(), "Ann", "Bob", "Cy")
        self.phone.get(f"/games/{self.game}/hands/1/")
        self.fields = urlencode({**self.phone.hidden, "tap": "players.1.bid=10", "at": "players.1.bid", "asked": ""})
        self.others = [Phone(served.port, like=self.phone) for _other in range(TAPPERS + 1)]
        for phone in self.others:
            stack.callback(phone.close)
        stack.callback(self.phone.close)

    def read(self, phone: Phone | None = None) -> tuple[int, str, str]:
        """Open the sheet."""
        return (phone or self.phone).ask("GET", f"/games/{self.game}/")

    def tap(self, phone: Phone | None = None) -> tuple[int, str, str]:
        """Send the first tap of the first hand; sent again, it changes nothing."""
        return (phone or self.phone).ask("POST", f"/games/{self.game}/hands/1/tap/", self.fields)


def check_held_lock(table: Table, release: Callable[[], object]) -> str:
    """While the lock that every tap needs is held: sheets are quick, taps are not saved yet; then, they are."""
    *tappers, reader = table.others
    with ThreadPoolExecutor(TAPPERS) as pool:
        end = time.monotonic() + HELD
        taps = [pool.submit(timed, lambda phone=phone: table.tap(phone)) for phone in tappers]
        reads = []
        while time.monotonic() < end:
            reads.append(timed(lambda: table.read(reader)))
            time.sleep(0.05)
        release()
        answers = [tap.result() for tap in taps]
    assert {status for status, _took in reads} == {200}
    assert max(took for _status, took in reads) < READ
    assert {status for status, _took in answers} <= {302, 503}
    assert max(took for _status, took in answers) < PATIENCE
    assert table.tap()[0] == 302
    busy = sum(status == 503 for status, _took in answers)
    return f"sheets took at most {max(took for _status, took in reads):.2f} s; {busy} of {TAPPERS} taps got 503"


@pytest.fixture
def on_postgresql(tmp_path: Path) -> Iterator[tuple[Postgres, Served]]:
    """`serve` with a PostgreSQL of its own."""
    database = Postgres()
    with ExitStack() as stack:
        stack.callback(database.remove)
        database.start()
        served = Served(data=tmp_path / "data", DATABASE_URL=database.url)
        stack.callback(served.kill)
        served.start()
        yield database, served


def test_postgresql_away_and_back(on_postgresql, full, capsys):
    database, served = on_postgresql
    with ExitStack() as stack:
        table = Table(served, stack)
        assert table.tap()[0] == 302
        said = check_postgresql_lock(database, table)
        database.stop()
        end, away = time.monotonic() + (FULL if full else AWAY), []
        while time.monotonic() < end:
            away += [timed(table.read), timed(table.tap)]
            time.sleep(0.2)
        database.start()
        back = time.monotonic()
        while (status := table.tap()[0]) == 503:
            assert time.monotonic() - back < PATIENCE * 20
            time.sleep(0.05)
        took = time.monotonic() - back
    with capsys.disabled():
        slowest = max(took for _status, took in away)
        print(
            f"\nPostgreSQL: {said}; away, answers took at most {slowest:.2f} s; back, the first {took:.2f} s", end=" "
        )
    assert {status for status, _took in away} == {503}
    assert slowest < PATIENCE
    assert status == 302
    assert took < FIRST_GOOD
    assert "Traceback" not in served.output


def check_postgresql_lock(database: Postgres, table: Table) -> str:
    """Hold the group's lock as another program."""
    with closing(database.connect()) as other:
        other.execute("SELECT * FROM scorekeeper_playgroup FOR UPDATE")
        return check_held_lock(table, other.rollback)


def test_sqlite_locked_for_a_while(served, capsys):
    with ExitStack() as stack:
        table = Table(served, stack)
        file = served.data / "scorekeeper.sqlite3"
        with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
            other.execute("BEGIN IMMEDIATE")
            said = check_held_lock(table, lambda: other.execute("ROLLBACK"))
    with capsys.disabled():
        print(f"\nSQLite: {said}", end=" ")
    assert "Traceback" not in served.output
