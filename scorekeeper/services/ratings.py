"""Keep the stored ratings up to date. They depend on all earlier games, so after a change, later ones are rated again.

The group must be locked.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from scorekeeper.models import Game, Playgroup, Rating, Tally
from scorekeeper.queries.looking_back.keys import PLACE
from scorekeeper.queries.looking_back.ratings import Ratings, last_ratings, rate
from scorekeeper.services.rows import sync

When = tuple[datetime.date, datetime.datetime, int]  # a game's night, when it started, and its id
WHEN = ("night", "started_at", "game_id")
FIRST: When = (datetime.date.min, datetime.datetime.min.replace(tzinfo=datetime.UTC), 0)
# How many games are rated in one transaction. More than that are left for later steps.
STEP = 200
Unrated = dict[str, list[str | int]]  # by rules, the first game to be rated again: a `When` as JSON


def when_played(game: Game) -> When:
    """Return a game's position in playing order, as a sort key."""
    return game.night.date, game.started_at, game.pk


def rate_game(game: Game) -> None:
    """Rate a game whose tallies have changed. If its ratings change, rate all later games by the same rules again.

    If they are too many, `game.group.unrated` says so then.
    """
    series, when = _Series(group_id=game.group_id, rules=game.rules), when_played(game)
    fresh = series.rated(_finishes(Tally.objects.filter(game=game)), series.before(when))
    if sync(Rating.objects.filter(game=game), fresh, "game_id"):
        later = series.ratings.filter(_since(when)).exclude(game=game)
        if following := later.order_by(*WHEN).values_list(*WHEN).first():
            game.group.refresh_from_db(fields=["unrated"])
            rate_or_postpone(game.group, {game.rules: following})


def rate_since(group_id: int, starts: Mapping[str, When]) -> None:
    """Rate a group's games, starting from the given point in playing order for each set of rules."""
    for rules, when in starts.items():
        series = _Series(group_id=group_id, rules=rules)
        fresh = series.rated(series.finishes.filter(_since(when)), series.before(when))
        sync(series.ratings.filter(_since(when)), fresh, "game_id")


def rate_or_postpone(group: Playgroup, starts: Mapping[str, When]) -> None:
    """Rate games like `rate_since`, but if they are too many, only note in the group's row where to start."""
    for rules, when in starts.items():
        later = Game.objects.filter(group=group, rules=rules, state=Game.State.OVER, night__date__gte=when[0])
        if later.count() <= STEP:
            rate_since(group.pk, {rules: when})
        else:
            postpone(group, {rules: when})


def postpone(group: Playgroup, starts: Mapping[str, When]) -> None:
    """Note in the group's row where to start rating again, unless an earlier start is noted already."""
    noted: Unrated = group.unrated or {}
    earliest = {rules: min(when, _when(noted[rules])) if rules in noted else when for rules, when in starts.items()}
    group.unrated = noted | {rules: _as_json(when) for rules, when in earliest.items()} or None
    group.save(update_fields=["unrated"])


def steps(group: Playgroup) -> Iterator[tuple[QuerySet[Rating], list[Rating], Unrated]]:
    """Yield the steps in which postponed ratings are written: stored rows, the fresh ones, and what is left then.

    They are computed from what is stored now, so they are only valid until the group's `results` counter changes.
    """
    left: Unrated = dict(group.unrated or {})
    for rules, start in list(left.items()):
        series, when = _Series(group_id=group.pk, rules=rules), _when(start)
        fresh = series.rated(series.finishes.filter(_since(when)), series.before(when))
        batch = list(islice(fresh, STEP))
        while following := list(islice(fresh, STEP)):
            then = following[0].night, following[0].started_at, following[0].game_id
            left = left | {rules: _as_json(then)}
            yield series.ratings.filter(_since(when)).exclude(_since(then)), batch, left
            batch, when = following, then
        left = {other: position for other, position in left.items() if other != rules}
        yield series.ratings.filter(_since(when)), batch, left


def all_starts(group_id: int) -> dict[str, When]:
    """Return where to start to rate all of a group's games."""
    tallied = Tally.objects.filter(group=group_id, key=PLACE).values_list("rules", flat=True)
    rated = Rating.objects.filter(group=group_id).values_list("rules", flat=True)
    return dict.fromkeys(sorted({*tallied.distinct(), *rated.distinct()}), FIRST)


def wrong_ratings(group_id: int) -> int:
    """Return how many of a group's stored ratings differ from fresh ones."""
    every = [_Series(group_id=group_id, rules=rules) for rules in all_starts(group_id)]
    return sum(sync(series.ratings, series.rated(series.finishes, {}), "game_id", write=False) for series in every)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Series:
    """A group's finished games with the same rules."""

    group_id: int
    rules: str

    @property
    def ratings(self) -> QuerySet[Rating]:
        """The stored ratings."""
        return Rating.objects.filter(group=self.group_id, rules=self.rules)

    @property
    def finishes(self) -> QuerySet[Tally]:
        """The tallies from which these games are rated."""
        return _finishes(Tally.objects.filter(group=self.group_id, rules=self.rules))

    def before(self, when: When) -> Ratings:
        """Return everybody's ratings just before a game."""
        # The condition on `night` follows from the other one, but lets the database find the last row by its index.
        return last_ratings(self.ratings.filter(~_since(when), night__lte=when[0]))

    def rated(self, finishes: QuerySet[Tally], before: Ratings) -> Iterator[Rating]:
        """Yield fresh ratings for these games. A merged roster entry counts as its main entry."""
        person = Coalesce("player__same_as", "player")
        rows = list(finishes.values_list("game_id", "column", person, "amount", "night", "started_at"))
        played = {row[0]: row[4:] for row in rows}
        for game, ratings in rate((row[:4] for row in rows), before):
            night, started_at = played[game]
            yield Rating(
                game_id=game,
                group_id=self.group_id,
                rules=self.rules,
                night=night,
                started_at=started_at,
                ratings=[[player, *ratings[player]] for player in sorted(ratings)],
            )


def _finishes(tallies: QuerySet[Tally]) -> QuerySet[Tally]:
    """Return the tallies of players' places, in playing order."""
    places = tallies.filter(key=PLACE, player__isnull=False)
    when = places.annotate(night=F("game__night__date"), started_at=F("game__started_at"))
    return when.order_by(*WHEN, "column", "player")


def _as_json(when: When) -> list[str | int]:
    night, started_at, game = when
    return [night.isoformat(), started_at.isoformat(), game]


def _when(position: list[str | int]) -> When:
    night, started_at, game = position
    return datetime.date.fromisoformat(str(night)), datetime.datetime.fromisoformat(str(started_at)), int(game)


def _since(when: When) -> Q:
    night, started_at, game = when
    later = Q(night__gt=night) | Q(started_at__gt=started_at) | Q(started_at=started_at, game__gte=game)
    return Q(night__gte=night) & later
