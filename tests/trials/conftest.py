"""A server on each kind of database, for trials that look into what it stored."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.serving import PATIENCE, Served
from tests.trials.postgres import Postgres


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


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A running server, with each kind of database."""
    postgres = request.getfixturevalue("postgres") if request.param == "PostgreSQL" else None
    served = Served(data=tmp_path / "data", **({"DATABASE_URL": postgres.url} if postgres else {}))
    try:
        (served if postgres else served.use_ready_folder()).start()
        yield Store(served, postgres)
    finally:
        served.kill()
