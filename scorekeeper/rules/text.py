"""Messages from the rules, before translation.

A `Text` is a message id with its values. It becomes a sentence in the reader's language only when it is output
(`formats.language.sentence`). It is never compared with a sentence, and it is stored only as part of a notice: as
`asdict` returns it, so that `from_record` can tell by their keys what its values are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal, NewType
from unicodedata import normalize

Half = NewType("Half", int)  # A scored amount as a whole number of half points, which is exact in both Python and SQL
NOTHING = Half(0)


def points(whole: int) -> Half:
    """Convert whole points to half points."""
    return Half(2 * whole)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """An amount in half points within a `Text`, shown as "3½" or, if `signed`, as "+3½" or "−2"."""

    half: Half
    signed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A list within a `Text`, such as "27, 29 or 30" or "Ann and Bob"."""

    items: "tuple[TextValue, ...]"
    last: Literal["and", "or"] = "and"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A message id and its values. If `many` is given, `count` decides whether `message` or `many` is used."""

    message: str
    many: str = ""
    count: int = 1
    context: str = ""  # Tells translators apart what the same message means, such as a game or a suit called Hearts.
    values: "Mapping[str, TextValue]" = field(default_factory=dict)

    def __hash__(self) -> int:
        # Mappings aren't hashable. The values are enough, since the message determines their names.
        return hash((self.message, self.count, *self.values.values()))


TextValue = str | int | Text | Amount | Series


def from_record(record: Any) -> Any:
    """Return the value that was stored as `asdict` returns it."""
    if not isinstance(record, dict):
        return record
    if "half" in record:
        return Amount(**record)
    if "items" in record:
        return Series(**record | {"items": tuple(map(from_record, record["items"]))})
    return Text(**record | {"values": {name: from_record(value) for name, value in record["values"].items()}})


def gettext(message: str, /, **values: TextValue) -> Text:
    """Return a `Text` with these values. Importing this function as `_` lets `makemessages` find the message."""
    return Text(message=message, values=values)


def pgettext(context: str, message: str) -> Text:
    """Return a `Text` that is translated differently in different contexts."""
    return Text(message=message, context=context)


def ngettext(one: str, many: str, count: int, /, **values: TextValue) -> Text:
    """Return a `Text` whose wording depends on `count`; both wordings can use `{count}`."""
    return Text(message=one, many=many, count=count, values={"count": count, **values})


def folded(words: str) -> str:
    """Return words for comparing, which differ neither in case nor in how Unicode writes them."""
    return normalize("NFC", normalize("NFC", words).casefold())


def either(items: Iterable[TextValue]) -> Series:
    """Return the items as alternatives: "27, 29 or 30"."""
    return Series(items=tuple(items), last="or")


def both(items: Iterable[TextValue]) -> Series:
    """Return the items joined by "and": "Ann, Bob and Cy"."""
    return Series(items=tuple(items), last="and")


def with_commas(texts: Iterable[Text]) -> Text:
    """Join texts by commas only, since a list of numbers isn't a sentence."""
    return reduce(lambda rest, first: gettext("{first}, {rest}", first=first, rest=rest), reversed([*texts]))
