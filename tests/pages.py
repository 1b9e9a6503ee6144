"""Reads the pages that define how the code must behave. Tests check the code against their headings and tables."""

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "scorekeeper"
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def read(page: str) -> str:
    """Return the text of the page at this path inside the package."""
    return (PACKAGE / page).read_text(encoding="utf-8")


def headings(page: str) -> list[str]:
    """Return the headings of a page, in order."""
    return HEADING.findall(read(page))


def section(page: str, heading: str) -> str:
    """Return the text below a heading, up to the next one. Raises `KeyError` if the heading does not exist."""
    parts = HEADING.split(read(page))[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))[heading]


def rows(page: str, heading: str, table: int = 0) -> list[dict[str, str]]:
    """Return the rows of a table below a heading, as mappings from column name to cell; tables are numbered from 0."""
    blocks = re.findall(r"(?:^\|.*\|\n?)+", section(page, heading), re.MULTILINE)
    head, _rule, *body = (
        [cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in _lines(blocks[table])
    )
    return [dict(zip(head, cells, strict=True)) for cells in body]


def cases(page: str, heading: str, table: int = 0) -> list[object]:
    """Return a table's rows as test parameters, using the first column as their ids."""
    return [pytest.param(row, id=next(iter(row.values()))) for row in rows(page, heading, table)]


def json_blocks(page: str, heading: str) -> list[str]:
    """Return the fenced JSON blocks below a heading, in order."""
    return re.findall(r"^```json\n(.*?)^```$", section(page, heading), re.MULTILINE | re.DOTALL)


def _lines(block: str) -> list[str]:
    return block.strip().splitlines()
