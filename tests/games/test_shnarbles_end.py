"""How a game of Shnarbles ends by its rules page: who won, and why; whole games, written and typed."""

import pytest

from scorekeeper.games.shnarbles import Options
from scorekeeper.rules.sheet import Table
from tests.games.shnarbles_notation import (
    ANN,
    BOB,
    CY,
    DEE,
    DONE,
    DOWN,
    GAME,
    LAST_IN,
    PASSED,
    RULES,
    bid,
    blank,
    end,
    recorded,
    standing,
    totals,
    tricks,
)
from tests.games.typing import complete, type_hand

SPADE_OUT = (  # only exactly 0 wins: Ann is below, and Cy does not need any score
    ("A4h 4 1 0 0", "2 5 11 11"),
    ("B2c 3 2 - 0", "-1 3 11 16"),
    ("C1d - 0 5 .", "-1 8 6 16"),
    ("pass", "-1 8 6 16"),
    ("C3s 0 0 5 .", "4 13 1 16"),
)
CAME_BACK = (  # only exactly 0 wins: Ann plays on below it, and comes up to it without a trick
    ("A2h 3 2", "3 4"),
    ("A1c 4 1", "-1 3"),
    ("B2d - .", "-1 -2"),
    ("A4d 4 1", "-5 -3"),
    ("B2h 0 5", "0 -8"),
)


SAMPLE = (
    ("Ann", "Bob", "Cy", "Dee"),
    {"start": 8, "out_at": 13},
    [
        [*bid(ANN, 3, "hearts"), "players.3.folded=true", DONE, *tricks({ANN: 3, BOB: 2, CY: 0})],
        [PASSED],
        [*bid(DEE, 1, "spades"), *tricks({BOB: 1, DEE: 4, ANN: 0})],
        [*bid(DEE, 4, "clubs"), "players.0.folded=true", "players.1.folded=true"],
    ],
    ("Dee",),
)
"""A game as it is typed: Cy goes out, all pass, Dee plays spades and then wins because both others fold."""


