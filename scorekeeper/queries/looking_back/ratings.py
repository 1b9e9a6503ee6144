"""Player ratings based on the Plackett-Luce model, computed from a group's finished games with the same rules."""

from collections.abc import Iterable
from itertools import groupby

from django.db.models.functions import Coalesce
from openskill.models import PlackettLuce, PlackettLuceRating

from scorekeeper.models import Playgroup, Tally
from scorekeeper.queries.looking_back.figures import PLACE

# Ratings are rounded after each game, since the last digits of `math.exp` depend on the machine: players with the same
# results tie, and a group moved to another machine ranks its players the same.
DIGITS = 9
Finish = tuple[int, str, int, int]  # a game, a column, one of its players, and its place


def ratings(group: Playgroup, rules: str) -> dict[int, float]:
    """Return the rating of everybody who finished a game, by person id. Higher is better; uncertainty lowers it."""
    places = Tally.objects.filter(group=group, rules=rules, key=PLACE, player__isnull=False)
    in_order = places.order_by("game__night__date", "game__started_at", "game_id", "column", "player_id")
    person = Coalesce("player__same_as", "player")
    rated = rate(in_order.values_list("game_id", "column", person, "amount"))
    return {player: mu - 3 * sigma for player, (mu, sigma) in rated.items()}


def rate(finishes: Iterable[Finish]) -> dict[int, tuple[float, float]]:
    """Return everybody's mu (strength) and sigma (uncertainty) after these games, which are in the order played.

    Columns are teams; one-team games are skipped.
    """
    model = PlackettLuce()
    rated: dict[int, PlackettLuceRating] = {}
    for _game, rows in groupby(finishes, key=lambda row: row[0]):
        teams: dict[str, list[int]] = {}
        places: dict[str, float] = {}
        for _number, column, player, place in rows:
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
    return {player: (rating.mu, rating.sigma) for player, rating in rated.items()}
