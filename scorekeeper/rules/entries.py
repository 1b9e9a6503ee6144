"""The three forms a hand can take, and the only code that converts between them.

* the *entry*, a dataclass (a per-player field is a tuple with one value per seat),
* the *answers*, a flat mapping from path to value (`players.2.bid` -> 12), filled in by taps,
* the *record*, which is stored: nested JSON (`{"hand": {...}, "players": [{...}, ...]}`).
"""

from collections.abc import Iterator
from typing import Any

from scorekeeper.rules.declaration import GROUPS, Answers, T, Value, fields_of, places, skip_path

Record = dict[str, Any]


def entry_from_answers(declared: type[T], answers: Answers, seats: int, sides: int = 0) -> T:
    """Build an entry from the answers, ignoring paths that aren't declared."""
    arguments: dict[str, Any] = {}
    for path, field, index in places(declared, seats, sides):
        answer = answers.get(path)
        value = field.empty if answer is None else answer
        arguments[field.name] = value if index is None else (*arguments.get(field.name, ()), value)
    return declared(**arguments)


def answers_from_entry(entry: Any) -> dict[str, Value]:
    """Return all values that an entry contains, by path."""
    answers: dict[str, Value] = {}
    for field in fields_of(type(entry)):
        value = getattr(entry, field.name)
        for index, answer in [(None, value)] if field.per == "hand" else enumerate(value):
            if answer is not None and answer != field.empty:
                answers[field.path(index)] = answer
    return answers


def record_from_answers(answers: Answers, seats: int, sides: int) -> Record:
    """Return the answers as nested JSON: `hand`, the list `players`, and, if the game has sides, the list `sides`."""
    record: Record = {"hand": {}, "players": [{} for _seat in range(seats)]}
    if sides:
        record["sides"] = [{} for _side in range(sides)]
    for path, value in answers.items():
        if value is None:
            continue
        group, *keys = path.split(".")
        node = record[group] if group == "hand" else record[group][int(keys.pop(0))]
        for key in keys[:-1]:
            node = node.setdefault(key, {})
        node[keys[-1]] = list(value) if isinstance(value, tuple) else value
    return record


def stored_entry(record: Record, *, anyway: bool) -> Record:
    """Return an entry's record as it is stored: with a note if it counts although the rules warn of it."""
    return {**record, "score_anyway": True} if anyway else record


def answers_from_record(record: Record) -> dict[str, Value]:
    """Return the answers in a stored record, by path."""
    return dict(_leaves({group: record[group] for group in GROUPS.values() if group in record}))


def tapped(answers: Answers, path: str, value: Value) -> dict[str, Value]:
    """Return the answers after one more tap: answering undoes a skip, and skipping removes the answer."""
    others = {key: answer for key, answer in answers.items() if skip_path(key) != path and skip_path(path) != key}
    return others | {path: value}


def _leaves(node: Any, path: str = "") -> Iterator[tuple[str, Value]]:
    for key, child in node.items() if isinstance(node, dict) else enumerate(node):
        child_path = f"{path}.{key}" if path else str(key)
        if isinstance(child, dict) or (isinstance(child, list) and any(isinstance(item, dict) for item in child)):
            yield from _leaves(child, child_path)
        elif not (isinstance(child, list) and path == ""):
            yield child_path, tuple(child) if isinstance(child, list) else child
