"""States of the statistics page and a player's page: empty, one game, years of games, long names."""

from scorekeeper.models import Player
from scorekeeper.services import games
from tests.browser.states import Visit, state
from tests.cast import A_HAND
from tests.years import play_years


def open_statistics(visit: Visit, query: str = "") -> None:
    """Open the group's statistics."""
    visit.go(f"/groups/{visit.cast.group.pk}/statistics/{query}")


def open_player(visit: Visit, name: str, query: str = "") -> None:
    """Open a player's page."""
    visit.go(f"/players/{Player.objects.get(group=visit.cast.group, name=name).pk}/{query}")


@state("statistics, one game, long names")
def statistics_one(visit: Visit) -> None:
    games.stop_game(game=visit.long_game(3), how="leader_wins", by=visit.owner)
    open_statistics(visit)


@state("statistics, years, by rating")
def statistics_years(visit: Visit) -> None:
    play_years(visit.owner, 60, hands=3)
    open_statistics(visit, "?by=rating")


@state("player, one year of many, with an alias")
def player_years(visit: Visit) -> None:
    play_years(visit.owner, 160, hands=2)
    games.stop_game(game=visit.game(A_HAND), how="no_winner", by=visit.owner)
    ann = Player.objects.get(group=visit.cast.group, name="Ann")
    Player.objects.create(group=visit.cast.group, name="Anne", name_key="anne", same_as=ann)
    open_player(visit, "Ann", "?year=2012")
