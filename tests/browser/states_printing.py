"""States of the print pages, the blank sheet and the Board Game Stats page."""

from scorekeeper.models import Game, Night
from scorekeeper.services.games import stop_game
from tests.browser.states import LONG_NAMES, Visit, state
from tests.cast import A_HAND


@state("print, five long names, a finished game")
def print_long(visit: Visit) -> None:
    game = visit.long_game(12)
    stop_game(game=game, how="leader_wins", by=visit.owner)
    Night.objects.update(place="At " + LONG_NAMES[0], note=f"{LONG_NAMES[1]} brought cake.\n\nNobody else did.")
    visit.go(f"/games/{game.pk}/print/")


@state("print, a night with a game of unknown rules")
def print_night(visit: Visit) -> None:
    game = visit.game(A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8")
    Game.objects.filter(pk=visit.game(A_HAND).pk).update(rules="forgotten")
    visit.go(f"/nights/{game.night_id}/print/")


@state("print, a night with more games than fit on a page")
def print_long_night(visit: Visit) -> None:
    for _game in range(21):
        game = visit.game()
    visit.go(f"/nights/{game.night_id}/print/")


@state("blank sheet, a new group")
def paper_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/paper/")


@state("board game stats")
def bgstats(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND, player_target=20).pk}/bgstats/")
