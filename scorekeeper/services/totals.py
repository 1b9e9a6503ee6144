"""Keep the yearly sums of tallies up to date. The group must be locked."""

from collections.abc import Collection

from django.db.models import Case, F, Max, Min, QuerySet, Sum, Value, When

from scorekeeper.models import Game, Tally, YearTally
from scorekeeper.services.rows import sync

# Players change columns from game to game, so tallies are summed by column only if they have no player.
ONLY_COLUMN = Case(When(player=None, then=F("column")), default=Value(""))


def add_up_years(group_id: int, games: Collection[Game]) -> None:
    """Update the sums for the rules and years of these games, whose tallies have changed."""
    of_years = {
        "group": group_id,
        "rules__in": {game.rules for game in games},
        "year__in": {game.night.date.year for game in games},
    }
    _sync(YearTally.objects.filter(**of_years), Tally.objects.filter(**of_years))


def add_up_all(group_id: int) -> int:
    """Update all of a group's sums; return how many differed."""
    return _sync(YearTally.objects.filter(group=group_id), Tally.objects.filter(group=group_id))


def _sync(stored: QuerySet[YearTally], tallies: QuerySet[Tally]) -> int:
    unique = ("group_id", "rules", "year", "player_id", "column", "key")
    grouped = (
        tallies.order_by().annotate(only=ONLY_COLUMN).values_list("group", "rules", "year", "player", "only", "key")
    )
    rows = grouped.annotate(Sum("count"), Sum("amount"), Max("most"), Min("most"), Max("amount"))
    names = (*unique, "count", "amount", "most", "least", "highest")
    return sync(stored, (YearTally(**dict(zip(names, row, strict=True))) for row in rows), *unique)
