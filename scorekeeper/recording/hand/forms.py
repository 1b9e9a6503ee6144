"""The hand screen's form, the same for every game: a button's `path=value`, a typed number, or card counts."""

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Field, Value
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.forms import AS_HYPHEN, MINUS_SIGNS, SEPARATORS
from scorekeeper.web.refusals import Refused

TERMS = re.compile(r"[+-]? ?[0-9]{1,6}")
SUM = re.compile(r"-? ?[0-9]{1,6}(?: ?[+-] ?[0-9]{1,6}){1,20}")


def read_tap(card_game: CardGame[Any, Any], data: Mapping[str, str]) -> tuple[str, Value]:
    """Return a tap's path and value. `tap` is "path=value"; `other` is a typed value; `tally.N` is a card count."""
    path, _sign, raw = data.get("tap", "").partition("=")
    field = card_game.field_at(path)
    if field is not None and field.tally and "tally.0" in data:
        points = 0
        for index, (label, worth) in enumerate(field.tally):
            count = _number(path, data.get(f"tally.{index}", "").strip() or "0")
            if isinstance(worth, int):
                points += worth * count
            elif count > len(worth):
                raise Refused(_("{what}: at most {most}.", what=label, most=len(worth)), path=path)
            elif count:
                points += worth[count - 1]
        return path, points
    if "other" in data:
        # A button can say what an empty field stands for.
        raw = data["other"].strip() or raw
        if not raw:
            raise Refused(_("Enter a number first."), path=path)
        if field is not None and field.kind == "number":
            return path, _sum(path, raw, field)
    return path, _value(field, path, raw)


def read_answer(field: Field, path: str, raw: str) -> Value:
    """Return an answer typed or chosen on a form, or None if there is none."""
    raw = raw.strip()
    return _sum(path, raw, field) if raw and field.kind == "number" else _value(field, path, raw)


def _sum(path: str, raw: str, field: Field) -> int:
    """Return a typed number or the result of a typed sum, such as "12+7−3"."""
    text = raw.translate(AS_HYPHEN)
    if not SUM.fullmatch(text):
        return _number(path, raw, field)
    total = sum(int(term.replace(" ", "")) for term in TERMS.findall(text))
    return _number(path, str(total), field)


def _value(field: Field | None, path: str, raw: str) -> Value:
    if raw == "":
        return None
    if raw in {"true", "false"}:
        return raw == "true"
    if field is not None and field.kind == "numbers":
        parts = SEPARATORS.split(raw[: limits.LONGEST_LIST].strip(" ,;"))
        return tuple(_number(path, part, field) for part in parts if part)
    if path == DEALER or (field is not None and field.kind in {"number", "seat"}):
        return _number(path, raw, field)
    return raw[: limits.LONGEST_LIST]


def _number(path: str, raw: str, field: Field | None = None) -> int:
    """Parse a typed whole number. A minus sign is accepted only if the field allows negative numbers."""
    low, high = (field.low, max(field.high, limits.LARGEST_NUMBER)) if field else (0, limits.LARGEST_NUMBER)
    negative = low < 0 and raw[:1] in MINUS_SIGNS
    digits = raw[1:].lstrip() if negative else raw
    if not digits.isdecimal() or len(digits) > len(str(max(high, -low))):
        raise Refused(_("Enter a whole number from {low} to {high}.", low=low, high=high), path=path)
    return -int(digits) if negative else int(digits)
