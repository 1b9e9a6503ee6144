"""Dates as people write them in tables, by one convention for a whole table. FORMAT.md: Tables."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise

from scorekeeper.formats.amounts import REMEMBERED
from scorekeeper.rules.text import folded

LEAP_YEAR = 2000
LONGEST = 40  # characters of a cell that can be a date
YEAR = r"(?P<year>[0-9]{4}|'?[0-9]{2})"
WORD = r"(?P<word>[^\W\d_]{3,9})\.?"
FORMS = (
    re.compile(r"(?P<year>[0-9]{4})([-/.])(?P<month>[0-9]{1,2})\2(?P<day>[0-9]{1,2})"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})\. ?(?P<month>[0-9]{{1,2}})(?:\. ?{YEAR}?)?"),
    re.compile(rf"(?P<first>[0-9]{{1,2}})/(?P<second>[0-9]{{1,2}})(?:/{YEAR})?"),
    re.compile(r"(?P<first>[0-9]{1,2})-(?P<second>[0-9]{1,2})-(?P<year>[0-9]{4})"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th)?[ -]?{WORD}(?:,?[ -]{YEAR})?"),
    re.compile(rf"{WORD} (?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:,? {YEAR})?"),
)
CLOCK = re.compile(r"[t ,][0-9]{1,2}:[0-9]{2}")
MONTHS = {"jan": 1, "feb": 2, "mar": 3, "mär": 3, "mrz": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7}
MONTHS |= {"aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDay:
    """A date as it is written. If `day_first` is None, either number can be the day. Its year can be missing."""

    numbers: tuple[int, int]
    day_first: bool | None
    year: int | None

    def month_and_day(self, day_first: bool) -> tuple[int, int]:
        """Return both numbers in this order, by this convention for dates between slashes."""
        first, second = self.numbers
        return (second, first) if self.day_first or (self.day_first is None and day_first) else (first, second)

    def on(self, day_first: bool, year: int) -> date | None:
        """Return the date by this convention and in this year, or None if there's no such date."""
        with suppress(ValueError):
            return date(year, *self.month_and_day(day_first))
        return None


@lru_cache(maxsize=REMEMBERED)
def written_day(cell: str) -> WrittenDay | None:
    """Return the date in a cell, or None if it isn't one. A word before it and a time behind it are passed over."""
    text = CLOCK.split(folded(cell), maxsplit=1)[0].strip(" ,") if len(cell) <= LONGEST else ""
    texts = (text, text.partition(" ")[2].strip())
    written = next(filter(None, (form.fullmatch(text) for text in texts for form in FORMS)), None)
    if not written:
        return None
    parts = written.groupdict()
    digits = (parts["year"] or "").lstrip("'")
    year = int(digits) + (0 if len(digits) == 4 else 2000 if int(digits) < 70 else 1900) if digits else None
    if "first" in parts:
        return WrittenDay(numbers=(int(parts["first"]), int(parts["second"])), day_first=None, year=year)
    month = MONTHS.get(parts["word"][:3], 0) if "word" in parts else int(parts["month"])
    return WrittenDay(numbers=(int(parts["day"]), month), day_first=True, year=year) if month else None


def day_comes_first(days: Sequence[WrittenDay]) -> tuple[bool | None, WrittenDay | None]:
    """Return the convention that dates between slashes follow, or None and the first date of which it can't be told."""
    between = [day for day in days if day.day_first is None]
    firsts, seconds = (any(day.numbers[at] > 12 for day in between) for at in (0, 1))
    if firsts != seconds:
        return firsts, None
    unclear = (day for day in between if {*day.numbers} <= {*range(1, 13)} and len({*day.numbers}) > 1)
    return None, next(unclear, None)


def run_backward(days: Sequence[WrittenDay], day_first: bool) -> bool:
    """Return whether dates without years seem to have the newest first: they would be closer together."""
    months = [day.month_and_day(day_first)[0] for day in days if day.year is None]
    gaps = [gap for before, after in pairwise(months) if (gap := (after - before) % 12)]
    return sum(gaps) > 6 * len(gaps)


def in_years(days: Iterable[WrittenDay], day_first: bool, year: int) -> Iterator[date | None]:
    """Yield each date. One without a year is in that of the date before, or in the next one if months fall back.

    `year` is that of the first date.
    """
    before = 0
    for day in days:
        month = day.month_and_day(day_first)[0]
        year = year + (before > month) if day.year is None else day.year
        before = month
        yield day.on(day_first, year)
