"""Player ratings based on the Plackett-Luce model, updated after each game and stored with it."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.db.models import QuerySet
from openskill.models import PlackettLuce

from scorekeeper.models import Playgroup, Rating

# Ratings are rounded so that all machines store the same ones: the last digits of `math.exp` depend on the machine.
DIGITS = 9
Finish = tuple[int, str, int, int]  # a game, a column, one of its players, and its place
Ratings = dict[int, tuple[float, float]]  # mu (strength) and sigma (uncertainty), by player


def ratings(group: Playgroup, rules: str) -> dict[int, float]:
    """Return the rating of everybody who finished a game, by person id. Higher is better; uncertainty lowers it."""
    rated = last_ratings(Rating.objects.filter(group=group, rules=rules))
    return {player: mu - 3 * sigma for player, (mu, sigma) in rated.items()}


def last_ratings(rows: QuerySet[Rating]) -> Ratings:
    """Return everybody's ratings after the last of these games in playing order."""
    last = rows.order_by("-night", "-started_at", "-game").values_list("ratings", flat=True).first()
    return {player: (mu, sigma) for player, mu, sigma in last or ()}


def rate(finishes: Iterable[Finish], before: Ratings) -> Iterator[tuple[int, Ratings]]:
    """Yield each game in the order played, with everybody's ratings after it.

    Columns are teams; one-team games are skipped.
    """
    model = PlackettLuce()
    rated = {player: model.rating(mu, sigma) for player, (mu, sigma) in before.items()}
    for game, rows in groupby(finishes, key=lambda row: row[0]):
        teams: dict[str, list[int]] = {}
        places: dict[str, float] = {}
        for _game, column, player, place in rows:
            teams.setdefault(column, []).append(player)
            places[column] = place
        if len(teams) < 2:
            continue
        sides = [[rated.get(player) or model.rating() for player in team] for team in teams.values()]
        new_ratings = model.rate(sides, ranks=list(places.values()))
        for team, after in zip(teams.values(), new_ratings, strict=True):
            for player, rating in zip(team, after, strict=True):
                rating.mu, rating.sigma = round(rating.mu, DIGITS), round(rating.sigma, DIGITS)
                rated[player] = rating
        yield game, {player: (rating.mu, rating.sigma) for player, rating in rated.items()}
