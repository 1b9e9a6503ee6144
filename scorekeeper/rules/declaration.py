"""How a game declares what it asks: once, as the fields of two frozen dataclasses.

The options and the entry of a game are dataclasses whose fields are made with `ask()`. Forms, number boards, sheet
files, imports and tests walk that one declaration. Nothing here knows a particular game.

Three shapes of one entry occur, and only here are they turned into each other:

* the *entry* itself, a dataclass (a field asked per player is a tuple with one value per seat),
* the *draft*, a flat mapping from path to value (`players.2.bid` -> 12), which is what taps write,
* the *record*, nested JSON (`{"hand": {...}, "players": [{...}, ...]}`), which is what is stored.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar, cast

from scorekeeper.rules.words import Text, either, gettext as _

Value = str | int | bool | tuple[int, ...] | None
Draft = Mapping[str, Value]
Record = dict[str, Any]
Kind = Literal["number", "choice", "flag", "seat", "numbers"]
Per = Literal["hand", "player", "side"]
GROUPS: dict[Per, str] = {"hand": "hand", "player": "players", "side": "sides"}

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of the values of a choice. `sign` is a short form for a chip ("9♠"), `help` a line to explain it."""

    value: str
    label: Text
    sign: str = ""
    help: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One thing that is asked: a form field, a key of the sheet file and a strategy of the tests at once.

    `key` is the name in the file where it differs from the field's; a dot in it nests (`point.winner`). Numbers are
    whole and lie between `low` and `high`. A flag that is not given is a no, unless it is `needed`. `tally` are kinds
    of cards and what each counts, or what one, two and more of them count together, for a helper that adds them up.
    `derived` marks what is worked out from the rest, only checked when a file gives it, never asked on a page.
    """

    label: Text
    kind: Kind
    per: Per = "hand"
    name: str = ""
    key: str = ""
    help: Text | None = None
    low: int = 0
    high: int = 9999
    choices: tuple[Choice, ...] = ()
    stage: str = ""
    needed: bool = False
    tally: tuple[tuple[Text, int | tuple[int, ...]], ...] = ()
    derived: bool = False

    def path(self, index: int | None = None) -> str:
        """Where the value stands in a draft: `hand.gnome`, `players.2.bid`."""
        return _path(self.per, index, self.key)


@cache
def _path(per: Per, index: int | None, key: str) -> str:
    return ".".join([GROUPS[per], *([] if index is None else [str(index)]), key])


def ask(default: Any, declared: Ask) -> Any:
    """A dataclass field that declares what is asked for it. `default` stands for "not given"."""
    return dataclasses.field(default=default, metadata={"ask": declared})


def asks(declared: type[Any]) -> tuple[Ask, ...]:
    """Everything that an options or entry class asks, in its order."""
    return _asks(cast(Hashable, declared))


@cache
def _asks(declared: Any) -> tuple[Ask, ...]:
    return tuple(
        dataclasses.replace(field.metadata["ask"], name=field.name, key=field.metadata["ask"].key or field.name)
        for field in dataclasses.fields(declared)
    )


def places(declared: type[Any], seats: int, sides: int = 0) -> Iterator[tuple[str, Ask, int | None]]:
    """Each path of an entry with its ask and its index (a seat, a side, or None for the hand itself)."""
    yield from _places(cast(Hashable, declared), seats, sides)


@cache
def _places(declared: Any, seats: int, sides: int) -> tuple[tuple[str, Ask, int | None], ...]:
    return tuple((each.path(index), each, index) for each in asks(declared) for index in _indexes(each, seats, sides))


def find(declared: type[Any], path: str, seats: int, sides: int = 0) -> Ask | None:
    """What is asked at a path, or None where nothing is."""
    return next((each for place, each, _index in places(declared, seats, sides) if place == path), None)


def refusal(each: Ask, value: Value, seats: int) -> Text | None:
    """Why a value cannot stand for what is asked, or None if it can. None itself always can: it means "not given"."""
    if value is None:
        return None
    match each.kind:
        case "flag":
            return None if isinstance(value, bool) else _("This is yes or no.")
        case "choice":
            allowed = [choice.value for choice in each.choices]
            return (
                None
                if isinstance(value, str) and value in allowed
                else _("This is one of {values}.", values=either(allowed))
            )
        case "seat":
            return None if _is_whole(value) and 0 <= cast(int, value) < seats else _("This is none of the players.")
        case "number":
            return _out_of_range(each, value)
        case "numbers":
            if not isinstance(value, tuple):
                return _("This is a list of whole numbers.")
            return next((why for one in value if (why := _out_of_range(each, one))), None)


def _out_of_range(each: Ask, value: Value) -> Text | None:
    if not _is_whole(value):
        return _("This is a whole number.")
    if not each.low <= cast(int, value) <= each.high:
        return _("This is a whole number from {low} to {high}.", low=each.low, high=each.high)
    return None


def _is_whole(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _indexes(each: Ask, seats: int, sides: int) -> tuple[int | None, ...]:
    counts: dict[Per, int] = {"player": seats, "side": sides}
    return (None,) if each.per == "hand" else tuple(range(counts[each.per]))


def entry_from_draft(declared: type[T], draft: Draft, seats: int, sides: int = 0) -> T:
    """The entry that a draft stands for. Paths that the declaration does not know are left out."""
    given: dict[str, Any] = {}
    for each, default in zip(asks(declared), defaults(declared), strict=True):
        values = [draft.get(each.path(index)) for index in _indexes(each, seats, sides)]
        values = [_bare(each, default) if value is None else value for value in values]
        given[each.name] = values[0] if each.per == "hand" else tuple(values)
    return declared(**given)


def draft_from_entry(entry: Any) -> dict[str, Value]:
    """The draft of an entry: everything given, by path. What was not given is left out."""
    draft: dict[str, Value] = {}
    for each, default in zip(asks(type(entry)), defaults(type(entry)), strict=True):
        value = getattr(entry, each.name)
        values = {each.path(): value} if each.per == "hand" else {each.path(at): one for at, one in enumerate(value)}
        draft |= {path: one for path, one in values.items() if one is not None and one != _bare(each, default)}
    return draft


def record_from_draft(draft: Draft, seats: int, sides: int = 0) -> Record:
    """The nested JSON of a draft: `hand`, and a list for `players` and `sides`."""
    record: Record = {"hand": {}, "players": [{} for _seat in range(seats)]}
    if sides:
        record["sides"] = [{} for _side in range(sides)]
    for path, value in draft.items():
        if value is None:
            continue
        group, *keys = path.split(".")
        place = record[group] if group == "hand" else record[group][int(keys.pop(0))]
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = list(value) if isinstance(value, tuple) else value
    return record


def draft_from_record(record: Record) -> dict[str, Value]:
    """The flat draft of a stored record."""
    return dict(_leaves({group: record[group] for group in GROUPS.values() if group in record}))


def _leaves(node: Any, path: str = "") -> Iterator[tuple[str, Value]]:
    named = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in named:
        place = f"{path}.{key}" if path else str(key)
        if isinstance(child, dict) or (isinstance(child, list) and any(isinstance(one, dict) for one in child)):
            yield from _leaves(child, place)
        elif not (isinstance(child, list) and path == ""):
            yield place, tuple(child) if isinstance(child, list) else child


def options_from_record(declared: type[T], record: Mapping[str, Value]) -> T:
    """Options from what was stored of them; an option that is left out has its default."""
    known = {each.key: each.name for each in asks(declared)}
    return declared(**{known[key]: value for key, value in record.items() if key in known})


def options_record(options: Any) -> dict[str, Value]:
    """All options by key, as they are frozen into a game."""
    return {each.key: getattr(options, each.name) for each in asks(type(options))}


def unusual(options: Any) -> tuple[tuple[Text, Text], ...]:
    """The options that are not as they usually are: what each is called, and what it is here."""
    return tuple(
        (each.label, _said(each, getattr(options, each.name)))
        for each, default in zip(asks(type(options)), defaults(type(options)), strict=True)
        if dataclasses.replace(options, **{each.name: default}) != options
    )


def _said(each: Ask, value: Value) -> Text:
    if each.kind == "flag":
        return _("yes") if value else _("no")
    named = (choice.label for choice in each.choices if choice.value == value)
    return next(named, _("{value}", value=str(value)))


def defaults(declared: type[Any]) -> tuple[Any, ...]:
    """What stands for "not given", field by field. A house rule whose default is None follows from the others."""
    return tuple(field.default for field in dataclasses.fields(declared))


def _bare(each: Ask, default: Any) -> Value:
    """What "not given" is for one place: a field asked per player has the empty tuple as its default."""
    if each.kind == "flag":
        return None if each.needed else False
    return cast(Value, default) if each.per == "hand" else None
