"""The thumb of the tests itself: it takes what is on the screen, and nothing else."""

import pytest

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.rules.entries import tapped
from tests.games.notation import blank, hand
from tests.games.typing import complete, type_hand

BIDDING = ["players.0.bid=10", "players.1.bid=12", "players.2.passed=true", "players.3.passed=true"]
BIDDING += ["players.0.peeked=true", "players.0.passed=true"]
POINTS = ["players.0.taken=9", "players.1.taken=3", "players.2.taken=7", "players.3.taken=12"]


def typed(*taps):
    return type_hand(TRUMPLESTILTSKIN, blank(), 3, taps)


def test_a_hand_is_typed_and_counted():
    answers, taps = typed(*BIDDING, "hand.gnome=9S", *POINTS)
    assert taps == 11
    assert complete(TRUMPLESTILTSKIN, blank(), 3, answers) == hand("10 12 - -", "A", "9 3 7 12", gnome="9S")


def test_a_typed_number_takes_two_taps_and_a_link_one():
    assert typed("players.0.bid=40")[1] == 2
    assert typed("@players.2.bid", "players.2.bid=20")[1] == 2


@pytest.mark.parametrize(
    "taps",
    [
        pytest.param(["players.1.bid=10"], id="another's turn"),
        pytest.param(["players.0.bid=10", "players.1.bid=9"], id="too low"),
        pytest.param(["hand.gnome=9S"], id="another stage"),
        pytest.param(["players.0.bid=true"], id="yes is no number"),
        pytest.param(["@players.9.bid"], id="no such row"),
    ],
)
def test_what_is_not_on_the_screen_is_not_tapped(taps):
    with pytest.raises(AssertionError):
        typed(*taps)


def test_what_is_not_complete_is_no_entry():
    with pytest.raises(AssertionError, match="Which card is the Gnome"):
        complete(TRUMPLESTILTSKIN, blank(), 3, typed(*BIDDING)[0])


@pytest.mark.parametrize(
    ("path", "skipped"),
    [
        pytest.param("hand.gnome", "hand.no_gnome", id="of the hand"),
        pytest.param("hand.point.winner", "hand.no_point_winner", id="nested"),
        pytest.param("players.3.tricks", "players.3.no_tricks", id="of a player"),
    ],
)
def test_an_answer_and_leaving_it_out_undo_each_other(path, skipped):
    others = {"hand.trump": "hearts", "players.2.tricks": 1, "hand.no_trump": True}
    assert tapped({path: 1, **others}, skipped, True) == {**others, skipped: True}
    assert tapped({skipped: True, **others}, path, 2) == {**others, path: 2}
