"""States for every game's sample: choosing the game, its rules, a hand that is nearly complete, and the final sheet."""

from collections.abc import Callable

import pytest

from tests.browser.states import STATES, Visit, state, variant
from tests.cast import A_HAND, Phone, seat_players
from tests.samples import SAMPLES, enter_taps, play_sample, start_sample


@state("new game, choosing the game")
def choose_rules(visit: Visit) -> None:
    visit.game(A_HAND)
    seat_players(visit.cast.group, 5)
    visit.go(f"/groups/{visit.cast.group.pk}/new/")


@state("rules, with house rules")
def guide(visit: Visit) -> None:
    game = visit.game(player_target=100, odd_half="gnome")
    visit.go(f"/games/{game.pk}/rules/")


def contradicted(visit: Visit) -> int:
    """Play Shnarbles, then correct hand 1 so that Bob is out instead of Cy; return the game's primary key.

    This makes hand 3 impossible, and hand 4 has to wait until hand 3 is corrected.
    """
    game = play_sample("shnarbles", visit.owner)
    phone = Phone(game, visit.owner, 1)
    for seat, tricks in ((1, 0), (2, 2)):
        phone.write(f"players.{seat}.tricks", tricks)
    phone.save()
    return game.pk


@variant("sheet, a hand that is no longer possible")
def sheet_contradicted(visit: Visit) -> None:
    visit.go(f"/games/{contradicted(visit)}/?hand=3")


def rules_of(slug: str) -> Callable[[Visit], None]:
    """Return the state that shows a game's short rules."""

    def show(visit: Visit) -> None:
        visit.go(f"/games/{start_sample(slug, visit.owner).pk}/rules/")

    return show


def hand_of(slug: str) -> Callable[[Visit], None]:
    """Return the state that shows a hand with only its last tap missing."""

    def show(visit: Visit) -> None:
        game = start_sample(slug, visit.owner)
        enter_taps(game, SAMPLES[slug][2][0][:-1], visit.owner)
        visit.thumb.open(game, 1)

    return show


def sheet_of(slug: str) -> Callable[[Visit], None]:
    """Return the state that shows a finished game with the reasons for its first hand's scores."""

    def show(visit: Visit) -> None:
        visit.go(f"/games/{play_sample(slug, visit.owner).pk}/?hand=1")

    return show


for slug in sorted(SAMPLES):
    for name, state_of in (("rules", rules_of), ("hand", hand_of), ("sheet", sheet_of)):
        STATES.append(pytest.param(state_of(slug), False, id=f"{slug}, {name}", marks=pytest.mark.nightly))
