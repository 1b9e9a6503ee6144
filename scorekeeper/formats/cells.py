"""A table's bytes as rows of cells, whatever its encoding and its separator. FORMAT.md: Tables."""

import csv
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from unicodedata import normalize

from django.utils.translation import gettext as _

from scorekeeper.formats.foreign import BEGINNINGS
from scorekeeper.formats.tables import FORMULA_SIGNS
from scorekeeper.rules import limits

SEPARATORS = "\t;,"  # If two give equally even rows, the first of them: commas also stand in texts and numbers.
SPACES = dict.fromkeys((0xA0, 0x202F), " ")  # that don't break, as between thousands


class NoTable(ValueError):
    """No results can be read from these bytes. The exception's argument says why, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row: the line where it begins, counted from 1, the row as it is written, and its cells."""

    line: int
    text: str
    cells: tuple[str, ...]

    def cell(self, at: int) -> str:
        """Return a cell, which is empty if the row is shorter."""
        return self.cells[at] if at < len(self.cells) else ""


def read_rows(raw: bytes) -> tuple[str, list[TableRow]]:
    """Return the separator and all rows. Raise `NoTable` if it isn't a table, or too large for one of results."""
    text = _decoded(raw)
    if max(text.count("\n"), text.count("\r")) > limits.MOST_ROWS:
        raise NoTable(_("A table can have at most {most} lines.").format(most=limits.MOST_ROWS))
    separated = {separator: split_rows(text, separator) for separator in SEPARATORS}
    separator, rows = max(separated.items(), key=lambda pair: _even_rows(pair[1]))
    if not _even_rows(rows):
        raise NoTable(_("This isn’t a table. Copy its cells, headings included, and paste them here."))
    if any(
        any(row.cells[limits.MOST_CELLS :]) or max(map(len, row.cells), default=0) > limits.LONGEST_NOTE for row in rows
    ):
        text = _("A table can have at most {columns} columns, and a cell at most {characters} characters.")
        raise NoTable(text.format(columns=limits.MOST_CELLS, characters=limits.LONGEST_NOTE))
    return separator, rows


def split_rows(text: str, separator: str) -> list[TableRow]:
    """Return the rows of a text. If its quotation marks don't fit, they are left out."""
    lines = StringIO(text, newline="").readlines()
    try:
        return [*_rows(lines, lines, separator)]
    except csv.Error:
        bare = (line.replace('"', "")[: csv.field_size_limit()] for line in lines)
        return [*_rows(lines, bare, separator)]


def _rows(lines: list[str], readable: Iterable[str], separator: str) -> Iterator[TableRow]:
    reader, start = csv.reader(readable, delimiter=separator, skipinitialspace=True, strict=True), 0
    for cells in reader:
        text = "".join(lines[start : reader.line_num]).rstrip("\r\n")
        yield TableRow(line=start + 1, text=text, cells=tuple(map(_tidy, cells)))
        start = reader.line_num


def _tidy(cell: str) -> str:
    """Return a cell without the spaces around it, nor the mark that keeps a spreadsheet from running it."""
    cell = normalize("NFC", cell.translate(SPACES).strip()) if len(cell) <= limits.LONGEST_NOTE else cell
    return cell[1:] if cell.startswith("'") and cell[1:].lstrip(' "').startswith(FORMULA_SIGNS) else cell


def _even_rows(rows: list[TableRow]) -> int:
    """Return how many rows have as many cells as most have, if that is more than one."""
    widths = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
    return max(widths.values(), default=0)


def _decoded(raw: bytes) -> str:
    if len(raw) > limits.LARGEST_TABLE:
        most = limits.LARGEST_TABLE // limits.MEGABYTE
        raise NoTable(_("A table can have at most {most} MB.").format(most=most))
    if what := next((what for beginning, what in BEGINNINGS.items() if raw.startswith(beginning)), None):
        raise NoTable(_("This seems to be {what}. Copy its cells and paste them instead.").format(what=what))
    is_utf16 = raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_utf16 else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = raw.decode(encoding)
            if "\0" not in text:
                return text
    raise NoTable(_("The file isn’t text."))
