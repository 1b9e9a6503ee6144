"""What commands share: their help, errors in one line, numeric options, QR codes, and the database's files."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import segno
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import DatabaseError, OperationalError, connection
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.web import network
from scorekeeper.web.configuration import COMMAND

# A QR code's own colors, which no theme changes: terminals are dark or light.
WHITE_ON_BLACK, PLAIN = "\33[38;5;231;48;5;16m", "\33[0m"

NOT_READY = gettext_lazy("it isn’t up to date; start `{command} serve`, or run `{command} migrate`")
BUSY = gettext_lazy("it is busy; try again in a moment")
DAMAGED = gettext_lazy("it is damaged; restore a backup with `{command} restore FILE`")
READ_ONLY = gettext_lazy("this user may not write to it or to its folder")
FULL = gettext_lazy("the disk is full")
SQLITE_REASONS = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_CANTOPEN: gettext_lazy("there is no such file, or this user may not open it"),
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: gettext_lazy("the disk is full or damaged"),
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
}
SQLSTATES = {"42P01": NOT_READY, "42703": NOT_READY, "53100": FULL, "55P03": BUSY, "40P01": BUSY, "25006": READ_ONLY}
# What an operator can mend.
OF_SYSTEM = {"EACCES", "EDQUOT", "EEXIST", "EFBIG", "EIO", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"}


class OwnCommand(BaseCommand):
    """One of our commands, whose help is a lazy translation."""

    help: Any = ""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        self.help = str(self.help)  # argparse searches it for placeholders
        return super().create_parser(prog_name, subcommand, **kwargs)


def explain(error: BaseException) -> str:
    """Return, in one line, what an operator can do about an error, or an empty string if it is a programming error."""
    if isinstance(error, OSError) and errno.errorcode.get(error.errno or 0) in OF_SYSTEM:
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)
    if not isinstance(error, DatabaseError | sqlite3.Error | UnicodeDecodeError):
        return ""
    cause, reason = error.__cause__ or error, " ".join(str(error).split())
    code, state = getattr(cause, "sqlite_errorcode", 0) & 0xFF, getattr(cause, "sqlstate", None) or ""
    meaning = SQLITE_REASONS.get(code) or SQLSTATES.get(state)
    if isinstance(error, UnicodeDecodeError):  # SQLite's message quotes a schema that isn't text anymore
        meaning = DAMAGED
    elif reason.startswith(("no such table", "no such column")) or " has no column named " in reason:
        meaning = NOT_READY
    if meaning:
        reason = f"{meaning.format(command=COMMAND)} ({reason})"
    elif not isinstance(error, OperationalError | sqlite3.OperationalError):
        return ""
    return _("Can’t use the database: {reason}").format(reason=reason)


def port_number(text: str) -> int:
    """Return the value of --port as a number. Unlike argparse, report errors in one line and exit with 1."""
    if not text.isdecimal() or not 1 <= int(text[:10]) <= 65535:
        refused = _("{option}: {text} isn’t a whole number from {low} to {high}.")
        raise CommandError(refused.format(option="--port", text=repr(text), low=1, high=65535))
    return int(text)


def use_utf8(*streams: OutputWrapper) -> None:
    """Write UTF-8 regardless of the terminal's encoding, because score sheet files are UTF-8."""
    for stream in streams:
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace")


@contextmanager
def file_errors(file: str | Path) -> Iterator[None]:
    """If a new file can't be written, report why in one line."""
    try:
        yield
    except BrokenPipeError:  # stdout
        raise
    except FileExistsError:
        raise CommandError(_("{file} already exists; choose another name.").format(file=file)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(_("Can’t write {file}: {reason}").format(file=file, reason=why)) from None


def why_alone(listener: network.Listener) -> str:
    """Return why only this machine can open the app's addresses, and how to change that."""
    if network.is_this_machine(listener.host):
        only_here = _("Only this machine can open it: the app listens on {host}. To let phones in, leave out --host.")
        return only_here.format(host=listener.host)
    return _("Only this machine can open it: it has no address on the network.")


def print_qr_code(stdout: OutputWrapper, address: str, caption: str) -> None:
    """Print an address as a QR code below its caption, unless the terminal can't show block characters."""
    code = StringIO()
    segno.make(address, error="l", micro=False).terminal(code, compact=True)
    colored = (f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in code.getvalue().splitlines())
    with suppress(UnicodeEncodeError):
        stdout.write("\n".join(["", caption, *colored, ""]))


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
