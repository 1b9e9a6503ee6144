"""The states of what belongs to no one game: which is played."""

from tests.browser.states import Visit, state
from tests.cast import A_HAND, seat_players


@state("new game, what is played")
def which(visit: Visit) -> None:
    visit.game(A_HAND)
    seat_players(visit.cast.group, 5)
    visit.go(f"/groups/{visit.cast.group.pk}/new/")
