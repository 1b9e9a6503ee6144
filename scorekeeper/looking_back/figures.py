"""Sums of tallies, the figures that a game's statistics declare, and what they mean in a player's words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any

from django.db.models import Max, Min, QuerySet, Sum as Total

from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.statistics import GAME, UNSCORED, WON, Comparison, Feat, Figure
from scorekeeper.rules.text import Amount, Half, Text, TextValue, both, gettext as _, ngettext

FEW_HANDS, FEW_GAMES = 20, 5  # with fewer, a figure means little, and isn’t shown or ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person's main roster entry. `mark` stands for a color and a symbol."""

    id: int
    name: str
    mark: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A fact's tallies added up. The `amount`, and the `most` and `least` at once, are in half points."""

    count: int = 0
    amount: int = 0
    most: int | None = None
    least: int | None = None

    def plus(self, other: "Sum") -> "Sum":
        return Sum(
            count=self.count + other.count,
            amount=self.amount + other.amount,
            most=max((most for most in (self.most, other.most) if most is not None), default=None),
            least=min((least for least in (self.least, other.least) if least is not None), default=None),
        )

    @property
    def each(self) -> float | None:
        """The average per occurrence, in half points, or None if nothing occurred."""
        return self.amount / self.count if self.count else None


Everybody = Mapping[int, Person]  # by roster entry
Sums = Mapping[str, Sum]
FigureGroup = tuple[Text | None, list[dict[str, Any]]]  # figures that share a heading, or have none
NO_TALLIES = Sum()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A player's games and wins. `average` and `best` are half points; if low totals win, `best` is the lowest one."""

    games: int
    wins: int
    average: float | None
    best: int | None

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def few(self) -> bool:
        """Whether there are too few games for the record to mean much."""
        return self.games < FEW_GAMES


def everybody(group: Playgroup) -> dict[int, Person]:
    """Return the person behind each roster entry, by the entry's id, using a single query."""
    entries = Player.objects.filter(group=group).values_list("pk", "name", "mark", "same_as")
    rows = {pk: (Person(id=pk, name=name, mark=mark), same_as) for pk, name, mark, same_as in entries}
    return {pk: rows[same_as or pk][0] for pk, (_person, same_as) in rows.items()}


def sums_of(tallies: QuerySet[Tally], *fields: str) -> list[tuple[Any, ...]]:
    """Add up tallies for each combination of field values. Return rows of these values, followed by their `Sum`."""
    summed = tallies.order_by().values_list(*fields).annotate(Total("count"), Total("amount"), Max("most"), Min("most"))
    return [(*row[:-4], Sum(*row[-4:])) for row in summed]


def add_up(rows: Iterable[tuple[Any, Any, Sum]]) -> dict[Any, dict[Any, Sum]]:
    """Return the sums grouped by the first key and then by the second, adding up rows that share both keys."""
    totals = defaultdict[Any, dict[Any, Sum]](lambda: defaultdict(Sum))
    for first, second, total in rows:
        totals[first][second] = totals[first][second].plus(total)
    return totals


def record_of(rules: AnyRules, sums: Sums) -> Record:
    """Compute a player's record from these sums. Of some games, only who won is known."""
    games, unscored, wins = (sums.get(key, NO_TALLIES) for key in (GAME, UNSCORED, WON))
    best = games.least if rules.low_wins else games.most
    return Record(games=games.count + unscored.count, wins=wins.count, average=games.each, best=best)


def by_heading(figures: Sequence[Figure], sums: Sums) -> list[FigureGroup]:
    """Return the figures by heading with their values: half points, counts, or shares from 0 to 1.

    Those that too few hands tell of are left out. A base is the count of `figure.of` or, for "each" and "most", its
    own. If the sums are those of all players, a deal counts once for each of them.
    """
    told: list[dict[str, Any]] = []
    for figure in figures:
        total = sums.get(figure.key, NO_TALLIES)
        base = sums.get(figure.of, NO_TALLIES).count if figure.show in ("times", "points", "share") else total.count
        if base < FEW_HANDS:
            continue
        values: dict[str, float | None] = {
            "times": total.count,
            "points": total.amount,
            "each": total.each,
            "most": total.most,
            "share": total.count / base,
        }
        told.append({"figure": figure, "value": values[figure.show], "times": total.count, "base": base})
    return [(heading, list(group)) for heading, group in groupby(told, key=lambda shown: shown["figure"].heading)]


def sentences(games: int, first: Text | None, *others: Text | None) -> list[Text]:
    """Return up to three sentences for the top of a page; after few games, the first, and that it’s too early."""
    if games < FEW_GAMES:
        others = (_("It’s too early to say more."),)
    return [text for text in (first, *others) if text is not None][:3]


def finding(comparisons: Iterable[Comparison], sums: Sums) -> Text | None:
    """Return the first comparison that shows a difference of at least a point and has enough hands on both sides."""
    for comparison in comparisons:
        both_sides = ([sums[key] for key in keys if key in sums] for keys in (comparison.keys, comparison.others))
        these, others = (reduce(Sum.plus, side, NO_TALLIES) for side in both_sides)
        if these.each is None or others.each is None or min(these.count, others.count) < FEW_HANDS:
            continue
        if difference := round((these.each - others.each) / 2):
            text, count = comparison.more if difference > 0 else comparison.less, abs(difference)
            return replace(text, count=count, values={"count": count})
    return None


def wins_sentence(name: str, games: int, wins: int) -> Text:
    """Return how many of these games a player has won."""
    if not wins:
        return ngettext(
            "{name} has played {count} game and hasn’t won yet.",
            "{name} has played {count} games and hasn’t won yet.",
            games,
            name=name,
        )
    if wins == games == 2:
        return _("{name} has won both games.", name=name)
    if wins == games:
        return ngettext("{name} won the only game.", "{name} has won all {count} games.", games, name=name)
    return ngettext(
        "{name} has won {wins} of {count} game.", "{name} has won {wins} of {count} games.", games, name=name, wins=wins
    )


def feat_sentence(feat: Feat, names: Iterable[str], half: int) -> Text | None:
    """Return a feat's sentence with these players and this amount, or None if the feat has no sentence."""
    values: dict[str, TextValue] = {"names": both(names), "points": Amount(half=Half(half))}
    return None if feat.told is None else replace(feat.told, values=values)
