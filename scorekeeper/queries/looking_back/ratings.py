"""Player ratings based on the Plackett-Luce model, updated after each game.

A rating depends on all earlier games, so ratings are cached. If the group's version is unchanged, nothing is read;
if games were merely added, only the new games are rated. Tallies are never updated in place, only replaced, so their
ids show whether the cached ratings still hold.
"""

import datetime
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import groupby

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet, Sum
from openskill.models import PlackettLuce

from scorekeeper.models import Game, Playgroup, Tally
from scorekeeper.queries.looking_back.figures import Person
from scorekeeper.queries.looking_back.keys import PLACE

CACHE_SECONDS = 24 * 60 * 60
Finish = tuple[int, str, int, int]  # a game, a column, one of its players, and its place
When = tuple[datetime.date, datetime.datetime, int]
Ratings = dict[int, tuple[float, float]]  # mu (strength) and sigma (uncertainty), by player


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rated:
    """Cached ratings, with the data they are based on.

    `persons` maps entries to main entries; `last` is the highest tally id; `rows` is the count and the sum of the ids;
    and `when` is the time of the last game.
    """

    version: int
    persons: Mapping[int, int]
    last: int
    rows: tuple[int, int]
    when: When | None
    ratings: Ratings


def ratings(group: Playgroup, rules: str, persons: Mapping[int, Person]) -> dict[int, float]:
    """Return the rating of everybody who finished a game, by person id. Higher is better; uncertainty lowers it."""
    key = f"ratings/{group.pk}/{rules}"
    rated: _Rated | None = cache.get(key)
    mains = {entry: person.id for entry, person in persons.items()}
    if rated is None or rated.version != group.version or rated.persons != mains:
        rated = _updated(group, rules, mains, rated)
        cache.set(key, rated, CACHE_SECONDS)
    return {player: mu - 3 * sigma for player, (mu, sigma) in rated.ratings.items()}


def rate(finishes: Iterable[Finish], before: Ratings) -> Ratings:
    """Return ratings updated with more games, in the order played. Columns are teams; one-team games are skipped."""
    model = PlackettLuce()
    by_player = {player: model.rating(mu, sigma) for player, (mu, sigma) in before.items()}
    for _game, rows in groupby(finishes, key=lambda row: row[0]):
        teams: dict[str, list[int]] = {}
        places: dict[str, float] = {}
        for _same, column, player, place in rows:
            teams.setdefault(column, []).append(player)
            places[column] = place
        if len(teams) < 2:
            continue
        seated = list(teams.values())
        sides = [[by_player.get(player) or model.rating() for player in team] for team in seated]
        new_ratings = model.rate(sides, ranks=list(places.values()))
        for team, after in zip(seated, new_ratings, strict=True):
            by_player |= dict(zip(team, after, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in by_player.items()}


def _updated(group: Playgroup, rules: str, mains: Mapping[int, int], rated: _Rated | None) -> _Rated:
    # Build on the cached ratings if they still hold and all new games are later.
    tallies = Tally.objects.filter(group=group, rules=rules, key=PLACE, player__isnull=False)
    before = rated if rated is not None and rated.persons == mains else None
    last = before.last if before else 0
    already_rated = Q(pk__lte=last)
    rows = tallies.aggregate(count=Count("pk", filter=already_rated), sum=Sum("pk", filter=already_rated, default=0))
    if before and before.rows != (rows["count"], rows["sum"]):
        before, last = None, 0
    new = _finished(tallies.filter(pk__gt=last))
    times = _times({row[1] for row in (new[0], new[-1])} if new else set())
    if before and before.when and new and times[new[0][1]] < before.when:
        before, new = None, _finished(tallies)
        times = _times({new[-1][1]})
    new_ratings = rate(
        ((game, column, mains[player], place) for _pk, game, column, player, place in new),
        before.ratings if before else {},
    )
    ids = [row[0] for row in new]
    count, total = before.rows if before else (0, 0)
    return _Rated(
        version=group.version,
        persons=mains,
        last=max(ids, default=last),
        rows=(count + len(ids), total + sum(ids)),
        when=times[new[-1][1]] if new else before.when if before else None,
        ratings=new_ratings,
    )


def _finished(tallies: QuerySet[Tally]) -> list[tuple[int, int, str, int, int]]:
    rows = tallies.order_by("game__night__date", "game__started_at", "game_id", "pk")
    return list(rows.values_list("pk", "game_id", "column", "player_id", "amount"))


def _times(games: Set[int]) -> dict[int, When]:
    # Return sort keys for games. Call this for only a few games: reading thousands of start times is slow.
    rows = Game.objects.filter(pk__in=games).values_list("night__date", "started_at", "pk")
    return {row[2]: row for row in rows}
