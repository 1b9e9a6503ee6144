"""What tallies come to: sums by key, and the figures that a game's rules make of them.

Who has several entries on the roster is one person here: the sums of one entry are few, so they are put together
after they were read, and the database sums from its indexes alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Self

from django.db.models import Max, Min, QuerySet, Sum as Total

from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.queries.keys import GAME, WON
from scorekeeper.queries.records import AnyRules
from scorekeeper.rules.statistics import HANDS, Figure
from scorekeeper.rules.words import Text

FEW_HANDS, FEW_GAMES = 20, 5  # below these a figure says little, and says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who stands on the roster, also for the other entries of the same person. `mark` is a colour and a sign."""

    id: int
    name: str
    mark: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What a fact came to: how often it happened, half points in all, the most and the least of a game's most."""

    count: int = 0
    amount: int = 0
    most: int | None = None
    least: int | None = None

    def plus(self, other: Self) -> Self:
        """Both together."""
        return replace(
            self,
            count=self.count + other.count,
            amount=self.amount + other.amount,
            most=max((each for each in (self.most, other.most) if each is not None), default=None),
            least=min((each for each in (self.least, other.least) if each is not None), default=None),
        )

    @property
    def each(self) -> float | None:
        """Half points each time, or None where it never happened."""
        return self.amount / self.count if self.count else None


Sums = Mapping[str, Sum]
NOTHING = Sum()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A figure with its value: half points, a number of times or, of `share`, a part of 1; None where there is none.

    It comes from `base` hands, and happened in `times` of them.
    """

    figure: Figure
    value: float | None
    times: int
    base: int

    @property
    def few(self) -> bool:
        """Whether so few hands say little."""
        return self.base < FEW_HANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Figures that belong together; `heading` is None for those that stand alone."""

    heading: Text | None
    figures: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What somebody played and won: totals are half points. `best` is the lowest total where the fewest points win."""

    games: int
    wins: int
    hands: int
    average: float | None
    best: int | None

    @property
    def share(self) -> float:
        """The share of the games that was won, of 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def few(self) -> bool:
        """Whether so few games say little."""
        return self.games < FEW_GAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a player did by one set of rules, or a column without a seat; `key` is that of the rules or column."""

    key: str
    name: Text
    record: Record
    questions: tuple[Question, ...]


def everybody(group: Playgroup) -> dict[int, Person]:
    """The person behind every entry of the roster, by the entry's number. One query."""
    entries = Player.objects.filter(group=group).in_bulk()
    mains = {pk: entries[entry.same_as_id or pk] for pk, entry in entries.items()}
    return {pk: Person(id=main.pk, name=main.name, mark=main.mark) for pk, main in mains.items()}


def sums_by(tallies: QuerySet[Tally], *fields: str) -> list[tuple[Any, ...]]:
    """The sums of tallies for each combination of fields: rows of the fields and a `Sum`. One query."""
    grouped = tallies.order_by().values_list(*fields)
    summed = grouped.annotate(Total("count"), Total("amount"), Max("most"), Min("most"))
    return [(*row[: len(fields)], Sum(count=row[-4], amount=row[-3], most=row[-2], least=row[-1])) for row in summed]


def add_up(rows: Iterable[tuple[Any, Any, Sum]]) -> dict[Any, dict[Any, Sum]]:
    """Sums by their first and then their second field; what stands under one pair is put together."""
    found: dict[Any, dict[Any, Sum]] = {}
    for first, second, each in rows:
        sums = found.setdefault(first, {})
        sums[second] = sums.get(second, NOTHING).plus(each)
    return found


def record_of(rules: AnyRules, sums: Sums) -> Record:
    """The record that these sums make."""
    games = sums.get(GAME, NOTHING)
    return Record(
        games=games.count,
        wins=sums.get(WON, NOTHING).count,
        hands=sums.get(HANDS, NOTHING).count,
        average=games.each,
        best=games.least if rules.low_wins else games.most,
    )


def questions(figures: Sequence[Figure], sums: Sums) -> tuple[Question, ...]:
    """The figures with their values, gathered under their headings."""
    return tuple(
        Question(heading=heading, figures=tuple(show(figure, sums) for figure in gathered))
        for heading, gathered in groupby(figures, key=lambda figure: figure.heading)
    )


def show(figure: Figure, sums: Sums) -> Shown:
    """A figure with its value. What is told per hand comes from all hands, what is told each time from those times."""
    found = sums.get(figure.key, NOTHING)
    base = sums.get(figure.of, NOTHING).count if figure.show in ("times", "points", "share") else found.count
    values: dict[str, float | None] = {
        "times": found.count,
        "points": found.amount,
        "each": found.each,
        "most": found.most,
        "share": found.count / base if base else None,
    }
    return Shown(figure=figure, value=values[figure.show], times=found.count, base=base)


def keys_of(figures: Iterable[Figure]) -> set[str]:
    """The keys of the tallies that figures are made of."""
    return {key for figure in figures for key in (figure.key, figure.of)}
