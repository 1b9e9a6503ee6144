"""What statistics count in a hand, and how they are shown. Every game declares its own.

Scored amounts are in half points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal

from scorekeeper.rules.sheet import E, O, ScoredHand, Table
from scorekeeper.rules.words import NOTHING, Half, Text, gettext as _

HANDS = "hands"
"""The fact that every game counts: being dealt in to a hand. Its amount is the change in the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statistical fact about a hand, for all of a column's seats, or only for `seat`.

    `amount` is what it was worth, in half points. A seat has each key at most once per hand.
    """

    column: str
    key: str
    amount: Half = NOTHING
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure in the statistics, computed from the facts with a `key`.

    `show` says what to show: the count, the total points, the average points, the count as a share of the count for
    `of`, or the most at once. `heading` groups figures. A `seatless` figure is for columns without a seat.
    """

    label: Text
    key: str
    show: Literal["times", "points", "each", "share", "most"]
    of: str = HANDS
    heading: Text | None = None
    seatless: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """A record worth mentioning about a night: the most of a fact in one hand, or with `whole`, in a whole game."""

    label: Text
    key: str
    whole: bool = False


class Statistics(Generic[O, E]):
    """What to count in a game's hands, and which figures to show."""

    figures: ClassVar[tuple[Figure, ...]] = ()
    """The figures a game adds to the ones every game has."""
    feats: ClassVar[tuple[Feat, ...]] = (Feat(label=_("best hand"), key=HANDS),)

    def facts(self, table: Table[O], hand: ScoredHand[E]) -> Iterator[Fact]:
        """Yield the facts about a scored hand: by default, that it was played and what it was worth."""
        yield from (Fact(column=key, key=HANDS, amount=points) for key, points in hand.points.items())

    @property
    def of_seats(self) -> tuple[Figure, ...]:
        """The figures for players and sides."""
        return tuple(figure for figure in self.figures if not figure.seatless)

    @property
    def of_seatless(self) -> tuple[Figure, ...]:
        """The figures for columns without a seat."""
        return tuple(figure for figure in self.figures if figure.seatless)
