"""Helpers for SVG drawings: scales, round tick steps, labels that don't overlap, and names shortened to fit.

All lengths are integers (in user units), since integers are written the same way in every language.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.language import END_ISOLATE, ISOLATE

TEXT = 28  # the text size on a phone, in user units
# The maximum widths of a lowercase and an uppercase letter, in the display font and its fallbacks.
NARROW, BROAD = 15, 21
ELLIPSIS = "…"
# Never cut a name between a letter and a zero-width mark, or after a joiner.
JOINER = "\N{ZERO WIDTH JOINER}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A linear scale from amounts to user units, mapping `low` to `start` and `high` to `end`."""

    low: int
    high: int
    start: int
    end: int

    def at(self, amount: int) -> int:
        """Return the position of an amount."""
        return self.start + round((amount - self.low) * (self.end - self.start) / (self.high - self.low))


def round_step(span: float, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that divides a span into at most `most` steps."""
    step, magnitude = 1, 1
    while span / step > most:
        for digit in (2, 5, 10):
            step = digit * magnitude
            if span / step <= most:
                return step
        magnitude *= 10
    return step


def spread(places: Sequence[int], gap: int, low: int, high: int) -> tuple[int, ...]:
    """Move positions as little as possible, so that they are at least `gap` apart and lie between `low` and `high`.

    Their order stays the same. If they don't fit, a smaller gap is used.
    """
    gap = min(gap, (high - low) // max(len(places) - 1, 1))
    order = sorted(range(len(places)), key=lambda index: places[index])
    # With the gaps subtracted, positions only have to ascend: neighbors that don't are merged at their mean.
    blocks: list[tuple[int, int]] = []
    for rank, index in enumerate(order):
        total, count = places[index] - rank * gap, 1
        while blocks and blocks[-1][0] * count > total * blocks[-1][1]:
            total, count = total + blocks[-1][0], count + blocks[-1][1]
            blocks.pop()
        blocks.append((total, count))
    means = [round(total / count) for total, count in blocks for _member in range(count)]
    highest = high - (len(places) - 1) * gap
    fitted = [min(max(place, low), highest) + rank * gap for rank, place in enumerate(means)]
    place_of = dict(zip(order, fitted, strict=True))
    return tuple(place_of[index] for index in range(len(places)))


def text_width(text: str) -> int:
    """Return a string's maximum width on a phone, in user units."""
    return sum(_width(character) for character in text)


def shorten(text: str, width: int) -> str:
    """Return a string that fits within a width, shortened with an ellipsis if it was too long."""
    if text_width(text) <= width:
        return text
    length = len(text)
    while length > 1 and (
        text_width(text[:length]) + NARROW > width or not _width(text[length]) or text[length - 1] == JOINER
    ):
        length -= 1
    cut = text[:length].rstrip() + ELLIPSIS
    return cut + END_ISOLATE * (cut.count(ISOLATE) - cut.count(END_ISOLATE))


def _width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return TEXT
    return BROAD if character.isupper() or character in "mw@%&—" else NARROW
