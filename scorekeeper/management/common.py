"""What commands share: a number that was typed, obstacles told in one line, and a QR code on a terminal."""

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
    """Return the number that was typed; argparse would print its usage and exit 2 instead of saying one line."""
    if not text.isdecimal() or not low <= int(text[:10]) <= high:
        raise CommandError(
            _("{option}: {text} is not a whole number from {low} to {high}.").format(
                option=option, text=repr(text), low=low, high=high
            )
        )
    return int(text)


@contextmanager
def database_errors(message: str) -> Iterator[None]:
    """Tell what is wrong with the database in one line; `message` has a place for the {reason}."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, OSError) as error:
        raise CommandError(message.format(reason=" ".join(str(error).split()))) from None


@contextmanager
def file_errors(file: str | Path) -> Iterator[None]:
    """Tell why a new file cannot be written in one line."""
    try:
        yield
    except FileExistsError:
        raise CommandError(_("{file} exists already; choose another name.").format(file=file)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(_("{file} cannot be written: {reason}").format(file=file, reason=why)) from None


def print_code(stdout: OutputWrapper, address: str) -> None:
    """Draw an address as a QR code; a terminal without block characters does without."""
    picture = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(picture, compact=True)
    with suppress(UnicodeEncodeError):
        stdout.write(picture.getvalue())
