"""Writers of an SQLite database wait in line.

SQLite lets one connection write at a time, and the others ask again after 1, 2, 5, 10 and at last every 100 ms. Whoever
has waited longest asks least often, so it is overtaken until it has waited for seconds, while nobody may be writing.
Here only the head of the line asks, every millisecond; the others wait behind it for a lock on the database's folder,
which the operating system hands on in order, and takes back from a process that dies.

The head of the line leaves it once its write has begun, so there is nothing to release when a transaction ends. Nobody
waits longer than SQLite itself would: whoever comes first also gives up first. Where folders can't be locked (Windows,
network file systems), all writers ask every millisecond.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

if sys.platform != "win32":
    import fcntl

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
PAUSE = 0.001  # seconds


def join_the_line(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """Make a new connection's writes wait in line, if it is to an SQLite database."""
    if connection.vendor == "sqlite" and wait_in_line not in connection.execute_wrappers:
        # Not at the end, where Django's own context manager would remove it instead of a wrapper added before.
        connection.execute_wrappers.insert(0, wait_in_line)


def wait_in_line(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a statement; if it is about to take the write lock, wait in line for it."""
    database: sqlite3.Connection = context["connection"].connection
    # Several rows that are written without a transaction can't be tried again: the first may have been stored.
    if many or database.in_transaction or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    (patience,) = database.execute("PRAGMA busy_timeout").fetchone()
    end = time.monotonic() + patience / 1000
    with head_of_the_line(Path(context["connection"].settings_dict["NAME"]).parent):
        database.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    return execute(sql, params, many, context)
                except OperationalError as error:
                    if not _is_busy(error) or time.monotonic() >= end:
                        raise
                time.sleep(PAUSE)
        finally:
            database.execute(f"PRAGMA busy_timeout = {patience}")


def _is_busy(error: OperationalError) -> bool:
    """Return whether somebody else holds the lock. (The low byte of an extended code is the error's kind.)"""
    cause = error.__cause__
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


@contextmanager
def head_of_the_line(folder: Path) -> Iterator[None]:
    """Wait until nobody is ahead, and keep everybody else behind."""
    with ExitStack() as held:
        if sys.platform != "win32":
            with suppress(OSError):
                handle = os.open(folder, os.O_RDONLY)
                held.callback(os.close, handle)
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield
