"""One writer at a time in an SQLite database, and which faults of a database pass by themselves."""

import errno
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import DatabaseError, Error, InterfaceError, OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.rules import limits

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
# By the beginning of their SQLSTATE: connections, deadlocks, memory and disk, locks, shutdowns, the disk itself; then a
# standby that has yet to take over, and transactions that paused or took too long.
POSTGRESQL = ("08", "40", "53", "55P03", "57", "58", "25006", "25P03", "25P04")
SYSTEM = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
lock = threading.RLock()  # left to SQLite, whoever has waited longest would ask less and less often, and be overtaken


class LockingConnection(sqlite3.Connection):
    """A connection that keeps other writers out until its transaction has ended."""

    patience, has_lock = limits.LONGEST_WAIT_OF_COMMANDS, False  # seconds, for other threads and processes together

    def commit(self) -> None:
        super().commit()
        self.release()

    def rollback(self) -> None:
        super().rollback()
        self.release()

    def close(self) -> None:
        super().close()
        self.release()

    def release(self) -> None:
        if self.has_lock:
            self.has_lock = False
            lock.release()


def use_lock(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """Make a new connection's writes wait for the lock if its database is SQLite."""
    if isinstance(connection.connection, LockingConnection) and wait_for_lock not in connection.execute_wrappers:
        # Not at the end: `execute_wrapper()` pops the last wrapper on exit, so it would remove this one, not its own.
        connection.execute_wrappers.insert(0, wait_for_lock)


def wait_for_lock(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a statement. If it begins a transaction, or is a write on its own, wait for the lock first."""
    database = context["connection"].connection
    if database.has_lock or database.in_transaction or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    if not Path(name := context["connection"].settings_dict["NAME"]).exists():  # SQLite would write on, for nobody
        raise OperationalError(f"{name} has been deleted")
    end = time.monotonic() + database.patience
    if not lock.acquire(timeout=database.patience):
        raise OperationalError("database is locked")
    database.has_lock = True
    try:
        database.execute(f"PRAGMA busy_timeout = {max(0, round(1000 * (end - time.monotonic())))}")
        return execute(sql, params, many, context)
    finally:
        if not database.in_transaction:
            database.release()


def is_passing(error: BaseException | None) -> bool:
    """Return whether a request that failed with this error may succeed if it is sent again."""
    if not isinstance(error, Error):
        return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in SYSTEM)
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # Locks, files and disks raise an OperationalError, but so do wrong statements, with the plainest of the codes.
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        return isinstance(cause, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR
    if state := getattr(cause, "sqlstate", None):
        return str(state).startswith(POSTGRESQL)
    # Without a state, there is no connection.
    return isinstance(error, (OperationalError, InterfaceError))


def unless_busy(write: Callable[[], object]) -> None:
    """Write what a page only notes, or leave it out if others are writing or the disk is full."""
    if not lock.acquire(blocking=False):
        return
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                connection.cursor().execute("SET LOCAL lock_timeout = 1")  # millisecond; 0 would mean no limit
            write()
    except DatabaseError as error:
        if not is_passing(error):
            raise
    finally:
        lock.release()
