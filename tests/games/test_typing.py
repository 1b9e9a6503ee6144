"""The helper that tests use to enter hands: it can only tap what is on the screen."""

import pytest

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.rules.entries import tapped
from tests.games.entering import complete, enter_hand
from tests.games.notation import blank, hand

BIDDING = ["players.0.bid=10", "players.1.bid=12", "players.2.passed=true", "players.3.passed=true"]
BIDDING += ["players.0.peeked=true", "players.0.passed=true"]
POINTS = ["players.0.taken=9", "players.1.taken=3", "players.2.taken=7", "players.3.taken=12"]


def typed(*taps):
    return enter_hand(TRUMPLESTILTSKIN, blank(), 3, taps)


def test_a_hand_is_entered_and_its_taps_are_counted():
    answers, taps = typed(*BIDDING, "hand.gnome=9S", *POINTS)
    assert taps == 11
    assert complete(TRUMPLESTILTSKIN, blank(), 3, answers) == hand("10 12 - -", "A", "9 3 7 12", gnome="9S")


def test_a_number_without_a_button_takes_two_taps_and_a_link_takes_one():
    assert typed("players.0.bid=40")[1] == 2
    assert typed("@players.2.bid", "players.2.bid=20")[1] == 2


@pytest.mark.parametrize(
    "taps",
    [
        pytest.param(["players.1.bid=10"], id="another player's turn"),
        pytest.param(["players.0.bid=10", "players.1.bid=10"], id="a bid that is taken"),
        pytest.param(["hand.gnome=9S"], id="a later stage"),
        pytest.param(["players.0.bid=true"], id="yes instead of a number"),
        pytest.param(["@players.9.bid"], id="a row that doesn't exist"),
    ],
)
def test_only_buttons_on_the_screen_can_be_tapped(taps):
    with pytest.raises(AssertionError):
        typed(*taps)


def test_an_incomplete_hand_is_not_an_entry():
    with pytest.raises(AssertionError, match="Which card is the Gnome"):
        complete(TRUMPLESTILTSKIN, blank(), 3, typed(*BIDDING)[0])


@pytest.mark.parametrize(
    ("path", "skipped"),
    [
        pytest.param("hand.gnome", "hand.no_gnome", id="a field of the hand"),
        pytest.param("hand.point.winner", "hand.no_point_winner", id="a nested field"),
        pytest.param("players.3.tricks", "players.3.no_tricks", id="a field of a player"),
    ],
)
def test_answering_a_question_undoes_skipping_it_and_vice_versa(path, skipped):
    others = {"hand.trump": "hearts", "players.2.tricks": 1, "hand.no_trump": True}
    assert tapped({path: 1, **others}, skipped, True) == {**others, skipped: True}
    assert tapped({skipped: True, **others}, path, 2) == {**others, path: 2}
