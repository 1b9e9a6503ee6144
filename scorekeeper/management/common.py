"""Helpers shared by commands: numeric options, one-line errors, and QR codes in the terminal."""

import io
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import segno
from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError
from django.utils.translation import gettext as _


def whole(option: str, text: str, low: int, high: int) -> int:
    """Return an option's value as an integer. Unlike argparse, report errors in one line and exit with 1."""
    if not text.isdecimal() or not low <= int(text[:10]) <= high:
        raise CommandError(
            _("{option}: {text} is not a whole number from {low} to {high}.").format(
                option=option, text=repr(text), low=low, high=high
            )
        )
    return int(text)


@contextmanager
def database_errors(message: str) -> Iterator[None]:
    """Report a database error in one line: `message`, with its {reason} placeholder filled in."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, OSError) as error:
        raise CommandError(message.format(reason=" ".join(str(error).split()))) from None


@contextmanager
def file_errors(file: str | Path) -> Iterator[None]:
    """If a new file can't be written, report why in one line."""
    try:
        yield
    except FileExistsError:
        raise CommandError(_("{file} exists already; choose another name.").format(file=file)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(_("{file} cannot be written: {reason}").format(file=file, reason=why)) from None


def print_qr_code(stdout: OutputWrapper, address: str) -> None:
    """Print an address as a QR code, unless the terminal can't show block characters."""
    picture = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(picture, compact=True)
    with suppress(UnicodeEncodeError):
        stdout.write(picture.getvalue())
