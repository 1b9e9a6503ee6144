"""States of the running-score chart: many hands, long names, lines close together or far apart."""

from scorekeeper.services import games
from tests.browser.states import FIVE, Visit, state
from tests.cast import A_HAND, play

MIXED = (A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "- 10 - - | | 8 12 8 3", "10 6 - 8 | B | 0 10 10 10")
"""A series of hands in which everybody takes the lead at some point."""


@state("chart, five long names close together")
def chart_five(visit: Visit) -> None:
    game = visit.long_game()
    play(game, FIVE, "10 6 - 8 7 | CE | 3 9 6 6 7", "6 10 - 8 7 | B | 9 3 6 6 7", by=visit.owner, anyway=True)
    games.stop_game(game=game, how="leader_wins", by=visit.owner)
    visit.thumb.open(game)


@state("chart, thirty hands, one highlighted")
def chart_thirty(visit: Visit) -> None:
    game = visit.game(*MIXED * 6, player_target=9999, gnome_target=9999)
    games.stop_game(game=game, how="no_winner", by=visit.owner)
    visit.thumb.open(game)
    visit.page.locator(".chart .hits a").nth(11).hover(force=True)
