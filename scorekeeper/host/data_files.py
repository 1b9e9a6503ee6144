"""The files of an installation: private ones, and whether an SQLite file is whole."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.web.configuration import COMMAND


def sqlite_file() -> Path | None:
    """Return the SQLite database's file, or None on PostgreSQL."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def files_of(database: Path) -> list[Path]:
    """Return a database's file and those that SQLite keeps beside it, as far as they exist."""
    paths = [database.with_name(database.name + part) for part in ("", "-wal", "-shm", "-journal")]
    return [path for path in paths if path.exists()]


@contextmanager
def temporary_file(folder: Path, prefix: str) -> Iterator[Path]:
    """Yield a new file, which only this user can read, and delete it at the end unless it has been renamed."""
    handle, name = tempfile.mkstemp(dir=folder, prefix=prefix)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for path in files_of(Path(name)):
            path.unlink()


def make_private(*paths: Path) -> None:
    """Keep other users of this machine from reading these files. Whose files they aren't, leaves them alone."""
    for path in paths:
        with suppress(OSError):
            path.chmod(0o600)


def refuse_damage(database: Path) -> None:
    """Raise `CommandError` if an SQLite file is empty or damaged."""
    if problem := problem_of(database):
        said = _("The database {file} is damaged ({problem}). Restore a backup with `{command} restore FILE`.")
        raise CommandError(said.format(file=database, problem=problem, command=COMMAND))


def problem_of(database: Path) -> str:
    """Return in a few words why an SQLite file isn't a whole database, or an empty string if it is."""
    if database.stat().st_size == 0:  # to SQLite, that is a database without tables
        return _("it is empty")
    with closing(sqlite3.connect(database)) as opened:
        try:
            (result,) = opened.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise  # it is locked or can't be opened, so whether it is whole isn't known
            result = str(error)
        except UnicodeDecodeError as error:  # SQLite's message quotes a schema that isn't text anymore
            result = error.object.decode(errors="replace")
    return "" if result == "ok" else " ".join(result.split())


def merge_log(database: Path) -> None:
    """Merge a database's write-ahead log into it. If nobody else has it open, only the one file remains."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def synchronize(path: Path) -> None:
    """Wait until a file's contents or a folder's list of files has been written to disk."""
    if os.name != "nt" or path.is_file():  # Windows can't open folders
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
