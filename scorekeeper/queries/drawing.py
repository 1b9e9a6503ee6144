"""Where the things of a drawing stand: scales, round ticks, labels that keep apart, names cut to a width.

Whole user units of an SVG throughout: whole numbers are written alike in every language.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

TEXT = 28  # the size of the text on a phone, in user units
# What a small letter and a capital take at most, in the display face and in those that stand in for it.
NARROW, BROAD = 15, 21
ELLIPSIS = "…"
# A name is not cut between a letter and what belongs to it: what has no width, and what is joined.
JOINER = "\N{ZERO WIDTH JOINER}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From amounts to units along one axis: `low` stands at `start`, `high` at `end`."""

    low: int
    high: int
    start: int
    end: int

    def at(self, amount: int) -> int:
        """Where an amount stands."""
        return self.start + round((amount - self.low) * (self.end - self.start) / (self.high - self.low))


def round_step(span: float, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 and so on that goes into a span at most so many times."""
    step, magnitude = 1, 1
    while span / step > most:
        for digit in (2, 5, 10):
            step = digit * magnitude
            if span / step <= most:
                return step
        magnitude *= 10
    return step


def spread(places: Sequence[int], gap: int, low: int, high: int) -> tuple[int, ...]:
    """The places moved as little as makes them at least `gap` apart, in the same order, between `low` and `high`.

    Where there is no room for that, the gap is smaller.
    """
    if not places:
        return ()
    gap = min(gap, (high - low) // max(len(places) - 1, 1))
    order = sorted(range(len(places)), key=lambda index: places[index])
    # Without the gaps they only have to rise: neighbours out of order stand together, at their mean.
    blocks: list[tuple[int, int]] = []
    for rank, index in enumerate(order):
        total, count = places[index] - rank * gap, 1
        while blocks and blocks[-1][0] * count > total * blocks[-1][1]:
            total, count = total + blocks[-1][0], count + blocks[-1][1]
            blocks.pop()
        blocks.append((total, count))
    bare = [round(total / count) for total, count in blocks for _each in range(count)]
    highest = high - (len(places) - 1) * gap
    kept = [min(max(place, low), highest) + rank * gap for rank, place in enumerate(bare)]
    found = dict(zip(order, kept, strict=True))
    return tuple(found[index] for index in range(len(places)))


def text_width(text: str) -> int:
    """What a text takes at most on a phone, in user units."""
    return sum(_width(character) for character in text)


def shorten(text: str, width: int) -> str:
    """A text that fits into a width, cut with an ellipsis where it does not as it is."""
    if text_width(text) <= width:
        return text
    kept = len(text)
    while kept > 1 and (text_width(text[:kept]) + NARROW > width or not _width(text[kept]) or text[kept - 1] == JOINER):
        kept -= 1
    return text[:kept].rstrip() + ELLIPSIS


def _width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return TEXT
    return BROAD if character.isupper() or character in "mw@%&—" else NARROW
