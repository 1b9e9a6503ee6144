"""The files of an installation: private modes, and whether an SQLite file is whole."""

import contextlib
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.configuration import COMMAND

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite adds to a database's name for the files it keeps beside it."""
LONGEST_CHECK = 5.0  # seconds; enough for about three gigabytes


def files_of(database: Path) -> list[Path]:
    """Return a database's file and those that SQLite keeps beside it, as far as they exist."""
    paths = [database, *(database.with_name(database.name + part) for part in BESIDE)]
    return [path for path in paths if path.exists()]


def make_private(*paths: Path) -> None:
    """Keep other users of this machine from reading these files. Whose files they aren't, leaves them alone."""
    if os.name == "nt":
        return
    for path in paths:
        with suppress(OSError):
            path.chmod(0o600)


def readable_by_others(path: Path) -> bool:
    """Return whether other users of this machine may read a file or list a folder."""
    return os.name != "nt" and path.exists() and bool(path.stat().st_mode & 0o077)


def refuse_damage(database: Path) -> None:
    """Raise `CommandError` if an SQLite file is empty or damaged. A very large one is checked only in part."""
    if problem := problem_of(database, patience=LONGEST_CHECK):
        raise CommandError(
            _("The database {file} is damaged ({problem}). Restore a backup with `{command} restore FILE`.").format(
                file=database, problem=problem, command=COMMAND
            )
        )


def problem_of(database: Path, *, patience: float | None = None) -> str:
    """Return in a few words why an SQLite file isn't a whole database, or an empty string if it is.

    With `patience`, look at what SQLite can check within so many seconds; without it, at everything.
    """
    if database.stat().st_size == 0:  # to SQLite, that is a database without tables
        return _("it is empty")
    with contextlib.closing(sqlite3.connect(database)) as connection:
        if patience is not None:
            end = time.monotonic() + patience
            connection.set_progress_handler(lambda: time.monotonic() > end, 10_000)
        try:
            check = "integrity_check" if patience is None else "quick_check"
            (result,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return ""
            if error.sqlite_errorcode not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise  # it is locked or can't be opened, so whether it is whole isn't known
            result = str(error)
        except UnicodeDecodeError as error:  # SQLite's message quotes a schema that isn't text anymore
            result = error.object.decode(errors="replace")
    return "" if result == "ok" else " ".join(result.split())


def merge_log(database: Path) -> None:
    """Merge a database's write-ahead log into it. If nobody else has it open, only the one file remains."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def synchronize(path: Path) -> None:
    """Wait until a file's contents or a folder's list of files has been written to disk."""
    if os.name == "nt" and path.is_dir():  # Windows can't open folders
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
