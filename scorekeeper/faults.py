"""Tell faults that pass by themselves, after which the same request succeeds, from errors in the program."""

import errno
import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import DatabaseError, Error, InterfaceError, OperationalError, connection, transaction

from scorekeeper.writers import lock

P = ParamSpec("P")

# Locked, out of memory, a full or failing disk, a file or folder that can't be written or opened just now.
SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
# By the beginning of their SQLSTATE: connections, deadlocks, memory and disk, locks, shutdowns, the disk itself; then a
# standby that has yet to take over, and transactions that paused or took too long.
POSTGRESQL = ("08", "40", "53", "55P03", "57", "58", "25006", "25P03", "25P04")
SYSTEM = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM}


def is_passing(error: BaseException | None) -> bool:
    """Return whether a request that failed with this error may succeed if it is sent again."""
    if not isinstance(error, Error):
        return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in SYSTEM)
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # An extended error code's low byte is its primary code.
        return getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in SQLITE
    if state := getattr(cause, "sqlstate", None):
        return str(state).startswith(POSTGRESQL)
    # Without a state, there is no connection.
    return isinstance(error, (OperationalError, InterfaceError))


def unless_busy(write: Callable[P, object]) -> Callable[P, None]:
    """Return a function that leaves out what a page only notes if others are writing, or if the disk is full."""

    @wraps(write)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> None:
        if not lock.acquire(blocking=False):
            return
        try:
            with transaction.atomic():
                if connection.vendor == "postgresql":
                    connection.cursor().execute("SET LOCAL lock_timeout = 1")  # millisecond; 0 would mean no limit
                write(*args, **kwargs)
        except DatabaseError as error:
            if not is_passing(error):
                raise
        finally:
            lock.release()

    return attempt
