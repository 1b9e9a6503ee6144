"""What a hand of Shnarbles is worth according to RULES.md, and why, and what the statistics count in it."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.rules.statistics import HANDS
from tests.games.shnarbles_notation import (
    ANN,
    BOB,
    GAME,
    NAMES,
    PAGE,
    RULES,
    WORKED,
    blank,
    errors,
    hand,
    names_in,
    numbers,
    recorded,
    standing,
    totals,
    winners,
)
from tests.pages import cases, rows


class TestScoring:
    @pytest.mark.parametrize("row", cases(PAGE, "Worked hands"))
    def test_the_worked_hands_score_as_shown(self, row):
        sheet = recorded(standing(row["scores before"], failed_bid=row["failed bid"]), row["entry"])
        assert totals(sheet) == numbers(row["scores after"])
        out = [NAMES[int(line.column)] for line in sheet.hands[-1].lines if line.mark == "out"]
        assert out == names_in(row["out"])
        assert winners(sheet) == names_in(row["wins"])

    @pytest.mark.parametrize(
        ("scores", "notation", "after"),
        [
            pytest.param("16 16 16 16", "A2♥ 5 0 0 0", [11, 21, 21, 21], id="all tricks in hearts are not a spade-out"),
            pytest.param(
                "16 16 16 16", "A5♠ 4 1 0 0", [21, 15, 21, 21], id="four tricks in spades are not a spade-out"
            ),
            pytest.param("16 16 16 16", "B1♦ 5 0 0 0", [11, 21, 21, 21], id="a bid of 1 with no tricks"),
        ],
    )
    def test_a_hand_is_scored(self, scores, notation, after):
        assert totals(recorded(standing(scores), notation)) == after

    def test_tricks_that_can_be_left_out_can_also_be_0(self):
        for entry in (hand("C4♦ - - 0 -"), hand("C4♦ - - . -", tricks=(0, 0, 0, 0))):
            assert errors(blank(), entry) == []
            assert totals(RULES.record(blank(), 3, entry)) == [16, 16, 11, 16]

    @pytest.mark.parametrize(
        ("failed_bid", "notation", "bidder"),
        [
            pytest.param("net", "A5♥ 4 1 0 0", 17, id="net, one short"),
            pytest.param("net", "A2♥ 2 3 0 0", 14, id="net changes nothing for a bid that is made"),
        ],
    )
    def test_an_option_sets_the_cost_of_a_failed_bid(self, failed_bid, notation, bidder):
        assert totals(recorded(blank(failed_bid=failed_bid), notation))[ANN] == bidder

    def test_a_deal_in_which_everyone_passes_changes_no_scores(self):
        sheet = recorded(blank(), "pass")
        assert sheet.hands[-1].lines == ()
        assert totals(sheet) == [16] * 4

    def test_the_default_scores_match_the_page(self):
        default = {row["option"]: row["default"] for row in rows(PAGE, "Options")}
        options = blank().table.options
        assert (str(options.start), str(options.out_at)) == (default["start"], default["out at"])


class TestReasons:
    def reasons(self, sheet, notation):
        lines = RULES.record(sheet, 0, hand(notation)).hands[-1].lines
        return [(NAMES[int(line.column)], line.points // 2, sentence(line.reason)) for line in lines]

    @pytest.mark.parametrize(
        ("notation", "reasons"),
        [
            pytest.param(
                "A3♥ 3 1 0 -",
                [
                    ("Ann", -3, "took 3, made the bid of 3"),
                    ("Bob", -1, "took 1 trick"),
                    ("Cy", 5, "took no tricks"),
                    ("Dee", 0, "folded"),
                ],
                id="the bid is made",
            ),
            pytest.param(
                "A3♥ 1 2 2 -",
                [
                    ("Ann", 0, "had the high bid, 3"),
                    ("Ann", 5, "took 1, missed the bid of 3"),
                    ("Ann", -1, "minus the trick taken"),
                    ("Bob", -2, "took 2 tricks"),
                    ("Cy", -2, "took 2 tricks"),
                    ("Dee", 0, "folded"),
                ],
                id="the bid fails",
            ),
            pytest.param(
                WORKED["S3"]["entry"],
                [
                    ("Ann", 0, "folded"),
                    ("Bob", 0, "folded"),
                    ("Cy", -5, "everyone folded against the bid of 4"),
                    ("Dee", 0, "folded"),
                ],
                id="all fold",
            ),
        ],
    )
    def test_each_line_has_a_reason(self, notation, reasons):
        assert self.reasons(blank(failed_bid="net"), notation) == reasons

    def test_reasons_are_given_for_a_spade_out_and_for_going_out(self):
        spade_out, out = WORKED["S4"], WORKED["S5"]
        assert self.reasons(standing(spade_out["scores before"]), spade_out["entry"])[:2] == [
            ("Ann", 0, "had the high bid, 2"),
            ("Ann", -5, "took all 5 with spades as trump: a spade-out"),
        ]
        assert self.reasons(standing(out["scores before"]), out["entry"])[-1] == ("Bob", 0, "has 34, and 32 is out")

    @pytest.mark.parametrize(
        "notation", [pytest.param("A3♠ 5 0 0 0", id="a spade-out"), pytest.param("C4♦ - 0 4 1", id="the goal")]
    )
    def test_nobody_goes_out_in_the_hand_that_ends_the_game(self, notation):
        sheet = recorded(standing("9 29 4 21"), notation)
        assert sheet.outcome
        assert totals(sheet)[BOB] == 34
        assert "out" not in {line.mark for line in sheet.hands[-1].lines}


class TestStatistics:
    def facts(self, sheet, notation):
        scored = RULES.record(sheet, 0, hand(notation)).hands[-1]
        amounts = {}
        for fact in GAME.statistics.facts(sheet.table, scored):
            amounts.setdefault(sheet.table.names[int(fact.column)], {})[fact.key] = fact.amount // 2
        return amounts

    @pytest.mark.parametrize(
        ("notation", "amounts"),
        [
            pytest.param(
                "A3♥ 3 . 0 -",
                {"Ann": {HANDS: -3, "off": 3, "bidder": 3, "made": 3}, "Cy": {HANDS: 5, "trickless": 0, "stayed": 5}}
                | {"Dee": {HANDS: 0, "folded": 0}},
                id="the bid is made",
            ),
            pytest.param(
                "D3♥ 3 . - 2",
                {"Ann": {HANDS: -3, "off": 3, "stayed": -3}, "Cy": {HANDS: 0, "folded": 0}}
                | {"Dee": {HANDS: 5, "bidder": 3, "failed": 3}},
                id="the bid fails",
            ),
            pytest.param(
                "A2♠ 5 . 0 0",
                {"Ann": {HANDS: -5, "off": 5, "bidder": 2, "made": 2, "spade_out": 0}}
                | {name: {HANDS: 5, "trickless": 0, "stayed": 5} for name in ("Cy", "Dee")},
                id="a spade-out",
            ),
        ],
    )
    def test_only_players_who_were_dealt_in_have_facts(self, notation, amounts):
        assert self.facts(standing("16 32 16 16"), notation) == amounts

    def test_the_hand_in_which_a_player_goes_out_still_counts(self):
        assert self.facts(standing("16 28 16 16"), "A3♥ 3 0 2 -")["Bob"] == {
            HANDS: 5,
            "trickless": 0,
            "stayed": 5,
            "out": 0,
        }
