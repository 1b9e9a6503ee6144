"""Shnarbles by its rules page: what a hand is worth and why. Its notation: `tests.games.shnarbles_notation`."""

import pytest

from scorekeeper.text import sentence
from tests.games.shnarbles_notation import ANN, BOB, RULES, blank, errors, hand, recorded, standing, totals


class TestScoring:
    @pytest.mark.parametrize(
        ("scores", "spoken", "after"),
        [
            pytest.param("16 16 16 16", "A3h 3 2 0 -", [13, 14, 21, 16], id="S1 the bid is made"),
            pytest.param("16 16 16 16", "B3c 1 2 2 0", [15, 21, 14, 21], id="S2 the bid is failed"),
            pytest.param("16 16 16 16", "C4d - - . -", [16, 16, 11, 16], id="S3 all fold"),
            pytest.param("9 29 4 21", "A2s 5 0 0 0", [4, 34, 9, 26], id="S4 a spade-out"),
            pytest.param("11 29 3 21", "D2h 1 0 2 2", [10, 34, 1, 19], id="S5 somebody goes out"),
            pytest.param("16 16 16 16", "A2h 5 0 0 0", [11, 21, 21, 21], id="all tricks in hearts are no spade-out"),
            pytest.param("16 16 16 16", "A5s 4 1 0 0", [21, 15, 21, 21], id="four tricks in spades are none either"),
            pytest.param("16 16 16 16", "B1d 5 0 0 0", [11, 21, 21, 21], id="a bid of 1 with no trick"),
            pytest.param("16 16", "B1s 4 1", [12, 15], id="two players"),
            pytest.param("40 16 16 16", "B3h . 3 2 0", [40, 13, 14, 21], id="who is out is not in the hand"),
        ],
    )
    def test_a_hand_is_worth_what_the_table_says(self, scores, spoken, after):
        assert totals(recorded(standing(scores), spoken)) == after

    def test_the_tricks_of_who_folded_may_be_entered_as_0(self):
        for entry in (hand("C4d - - 0 -"), hand("C4d - - . -", tricks=(0, 0, 0, 0))):
            assert errors(blank(), entry) == []
            assert totals(RULES.record(blank(), 3, entry)) == [16, 16, 11, 16]

    def test_s2_a_failed_bid_costs_net_5_less_the_tricks(self):
        assert totals(recorded(blank(failed_bid="net"), "B3c 1 2 2 0")) == [15, 19, 14, 21]

    @pytest.mark.parametrize(
        ("failed_bid", "spoken", "bidder"),
        [
            pytest.param("flat", "A5h 4 1 0 0", 21, id="flat, one short"),
            pytest.param("net", "A5h 4 1 0 0", 17, id="net, one short"),
            pytest.param("net", "A5h 0 5 0 0", 21, id="net, without a trick"),
            pytest.param("net", "A2h 2 3 0 0", 14, id="net changes nothing for a bid that is made"),
        ],
    )
    def test_what_a_failed_bid_costs(self, failed_bid, spoken, bidder):
        assert totals(recorded(blank(failed_bid=failed_bid), spoken))[ANN] == bidder

    def test_all_passed_moves_nothing(self):
        sheet = recorded(blank(), "pass")
        assert sheet.hands[-1].lines == ()
        assert totals(sheet) == [16] * 4

    def test_the_start_is_what_the_house_says(self):
        assert totals(blank(3, start=20)) == [20] * 3


class TestReasons:
    def lines(self, sheet, spoken):
        lines = RULES.record(sheet, 0, hand(spoken)).hands[-1].lines
        return [(sheet.table.names[int(each.column)], each.points // 2, sentence(each.reason)) for each in lines]

    @pytest.mark.parametrize(
        ("spoken", "said"),
        [
            pytest.param(
                "A3h 3 1 0 -",
                [
                    ("Ann", -3, "took 3, made the bid of 3"),
                    ("Bob", -1, "took 1 trick"),
                    ("Cy", 5, "took no trick"),
                    ("Dee", 0, "folded"),
                ],
                id="a bid that is made",
            ),
            pytest.param(
                "A3h 1 2 2 -",
                [
                    ("Ann", 0, "took the bid with 3"),
                    ("Ann", 5, "took 1, failed the bid of 3"),
                    ("Ann", -1, "less the 1 trick taken"),
                    ("Bob", -2, "took 2 tricks"),
                    ("Cy", -2, "took 2 tricks"),
                    ("Dee", 0, "folded"),
                ],
                id="a bid that is failed",
            ),
            pytest.param(
                "C4d - - . -",
                [
                    ("Ann", 0, "folded"),
                    ("Bob", 0, "folded"),
                    ("Cy", -5, "nobody stayed in against the bid of 4"),
                    ("Dee", 0, "folded"),
                ],
                id="all fold",
            ),
        ],
    )
    def test_reasons_are_what_a_player_would_say(self, spoken, said):
        assert self.lines(blank(failed_bid="net"), spoken) == said

    def test_a_spade_out_and_going_out_are_said(self):
        assert self.lines(standing("9 29 4 21"), "A2s 5 0 0 0")[:2] == [
            ("Ann", 0, "took the bid with 2"),
            ("Ann", -5, "took all 5 with spades as trump: a spade-out"),
        ]
        assert self.lines(standing("11 29 3 21"), "D2h 1 0 2 2")[-1] == ("Bob", 0, "has 34 and is out")

    @pytest.mark.parametrize(
        "spoken", [pytest.param("A2s 5 0 0 0", id="a spade-out"), pytest.param("C4d - 0 4 1", id="the goal")]
    )
    def test_nobody_goes_out_of_a_game_that_is_over(self, spoken):
        sheet = recorded(standing("9 29 4 21"), spoken)
        assert sheet.outcome
        assert totals(sheet)[BOB] == 34
        assert "out" not in {line.mark for line in sheet.hands[-1].lines}

    def test_every_mark_of_the_legend_is_given_by_some_hand(self):
        spoken = ["A3h 1 0 4 -", "B1s 0 5 0 0"]
        given = {line.mark for each in spoken for line in RULES.score(standing("16 28 16 16"), 0, hand(each))}
        assert {mark.key for mark in RULES.legend} == given - {""}
