"""Numbers as people write them in tables, and the marks beside numbers and names. FORMAT.md: Tables."""

import re
from collections.abc import Iterable
from functools import lru_cache

from scorekeeper.rules.text import Half

REMEMBERED = 10_000  # cells, as the same ones come again and again
LONGEST = 60  # characters of a cell that can be a number, or a name
NOTHING_WRITTEN = frozenset({"", "-", "–", "—", "−", "--", "/", "n/a"})
NUMBER = re.compile(r"(?P<sign>[-+−–]?) ?(?P<digits>[0-9]+(?:[.,'’ ][0-9]+)*|[.,][0-9]+|(?=½))(?P<half> ?½)?")
GROUPED = re.compile(r"[1-9][0-9]{0,2}([.,'’ ])[0-9]{3}(?:\1[0-9]{3})*")
OPEN = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")  # thousands, or a fraction
SYMBOLS = r"[^\w\s.,:;/\\()½\"'’–−-]{1,3}|\([^()0-9]{1,12}\)"
MARK = re.compile(rf"{SYMBOLS}|[^\W\d_]{{1,6}}\.?")
MARKED_NAME = re.compile(rf"(?:{SYMBOLS})$")


@lru_cache(maxsize=REMEMBERED)
def marked_number(cell: str) -> tuple[str, str] | None:
    """Return the number in a cell, as it is written, and the mark beside it, or None if it has no number.

    A letter that touches the digits is a slip ("3o"), unless it's a w.
    """
    found = NUMBER.search(cell) if len(cell) <= LONGEST else None
    if not found:
        return None
    before, after = cell[: found.start()], cell[found.end() :]
    mark = (before or after).strip()
    touching = before[-1:].isalpha() or after[:1].isalpha()
    if (before and after) or (mark and not MARK.fullmatch(mark)) or (touching and mark not in ("w", "W")):
        return None
    return found[0], mark


def marked_name(cell: str) -> tuple[str, str]:
    """Return the name in a cell, and the mark behind it, which is empty if there is none."""
    found = MARKED_NAME.search(cell) if len(cell) <= LONGEST else None
    return (cell[: found.start()].rstrip(), found[0]) if found and found.start() else (cell, "")


def amount(number: str, decimal: str) -> Half | None:
    """Return a number in half points, or None if it's neither whole nor half. `decimal` is the sign of fractions."""
    found = NUMBER.fullmatch(number)
    if not found:
        return None
    whole, fraction, sign = found["digits"], "", _last_sign(found["digits"])
    if sign and (sign == decimal if OPEN.fullmatch(whole) else not GROUPED.fullmatch(whole)):
        whole, _sign, fraction = whole.rpartition(sign)
    fraction += "5" if found["half"] else ""
    if not (whole.isdigit() or not whole or GROUPED.fullmatch(whole)) or fraction.rstrip("0") not in ("", "5"):
        return None
    halves = 2 * int("".join(filter(str.isdigit, whole)) or 0) + (fraction[:1] == "5")
    return Half(halves if found["sign"] in ("", "+") else -halves)


def decimal_sign(numbers: Iterable[str]) -> tuple[str, str]:
    """Return the sign before fractions, if these numbers tell, and one that can't be read without knowing it."""
    signs, example = set[str](), ""
    for number in numbers:
        digits = found["digits"] if (found := NUMBER.fullmatch(number)) else ""
        sign = _last_sign(digits)
        if OPEN.fullmatch(digits):
            example = example or number
        elif sign:
            signs.add(".,".replace(sign, "") if GROUPED.fullmatch(digits) else sign)
    return (signs.pop() if len(signs) == 1 else ""), example


def _last_sign(digits: str) -> str:
    return max(".,", key=digits.rfind) if "." in digits or "," in digits else ""
