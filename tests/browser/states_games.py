"""The states of what belongs to no one game: which is played, and by which rules."""

from tests.browser.states import Visit, state
from tests.cast import A_HAND, seat_players


@state("new game, what is played")
def which(visit: Visit) -> None:
    visit.game(A_HAND)
    seat_players(visit.cast.group, 5)
    visit.go(f"/groups/{visit.cast.group.pk}/new/")


@state("rules, of a table with rules of its own")
def guide(visit: Visit) -> None:
    game = visit.game(player_target=100, odd_half="gnome")
    visit.go(f"/games/{game.pk}/rules/")
