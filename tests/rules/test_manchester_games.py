"""Whole games of Manchester Piccadilly and Manchester Truffle, worked out by hand on paper."""

import pytest

from scorekeeper.text import sentence
from tests.rules.test_manchester import ANN, BOB, MA1, MA2, PICCADILLY, TR1, blank, hand, problems, rules_of

FOUR_HANDS = [
    ("20/30 25/25 38/42 6/7", "0 5"),  # first +5 −5, final 49 against 44
    ("35/15 35/15 50/30 8/5", "23 5"),  # first 0 0, final 58 against 35
    ("13/13 0/26 104/0 13/0", "23 96"),  # first −13 +13, final 104 against 13
    ("40/22 31/31 40/28 7/6", "23 101"),  # first −9 +9, final 38 against 43
]
GAMES = [
    pytest.param({}, [(MA1, "0 22"), (MA2, "0 43")], "1", "2 hands were played", id="Bob deals well, and twice"),
    pytest.param({"pack": "plain_78", "hands": 4}, FOUR_HANDS, "1", "4 hands were played", id="four hands"),
    pytest.param(
        {},
        [(TR1, "0 18"), (TR1, "18 18")],
        "01",
        "2 hands were played; Ann and Bob have the most points, 18 each, and share the win",
        id="an equal share",
    ),
    pytest.param(
        {},
        [("30/30 33/27 40/38 8/6/2", "0 10"), ("25/45 20/50 44/32 9/7/0", "4 10")],
        "1",
        "2 hands were played",
        id="Truffle",
    ),
    pytest.param(
        {},
        [("30/30 30/30 44/42 5/7/4", "0 0"), ("30/30 30/30 44/42 5/7/4", "0 0")],
        "01",
        "2 hands were played; Ann and Bob have the most points, 0 each, and share the win",
        id="nobody has any point",
    ),
]


@pytest.mark.parametrize(("options", "hands", "winners", "reason"), GAMES)
def test_a_game_is_replayed(options, hands, winners, reason):
    rules = rules_of(hand(hands[0][0]))
    sheet = blank(rules, **options)
    for number, (spoken, totals) in enumerate(hands):
        dealer = rules.dealer(sheet)
        assert (sheet.outcome, dealer) == (None, BOB if number % 2 == 0 else ANN)
        assert problems(spoken, dealer, **options) == []
        sheet = rules.record(sheet, dealer, hand(spoken, dealer))
        assert [total / 2 for total in sheet.totals.values()] == [float(word) for word in totals.split()]
    assert "".join(sheet.outcome.winners) == winners
    assert sentence(sheet.outcome.reason) == reason
    assert "".join(sheet.outcome.ranking[0]) == winners


def test_the_other_player_deals_next():
    sheet = PICCADILLY.record(blank(), BOB, hand(MA1, BOB))
    assert PICCADILLY.refuse_dealer(sheet, ANN) is None
    assert sentence(PICCADILLY.refuse_dealer(sheet, BOB)) == "It is Ann’s deal."
