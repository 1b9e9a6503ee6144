"""The one form of the hand screen: a button's `path=value`, a typed number, or counted cards, for any game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.words import Text, gettext as _

HIGHEST_NUMBER = 9999
LONGEST_LIST = 100
SEPARATORS = re.compile(r"[\s,;]+")  # between the numbers of a list
# What a keyboard writes, and what the sheet shows and somebody may copy.
MINUS_SIGNS = ("-", "\N{MINUS SIGN}", "\N{EN DASH}")
DEALER = "dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """One decision: what is written where."""

    path: str
    value: Value


@dataclass
class Unreadable(Exception):
    """What was typed cannot be read; `path` is the field it was typed in."""

    path: str
    message: Text


def read_tap(card_game: CardGame[Any, Any], data: Mapping[str, str]) -> Typed:
    """The decision of a hand form: `tap` is "path=value"; with `other` the value was typed, with `tally.N` counted."""
    path, _sign, raw = data.get("tap", "").partition("=")
    field = card_game.field_at(path)
    if field is not None and field.tally and "tally.0" in data:
        return Typed(path=path, value=_counted(field, path, data))
    if "other" in data:
        raw = data["other"].strip()
        if not raw:
            raise Unreadable(path, _("Type a number first."))
    return Typed(path=path, value=_value(field, path, raw))


def whole(data: Mapping[str, str], name: str) -> int:
    """A hidden field that carries a whole number; what cannot be one is 0, and so out of date."""
    raw = data.get(name, "")
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) <= 9 else 0


def _counted(field: Field, path: str, data: Mapping[str, str]) -> int:
    """Points from counted cards: each kind counts as the declaration says; an empty field is none."""
    points = 0
    for index, (label, worth) in enumerate(field.tally):
        count = _number(path, data.get(f"tally.{index}", "").strip() or "0")
        if isinstance(worth, int):
            points += worth * count
        elif count > len(worth):
            raise Unreadable(path, _("{what}: at most {most}.", what=label, most=len(worth)))
        elif count:
            points += worth[count - 1]
    return points


def _value(field: Field | None, path: str, raw: str) -> Value:
    if raw == "":
        return None
    if raw in {"true", "false"}:
        return raw == "true"
    if field is not None and field.kind == "numbers":
        return tuple(_number(path, one, field) for one in SEPARATORS.split(raw[:LONGEST_LIST].strip(" ,;")) if one)
    if path == DEALER or (field is not None and field.kind in {"number", "seat"}):
        return _number(path, raw, field)
    return raw[:100]


def _number(path: str, raw: str, field: Field | None = None) -> int:
    """A whole number as it was typed; a minus sign is read only where something below 0 can be meant."""
    low, high = (field.low, max(field.high, HIGHEST_NUMBER)) if field else (0, HIGHEST_NUMBER)
    below = low < 0 and raw[:1] in MINUS_SIGNS
    digits = raw[1:].lstrip() if below else raw
    if not digits.isdecimal() or len(digits) > len(str(max(high, -low))):
        raise Unreadable(path, _("This is a whole number from {low} to {high}.", low=low, high=high))
    return -int(digits) if below else int(digits)
