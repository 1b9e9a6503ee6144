"""Open a file of ours, and read its values. A wrong one is reported and replaced, so that reading can continue.

FORMAT.md: Names; Dates and times; Fields; Errors.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.foreign import read_ours
from scorekeeper.formats.language import NameRefused, clean_name, clean_text, has_too_many_marks
from scorekeeper.formats.parsing import Level, Report, Unreadable, location
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Field, Per, T, Value, fields_of, options_from_record, refusal
from scorekeeper.rules.text import Text

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})")
YEARS = range(1900, 9999)


@dataclass(slots=True)  # not frozen: every object in a file becomes a node, and frozen ones take twice as long
class Node:
    """An object in the document, the keys and indexes that lead to it, and the report that collects messages."""

    value: Mapping[str, Any]
    steps: tuple[str | int, ...]
    report: Report

    def get(self, key: str) -> Any:
        """Return the value at a key, or None if it is missing or null."""
        return self.value.get(key)

    def add(self, level: Level, text: str | Text, *keys: str | int) -> None:
        """Report something about this object, or about what these keys and indexes lead to inside it."""
        self.report.add(level, location((*self.steps, *keys)), text)

    def error(self, text: str | Text, *keys: str | int) -> None:
        """Report an error, which causes the document to be rejected."""
        self.add("error", text, *keys)

    def unexpected(self, key: str, expected: str) -> None:
        """Report that the value at a key is missing or wrong, and what was expected."""
        missing = self.get(key) is None
        self.error(_("Missing. {expected}").format(expected=expected) if missing else expected, key)

    def refuse_unknown(self, known: frozenset[str]) -> None:
        """Report every key that isn't `known`."""
        for key in self.value:
            if key not in known:
                self.error(_("Unknown field."), key)

    def one_of(self, key: str, known: Mapping[str, T]) -> T | None:
        """Return what the name at a key stands for, or None if it is missing or unknown."""
        name = self.get(key)
        if isinstance(name, str) and name in known:
            return known[name]
        self.unexpected(key, _("Expected one of {names}.").format(names=", ".join(known)))
        return None

    def child(self, key: str) -> "Node | None":
        """Return the object at a key (an empty one if it is missing or null), or None if the value isn't an object."""
        return self._object({} if self.get(key) is None else self.value[key], key)

    def items(self, key: str, most: int, no_list: str, too_many: str) -> "Iterator[Node | None]":
        """Yield the objects in a list, with None for any other item. If the list is invalid, yield a single None."""
        values = self.get(key)
        if isinstance(values, list) and len(values) <= most:
            yield from (self._object(value, key, number) for number, value in enumerate(values))
            return
        self.unexpected(key, too_many.format(most=most) if isinstance(values, list) else no_list)
        yield None

    def _object(self, value: Any, *keys: str | int) -> "Node | None":
        if isinstance(value, dict):
            return Node(value, (*self.steps, *keys), self.report)
        self.error(_("Expected an object."), *keys)
        return None

    def flag(self, key: str) -> bool:
        """Return the boolean at a key, or false if it is missing."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            self.error(_("Expected true or false."), key)
        return value is True

    def note(self, key: str) -> str:
        """Return the text at a key as a form takes a note."""
        note = self._read(key, normalized, gettext_lazy("Expected text.")) or ""
        try:
            return clean_text(note, limits.LONGEST_NOTE, breaks="\n")
        except ValidationError as refused:
            self.error(str(refused.message), key)
        return ""

    def text(self, key: str) -> str:
        """Return the string at a key, which may contain line breaks but no other control characters."""
        raw = self.get(key)
        if isinstance(raw, str) and len(raw) > limits.LONGEST_TEXT:
            self.error(_("Text can have at most {most} characters.").format(most=limits.LONGEST_TEXT), key)
            return ""
        if isinstance(raw, str) and has_too_many_marks(raw):
            self.error(_("A character can have at most {most} accents.").format(most=limits.MOST_MARKS), key)
            return ""
        text = self._read(key, normalized, gettext_lazy("Expected text.")) or ""
        if any(unicodedata.category(character) == "Cc" and character != "\n" for character in text):
            self.error(_("Text can’t contain control characters other than line breaks."), key)
        return text

    def identity(self, key: str) -> str:
        """Return a game's ID, which is a single line of text."""
        return self._read(key, _identity, gettext_lazy("Use 1–{most} characters on one line.")) or ""

    def day(self, key: str) -> date | None:
        """Return the date at a key, written like 2026-11-14."""
        return self._read(key, _day, gettext_lazy("Expected a date like 2026-11-14."))

    def moment(self, key: str) -> datetime | None:
        """Return the date and time at a key, written like 2026-11-14T19:40:00-05:00, with a UTC offset."""
        wrong = gettext_lazy("Expected a time with its UTC offset, like 2026-11-14T19:40:00-05:00.")
        return self._read(key, _moment, wrong)

    def _read(self, key: str, read: Callable[[str], T | None], wrong: Promise) -> T | None:
        raw, value = self.get(key), None
        with suppress(ValueError, OverflowError):
            value = read(raw) if isinstance(raw, str) else None
        if raw is not None and value is None:
            self.error(str(wrong).format(most=limits.LONGEST_ID), key)
        return value

    def name(self, value: Any, *keys: str | int) -> str | None:
        """Return a player's name cleaned, or None if the value, which is at these keys, isn't a valid name."""
        try:
            if isinstance(value, str):
                return clean_name(value)
            self.error(_("Expected a name."), *keys)
        except NameRefused as refused:
            self.error(str(refused), *keys)
        return None


