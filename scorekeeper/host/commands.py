"""Helpers shared by commands: numeric options, one-line errors, and QR codes in the terminal."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path

import segno
from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError, OperationalError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.web import network
from scorekeeper.web.configuration import COMMAND

# A QR code's own colors, which no theme changes: terminals are dark or light.
WHITE_ON_BLACK, PLAIN = "\33[38;5;231;48;5;16m", "\33[0m"

NOT_READY = format_lazy(
    gettext_lazy("it isn’t up to date; start `{command} serve`, or run `{command} migrate`"), command=COMMAND
)
BUSY = gettext_lazy("it is busy; try again in a moment")
DAMAGED = format_lazy(gettext_lazy("it is damaged; restore a backup with `{command} restore FILE`"), command=COMMAND)
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
PASSING = {
    errno.EACCES,
    errno.EDQUOT,
    errno.EEXIST,
    errno.EFBIG,
    errno.EIO,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
}


def explain(error: BaseException) -> str:
    """Return, in one line, what an operator can do about an error, or an empty string if it is a programming error."""
    if isinstance(error, DatabaseError | sqlite3.Error | UnicodeDecodeError):
        meaning, text = _database_reason(error), " ".join(str(error).split())
        if meaning or isinstance(error, OperationalError | sqlite3.OperationalError):
            reason = f"{meaning} ({text})" if meaning else text
            return _("Can’t use the database: {reason}").format(reason=reason)
    if isinstance(error, OSError) and error.errno in PASSING:
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)
    return ""


def _database_reason(error: BaseException) -> str:
    """Return what the error code of a database means to an operator, or an empty string."""
    if isinstance(error, UnicodeDecodeError):  # SQLite's message quotes a schema that isn't text anymore
        return str(DAMAGED)
    cause = error.__cause__ or error
    if reason := SQLITE_REASONS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF):
        return str(reason)
    text = str(error)
    if text.startswith(("no such table", "no such column")) or " has no column named " in text:
        return str(NOT_READY)
    return str(SQLSTATES.get(getattr(cause, "sqlstate", None) or "", ""))


def whole(option: str, text: str, low: int, high: int) -> int:
    """Return an option's value as an integer. Unlike argparse, report errors in one line and exit with 1."""
    if not text.isdecimal() or not low <= int(text[:10]) <= high:
        raise CommandError(
            _("{option}: {text} isn’t a whole number from {low} to {high}.").format(
                option=option, text=repr(text), low=low, high=high
            )
        )
    return int(text)


@contextmanager
def file_errors(file: str | Path) -> Iterator[None]:
    """If a new file can't be written, report why in one line."""
    try:
        yield
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
