"""Writers of an SQLite database wait in line: first come, first served, and no longer than SQLite itself would wait."""

import contextlib
import fcntl
import math
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import ConnectionHandler, IntegrityError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper import sqlite
from scorekeeper.configuration import ROOT
from tests.serving import PATIENCE

WRITERS = 5
HEAD = """
import pathlib, signal, sys
from scorekeeper.sqlite import head_of_the_line
with head_of_the_line(pathlib.Path(sys.argv[1]), float("inf")):
    print("here", flush=True)
    signal.pause()
"""
WRITES = [
    pytest.param("BEGIN IMMEDIATE", id="a transaction"),
    pytest.param("INSERT INTO hand VALUES (2)", id="a separate insert"),
    pytest.param("UPDATE hand SET number = 3", id="a separate update"),
    pytest.param("DELETE FROM hand", id="a separate deletion"),
]


@pytest.fixture
def connect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any
) -> Iterator[Callable[[], BaseDatabaseWrapper]]:
    """A function that returns this thread's connection, which transactions use too, to a database with hand 1."""
    options = {"timeout": 1, "transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"}
    file = str(tmp_path / "cards.sqlite3")
    handler = ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": options}})
    monkeypatch.setattr(transaction, "connections", handler)
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript("CREATE TABLE hand (number UNIQUE); INSERT INTO hand VALUES (1)")
    with django_db_blocker.unblock():
        yield lambda: handler["default"]
        handler["default"].close()


@pytest.fixture
def tool(connect, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The connection of another program, which is writing and knows nothing about the line."""
    connect().ensure_connection()
    with contextlib.closing(
        sqlite3.connect(tmp_path / "cards.sqlite3", isolation_level=None, check_same_thread=False)
    ) as database:
        database.execute("BEGIN IMMEDIATE")
        yield database


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that advances only during pauses, and calls `then` after each one."""
    clock = SimpleNamespace(now=0.0, pauses=[], then=lambda: None)

    def sleep(seconds: float) -> None:
        clock.pauses.append(seconds)
        clock.now += seconds
        clock.then()

    monkeypatch.setattr(sqlite, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: clock.now))
    return clock


def is_free(folder: Path) -> bool:
    """Return whether nobody is at the head of the line."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def wait_until_behind(folder: Path, number: int) -> None:
    """Wait until Linux lists `number` writers as waiting behind the head of the line."""
    end = time.monotonic() + PATIENCE
    while True:
        lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
        waiting = [line for line in lines if "-> FLOCK" in line and f":{folder.stat().st_ino} " in line]
        if len(waiting) == number:
            return
        assert time.monotonic() < end, lines
        os.sched_yield()


@contextlib.contextmanager
def head_process(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Keep another process at the head of the line until the block ends or kills it."""
    process = subprocess.Popen([sys.executable, "-c", HEAD, folder], cwd=ROOT, stdout=subprocess.PIPE)
    with process:
        try:
            assert process.stdout.readline() == b"here\n"
            yield process
        finally:
            process.kill()


def refuse(*_arguments: object) -> None:
    """Act like a file system that can't lock folders."""
    raise OSError


def patience_of(connection: BaseDatabaseWrapper) -> int:
    """Return how many milliseconds SQLite itself waits for other writers."""
    return connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]


@pytest.mark.parametrize("flock", [pytest.param(fcntl.flock, id="in line"), pytest.param(refuse, id="without a line")])
@pytest.mark.parametrize("write", WRITES)
def test_the_head_of_the_line_asks_every_millisecond(connect, tool, clock, monkeypatch, write, flock):
    def then() -> None:
        assert patience_of(connect()) == 0, "SQLite itself doesn't wait"
        if len(clock.pauses) == 300:
            tool.execute("COMMIT")

    monkeypatch.setattr(fcntl, "flock", flock)
    clock.then = then
    connect().cursor().execute(write)
    assert clock.pauses == [0.001] * 300


@pytest.mark.parametrize("write", WRITES)
def test_a_writer_gives_up_when_sqlite_would(connect, tool, clock, tmp_path, write):
    with pytest.raises(OperationalError, match="database is locked"):
        connect().cursor().execute(write)
    assert 1 <= clock.now < 1.01
    assert is_free(tmp_path)
    assert patience_of(connect()) == 1000


