"""Keep the yearly sums of tallies up to date. The group must be locked."""

from collections.abc import Collection

from django.db.models import Case, F, Max, Min, QuerySet, Sum, Value, When

from scorekeeper.models import Game, Tally, YearTally
from scorekeeper.services.rows import sync

# Players change columns from game to game, so tallies are summed by column only if they have no player.
ONLY_COLUMN = Case(When(player=None, then=F("column")), default=Value(""))


Sums = list[YearTally]
UNIQUE = ("group_id", "rules", "year", "player_id", "column", "key")


def add_up_years(group_id: int, games: Collection[Game]) -> None:
    """Update the sums for the rules and years of these games, whose tallies have changed."""
    of_years = {
        "group": group_id,
        "rules__in": {game.rules for game in games},
        "year__in": {game.night.date.year for game in games},
    }
    sync(YearTally.objects.filter(**of_years), sums(Tally.objects.filter(**of_years)), *UNIQUE)


def years_of(group_id: int) -> list[tuple[str, int]]:
    """Return the rules and years for which a group has tallies or sums."""
    stored = (rows.filter(group=group_id).values_list("rules", "year") for rows in (Tally.objects, YearTally.objects))
    return sorted({pair for rows in stored for pair in rows.distinct()})


def add_up_year(group_id: int, rules: str, year: int, *, write: bool = True) -> int:
    """Update a year's sums, or only compare them; return how many differed."""
    of_year = {"group": group_id, "rules": rules, "year": year}
    fresh = sums(Tally.objects.filter(**of_year))
    return sync(YearTally.objects.filter(**of_year), fresh, *UNIQUE, write=write)


def sums(tallies: QuerySet[Tally]) -> Sums:
    """Return what these tallies add up to."""
    grouped = (
        tallies.order_by().annotate(only=ONLY_COLUMN).values_list("group", "rules", "year", "player", "only", "key")
    )
    rows = grouped.annotate(Sum("count"), Sum("amount"), Max("most"), Min("most"), Max("amount"))
    names = (*UNIQUE, "count", "amount", "most", "least", "highest")
    return [YearTally(**dict(zip(names, row, strict=True))) for row in rows]
