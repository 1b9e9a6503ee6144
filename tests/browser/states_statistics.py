"""The states of statistics and of a player's page: nothing yet, one game, years of them, long names."""

from scorekeeper.models import Player
from scorekeeper.services import games
from tests.browser.states import Visit, state
from tests.cast import A_HAND
from tests.years import play_years


def open_statistics(visit: Visit, more: str = "") -> None:
    """The group's page of statistics."""
    visit.go(f"/groups/{visit.cast.group.pk}/statistics/{more}")


def open_player(visit: Visit, name: str, more: str = "") -> None:
    """A player's page."""
    visit.go(f"/players/{Player.objects.get(group=visit.cast.group, name=name).pk}/{more}")


@state("statistics, nothing yet")
def statistics_empty(visit: Visit) -> None:
    open_statistics(visit)


@state("statistics, one game of long names")
def statistics_one(visit: Visit) -> None:
    games.stop_game(game=visit.long_game(3), how="leader_wins")
    open_statistics(visit)


@state("statistics, years, by rating")
def statistics_years(visit: Visit) -> None:
    play_years(visit.owner, 60, hands=3)
    open_statistics(visit, "?by=rating")


@state("player, nothing yet")
def player_empty(visit: Visit) -> None:
    visit.game(A_HAND)
    open_player(visit, "Ann")


@state("player, years, one of them, with another name")
def player_years(visit: Visit) -> None:
    play_years(visit.owner, 160, hands=2)
    games.stop_game(game=visit.game(A_HAND), how="no_winner")
    ann = Player.objects.get(group=visit.cast.group, name="Ann")
    Player.objects.create(group=visit.cast.group, name="Anne", name_key="anne", same_as=ann)
    open_player(visit, "Ann", "?year=2012")
