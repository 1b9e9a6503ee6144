"""Helpers shared by commands: numeric options, one-line errors, and QR codes in the terminal."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path

import segno
from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError
from django.utils.translation import gettext as _

# A QR code's own colors, which no theme changes, and the white frame it needs: terminals are dark or light.
BLACK_ON_WHITE, PLAIN = "\33[38;5;16;48;5;231m", "\33[0m"
QUIET_ZONE = 4
HALF_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


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
        raise CommandError(_("{file} already exists; choose another name.").format(file=file)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(_("Can’t write {file}: {reason}").format(file=file, reason=why)) from None


def print_qr_code(stdout: OutputWrapper, address: str, caption: str) -> None:
    """Print an address as a QR code below its caption, unless the terminal can't show block characters."""
    code = segno.make(address, error="l", micro=False)
    rows = [tuple(row) for row in code.matrix_iter(border=QUIET_ZONE)]
    with suppress(UnicodeEncodeError):
        stdout.write("\n".join(("", caption, *_half_blocks(rows), "")))


def _half_blocks(rows: Sequence[tuple[int, ...]]) -> Iterator[str]:
    """Yield lines of text in which each character shows two squares, one above the other."""
    for top, bottom in zip_longest(rows[::2], rows[1::2], fillvalue=(0,) * len(rows[0])):
        squares = zip(top, bottom, strict=True)
        yield BLACK_ON_WHITE + "".join(HALF_BLOCKS[square] for square in squares) + PLAIN
