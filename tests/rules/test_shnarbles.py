"""Shnarbles by its rules page: S1 to S5, every check and option, whole games, the statistics and the file forms.

Hands are written as the table would say them: "A3h 3 2 0 -" is Ann's bid of 3 with hearts and everybody's tricks, "-"
for who folded, "." for who is out; "pass" is the hand that all passed.
"""

import json
from dataclasses import replace

import pytest

from scorekeeper.exchange.plain import write_plain
from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.rules.base import Table
from scorekeeper.rules.facts import HANDS
from scorekeeper.rules.shnarbles import Entry, Options, Shnarbles
from scorekeeper.rules.words import points
from scorekeeper.text import sentence
from tests.rules.typing import complete, type_hand

RULES = Shnarbles()
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
ANN, BOB, CY, DEE = range(4)

DOWN = (  # hands and the scores after them: Bob is down first, though Ann bids most
    ("A3h 3 2 0 -", "13 14 21 16"),
    ("B4d 0 5 0 0", "18 9 26 21"),
    ("C2c 2 1 2 -", "16 8 24 21"),
    ("pass", "16 8 24 21"),
    ("A2h 3 - 2 0", "13 8 22 26"),
    ("B5c - 5 - 0", "13 3 22 31"),
    ("A1d 5 - - 0", "8 3 22 36"),
    ("A3s 3 2 0 .", "5 1 27 36"),
    ("A2h 4 1 - .", "1 0 27 36"),
)
LAST_IN = (  # failed bids cost net; Cy is out, then Ann
    ("A5h 4 1 0", "17 15 21"),
    ("C5c 0 5 0", "22 10 26"),
    ("B2s 1 4 .", "21 6 26"),
    ("A3d 2 3 .", "24 3 26"),
)
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

PASSED, DONE = "hand.no_bidder=true", "hand.folds_done=true"


def bid(seat, number, suit):
    """The taps of the bid."""
    return [f"hand.bidder={seat}", f"hand.bid={number}", f"hand.trump={suit}"]


def tricks(taken):
    """The taps of the tricks, by seat in the order of the screen."""
    return [f"players.{seat}.tricks={each}" for seat, each in taken.items()]


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


def table(players=4, **options):
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players=4, **options):
    return RULES.blank(table(players, **options))


def hand(spoken, **changes):
    """An entry; the bid is written "A3h"."""
    if spoken.startswith("pass"):
        players = int(spoken.removeprefix("pass") or 4)
        return replace(Entry(all_passed=True, folded=(False,) * players, tricks=(None,) * players), **changes)
    said, *tricks = spoken.split()
    entry = Entry(
        bidder="ABCDEFGHIJ".index(said[0]),
        bid=int(said[1]),
        trump=SUITS[said[2]],
        folded=tuple(word == "-" for word in tricks),
        tricks=tuple(int(word) if word.isdecimal() else None for word in tricks),
    )
    return replace(entry, **changes)


def standing(scores, *before, **options):
    """A sheet with these scores; the hands before it are those that were folded in."""
    wanted = [points(int(score)) for score in scores.split()]
    sheet = blank(len(wanted), **options)
    for spoken in before or (f"pass{len(wanted)}",):
        sheet = RULES.record(sheet, RULES.dealer(sheet), hand(spoken))
    last = replace(sheet.hands[-1], totals=dict(zip(sheet.totals, wanted, strict=True)))
    return replace(sheet, hands=(*sheet.hands[:-1], last), outcome=None)


def recorded(sheet, *spoken):
    for each in spoken:
        assert sheet.outcome is None, "the game is over"
        dealer, entry = RULES.dealer(sheet), hand(each)
        assert errors(sheet, entry) == []
        sheet = RULES.record(sheet, dealer, entry)
    return sheet


