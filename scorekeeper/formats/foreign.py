"""What a file seems to be if it isn't the one that was asked for. Every kind is named here only. FORMAT.md: Errors."""

import csv
import json
import re
from collections.abc import Mapping
from io import StringIO
from itertools import islice
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.formats.parsing import NotJSON, Unreadable, read_json

SHEETS = "scorekeeper-sheets/1"
RECIPE = "scorekeeper-template/1"
# What to do with a file of ours that another page reads, and which one to take instead of any other.
OURS: Mapping[str, Promise] = {
    SHEETS: _("These are score sheets: add them under “Import and export”."),
    RECIPE: _("This is a shared game: add it under “A game someone shared”."),
}
TAKE: Mapping[str, Promise] = {
    SHEETS: _("This seems to be {what}; choose a file that the app exported as “Everything”."),
    RECIPE: _("This seems to be {what}; choose a file that was downloaded from a game’s own page."),
}
BEGINNINGS: Mapping[bytes, Promise] = {
    b"PK\x03\x04": _("a spreadsheet or a ZIP file"),
    b"\xd0\xcf\x11\xe0": _("a file of an old office program"),
    b"\x1f\x8b": _("a compressed file"),
    b"%PDF": _("a PDF"),
    b"\x89PNG": _("a picture"),
    b"\xff\xd8\xff": _("a picture"),
    b"SQLite format 3": _("a whole database"),
}
OWN_GAMES = "game,rules,night,started"
HEADERS: Mapping[str, Promise] = {
    "game,rules,night,hand": _("“Hands, for spreadsheets”, which can’t be read back"),
    OWN_GAMES: _("“Games, for spreadsheets”"),
}
ELEMENT = re.compile(r"<(\w+)")


def read_ours(raw: bytes, wanted: str) -> dict[str, Any]:
    """Return the object in a file of the `wanted` format. Raise `Unreadable`, with what it is, if it is another."""

    def foreign(what: str | Promise, place: str = "") -> Unreadable:
        return Unreadable((place, str(TAKE[wanted]).format(what=what)))

    if what := _not_json(raw):
        raise foreign(what)
    try:
        value = read_json(raw)
    except NotJSON:
        if raw.lstrip()[:1] in (b"", b"{", b"["):
            raise
        raise foreign(_("text, not JSON")) from None
    given = value.get("format") if isinstance(value, dict) else None
    if given == wanted:
        return value  # type: ignore[no-any-return]
    if isinstance(given, str) and given in OURS:
        raise Unreadable(("", OURS[given]))
    if isinstance(given, str) and given.partition("/")[0] == wanted.partition("/")[0]:
        expected = _("This file comes from another version of the app. Expected “{format}”.")
        raise Unreadable(("format", str(expected).format(format=wanted)))
    if isinstance(value, dict) and value.keys() >= {"plays", "games", "players"}:
        raise foreign(_("an export of Board Game Stats"))
    raise foreign(str(_("JSON that doesn’t say “format”: “{format}”")).format(format=wanted), "format")


def _not_json(raw: bytes) -> Promise | None:
    """Return what a file is that can't be JSON, by how it begins, or None."""
    if what := next((what for beginning, what in BEGINNINGS.items() if raw.startswith(beginning)), None):
        return what
    head = raw[:10_000].decode(json.detect_encoding(raw), "replace").lstrip("\ufeff\r\n ")
    if head.startswith("<"):
        root = ELEMENT.search(head)
        if root and root[1] == "plays":
            return _("a list of plays from BoardGameGeek")
        is_page = (root and root[1] == "html") or not head.startswith("<?xml")
        return _("a web page") if is_page else _("an XML file")
    for separator in "" if head.lstrip().startswith(("{", "[")) else ",;\t":
        rows = [*islice(csv.reader(StringIO(head, newline=""), delimiter=separator), 2)]
        if what := HEADERS.get(",".join(rows[0][:4]) if rows else ""):
            return what
        is_even = len(rows) == 2 and len(rows[0]) == len(rows[1]) > 1
        if is_even and not any(cell.startswith(" ") for row in rows for cell in row):  # as in text, after a comma
            return _("a table")
    return None
