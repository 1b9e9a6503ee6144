"""On SQLite, one thread of the process writes at a time, from BEGIN until the commit or rollback."""

import contextlib
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import ConnectionHandler, IntegrityError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper import settings
from scorekeeper.rules import limits
from scorekeeper.web import database
from scorekeeper.web.database import LockingConnection
from tests.serving import PATIENCE

THREADS = 6
WRITES = ("BEGIN IMMEDIATE", "INSERT INTO hand VALUES (2)", "UPDATE hand SET number = 3", "DELETE FROM hand")
Connect = Callable[[], BaseDatabaseWrapper]


@pytest.fixture
def connect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any) -> Iterator[Connect]:
    """A function that returns this thread's connection, which transactions use too, to a database with hand 1."""
    options = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL", "factory": LockingConnection}
    file = str(tmp_path / "cards.sqlite3")
    handler = ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": options}})
    monkeypatch.setattr(transaction, "connections", handler)
    monkeypatch.setattr(database, "connection", handler["default"])
    monkeypatch.setattr(database, "lock", threading.RLock())
    with contextlib.closing(sqlite3.connect(file)) as cards:
        cards.executescript("CREATE TABLE hand (number UNIQUE); INSERT INTO hand VALUES (1)")
    with django_db_blocker.unblock():
        yield lambda: handler["default"]
        handler["default"].close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers that give up after a tenth of a second."""
    monkeypatch.setattr(LockingConnection, "patience", 0.1)


@pytest.fixture
def program(tmp_path: Path, connect: Connect) -> Iterator[sqlite3.Connection]:
    """The connection of another program, which is writing."""
    connect().ensure_connection()
    with contextlib.closing(sqlite3.connect(tmp_path / "cards.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield database


def elsewhere(function: Callable[[], Any]) -> Any:
    """Call a function in another thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result(PATIENCE)


def is_free() -> bool:
    """Return whether another thread could write."""

    def try_it() -> bool:
        if free := database.lock.acquire(blocking=False):
            database.lock.release()
        return free

    return elsewhere(try_it)


def hands(connect: Connect) -> list[int]:
    return [number for (number,) in connect().cursor().execute("SELECT number FROM hand ORDER BY number").fetchall()]


def test_one_writer_at_a_time_from_begin_to_commit(connect):
    inside, most = [], []

    def write(number: int) -> None:
        with contextlib.closing(connect()), transaction.atomic():
            inside.append(number)
            time.sleep(0)  # let the others try
            most.append(len(inside))
            connect().cursor().execute("INSERT INTO hand VALUES (%s)", [number])
            inside.remove(number)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(write, range(2, 32)))
    assert set(most) == {1}
    assert hands(connect) == [*range(1, 32)]
    assert is_free()


@pytest.mark.parametrize("write", WRITES)
def test_a_writer_gives_up_when_another_thread_goes_on_writing(connect, impatient, write):
    def try_it() -> None:
        with contextlib.closing(connect()), pytest.raises(OperationalError, match="database is locked") as raised:
            connect().cursor().execute(write)
        assert database.is_passing(raised.value), "which is answered 503"

    with transaction.atomic():
        elsewhere(try_it)
        assert hands(connect) == [1]
    assert is_free()


def test_a_writer_gives_up_when_another_program_goes_on_writing(connect, program, impatient):
    for write in WRITES:
        with pytest.raises(OperationalError, match="database is locked"):
            connect().cursor().execute(write)
        assert is_free()


def test_both_waits_together_take_no_longer(connect, monkeypatch):
    """A thread that has waited for others for four seconds leaves SQLite only one to wait for other programs."""
    times = iter([100.0, 104.0])
    monkeypatch.setattr(LockingConnection, "patience", 5)
    monkeypatch.setattr(database, "time", SimpleNamespace(monotonic=lambda: next(times)))
    connect().cursor().execute("DELETE FROM hand")
    assert connect().connection.execute("PRAGMA busy_timeout").fetchone() == (1000,)


def test_requests_wait_less_than_a_phone_and_commands_longer():
    assert limits.LONGEST_WAIT == 5
    assert LockingConnection.patience == 20
    assert settings.DATABASES["default"]["OPTIONS"]["timeout"] == 20


def test_however_a_write_ends_the_next_one_is_let_in(connect):
    def execute(sql: str) -> None:
        connect().cursor().execute(sql)

    with transaction.atomic():
        execute("INSERT INTO hand VALUES (2)")
        assert not is_free()
        transaction.set_rollback(True)
    assert is_free()
    with pytest.raises(IntegrityError), transaction.atomic():
        execute("INSERT INTO hand VALUES (1)")
    assert is_free()
    execute("UPDATE hand SET number = 1")
    assert is_free()
    connect().cursor().executemany("UPDATE hand SET number = %s", [(1,), (1,)])
    assert is_free()
    execute("BEGIN IMMEDIATE")
    assert not is_free()
    connect().close()
    assert (is_free(), hands(connect)) == (True, [1])


def test_after_a_full_disk_the_next_write_is_let_in(connect):
    """SQLite then ends the transaction by itself."""
    connect().cursor().execute("PRAGMA max_page_count = 1")
    with pytest.raises(OperationalError, match="full"), transaction.atomic():
        connect().cursor().execute("CREATE TABLE more AS SELECT zeroblob(100000) FROM hand")
    assert not connect().connection.in_transaction
    assert (is_free(), hands(connect)) == (True, [1])


def test_a_thread_does_not_wait_for_itself(connect):
    with transaction.atomic():
        with transaction.atomic():
            connect().cursor().execute("INSERT INTO hand VALUES (2)")
        connect().cursor().execute("INSERT INTO hand VALUES (3)")
        assert not is_free()
        with database.lock:
            pass
    assert is_free()


def test_a_write_to_a_database_that_was_deleted_is_refused(connect, tmp_path):
    connect().ensure_connection()
    shutil.rmtree(tmp_path)
    for write in WRITES:
        with pytest.raises(OperationalError, match="has been deleted"):
            connect().cursor().execute(write)
        assert is_free()


def test_readers_never_wait(connect, program):
    with database.lock:
        assert elsewhere(lambda: hands(connect)) == [1]


def note(connect: Connect) -> None:
    database.unless_busy(lambda: connect().cursor().execute("INSERT INTO hand VALUES (2)"))


def test_what_a_page_notes_is_left_out_while_others_write(connect):
    with database.lock:
        elsewhere(lambda: note(connect))
    assert hands(connect) == [1]
    note(connect)
    assert hands(connect) == [1, 2]
    assert is_free()


def test_only_passing_faults_of_what_a_page_notes_are_ignored(connect):
    def fail(error: Exception) -> None:
        raise error

    database.unless_busy(lambda: fail(OperationalError("disk full")))
    with pytest.raises(IntegrityError):
        database.unless_busy(lambda: fail(IntegrityError("a hand that exists")))
    assert is_free()


def test_postgresql_has_locks_of_its_own():
    database.use_lock(connection := SimpleNamespace(connection=object(), execute_wrappers=[]))
    assert connection.execute_wrappers == []
