"""What trials share: which of them are left to the nightly run, a server on each kind of database, and phones."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.serving import PATIENCE, Served
from tests.trials.postgres import Postgres
from tests.trials.recorders import EagerPhone, Recorder

EACH_TIME = {"test_kills", "test_same_saves", "test_evenings_away", "test_imports_at_once"}
"""The modules that every run of `.ci/run` tries, with SQLite."""
MEASURING = {"test_hurried_fingers", "test_interactions", "test_large_imports", "test_lighthouse", "test_machines"}
MEASURING |= {"test_readers", "test_slow_connections", "test_speed", "test_watchers"}
"""The modules that measure times."""
PHONES = 16


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the trials that only the nightly run plays, and those that it plays by themselves."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            if item.path.stem not in EACH_TIME:
                item.add_marker("nightly")
            if item.path.stem in MEASURING:
                item.add_marker("alone")


class Store:
    """`serve`, and what is in its database: SQLite's file, or a PostgreSQL of its own."""

    def __init__(self, served: Served, postgres: Postgres | None) -> None:
        self.served, self.postgres = served, postgres

    def rows(self, sql: str) -> list[tuple]:
        """Return a query's rows, asked by another program."""
        if self.postgres:
            return _rows(self.postgres, sql)
        with closing(sqlite3.connect(self.served.data / "scorekeeper.sqlite3")) as database:
            return database.execute(sql).fetchall()


def _rows(postgres: Postgres, sql: str) -> list[tuple]:
    """Return a query's rows. If one of PostgreSQL's processes was killed, try again until it has recovered."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with closing(postgres.connect()) as database:
                return database.execute(sql).fetchall()
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
        time.sleep(0.05)


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the test's own, running."""
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.nightly)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A running server, with each kind of database."""
    postgres = request.getfixturevalue("postgres") if request.param == "PostgreSQL" else None
    served = Served(data=tmp_path / "data", **({"DATABASE_URL": postgres.url} if postgres else {}))
    try:
        (served if postgres else served.use_ready_folder()).start()
        yield Store(served, postgres)
    finally:
        served.kill()


@pytest.fixture
def recorders(store: Store) -> Iterator[list[Recorder]]:
    """Sixteen phones in one group, each with a game of its own."""
    first = EagerPhone(store.served.port)
    group = first.start_group()
    phones = [first, *(EagerPhone(store.served.port, like=first) for _more in range(PHONES - 1))]
    for phone in phones[1:]:
        phone.get("/")
    saved: set[tuple[int, int]] = set()
    yield [Recorder(phone, phone.start_game(group, "Ann", "Bob", "Cy"), saved) for phone in phones]
    for phone in phones:
        phone.close()
