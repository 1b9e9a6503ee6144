"""How strong players seem from where they finished: ratings by Plackett and Luce, game after game.

A rating follows from all games before it, so what was rated is remembered: while the group's version is the same
nothing is read, and while only games were added, only these are rated. Rows of tallies are never changed, only written
anew, so that their numbers tell whether what was rated still stands.
"""

import datetime
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import groupby

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet, Sum
from openskill.models import PlackettLuce

from scorekeeper.models import Game, Playgroup, Tally
from scorekeeper.queries.figures import Person
from scorekeeper.queries.keys import PLACE

REMEMBERED = 24 * 60 * 60  # seconds for which ratings are kept
Finish = tuple[int, str, int, int]  # the game, the column, the player and the place of somebody who finished
When = tuple[datetime.date, datetime.datetime, int]
Ratings = dict[int, tuple[float, float]]  # by player: how strong, and how uncertain that is


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rated:
    """What was rated: the group's version, who is one person, which rows, how late the last game was, the ratings."""

    version: int
    persons: Mapping[int, int]
    last: int
    rows: tuple[int, int]
    when: When | None
    ratings: Ratings


def ratings(group: Playgroup, rules: str, persons: Mapping[int, Person]) -> dict[int, float]:
    """The rating of every player who finished a game, by the person's number; high is strong, doubt makes it low."""
    key = f"ratings/{group.pk}/{rules}"
    rated: _Rated | None = cache.get(key)
    mains = {entry: person.id for entry, person in persons.items()}
    if rated is None or rated.version != group.version or rated.persons != mains:
        rated = _brought_up(group, rules, mains, rated)
        cache.set(key, rated, REMEMBERED)
    return {player: mu - 3 * sigma for player, (mu, sigma) in rated.ratings.items()}


def rate(finishes: Iterable[Finish], before: Ratings) -> Ratings:
    """The ratings after more games, in the order of playing. Columns are teams; one alone says nothing."""
    model = PlackettLuce()
    found = {player: model.rating(mu, sigma) for player, (mu, sigma) in before.items()}
    for _game, rows in groupby(finishes, key=lambda row: row[0]):
        teams: dict[str, list[int]] = {}
        places: dict[str, float] = {}
        for _same, column, player, place in rows:
            teams.setdefault(column, []).append(player)
            places[column] = place
        if len(teams) < 2:
            continue
        seated = list(teams.values())
        sides = [[found.get(player) or model.rating() for player in team] for team in seated]
        rated = model.rate(sides, ranks=list(places.values()))
        for team, after in zip(seated, rated, strict=True):
            found |= dict(zip(team, after, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in found.items()}


def _brought_up(group: Playgroup, rules: str, mains: Mapping[int, int], rated: _Rated | None) -> _Rated:
    # On top of what was rated, where that still stands and everything new came later.
    tallies = Tally.objects.filter(group=group, rules=rules, key=PLACE, player__isnull=False)
    before = rated if rated is not None and rated.persons == mains else None
    last = before.last if before else 0
    known = Q(pk__lte=last)
    rows = tallies.aggregate(count=Count("pk", filter=known), sum=Sum("pk", filter=known, default=0))
    if before and before.rows != (rows["count"], rows["sum"]):
        before, last = None, 0
    new = _finished(tallies.filter(pk__gt=last))
    times = _times({row[1] for row in (new[0], new[-1])} if new else set())
    if before and before.when and new and times[new[0][1]] < before.when:
        before, new = None, _finished(tallies)
        times = _times({new[-1][1]})
    found = rate(
        ((game, column, mains[player], place) for _pk, game, column, player, place in new),
        before.ratings if before else {},
    )
    numbers = [row[0] for row in new]
    count, total = before.rows if before else (0, 0)
    return _Rated(
        version=group.version,
        persons=mains,
        last=max(numbers, default=last),
        rows=(count + len(numbers), total + sum(numbers)),
        when=times[new[-1][1]] if new else before.when if before else None,
        ratings=found,
    )


def _finished(tallies: QuerySet[Tally]) -> list[tuple[int, int, str, int, int]]:
    rows = tallies.order_by("game__night__date", "game__started_at", "game_id", "pk")
    return list(rows.values_list("pk", "game_id", "column", "player_id", "amount"))


def _times(games: Set[int]) -> dict[int, When]:
    # What games are put in order by; times of thousands of rows would be read slowly.
    rows = Game.objects.filter(pk__in=games).values_list("night__date", "started_at", "pk")
    return {row[2]: row for row in rows}
