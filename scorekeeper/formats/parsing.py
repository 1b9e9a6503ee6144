"""Strictly read JSON from untrusted sources, and report the location of each problem. FORMAT.md: The document.

Nothing here knows about score sheets. The result consists of plain dicts, lists, strings, integers, floats, booleans
and None; anything that another parser might interpret differently is rejected.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import sentence
from scorekeeper.rules import limits
from scorekeeper.rules.text import Text

Level = Literal["error", "warning", "note"]
SURROGATE = re.compile("[\ud800-\udfff]")
SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class Unreadable(ValueError):
    """The document isn't acceptable JSON. `args` are the first problems' locations and reasons, in order."""


class NotJSON(Unreadable):
    """The document isn't JSON, or breaks off."""


# The reasons that replace values that can't be accepted. A file can contain millions of these, so each is made once.
TOO_MANY_DIGITS = gettext_lazy("This number has too many digits.")
TOO_LARGE = gettext_lazy("This number is too large.")
TOO_MANY_KEYS = gettext_lazy("This object has too many keys.")
LONG_KEY = gettext_lazy("This object has a key that is too long.")
CONSTANTS = {
    word: format_lazy(gettext_lazy("{word} isn’t allowed as a number."), word=word)
    for word in ("NaN", "Infinity", "-Infinity")
}


class _Repeating(dict[str, Any]):
    """An object in which these keys appear more than once."""

    repeated: tuple[str, ...] = ()


def read_json(raw: bytes) -> Any:
    """Return the value of a JSON document. Raise `Unreadable` if it can't be accepted."""
    if len(raw) > limits.LARGEST_FILE:
        raise Unreadable(("", _("The file is larger than {limit} MB.").format(limit=limits.MOST_MEGABYTES)))
    if raw.count(b"{") + raw.count(b"[") > limits.MOST_NESTED:
        raise Unreadable(("", _("The file has too many objects and lists.")))
    text, reader = _decoded(raw), _Reader()
    try:
        value = reader.decode(text)
        # Check level by level; recursion could overflow the stack.
        level: list[Any] = [[value]]
        for _depth in range(limits.DEEPEST + 1):
            contents = (node.values() if isinstance(node, dict) else node for node in level)
            level = [child for content in contents for child in content if isinstance(child, (dict, list))]
        if level:
            raise RecursionError
    except json.JSONDecodeError as error:
        message = _("The file isn’t valid JSON: {why} (line {line}, column {column}).")
        raise NotJSON(("", message.format(why=error.msg, line=error.lineno, column=error.colno))) from None
    except RecursionError:
        raise Unreadable(("", _("The file is nested too deeply."))) from None
    flawed = reader.flawed or SURROGATE_ESCAPE.search(text)
    if flawed and (flaws := tuple(islice(_flaws(value), limits.MOST_MESSAGES))):
        raise Unreadable(*flaws)
    return value


def _decoded(raw: bytes) -> str:
    encoding = json.detect_encoding(raw)[:6].upper()
    try:
        if encoding.startswith("UTF-8"):
            return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in raw:
            raise Unreadable(("", _("The file isn’t text (byte {byte}).").format(byte=error.start))) from None
        encoding = _("Latin-1 or Windows-1252 (byte {byte})").format(byte=error.start)
    message = _("The file isn’t UTF-8 but seems to be {encoding}. Open it in a text editor, and save it as UTF-8.")
    raise Unreadable(("", message.format(encoding=encoding)))


def inside(place: str, key: str | int) -> str:
    """Return the location of a key in the object at `place`, or of an index in the list there."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    # Escape any key that could break the line or send control codes to a terminal.
    key = key[:81]
    key = key if key and key.isprintable() else json.dumps(key)
    key = key if len(key) <= 80 else f"{key[:79]}…"
    return f"{place}.{key}" if place else key


def location(steps: Iterable[str | int]) -> str:
    """Return the location that these keys and indexes lead to, such as `games[0].hands[2]`."""
    return reduce(inside, steps, "")


class _Reader(json.JSONDecoder):
    """Decodes JSON, marking the values that can't be accepted so that they can be located afterward."""

    def __init__(self) -> None:
        super().__init__(
            object_pairs_hook=self._object,
            parse_int=lambda text: int(text) if len(text) <= limits.LONGEST_NUMBER else self._flaw(TOO_MANY_DIGITS),
            parse_float=lambda text: number if math.isfinite(number := float(text)) else self._flaw(TOO_LARGE),
            parse_constant=lambda word: self._flaw(CONSTANTS[word]),
        )
        self.flawed = False

    def _object(self, pairs: list[tuple[str, Any]]) -> Any:
        read = dict(pairs)
        if len(pairs) > limits.MOST_KEYS:
            return self._flaw(TOO_MANY_KEYS)
        if max(map(len, read), default=0) > limits.LONGEST_KEY:
            return self._flaw(LONG_KEY)
        if len(read) < len(pairs):
            self.flawed, read, counts = True, _Repeating(read), Counter(key for key, _value in pairs)
            read.repeated = tuple(key for key in read if counts[key] > 1)
        return read

    def _flaw(self, why: Promise) -> Promise:
        self.flawed = True
        return why


def _flaws(node: Any, *steps: str | int) -> Iterator[tuple[str, str]]:
    if isinstance(node, Promise):
        yield location(steps), str(node)
    elif isinstance(node, str) and SURROGATE.search(node):
        yield location(steps), _("This text contains half of a surrogate pair.")
    elif isinstance(node, list):
        for number, child in enumerate(node):
            yield from _flaws(child, *steps, number)
    elif isinstance(node, dict):
        for key in node.repeated if isinstance(node, _Repeating) else ():
            yield location((*steps, key)), _("This key appears more than once.")
        for key, child in node.items():
            yield from _flaws(key, *steps, key)
            yield from _flaws(child, *steps, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message. `place` is a location like `games[0].hands[2].players.Bob.bid`, or empty for the whole document."""

    level: Level
    place: str
    text: str

    def __str__(self) -> str:
        text = " ".join(self.text.split())
        return f"{self.place}: {self.level}: {text}" if self.place else f"{self.level}: {text}"


class EnoughError(Exception):
    """So many problems were found that there is no point in reading further."""


@dataclass(slots=True)
class Report:
    """Collects all messages about a document; `flaws` counts those that aren't notes."""

    messages: list[Message] = field(default_factory=list)
    flaws: int = 0

    def add(self, level: Level, place: str, text: str | Text) -> None:
        """Add a message. Raise `EnoughError` if there are too many errors and warnings; drop notes beyond the limit."""
        if level == "note" and len(self.messages) - self.flaws >= limits.MOST_MESSAGES:
            return
        text = sentence(text) if isinstance(text, Text) else text
        self.messages.append(Message(level=level, place=place, text=text))
        self.flaws += level != "note"
        if level != "note" and self.flaws == limits.MOST_MESSAGES:
            text = _("Stopped reading after {count} problems.").format(count=limits.MOST_MESSAGES)
            self.messages.append(Message(level="error", place="", text=text))
            raise EnoughError


def excerpt(messages: Sequence[Message], most: int) -> dict[str, Any]:
    """Return at most the first `most` of these `messages`, and how many `more` there are."""
    return {"messages": messages[:most], "more": max(0, len(messages) - most)}
