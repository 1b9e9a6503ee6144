"""One writer at a time in an SQLite database: threads wait for a lock, and hold it from BEGIN until the end."""

import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper import limits

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
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
