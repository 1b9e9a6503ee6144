"""What the statistics count in a hand, and how the results are shown. Every game declares its own statistics."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, Literal

from scorekeeper.rules.sheet import Column, E, Line, O, ScoredHand, Sheet
from scorekeeper.rules.text import NOTHING, Half, Text, gettext as _, points

# The key of the fact that every game counts: being dealt into a hand. Its amount is the change in the total.
HANDS = "hands"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the statistics count in a hand, for all of a column's seats or only for `seat`."""

    column: str
    key: str  # No seat has two facts with the same key in one hand.
    amount: Half = NOTHING  # What the fact was worth.
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Points that are counted as they stand on the sheet: the sum of some of a hand's lines."""

    column: str = ""  # To which a column gave: its lines count that came through the seats of the one that gave.
    mark: str = ""  # Only lines with it count.
    without: str = ""  # Lines with this mark don't count.
    lost: bool = False  # Whether what a column lost counts as positive.

    def amount(self, lines: Iterable[Line], column: Column) -> Half:
        """Return what those of these lines come to that count for a column."""
        total = 0
        for line in lines:
            marks = line.mark.split()
            is_own = line.column == (self.column or column.key) and (not self.column or line.by in column.seats)
            if is_own and (not self.mark or self.mark in marks) and self.without not in marks:
                total += line.points
        return Half(-total if self.lost else total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure in the statistics, computed from all facts with this `key`."""

    label: Text
    key: str
    # The number of facts, their points in all or on average, their share of those with the key `of`, most in a hand.
    show: Literal["times", "points", "each", "share", "most"]
    of: str = HANDS
    heading: Text | None = None  # It groups figures.
    seatless: bool = False  # Whether it is for seatless columns.
    picture: str = ""  # For a figure that is compared with the one beside it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """A record worth mentioning: the most points for one kind of fact in a hand or, if `whole`, in a whole game."""

    label: Text
    key: str
    whole: bool = False
    told: Text | None = None  # The sentence about it, with `{names}` and `{points}` yet to be filled in.


BEST_HAND = Feat(label=_("Best hand"), key=HANDS, told=_("{names} had the best hand: {points}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two kinds of hands whose average points are compared: those with facts under `keys`, and under `others`."""

    keys: tuple[str, ...]
    others: tuple[str, ...]
    more: Text  # How many points more the former averaged; the count is filled in later.
    less: Text


class Statistics(Generic[O, E]):
    """What to count in a game's hands, and which figures to show.

    Whatever counts points that moved is declared in `moved`, and worth what the sheet says; everything else, such as
    bids and tricks, comes from the entry.
    """

    figures: ClassVar[tuple[Figure, ...]] = ()  # The figures that a game adds to those that every game has.
    feats: ClassVar[tuple[Feat, ...]] = (BEST_HAND,)
    # What is worth mentioning of a year, besides the best hand: feats, and points of the column without a seat. `of` is
    # then the key of the points that players gave to it.
    of_year: ClassVar[tuple[Feat | Figure, ...]] = ()
    comparisons: ClassVar[tuple[Comparison, ...]] = ()
    moved: ClassVar[Mapping[str, Moved]] = {}  # The keys that count points that moved; `HANDS` is one in every game.
    marks: ClassVar[tuple[str, ...]] = ()  # The marks on lines that are facts under their own keys.
    # The number fields of the entry, with a value for each column, that are facts under their own names.
    numbers: ClassVar[tuple[str, ...]] = ()

    def facts(self, sheet: Sheet[O, E], hand: ScoredHand[E]) -> Iterator[Fact]:
        """Yield the facts about a scored hand of a sheet: what is `counted`, with the points that `moved`."""
        columns = {column.key: column for column in sheet.columns}
        all_moved = {HANDS: Moved(), **self.moved}
        for fact in self.counted(sheet, hand):
            moved = all_moved.get(fact.key)
            yield replace(fact, amount=moved.amount(hand.lines, columns[fact.column])) if moved else fact

    def counted(self, sheet: Sheet[O, E], hand: ScoredHand[E]) -> Iterator[Fact]:
        """Yield what is counted of a hand: that a column played, the `marks` and `numbers`."""
        yield from (Fact(column, HANDS) for column in hand.totals)
        yield from (Fact(line.column, mark) for line in hand.lines for mark in line.mark.split() if mark in self.marks)
        for name in self.numbers:
            values = zip(hand.totals, getattr(hand.entry, name), strict=True)
            yield from (Fact(column, name, points(value)) for column, value in values if value is not None)

    def figures_of(self, *, seatless: bool) -> tuple[Figure, ...]:
        """Return the figures for columns without a seat, or those for players and sides."""
        return tuple(figure for figure in self.figures if figure.seatless == seatless)


# The keys of the tallies that every game has, derived from its totals and outcome. Rules add keys for their facts.
# Amounts are half points, except for `PLACE`.
GAME = "game"  # a finished game; the amount is the total
UNSCORED = "unscored"  # a finished game of which only who won is known; it has no amount
PLACE = "place"  # a finish; the amount is the place, from 1; tied columns share one; without a winner, there are none
WON = "won"  # a win, alone or shared
LEAD = "lead"  # the hands after which a player led alone; `most` is the longest run, which ended with `hand`
MARGIN = "margin"  # a winner's distance from the next place, or 0 if the win is shared
DEFICIT = "deficit"  # the hands after which a winner was behind; `most` is by how much at most, first after `hand`