@pytest.mark.parametrize("write", WRITES)
def test_a_write_to_a_database_that_was_deleted_is_refused(connect, tmp_path, write):
    connect().ensure_connection()
    shutil.rmtree(tmp_path)
    with pytest.raises(OperationalError, match="has been deleted"):
        connect().cursor().execute(write)


def test_a_transaction_leaves_the_line_when_it_begins(connect, tmp_path, monkeypatch):
    with transaction.atomic():
        assert is_free(tmp_path)
        assert patience_of(connect()) == 1000
        monkeypatch.setattr(sqlite, "head_of_the_line", None)
        with transaction.atomic():
            connect().cursor().execute("INSERT INTO hand VALUES (2)")


@pytest.mark.parametrize(
    ("write", "error"),
    [
        pytest.param("INSERT INTO hand VALUES (1)", IntegrityError, id="a hand that exists"),
        pytest.param("INSERT INTO nothing VALUES (1)", OperationalError, id="no such table"),
    ],
)
def test_what_fails_for_another_reason_is_not_tried_again(connect, clock, tmp_path, write, error):
    with pytest.raises(error):
        connect().cursor().execute(write)
    assert clock.pauses == []
    assert is_free(tmp_path)
    assert patience_of(connect()) == 1000


def test_first_come_first_served(connect, tmp_path):
    came: list[int] = []

    def write(number: int) -> None:
        with transaction.atomic():
            came.append(number)
        connect().close()

    with ThreadPoolExecutor(WRITERS) as pool:
        with sqlite.head_of_the_line(tmp_path, math.inf):
            writing = []
            for number in range(WRITERS):
                writing.append(pool.submit(write, number))
                wait_until_behind(tmp_path, number + 1)
        for future in writing:
            future.result(PATIENCE)
    assert came == [*range(WRITERS)]


def test_a_killed_process_is_no_longer_in_line(connect, tmp_path):
    def write() -> None:
        with transaction.atomic():
            connect().cursor().execute("INSERT INTO hand VALUES (2)")
        connect().close()

    with head_process(tmp_path) as process, ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        wait_until_behind(tmp_path, 1)
        process.kill()
        writing.result(PATIENCE)


def test_a_stopped_process_does_not_hold_up_the_line(connect, tmp_path):
    """After SQLite's own patience, here a second, a writer tries without the line, which is only a courtesy."""
    with head_process(tmp_path) as process:
        process.send_signal(signal.SIGSTOP)
        with transaction.atomic():
            connect().cursor().execute("INSERT INTO hand VALUES (2)")
    assert connect().cursor().execute("SELECT count(*) FROM hand").fetchone() == (2,)


def test_whoever_gave_up_keeps_nobody_waiting(connect, tool, tmp_path):
    with head_process(tmp_path):
        with pytest.raises(OperationalError, match="database is locked"):
            connect().cursor().execute("DELETE FROM hand")
        wait_until_behind(tmp_path, 1)
    wait_until_behind(tmp_path, 0)
    tool.execute("COMMIT")
    connect().cursor().execute("DELETE FROM hand")
    assert is_free(tmp_path)


@pytest.mark.parametrize(
    "read", [pytest.param("SELECT number FROM hand", id="a read"), pytest.param("PRAGMA user_version", id="a pragma")]
)
def test_readers_never_wait(connect, tool, tmp_path, monkeypatch, read):
    monkeypatch.setattr(sqlite, "head_of_the_line", None)
    assert connect().cursor().execute(read).fetchone() is not None


def test_rows_written_one_by_one_are_left_to_sqlite(connect, monkeypatch):
    """Only the first row would have waited in line."""
    monkeypatch.setattr(sqlite, "head_of_the_line", None)
    connect().cursor().executemany("INSERT INTO hand VALUES (%s)", [(2,), (3,)])


def test_every_new_connection_to_sqlite_waits_in_line_once(connect):
    def other(execute: Callable[..., Any], *arguments: object) -> Any:
        return execute(*arguments)

    with connect().execute_wrapper(other):
        connect().ensure_connection()
    connect().close()
    connect().ensure_connection()
    assert connect().execute_wrappers == [sqlite.wait_in_line]


def test_postgresql_has_locks_of_its_own():
    sqlite.join_the_line(connection := SimpleNamespace(vendor="postgresql", execute_wrappers=[]))
    assert connection.execute_wrappers == []
