"""No quick tap is lost in WebKit: each is recorded for the player whose question was shown, or visibly ignored."""

import pytest
from django.core.cache import cache

from scorekeeper.models import Game, Hand
from tests.browser.engines.phone import Phone
from tests.browser.engines.tapping import Touch, tap_at
from tests.cast import NAMES, make_cast, start_game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("driver", ["WebKit"], indirect=True),
    pytest.mark.parametrize("lag", [20, 400], ids=["quick server", "slow server"]),
]

BOUNCE = 150  # ms within which a second tap at the same place is ignored
PACES = (80, 120, 200, 300, 450, 600)
ONE_SPOT = ["Ann: Peeked"] * 17
BIDS = ["10", "Pass", "11", "Pass", *map(str, range(12, 25))]
"""Bob and Dee pass; Ann, Cy and Eve take turns raising the bid by one."""


@pytest.fixture
def bidding(engine_phone: Phone) -> Phone:
    """A phone that asks for Ann's bid first; Bob, Cy, Dee and Eve are next."""
    cast = make_cast()
    game = start_game(cast.owner, players=5)
    return engine_phone.sign_in(cast.owner).open(f"/games/{game.pk}/hands/1/")


def recorded() -> list[tuple[str, object]]:
    """Return the path and value of each of the hand's taps. For a player who stopped, return only the bid."""
    taps = Hand.objects.get(game=Game.objects.get(), number=1).taps
    return [(path.split()[0], value[0] if isinstance(value, list) else value) for path, value, _member in taps]


def meant(touches: list[Touch]) -> list[tuple[str, object]]:
    """Return the paths and values that should be recorded for these touches, given what was on the screen."""
    peeks: dict[str, bool] = {}
    said: list[tuple[str, object]] = []
    for touch in touches:
        name, _colon, toggle = touch.label.partition(": ")
        if toggle:
            path = f"players.{NAMES.index(name)}.peeked"
            peeks[path] = not peeks.get(path, False)
            said.append((path, peeks[path]))
        elif touch.label == "Pass":
            said.append((touch.path.replace(".bid", ".passed"), True))
        else:
            said.append((touch.path, int(touch.label)))
    return said


def test_every_tap_is_recorded_in_order_or_visibly_ignored(bidding: Phone, lag: int):
    for apart in PACES:
        for labels in (ONE_SPOT, BIDS):
            Hand.objects.all().delete()
            cache.clear()  # because no counter was incremented
            touches = tap_at(bidding.reload(), labels, apart=apart, lag=lag)
            ignored = [touch for touch in touches if touch.ignored]
            assert len(ignored) == (len(labels) - 1 if labels is ONE_SPOT and apart < BOUNCE else 0), apart
            assert recorded() == meant([touch for touch in touches if not touch.ignored]), apart


def test_three_quick_taps_on_pass_count_for_three_players(bidding: Phone, lag: int):
    touches = tap_at(bidding, ["Pass"] * 3, apart=250, lag=lag)
    assert [touch.path for touch in touches] == [f"players.{seat}.bid" for seat in range(3)]
    assert recorded() == [(f"players.{seat}.passed", True) for seat in range(3)]
