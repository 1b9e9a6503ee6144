"""Whole games of Manchester Piccadilly and Manchester Truffle, worked out on paper."""

import pytest

from scorekeeper.text import sentence
from tests.games.test_manchester import ANN, BOB, MA1, MA2, PICCADILLY, TR1, blank, game_of, hand, problems

# First and final scores are dealer/opponent, like the hands; totals list Ann's first, then Bob's.
PICCADILLIES = [
    pytest.param(
        {},
        [(MA1, "6/-6 63/41", "0 22"), (MA2, "-7/7 44/65", "0 43")],
        "1 0",
        "After 2 hands, Bob had the best total: 43",
        id="Bob wins both hands",
    ),
    pytest.param(
        {"pack": "plain_78", "hands": 4},
        [
            ("20/30 25/25 38/42 6/7", "5/-5 49/44", "0 5"),
            ("35/15 35/15 50/30 8/5", "0/0 58/35", "23 5"),
            ("13/13 0/26 104/0 13/0", "-13/13 104/13", "23 96"),
            ("40/22 31/31 40/28 7/6", "-9/9 38/43", "23 101"),
        ],
        "1 0",
        "After 4 hands, Bob had the best total: 101",
        id="four hands, and aces count 1",
    ),
    pytest.param(
        {},
        [
            ("33/27 28/32 47/39 8/5", "-5/5 50/49", "0 1"),
            ("40/44 40/44 32/30 6/7", "0/0 38/37", "1 1"),
        ],
        "01",
        "After 2 hands, Ann and Bob tied for the best total: 1",
        id="each wins a hand by 1",
    ),
    pytest.param(
        {"hands": 6},
        [
            ("13/63 76/0 0/70 0/13", "63/-63 63/20", "0 43"),
            ("63/63 0/126 0/20 0/13", "-63/63 -63/96", "0 202"),
            ("30/31 30/31 42/43 7/6", "0/0 49/49", "0 202"),
            ("20/20 40/0 100/6 12/1", "20/-20 132/-13", "145 202"),
            ("50/26 36/40 20/50 4/9", "-14/14 10/73", "208 202"),
            ("45/28 41/32 33/40 7/6", "-4/4 36/50", "208 216"),
        ],
        "1 0",
        "After 6 hands, Bob had the best total: 216",
        id="six hands, final scores below 0, and Bob wins with the last hand",
    ),
    pytest.param(
        {"pack": "plain_78"},
        [
            ("21/30 25/26 35/44 7/6", "4/-4 46/46", "0 0"),
            ("13/14 27/0 40/63 4/9", "14/-14 58/58", "0 0"),
        ],
        "01",
        "After 2 hands, Ann and Bob tied for the best total: 0",
        id="aces count 1, and nobody scores",
    ),
]
TRUFFLES = [
    pytest.param(
        {},
        [
            (TR1, "6/-6 53/35", "0 18"),
            ("35/20 20/35 57/17 11/3/2", "-15/15 53/35", "18 18"),
        ],
        "01",
        "After 2 hands, Ann and Bob tied for the best total: 18",
        id="equal game points from different hands",
    ),
    pytest.param(
        {},
        [
            ("30/30 33/27 40/38 8/6/2", "3/-3 51/41", "0 10"),
            ("25/45 20/50 44/32 9/7/0", "-5/5 48/44", "4 10"),
        ],
        "1 0",
        "After 2 hands, Bob had the best total: 10",
        id="the dummy takes two tricks, then none",
    ),
    pytest.param(
        {"pack": "plain_78", "hands": 4},
        [
            ("20/33 26/27 0/0 0/0/16", "6/-6 6/-6", "0 12"),
            ("41/22 30/33 20/35 5/10/1", "-11/11 14/56", "0 54"),
            ("15/15 5/25 12/60 3/9/4", "-10/10 5/79", "74 54"),
            ("50/40 55/35 15/25 8/8/0", "5/-5 28/28", "74 54"),
        ],
        "0 1",
        "After 4 hands, Ann had the best total: 74",
        id="four hands, aces count 1, and the dummy takes every trick in the first hand",
    ),
    pytest.param(
        {},
        [
            ("30/30 30/30 44/42 5/7/4", "0/0 49/49", "0 0"),
            ("38/19 19/38 44/11 9/4/3", "-19/19 34/34", "0 0"),
        ],
        "01",
        "After 2 hands, Ann and Bob tied for the best total: 0",
        id="nobody scores in two different hands",
    ),
]


def finals(game, sheet):
    """Return the first and final scores of the last hand, each as "dealer/opponent"."""
    last = sheet.hands[-1]
    amounts = {(fact.column, fact.key): fact.amount // 2 for fact in game.statistics.facts(sheet.table, last)}
    seats = (str(last.dealer), str(1 - last.dealer))
    return " ".join("/".join(str(amounts[seat, key]) for seat in seats) for key in ("first", "final"))


@pytest.mark.parametrize(("options", "hands", "ranking", "reason"), [*PICCADILLIES, *TRUFFLES])
def test_a_game_is_replayed(options, hands, ranking, reason):
    game = game_of(hand(hands[0][0]))
    rules, sheet = game.rules, blank(game.rules, **options)
    for number, (notation, scores, totals) in enumerate(hands):
        dealer = rules.dealer(sheet)
        assert (sheet.outcome, dealer) == (None, BOB if number % 2 == 0 else ANN)
        assert problems(notation, dealer, **options) == []
        sheet = rules.record(sheet, dealer, hand(notation, dealer))
        assert finals(game, sheet) == scores
        assert [total / 2 for total in sheet.totals.values()] == [float(word) for word in totals.split()]
    assert " ".join("".join(columns) for columns in sheet.outcome.ranking) == ranking
    assert "".join(sheet.outcome.winners) == ranking.split()[0]
    assert sentence(sheet.outcome.reason) == reason


def test_the_opponent_deals_next():
    sheet = PICCADILLY.rules.record(blank(), BOB, hand(MA1, BOB))
    assert PICCADILLY.rules.refuse_dealer(sheet, ANN) is None
    assert sentence(PICCADILLY.rules.refuse_dealer(sheet, BOB)) == "It’s Ann’s deal."
