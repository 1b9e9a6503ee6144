"""Tell which file was taken for one of ours: what it seems to be, and which one to take. FORMAT.md: Errors."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.parsing import NotJSON, Report, Unreadable, read_json
from scorekeeper.formats.values import Node

SHEETS = "scorekeeper-sheets/1"
RECIPE = "scorekeeper-template/1"

TAKE: Mapping[str, Promise] = {
    SHEETS: gettext_lazy("This seems to be {what}; choose a file that the app exported as “Score sheets (JSON)”."),
    RECIPE: gettext_lazy("This seems to be {what}; choose a file that was downloaded from a game’s own page."),
}
NO_FORMAT = gettext_lazy("JSON that doesn’t say “format”: “{format}”")
# By how a file begins. A byte order mark and whatever separates the cells of a table are ignored.
BEGINNINGS: tuple[tuple[bytes, Promise], ...] = (
    (b"PK\x03\x04", gettext_lazy("a spreadsheet or a ZIP file")),
    (b"\x1f\x8b", gettext_lazy("a compressed file")),
    (b"%PDF", gettext_lazy("a PDF")),
    (b"\x89PNG", gettext_lazy("a picture")),
    (b"\xff\xd8\xff", gettext_lazy("a picture")),
    (b"SQLite format 3", gettext_lazy("a whole database")),
    (b"<", gettext_lazy("a web page")),
    (b"game,rules,night,hand,", gettext_lazy("the table “Hands (CSV)”, which is for spreadsheets")),
    (b"game,rules,night,started,", gettext_lazy("the table “Games (CSV)”, which is for spreadsheets")),
)
BGSTATS_KEYS, BGSTATS = frozenset({"plays", "games", "players"}), gettext_lazy("an export of Board Game Stats")
OURS: Mapping[str, Promise] = {
    SHEETS: gettext_lazy("score sheets, which are imported under “Import and export”"),
    RECIPE: gettext_lazy("a shared game, which is added under “Another game”"),
}


def open_document(raw: bytes, wanted: str, keys: frozenset[str], expected: str, report: Report) -> Node | None:
    """Return the object that a file in the `wanted` format consists of. If it can't be accepted, report why.

    `expected` is the message about a document that isn't an object. Keys other than `keys` are reported, too.
    """
    try:
        value = _read(raw, wanted)
    except Unreadable as unreadable:
        for place, why in unreadable.args:
            report.error(place, why)
        return None
    if not isinstance(value, dict):
        report.error("", expected)
        return None
    document = Node(value, (), report)
    document.refuse_unknown(keys)
    return document


def _read(raw: bytes, wanted: str) -> Any:
    """Return the value of a JSON document, unless it is an object in another format."""
    start = raw[:100].removeprefix(b"\xef\xbb\xbf").lstrip().replace(b";", b",").replace(b"\t", b",")
    if what := next((what for beginning, what in BEGINNINGS if start.startswith(beginning)), None):
        raise _foreign("", what, wanted)
    try:
        value = read_json(raw)
    except NotJSON:
        if raw.lstrip()[:1] in (b"", b"{", b"["):
            raise
        raise _foreign("", gettext_lazy("text, not JSON"), wanted) from None
    if not isinstance(value, dict) or value.get("format") == wanted:
        return value
    given = value.get("format")
    if isinstance(given, str) and given.partition("/")[0] == wanted.partition("/")[0]:
        raise Unreadable(("format", _("Expected “{format}”.").format(format=wanted)))
    what = OURS.get(given) if isinstance(given, str) else None
    what = what or (BGSTATS if value.keys() >= BGSTATS_KEYS else None)
    raise _foreign("", what, wanted) if what else _foreign("format", NO_FORMAT, wanted)


def _foreign(place: str, what: Promise, wanted: str) -> Unreadable:
    return Unreadable((place, str(TAKE[wanted]).format(what=str(what).format(format=wanted))))
