"""Read the individual values in a score sheet file: names, strings, dates, times, options, and a hand's fields.

FORMAT.md: Names; Dates and times; Fields.

Whenever a value is wrong, the problem is reported and a substitute is returned, so that reading can continue.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, reduce
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import NameRefused, clean_name, has_too_many_marks
from scorekeeper.formats.parsing import Report, inside
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Field, Per, Value, fields_of, options_from_record, refusal
from scorekeeper.rules.text import Text

T = TypeVar("T")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})")
YEARS = range(1900, 9999)


@dataclass(slots=True)  # not frozen: every object in a file becomes a node, and frozen ones take twice as long
class Node:
    """An object in the document, the keys and indexes that lead to it, and the report that collects messages."""

    value: Mapping[str, Any]
    steps: tuple[str | int, ...]
    report: Report

    @property
    def place(self) -> str:
        """The object's location, such as `games[0].hands[2]`, computed only when there is something to report."""
        return reduce(inside, self.steps, "")

    def get(self, key: str) -> Any:
        """Return the value at a key, or None if it is missing or null."""
        return self.value.get(key)

    def error(self, key: str, text: str | Text) -> None:
        """Report an error at a key."""
        self.report.error(inside(self.place, key), text)

    def unexpected(self, key: str, expected: str) -> None:
        """Report that the value at a key is missing or wrong, and what was expected."""
        missing = self.get(key) is None
        self.error(key, _("Missing. {expected}").format(expected=expected) if missing else expected)

    def refuse_unknown(self, known: frozenset[str]) -> None:
        """Report every key that isn't `known`."""
        for key in self.value:
            if key not in known:
                self.error(key, _("Unknown field."))

    def one_of(self, key: str, known: Mapping[str, T]) -> T | None:
        """Return what the name at a key stands for, or None if it is missing or unknown."""
        name = self.get(key)
        if isinstance(name, str) and name in known:
            return known[name]
        self.unexpected(key, _("Expected one of {names}.").format(names=", ".join(known)))
        return None

    def child(self, key: str) -> "Node | None":
        """Return the object at a key (an empty one if it is missing or null), or None if the value isn't an object."""
        value = {} if self.get(key) is None else self.value[key]
        if not isinstance(value, dict):
            self.error(key, _("Expected an object."))
            return None
        return Node(value, (*self.steps, key), self.report)

    def items(self, key: str, *, most: int, wrong: tuple[Promise, Promise]) -> "Iterator[Node | None]":
        """Yield the objects in the list at a key, with None for any other item. If the list is invalid, yield one None.

        `wrong` contains the messages for a value that isn't a list, and for a list that is too long.
        """
        no_list, too_many = wrong
        values = self.get(key)
        if not isinstance(values, list) or len(values) > most:
            self.unexpected(key, str(too_many if isinstance(values, list) else no_list).format(most=most))
            yield None
            return
        for number, value in enumerate(values):
            if isinstance(value, dict):
                yield Node(value, (*self.steps, key, number), self.report)
            else:
                self.report.error(inside(inside(self.place, key), number), _("Expected an object."))
                yield None

    def flag(self, key: str) -> bool:
        """Return the boolean at a key, or false if it is missing."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            self.error(key, _("Expected true or false."))
        return value is True

    def text(self, key: str) -> str:
        """Return the string at a key, which may contain line breaks but no other control characters."""
        raw = self.get(key)
        if isinstance(raw, str) and len(raw) > limits.LONGEST_TEXT:
            self.error(key, _("Text can have at most {most} characters.").format(most=limits.LONGEST_TEXT))
            return ""
        if isinstance(raw, str) and has_too_many_marks(raw):
            self.error(key, _("A character can have at most {most} accents.").format(most=limits.MOST_MARKS))
            return ""
        text = self._read(key, normalized, gettext_lazy("Expected text.")) or ""
        if any(unicodedata.category(character) == "Cc" and character != "\n" for character in text):
            self.error(key, _("Text can’t contain control characters other than line breaks."))
        return text

    def identity(self, key: str) -> str:
        """Return a game's ID, which is a single line of text."""
        return self._read(key, _identity, gettext_lazy("Use 1–{most} characters on one line.")) or ""

    def name(self, key: str) -> str | None:
        """Return the player's name at a key."""
        value = self.get(key)
        return None if value is None else read_name(value, inside(self.place, key), self.report)

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
            self.error(key, str(wrong).format(most=limits.LONGEST_ID))
        return value


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


def read_name(value: Any, place: str, report: Report) -> str | None:
    """Return the cleaned name, or None if the value isn't a valid name."""
    if not isinstance(value, str):
        report.error(place, _("Expected a name."))
        return None
    try:
        return clean_name(value)
    except NameRefused as refused:
        report.error(place, str(refused))
        return None


def read_options(declared: type[T], node: Node) -> T:
    """Return a game's options, using defaults for those that are missing or invalid."""
    known = {field.key: field for field in fields_of(declared)}
    node.refuse_unknown(frozenset(known))
    given: dict[str, Value] = {}
    for key, value in node.value.items():
        if key not in known or value is None:
            continue
        if why := refusal(known[key], value, 0):
            node.error(key, why)
        else:
            given[key] = value
    return options_from_record(declared, given)


Tree = Mapping[str, "tuple[Field, str] | Tree"]


@cache
def field_tree(declared: Any, per: Per, index: int | None = None) -> Tree:
    """Return a tree of the fields for a hand, player, or side, keyed as in the file, with each field's path.

    Dots in keys create branches. `index` is the seat or side, or None for the whole hand.
    """
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
            node.error(key, _("Unknown field."))
        elif value is None:
            continue
        elif not isinstance(declared, tuple):
            if child := node.child(key):
                read_fields(declared, child, seats, answers)
        else:
            field, path = declared
            if field.kind == "seat":
                name = value if isinstance(value, str) else ""
                with suppress(NameRefused):
                    name = clean_name(name)
                value = seats.get(name, -1)  # which is never a seat
            if why := refusal(field, value, len(seats)):
                node.error(key, why)
            else:
                answers[path] = tuple(value) if isinstance(value, list) else value
