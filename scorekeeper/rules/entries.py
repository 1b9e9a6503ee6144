"""The three shapes of one hand, and the only place where they are turned into each other.

* the *entry*, a dataclass (a field asked per player is a tuple with one value per seat),
* the *answers*, a flat mapping from path to value (`players.2.bid` -> 12), which is what taps write,
* the *record*, nested JSON (`{"hand": {...}, "players": [{...}, ...]}`), which is what is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from scorekeeper.rules.declaration import GROUPS, Answers, Field, Value, defaults, fields_of, indexes, skip_path

Record = dict[str, Any]
T = TypeVar("T")


def entry_from_answers(declared: type[T], answers: Answers, seats: int, sides: int = 0) -> T:
    """The entry that the answers make. Paths that the declaration doesn't know are left out."""
    given: dict[str, Any] = {}
    for field, default in zip(fields_of(declared), defaults(declared), strict=True):
        values = [answers.get(field.path(index)) for index in indexes(field, seats, sides)]
        values = [_empty(field, default) if value is None else value for value in values]
        given[field.name] = values[0] if field.per == "hand" else tuple(values)
    return declared(**given)


def answers_from_entry(entry: Any) -> dict[str, Value]:
    """Everything given in an entry, by path. What was not given is left out."""
    answers: dict[str, Value] = {}
    for field, default in zip(fields_of(type(entry)), defaults(type(entry)), strict=True):
        value, empty = getattr(entry, field.name), _empty(field, default)
        values = [(None, value)] if field.per == "hand" else enumerate(value)
        answers |= {field.path(index): one for index, one in values if one is not None and one != empty}
    return answers


def record_from_answers(answers: Answers, seats: int, sides: int = 0) -> Record:
    """The nested JSON of answers: `hand`, and a list for `players` and for `sides` where there are any."""
    record: Record = {"hand": {}, "players": [{} for _seat in range(seats)]}
    if sides:
        record["sides"] = [{} for _side in range(sides)]
    for path, value in answers.items():
        if value is None:
            continue
        group, *keys = path.split(".")
        place = record[group] if group == "hand" else record[group][int(keys.pop(0))]
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = list(value) if isinstance(value, tuple) else value
    return record


def answers_from_record(record: Record) -> dict[str, Value]:
    """The flat answers of a stored record."""
    return dict(_leaves({group: record[group] for group in GROUPS.values() if group in record}))


def tapped(answers: Answers, path: str, value: Value) -> dict[str, Value]:
    """The answers with one more tap: what is answered is no longer skipped, and what is skipped has no answer."""
    others = {other: one for other, one in answers.items() if skip_path(other) != path and skip_path(path) != other}
    return others | {path: value}


def _leaves(node: Any, path: str = "") -> Iterator[tuple[str, Value]]:
    named = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in named:
        place = f"{path}.{key}" if path else str(key)
        if isinstance(child, dict) or (isinstance(child, list) and any(isinstance(one, dict) for one in child)):
            yield from _leaves(child, place)
        elif not (isinstance(child, list) and path == ""):
            yield place, tuple(child) if isinstance(child, list) else child


def _empty(field: Field, default: Any) -> Value:
    """What "not given" is at one place: the default of a field asked per player is the empty tuple."""
    if field.kind == "flag":
        return None if field.needed else False
    return cast(Value, default) if field.per == "hand" else None
