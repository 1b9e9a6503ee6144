"""How strong players seem from where they finished: ratings by Plackett and Luce, game after game.

A rating follows from all games before it, so what was rated is remembered: while the group's version is the same
nothing is read, and while only games were added, only these are rated. Rows of tallies are never changed, only written
anew, so that their numbers tell whether what was rated still stands.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, Sum
from openskill.models import PlackettLuce

from scorekeeper.models import Playgroup, Tally
from scorekeeper.queries.figures import Person
from scorekeeper.queries.keys import PLACE

REMEMBERED = 24 * 60 * 60
"""Seconds for which ratings are kept."""

Finish = tuple[int, str, int, int]
"""The game, the column, the player and the place of somebody who finished."""
Ratings = dict[int, tuple[float, float]]
"""By player: how strong, and how uncertain that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rated:
    """What was rated: the group's version, who is one person, which rows, how late the last game was, the ratings."""

    version: int
    persons: Mapping[int, int]
    last: int
    rows: tuple[int, int]
    when: tuple[datetime.date, datetime.datetime, int] | None
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
    model, found = PlackettLuce(), dict(before)
    for _game, rows in groupby(finishes, key=lambda row: row[0]):
        teams: dict[str, list[int]] = {}
        places: dict[str, float] = {}
        for _same, column, player, place in rows:
            teams.setdefault(column, []).append(player)
            places[column] = place
        if len(teams) < 2:
            continue
        rated = model.rate(
            [
                [model.rating(*found[player]) if player in found else model.rating() for player in team]
                for team in teams.values()
            ],
            ranks=list(places.values()),
        )
        for team, after in zip(teams.values(), rated, strict=True):
            found |= {player: (each.mu, each.sigma) for player, each in zip(team, after, strict=True)}
    return found


def _brought_up(group: Playgroup, rules: str, mains: Mapping[int, int], rated: _Rated | None) -> _Rated:
    """Everything rated: on top of what was, where that still stands and everything new came later."""
    tallies = Tally.objects.filter(group=group, rules=rules, key=PLACE, player__isnull=False)
    before = rated if rated is not None and rated.persons == mains else None
    last = before.last if before else 0
    known = Q(pk__lte=last)
    rows = tallies.aggregate(count=Count("pk", filter=known), sum=Sum("pk", filter=known, default=0))
    if before and before.rows != (rows["count"], rows["sum"]):
        before, last = None, 0
    new = _finished(tallies.filter(pk__gt=last))
    if before and before.when and new and _when(new[0]) < before.when:
        before, new = None, _finished(tallies)
    found = rate(
        ((game, column, mains[player], place) for _pk, game, column, player, place, *_at in new),
        before.ratings if before else {},
    )
    numbers = [row[0] for row in new]
    count, total = before.rows if before else (0, 0)
    return _Rated(
        version=group.version,
        persons=mains,
        last=max(numbers, default=last),
        rows=(count + len(numbers), total + sum(numbers)),
        when=_when(new[-1]) if new else before.when if before else None,
        ratings=found,
    )


def _finished(tallies: Any) -> list[tuple[Any, ...]]:
    fields = ("pk", "game_id", "column", "player_id", "amount", "game__night__date", "game__started_at")
    return list(tallies.order_by("game__night__date", "game__started_at", "game_id", "pk").values_list(*fields))


def _when(row: tuple[Any, ...]) -> tuple[datetime.date, datetime.datetime, int]:
    return row[5], row[6], row[1]
