"""Make writers to an SQLite database wait in line.

SQLite lets one connection write at a time. The others retry after 1, 2, 5, 10 and eventually every 100 ms. Whoever has
waited longest retries least often, so it can be overtaken for seconds, even at times when nobody is writing. Here, only
the head of the line retries, every millisecond. The others wait for a lock on the database's folder, which the
operating system grants in order and releases if a process dies.

The head leaves the line as soon as its write has begun, so nothing has to be released when its transaction ends. Nobody
waits longer than with SQLite alone. If the head is stopped but doesn't die, the others try without the line in the end.
Where folders can't be locked (Windows, network file systems), all writers retry every millisecond.
"""

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.waiting import room, wrap

if sys.platform != "win32":
    import fcntl

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
PAUSE = 0.001  # seconds


def join_the_line(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """Make a new connection's writes wait in line if its database is SQLite."""
    if connection.vendor == "sqlite":
        wrap(connection, wait_in_line)


def wait_in_line(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a statement. If it has to take the write lock, wait in line for it."""
    database: sqlite3.Connection = context["connection"].connection
    # Writing many rows outside a transaction can't be retried, since the first ones may already be stored.
    if many or database.in_transaction or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    file = Path(context["connection"].settings_dict["NAME"])
    if is_deleted(file):  # SQLite would go on writing to a file that nobody can find anymore
        raise OperationalError(f"{file} has been deleted")
    (patience,) = database.execute("PRAGMA busy_timeout").fetchone()
    with room.wait(patience / 1000) as seconds, head_of_the_line(file.parent, end := time.monotonic() + seconds):
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


def is_deleted(file: Path) -> bool:
    """Return whether a file is known to be gone, not just out of reach for a moment."""
    try:
        file.stat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def _is_busy(error: OperationalError) -> bool:
    """Return whether another connection holds the lock. (An extended error code's low byte is its primary code.)"""
    cause = error.__cause__
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


@contextmanager
def head_of_the_line(folder: Path, end: float) -> Iterator[None]:
    """Wait to become the head of the line, or until `end`. A head keeps everybody else waiting until the block ends."""
    with ExitStack() as held:
        if sys.platform != "win32":
            with suppress(OSError):
                handle = os.open(folder, os.O_RDONLY)
                held.callback(os.close, handle)
                _line_up(handle, end)
        yield


def _line_up(handle: int, end: float) -> None:
    """Wait for the folder's lock until `end`.

    Only a thread that can be left behind may wait in order, because `flock` has no timeout. As its handle is closed by
    then, such a thread lets the lock go the moment it is granted.
    """
    with suppress(BlockingIOError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    if (seconds := end - time.monotonic()) > 0:
        waiting = threading.Thread(target=fcntl.flock, args=(handle, fcntl.LOCK_EX), daemon=True)
        waiting.start()
        waiting.join(seconds)