def open_document(raw: bytes, wanted: str, keys: frozenset[str], report: Report) -> Node | None:
    """Return the object in a file of the `wanted` format, or report why it can't be accepted, and any unknown keys."""
    try:
        document = Node(read_ours(raw, wanted), (), report)
    except Unreadable as unreadable:
        for place, why in unreadable.args:
            report.add("error", place, why)
        return None
    document.refuse_unknown(keys)
    return document


def normalized(text: str) -> str:
    """Return text with composed letters and one kind of line break."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def _identity(text: str) -> str | None:
    return text if 1 <= len(text) <= limits.LONGEST_ID and text.isprintable() else None


def _day(text: str) -> date | None:
    day = date.fromisoformat(text) if DAY.fullmatch(text) else None
    return day if day and day.year in YEARS else None


def _moment(text: str) -> datetime | None:
    moment = datetime.fromisoformat(text) if MOMENT.fullmatch(text) else None
    return moment if moment and moment.astimezone(UTC).year in YEARS else None


def read_options(declared: type[T], node: Node) -> T:
    """Return a game's options, using defaults for those that are missing or invalid."""
    known = {field.key: field for field in fields_of(declared)}
    node.refuse_unknown(frozenset(known))
    given: dict[str, Value] = {}
    for key, value in node.value.items():
        if why := refusal(known[key], value, 0) if key in known else None:
            node.error(why, key)
        elif value is not None:
            given[key] = value
    return options_from_record(declared, given)


# What an object in a file may contain, by key: fields with their paths, objects, or a list with one for each side.
Tree = Mapping[str, "tuple[Field, str] | list[Tree] | Tree"]


@cache
def field_tree(declared: Any, per: Per, index: int | None = None) -> dict[str, Any]:
    """Return the fields of the whole hand, or of the player or side at `index`. A dot in a key makes a branch."""
    tree: dict[str, Any] = {}
    for field in fields_of(declared):
        if field.per == per:
            *groups, last = field.key.split(".")
            branch = tree
            for group in groups:
                branch = branch.setdefault(group, {})
            branch[last] = (field, field.path(index))
    return tree


def read_fields(tree: Tree, node: Node, seats: Mapping[str, int], answers: dict[str, Value]) -> None:
    """Add an object's values to `answers`, keyed by path. `seats` maps names to seats."""
    for key, value in node.value.items():
        declared = tree.get(key)
        if declared is None:
            node.error(_("Unknown field."), key)
        elif value is None:
            continue
        elif isinstance(declared, tuple):
            field, path = declared
            if field.kind == "seat":
                name = value if isinstance(value, str) else ""
                with suppress(NameRefused):
                    name = clean_name(name)
                value = seats.get(name, -1)  # which is never a seat
            if why := refusal(field, value, len(seats)):
                node.error(why, key)
            else:
                answers[path] = tuple(value) if isinstance(value, list) else value
        elif isinstance(declared, list):
            sides = value if isinstance(value, list) else []
            if len(sides) != len(declared) or not all(isinstance(side, dict) for side in sides):
                text = _("Expected a list of {count} objects, one for each side, the first player’s side first.")
                node.error(text.format(count=len(declared)), key)
                continue
            for number, (side, fields) in enumerate(zip(sides, declared, strict=True)):
                read_fields(fields, Node(side, (*node.steps, key, number), node.report), seats, answers)
        elif child := node.child(key):
            read_fields(declared, child, seats, answers)
