"""Whole games of Manchester Piccadilly and Manchester Truffle, worked out on paper."""

import pytest

from scorekeeper.formats.language import sentence
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
