"""The single values of a score sheet file: names, texts, days, times, options and what is asked of a hand.

Each reader says what is wrong to the report and answers a value that reading can go on with.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.exchange.reading import inside
from scorekeeper.exchange.report import Report
from scorekeeper.rules.declaration import Field, Per, Value, fields_of, options_from_record, refusal
from scorekeeper.rules.words import Text
from scorekeeper.text import NameRefused, clean_name

T = TypeVar("T")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})")
YEARS = range(1900, 9999)
LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class Node:
    """An object of the document, where it stands, and who is told what is wrong with it."""

    value: Mapping[str, Any]
    place: str
    report: Report

    def get(self, key: str) -> Any:
        """What stands at a key; null is not given."""
        return self.value.get(key)

    def error(self, key: str, text: str | Text) -> None:
        """Say what is wrong at a key."""
        self.report.error(inside(self.place, key), text)

    def only(self, known: frozenset[str]) -> None:
        """Every key must be known."""
        for key in self.value:
            if key not in known:
                self.error(key, _("This field is not known."))

    def child(self, key: str) -> "Node | None":
        """The object at a key: an empty one where nothing is given, None where something else is."""
        value = self.get(key)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            self.error(key, _("This is an object."))
            return None
        return Node(value, inside(self.place, key), self.report)

    def items(self, key: str, *, most: int, wrong: tuple[Promise, Promise, Promise]) -> "Iterator[Node | None]":
        """Yield the objects of the list at a key; None for an item that is none, or where there is no such list.

        `wrong` says what is wrong with another value, with a longer list, and with an item.
        """
        no_list, too_many, no_object = wrong
        values, place = self.get(key), inside(self.place, key)
        if not isinstance(values, list) or len(values) > most:
            self.error(key, str(too_many if isinstance(values, list) else no_list).format(most=most))
            yield None
            return
        for number, value in enumerate(values):
            if isinstance(value, dict):
                yield Node(value, inside(place, number), self.report)
            else:
                self.report.error(inside(place, number), str(no_object))
                yield None

    def flag(self, key: str) -> bool:
        """Yes or no; not given is no."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            self.error(key, _("This is yes or no."))
        return value is True

    def text(self, key: str) -> str:
        """A text that may hold line breaks but no other control character."""
        text = self._read(key, _lines, gettext_lazy("This is a text.")) or ""
        if any(unicodedata.category(character) == "Cc" and character != "\n" for character in text):
            self.error(key, _("A text may have line breaks, but no other control character."))
        return text

    def identity(self, key: str) -> str:
        """What tells the same game again: one line of text."""
        return self._read(key, _identity, gettext_lazy("This is a text of 1 to {most} characters on one line.")) or ""

    def name(self, key: str) -> str | None:
        """A player's name."""
        value = self.get(key)
        return None if value is None else read_name(value, inside(self.place, key), self.report)

    def day(self, key: str) -> date | None:
        """A day: 2026-11-14."""
        return self._read(key, _day, gettext_lazy("This is a day, written like 2026-11-14."))

    def moment(self, key: str) -> datetime | None:
        """A moment with its offset from UTC: 2026-11-14T19:40:00-05:00."""
        wrong = gettext_lazy("This is a time with its offset, written like 2026-11-14T19:40:00-05:00.")
        return self._read(key, _moment, wrong)

    def _read(self, key: str, read: Callable[[str], T | None], wrong: Promise) -> T | None:
        value, found = self.get(key), None
        with suppress(ValueError, OverflowError):
            found = read(value) if isinstance(value, str) else None
        if value is not None and found is None:
            self.error(key, str(wrong).format(most=LONGEST_ID))
        return found


def _lines(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def _identity(text: str) -> str | None:
    return text if text.isprintable() and 1 <= len(text) <= LONGEST_ID else None


def _day(text: str) -> date | None:
    day = date.fromisoformat(text) if DAY.fullmatch(text) else None
    return day if day and day.year in YEARS else None


def _moment(text: str) -> datetime | None:
    moment = datetime.fromisoformat(text) if MOMENT.fullmatch(text) else None
    return moment if moment and moment.astimezone(UTC).year in YEARS else None


def read_name(value: Any, place: str, report: Report) -> str | None:
    """A name as it is kept, or None where it cannot be one."""
    if not isinstance(value, str):
        report.error(place, _("This is a name."))
        return None
    try:
        return clean_name(value)
    except NameRefused as refused:
        report.error(place, str(refused))
        return None


def read_options(declared: type[T], node: Node) -> T:
    """The house rules of a game; what is left out has its default."""
    known = {each.key: each for each in fields_of(declared)}
    node.only(frozenset(known))
    given: dict[str, Value] = {}
    for key, value in node.value.items():
        if key not in known or value is None:
            continue
        if why := refusal(known[key], value, 0):
            node.error(key, why)
        else:
            given[key] = value
    return options_from_record(declared, given)


Tree = Mapping[str, "Field | Tree"]


def fields(declared: type[Any], per: Per) -> Tree:
    """What is asked of the hand, or of each player, by the keys of the file; a dotted key is a tree of its own."""
    tree: dict[str, Any] = {}
    for each in fields_of(declared):
        if each.per == per:
            *groups, last = each.key.split(".")
            branch = tree
            for group in groups:
                branch = branch.setdefault(group, {})
            branch[last] = each
    return tree


def read_fields(tree: Tree, node: Node, seats: Mapping[str, int], index: int | None) -> dict[str, Value]:
    """The values of an object by their paths in a draft. `seats` are the players' seats by name."""
    found: dict[str, Value] = {}
    for key, value in node.value.items():
        declared = tree.get(key)
        if declared is None:
            node.error(key, _("This field is not known."))
        elif value is None:
            continue
        elif not isinstance(declared, Field):
            if child := node.child(key):
                found |= read_fields(declared, child, seats, index)
        else:
            value = (
                _seat(value, seats) if declared.kind == "seat" else tuple(value) if isinstance(value, list) else value
            )
            if why := refusal(declared, value, len(seats)):
                node.error(key, why)
            else:
                found[declared.path(index)] = value
    return found


def _seat(value: Any, seats: Mapping[str, int]) -> int:
    """The seat of a named player; -1, which is no seat, for anybody and anything else."""
    try:
        return seats.get(clean_name(value), -1) if isinstance(value, str) else -1
    except NameRefused:
        return -1