def totals(sheet):
    return [half // 2 for half in sheet.totals.values()]


def errors(sheet, entry):
    """The problems as (path, message); there are no warnings in this game."""
    found = list(RULES.check(sheet, 0, entry))
    assert {problem.level for problem in found} <= {"error"}
    return [(problem.path, sentence(problem.message)) for problem in found]


def end(sheet):
    """Who won, by name, and why."""
    assert sheet.outcome is not None, "the game goes on"
    return [sheet.table.names[int(key)] for key in sheet.outcome.winners], sentence(sheet.outcome.reason)


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


class TestChecks:
    @pytest.mark.parametrize(
        ("entry", "found"),
        [
            pytest.param(
                hand("A3h 3 2 0 -", bidder=None),
                [("hand.bidder", "The bidder is missing. If all passed, the sheet must say so.")],
                id="no bidder",
            ),
            pytest.param(hand("A3h 3 2 0 -", bid=None), [("hand.bid", "The bid is missing.")], id="no bid"),
            pytest.param(
                hand("A3h 3 2 0 -", trump=None), [("hand.trump", "The trump suit is missing.")], id="no trump"
            ),
            pytest.param(
                hand("A3h - 5 0 0"),
                [("players.0.folded", "Ann is the bidder and cannot fold.")],
                id="the bidder folds",
            ),
            pytest.param(
                hand("A3s 3 2 0 -"),
                [("players.3.folded", "Spades are trump, so Dee cannot fold.")],
                id="somebody folds with spades as trump",
            ),
            pytest.param(
                hand("A3h 3 2 0 -", tricks=(3, 2, 0, 1)),
                [("players.3.tricks", "Dee folded, and so took no tricks.")],
                id="a folder with tricks",
            ),
            pytest.param(
                hand("C4d - - 5 -"),
                [("players.2.tricks", "All others folded, so no tricks were played.")],
                id="tricks when all fold",
            ),
            pytest.param(
                hand("A3h 3 2 . 0"),
                [("players.2.tricks", "The tricks that Cy took are missing; none is written 0.")],
                id="tricks left out",
            ),
            pytest.param(
                hand("A3h 3 2 1 0"), [("players", "The tricks add up to 6, not to 5.")], id="six tricks are too many"
            ),
            pytest.param(
                hand("A3h 3 0 0 -"), [("players", "The tricks add up to 3, not to 5.")], id="three tricks are too few"
            ),
            pytest.param(hand("A3h 0 3 2 -"), [], id="a renege, settled at the table"),
            pytest.param(hand("pass"), [], id="all passed"),
            pytest.param(
                hand("A3h 3 2 0 -", all_passed=True),
                [
                    ("hand.bidder", "All passed, so nobody took the bid."),
                    ("hand.bid", "All passed, so nothing was bid."),
                    ("hand.trump", "All passed, so nothing was trump."),
                    ("players.3.folded", "All passed, so nobody folded."),
                    ("players.0.tricks", "All passed, so nobody took tricks."),
                    ("players.1.tricks", "All passed, so nobody took tricks."),
                    ("players.2.tricks", "All passed, so nobody took tricks."),
                ],
                id="all passed, and yet a hand",
            ),
        ],
    )
    def test_a_hand_is_checked(self, entry, found):
        assert errors(blank(), entry) == found

    @pytest.mark.parametrize(
        ("entry", "path"),
        [
            pytest.param(hand("B3h 5 . 0 0"), "hand.bidder", id="bids"),
            pytest.param(hand("A3h 5 - 0 0"), "players.1.folded", id="folds"),
            pytest.param(hand("A3h 5 0 0 0"), "players.1.tricks", id="has no trick"),
        ],
    )
    def test_who_is_out_may_not_appear_in_the_hand(self, entry, path):
        sheet = standing("16 32 16 16")
        assert errors(sheet, entry) == [(path, "Bob is out, and not in this hand.")]
        assert errors(sheet, hand("A3h 5 . 0 0")) == []

    def test_who_is_out_does_not_keep_all_from_folding(self):
        assert errors(standing("16 32 16 16"), hand("A3h . . - -")) == []

    @pytest.mark.parametrize(
        ("before", "may"),
        [
            pytest.param([], True, id="never folded"),
            pytest.param(["A1h 5 0 0 -"], True, id="folded once"),
            pytest.param(["A1h 5 0 0 -", "A1h 5 0 0 -"], False, id="folded twice running"),
            pytest.param(["A1h 5 0 0 -", "pass", "A1h 5 0 0 -", "pass"], False, id="all passed does not break it"),
            pytest.param(["A1h 5 0 0 -", "pass"], True, id="all passed does not count"),
            pytest.param(["A1h 5 0 0 -", "A1h 0 0 0 5", "A1h 5 0 0 -"], True, id="played between"),
            pytest.param(["A1h 5 0 0 -", "A1h 5 0 0 -", "A1h 0 0 0 5"], True, id="played after"),
            pytest.param(["A1h 5 0 0 -", "A1h 5 0 0 -", "D5h - - - 0"], True, id="was the bidder after"),
            pytest.param(["A1h 5 0 0 -", "A1h 5 0 0 -", "A5s 4 0 0 1"], True, id="had to play spades after"),
            pytest.param(["A1h 5 0 - 0", "A1h 5 0 - 0"], True, id="another folded"),
        ],
    )
    def test_nobody_folds_a_third_hand_running(self, before, may):
        sheet = standing("16 16 16 16", *before)
        said = [("players.3.folded", "Dee has folded two hands running and cannot fold a third.")]
        assert errors(sheet, hand("B2h 2 3 0 -")) == ([] if may else said)


class TestDealing:
    def test_the_same_dealer_deals_again_after_all_passed(self):
        sheet, dealers = blank(), []
        for spoken in ("pass", "pass", "A3h 3 2 0 -", "C4d - - . -"):
            dealers.append(RULES.dealer(sheet))
            sheet = recorded(sheet, spoken)
        assert [*dealers, RULES.dealer(sheet)] == [DEE, DEE, DEE, ANN, BOB]

    def test_the_deal_skips_who_is_out(self):
        sheet = standing("32 40 16 16")
        sheet = RULES.record(sheet, DEE, hand("C3h . . 3 2"))
        assert RULES.dealer(sheet) == CY
        assert RULES.seats(sheet) == (CY, DEE)
        assert sentence(RULES.refuse_dealer(sheet, ANN)) == "Ann is out and cannot deal."
        assert RULES.refuse_dealer(sheet, DEE) is None

    def test_of_two_players_the_other_deals_but_after_all_passed(self):
        sheet = recorded(blank(2), "A3h 3 2")
        assert sentence(RULES.refuse_dealer(sheet, BOB)) == "It is Ann’s deal."
        assert RULES.refuse_dealer(recorded(sheet, "pass2"), ANN) is None

    @pytest.mark.parametrize(
        ("options", "path"),
        [
            pytest.param({}, None, id="as usual"),
            pytest.param({"start": 31}, None, id="one below out"),
            pytest.param({"start": 32}, "start", id="out from the start"),
            pytest.param({"out_at": 10}, "start", id="out below the start"),
        ],
    )
    def test_the_start_is_below_what_is_out(self, options, path):
        problem = RULES.refuse_table(table(**options))
        assert (problem and problem.path) == path
        assert path is None or sentence(problem.message).startswith("The start must be below")


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
            draft, _count = type_hand(RULES, sheet, dealer, taps)
            sheet = RULES.record(sheet, dealer, complete(RULES, sheet, dealer, draft))
        assert end(sheet) == ([*winners], "Dee reached 0")
        assert totals(sheet) == [10, 5, 13, -1]
        assert [hand.dealer for hand in sheet.hands] == [DEE, ANN, ANN, BOB]


class TestStatistics:
    def facts(self, sheet, spoken):
        hand_ = RULES.record(sheet, 0, hand(spoken)).hands[-1]
        found = {}
        for fact in RULES.facts(sheet.table, hand_):
            found.setdefault(sheet.table.names[int(fact.column)], {})[fact.key] = fact.amount // 2
        return found

    @pytest.mark.parametrize(
        ("spoken", "found"),
        [
            pytest.param(
                "A3h 3 . 0 -",
                {"Ann": {HANDS: -3, "off": 3, "bidder": 3, "made": 3}, "Cy": {HANDS: 5, "trickless": 0, "stayed": 5}}
                | {"Dee": {HANDS: 0, "folded": 0}},
                id="a bid that is made",
            ),
            pytest.param(
                "D3h 3 . - 2",
                {"Ann": {HANDS: -3, "off": 3, "stayed": -3}, "Cy": {HANDS: 0, "folded": 0}}
                | {"Dee": {HANDS: 5, "bidder": 3, "failed": 3}},
                id="a bid that is failed",
            ),
            pytest.param(
                "A2s 5 . 0 0",
                {"Ann": {HANDS: -5, "off": 5, "bidder": 2, "made": 2, "spade_out": 0}}
                | {name: {HANDS: 5, "trickless": 0, "stayed": 5} for name in ("Cy", "Dee")},
                id="a spade-out",
            ),
            pytest.param("pass", {"Ann": {HANDS: 0}, "Cy": {HANDS: 0}, "Dee": {HANDS: 0}}, id="all passed"),
        ],
    )
    def test_what_a_hand_counts_and_nothing_of_who_is_out(self, spoken, found):
        assert self.facts(standing("16 32 16 16"), spoken) == found

    def test_the_hand_in_which_one_goes_out_still_counts(self):
        assert self.facts(standing("16 28 16 16"), "A3h 3 0 2 -")["Bob"] == {
            HANDS: 5,
            "trickless": 0,
            "stayed": 5,
            "out": 0,
        }

    def test_the_best_hand_is_the_one_that_took_most_off(self):
        assert [feat.key for feat in RULES.feats] == ["off", "made"]
        assert HANDS not in {figure.key for figure in RULES.figures if figure.show == "most"}


def a_file(players, hands, **options):
    """A game in the form of a sheet file."""
    written = []
    for spoken, _scores in hands:
        entry = hand(spoken)
        about = {"bidder": entry.bidder, "bid": entry.bid, "trump": entry.trump}
        if entry.bidder is None:
            written.append({"hand": {"all_passed": True}, "players": {}})
            continue
        seats = {NAMES[seat]: {"tricks": taken} for seat, taken in enumerate(entry.tricks) if taken is not None}
        seats |= {NAMES[seat]: {"folded": True} for seat, folded in enumerate(entry.folded) if folded}
        written.append({"hand": about | {"bidder": NAMES[entry.bidder]}, "players": seats})
    one = {"rules": "shnarbles", "players": NAMES[:players], "options": options, "hands": written}
    return read_sheets(json.dumps({"format": "scorekeeper-sheets/1", "games": [one]}).encode())


PLAIN = """\
Shnarbles
Ann, Bob, Cy; Cy deals first
Failed bid: 5 points less the tricks
Out at: 24

      dealer     Ann     Bob      Cy
────────────────────────────────────
   1  Cy          +1      −1      +5
                  17      15      21
      Ann       0  took the bid with 5
               +5  took 4, failed the bid of 5
               −4  less the 4 tricks taken
      Bob      −1  took 1 trick
      Cy       +5  took no trick

   2  Ann         +5      −5      +5
                  22      10      26
      Ann      +5  took no trick
      Bob      −5  took 5 tricks
      Cy        0  took the bid with 5
               +5  took 0, failed the bid of 5
                0  has 26 and is out

   3  Bob         −1      −4       0
                  21       6      26
      Ann      −1  took 1 trick
      Bob      −4  took 4, made the bid of 2

   4  Ann         +3      −3       0
                  24       3      26
      Ann       0  took the bid with 3
               +5  took 2, failed the bid of 3
               −2  less the 2 tricks taken
                0  has 24 and is out
      Bob      −3  took 3 tricks


Bob is the last one in. Won by Bob.
"""


class TestFiles:
    def test_a_whole_game_is_read(self):
        found = a_file(4, DOWN)
        assert [str(message) for message in found.messages] == []
        sheet = found.games[0].sheet
        assert totals(sheet) == [1, 0, 27, 36]
        assert end(sheet) == (["Bob"], "Bob reached 0")
        assert [NAMES[hand.dealer] for hand in sheet.hands] == (
            ["Dee", "Ann", "Bob", "Cy", "Cy", "Dee", "Ann", "Bob", "Cy"]
        )

    def test_a_wrong_hand_is_told_with_its_place(self):
        found = a_file(4, [("A3h 3 3 0 -", ""), ("A3s 3 2 0 -", "")])
        assert [str(message) for message in found.messages] == [
            "games[0].hands[0].players: error: The tricks add up to 6, not to 5.",
            "games[0].hands[1].players.Dee.folded: error: Spades are trump, so Dee cannot fold.",
        ]

    def test_a_game_reads_well(self):
        assert "".join(write_plain(a_file(3, LAST_IN, failed_bid="net", out_at=24).games)) == PLAIN
