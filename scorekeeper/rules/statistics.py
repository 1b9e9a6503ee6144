"""What of a hand is counted for statistics, and how the counts are shown: every game declares its own.

Scored amounts are half points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal

from scorekeeper.rules.sheet import E, Hand, O, Table
from scorekeeper.rules.words import NOTHING, Half, Text, gettext as _

HANDS = "hands"
"""The fact that every game counts: a hand that one was dealt in to; its amount is what it moved one's total by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened in a hand, for statistics: to a column's seats, or to one `seat` of it alone.

    `amount` is what it came to, in half points. A seat has each key at most once in a hand.
    """

    column: str
    key: str
    amount: Half = NOTHING
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure of the statistics, made of the facts with a `key`.

    `show` says how: how many times, all points together, points each time, as a share of the times of `of`, or the
    most at once. `heading` gathers figures under one question. A `seatless` one is of columns without a seat.
    """

    label: Text
    key: str
    show: Literal["times", "points", "each", "share", "most"]
    of: str = HANDS
    heading: Text | None = None
    seatless: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """What is worth telling of a night: who had the most of a fact at once, or with `whole` in a whole game."""

    label: Text
    key: str
    whole: bool = False


class Statistics(Generic[O, E]):
    """What is counted of a game's hands, and what is shown of it."""

    figures: ClassVar[tuple[Figure, ...]] = ()
    """What the statistics show beyond what every game has."""
    feats: ClassVar[tuple[Feat, ...]] = (Feat(label=_("best hand"), key=HANDS),)

    def facts(self, table: Table[O], hand: Hand[E]) -> Iterator[Fact]:
        """Yield what is counted of a scored hand: by default that it was played, and what it was worth."""
        yield from (Fact(column=key, key=HANDS, amount=points) for key, points in hand.points.items())

    @property
    def of_seats(self) -> tuple[Figure, ...]:
        """The figures of players and sides."""
        return tuple(figure for figure in self.figures if not figure.seatless)

    @property
    def of_seatless(self) -> tuple[Figure, ...]:
        """The figures of columns without a seat."""
        return tuple(figure for figure in self.figures if figure.seatless)
