"""States of the form for a whole hand: empty, half typed, wrong, unlikely, and of games of every kind."""

from playwright.sync_api import expect

from scorekeeper.models import Game
from scorekeeper.queries.recording.templates import supplied_game
from scorekeeper.services import games, people
from tests.browser.states import Visit, state
from tests.cast import new_game
from tests.own_games import ROUNDS, UNO, vars_of
from tests.samples import SAMPLES, enter_taps, start_sample


def whole(visit: Visit, game: Game, number: int = 1, **typed: str) -> None:
    """Open the form; if anything is `typed`, send it, to be refused."""
    visit.go(f"/games/{game.pk}/hands/{number}/whole/")
    form = visit.page.locator("#whole")
    for name, value in typed.items():
        form.locator(f"[name='{name.replace('_', '.')}']").fill(value)
    if typed:
        form.locator("button").click()
        expect(form.locator(".errorlist").first).to_be_visible()


@state("whole hand")
def whole_empty(visit: Visit) -> None:
    whole(visit, visit.game())


@state("whole hand, errors, five long names")
def whole_errors(visit: Visit) -> None:
    whole(visit, visit.long_game(), players_0_bid="ten", players_2_taken="x", players_4_bid="12345")


@state("whole hand, ten players")
def whole_ten(visit: Visit) -> None:
    people.add_players(group=visit.cast.group, names=[f"Player {letter}" for letter in "ABCDEFGHIJ"])
    seats = tuple(visit.cast.group.players.order_by("pk").values_list("pk", flat=True))
    rules = supplied_game(UNO).rules
    options = vars_of(rules) | ROUNDS | {"phases": 10}
    new = new_game(visit.cast.group, players=seats, rules=rules, options=options)
    whole(visit, games.start_game(group=visit.cast.group, new=new, by=visit.owner))


@state("whole hand, Piquet")
def whole_piquet(visit: Visit) -> None:
    enter_taps(game := start_sample("piquet", visit.owner), SAMPLES["piquet"][2][0], visit.owner)
    whole(visit, game)