class TestEnd:
    @pytest.mark.parametrize(
        ("scores", "spoken", "winners", "reason"),
        [
            pytest.param(
                "9 29 4 21",
                "A2s 5 0 0 0",
                ["Ann"],
                "Ann took all 5 tricks with spades as trump, a spade-out, and wins at once",
                id="S4 a spade-out",
            ),
            pytest.param("3 16 16 16", "A3h 3 2 0 -", ["Ann"], "Ann reached 0", id="exactly 0"),
            pytest.param("1 16 16 16", "A3h 3 2 0 -", ["Ann"], "Ann reached 0", id="below 0"),
            pytest.param("4 16 16 16", "B3h 4 1 0 -", ["Ann"], "Ann reached 0", id="not the bidder"),
            pytest.param(
                "1 2 16 16", "A3h 3 2 0 -", ["Ann", "Bob"], "Ann and Bob reached 0 and share the win", id="two at once"
            ),
            pytest.param("28 30 3", "C2h 0 0 5", ["Cy"], "Cy reached 0", id="the goal before the last one in"),
            pytest.param("28 30 16", "C2h 0 0 5", ["Cy"], "Cy is the last one in", id="the last one in"),
            pytest.param("28 16 40", "B2h 0 5 .", ["Bob"], "Bob is the last one in", id="with one out before"),
        ],
    )
    def test_a_game_ends(self, scores, spoken, winners, reason):
        assert end(recorded(standing(scores), spoken)) == (winners, reason)

    @pytest.mark.parametrize(
        ("scores", "spoken"),
        [
            pytest.param("4 16 16 16", "A3h 3 2 0 -", id="1 is not enough"),
            pytest.param("11 29 3 21", "D2h 1 0 2 2", id="S5 three are left"),
            pytest.param("16 16 16 16", "pass", id="all passed"),
        ],
    )
    def test_a_game_goes_on(self, scores, spoken):
        assert recorded(standing(scores), spoken).outcome is None

    @pytest.mark.parametrize(
        ("scores", "spoken", "winners"),
        [
            pytest.param("3 16 16 16", "A3h 3 2 0 -", ["Ann"], id="exactly 0"),
            pytest.param("2 16 16 16", "A3h 3 2 0 -", None, id="below 0 plays on"),
            pytest.param("-5 16 16 16", "B2h 0 5 - -", ["Ann"], id="and may come back up"),
            pytest.param("2 2 16 16", "A3h 3 2 0 -", ["Bob"], id="another is at 0"),
            pytest.param("-2 28 40 40", "A3h 5 0 . .", ["Ann"], id="the last one in, below 0"),
            pytest.param("-2 28 40 16", "A3s 5 0 . 0", ["Ann"], id="a spade-out, below 0"),
        ],
    )
    def test_only_exactly_0_wins_by_option(self, scores, spoken, winners):
        sheet = recorded(standing(scores, goal="exactly_zero"), spoken)
        assert (sheet.outcome and end(sheet)[0]) == winners

    @pytest.mark.parametrize(
        ("both_at_zero", "scores", "spoken", "winners", "reason"),
        [
            pytest.param(
                "bidder",
                "1 2 16 16",
                "B2h 3 2 0 -",
                ["Bob"],
                "Ann and Bob reached 0; Bob took the bid, so Bob wins",
                id="the bidder is among them",
            ),
            pytest.param(
                "bidder",
                "1 2 16 16",
                "C2h 3 2 0 -",
                ["Ann", "Bob"],
                "Ann and Bob reached 0 and share the win",
                id="the bidder is not",
            ),
            pytest.param(
                "lowest",
                "1 2 16 16",
                "B2h 3 2 0 -",
                ["Ann"],
                "Ann and Bob reached 0; Ann has the lowest score, −2, and wins",
                id="the lowest",
            ),
            pytest.param(
                "lowest",
                "2 1 16 16",
                "B2h 3 2 0 -",
                ["Ann", "Bob"],
                "Ann and Bob reached 0 and share the win",
                id="both are the lowest",
            ),
            pytest.param(
                "lowest",
                "0 0 1 16",
                "A2h 2 2 1 0",
                ["Ann", "Bob"],
                "Ann, Bob and Cy reached 0; Ann and Bob have the lowest score, −2 each, and share the win",
                id="two of three are the lowest",
            ),
            pytest.param("lowest", "1 16 16 16", "B2h 3 2 0 -", ["Ann"], "Ann reached 0", id="one alone"),
            pytest.param("bidder", "1 16 16 16", "B2h 3 2 0 -", ["Ann"], "Ann reached 0", id="one alone, no bidder"),
        ],
    )
    def test_several_at_the_goal(self, both_at_zero, scores, spoken, winners, reason):
        sheet = standing(scores, both_at_zero=both_at_zero)
        assert end(recorded(sheet, spoken)) == (winners, reason)

    def test_the_fewest_points_rank_first_and_a_winner_before_all(self):
        assert recorded(standing("9 29 4 21"), "A2s 5 0 0 0").outcome.ranking == (("0",), ("2",), ("3",), ("1",))
        assert recorded(standing("20 29 4 21"), "A2s 5 0 0 0").outcome.ranking == (("0",), ("2",), ("3",), ("1",))
        assert RULES.ranking(standing("12 9 12 40")) == (("1",), ("0", "2"), ("3",))
        assert RULES.stop(standing("12 9 12 40"), "leader_wins").winners == ("1",)

    def test_out_at_what_the_house_says(self):
        sheet = recorded(standing("16 16 16 16", out_at=20), "A3h 3 2 0 -")
        assert RULES.seats(sheet) == (ANN, BOB, DEE)


class TestWholeGames:
    @pytest.mark.parametrize(
        ("players", "options", "hands", "winners", "reason"),
        [
            pytest.param(4, {}, DOWN, ["Bob"], "Bob reached 0", id="down to 0"),
            pytest.param(
                3,
                {"failed_bid": "net", "out_at": 24},
                LAST_IN,
                ["Bob"],
                "Bob is the last one in",
                id="the last one in",
            ),
            pytest.param(
                4,
                {"goal": "exactly_zero", "start": 6, "out_at": 12},
                SPADE_OUT,
                ["Cy"],
                "Cy took all 5 tricks with spades as trump, a spade-out, and wins at once",
                id="a spade-out",
            ),
            pytest.param(
                2,
                {"goal": "exactly_zero", "start": 6, "out_at": 12},
                CAME_BACK,
                ["Ann"],
                "Ann reached exactly 0, and below 0 nobody wins",
                id="back up to 0",
            ),
        ],
    )
    def test_a_game_is_replayed(self, players, options, hands, winners, reason):
        sheet = blank(players, **options)
        for spoken, scores in hands:
            sheet = recorded(sheet, spoken)
            assert " ".join(map(str, totals(sheet))) == scores
        assert end(sheet) == (winners, reason)

    def test_a_game_is_typed(self):
        names, options, typed, winners = SAMPLE
        sheet = RULES.blank(Table(names=names, options=Options(**options), first_dealer=DEE))
        for taps in typed:
            dealer = RULES.dealer(sheet)
            answers, _count = type_hand(GAME, sheet, dealer, taps)
            sheet = RULES.record(sheet, dealer, complete(GAME, sheet, dealer, answers))
        assert end(sheet) == ([*winners], "Dee reached 0")
        assert totals(sheet) == [10, 5, 13, -1]
        assert [hand.dealer for hand in sheet.hands] == [DEE, ANN, ANN, BOB]
