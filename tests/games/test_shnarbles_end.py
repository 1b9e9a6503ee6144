"""How a game of Shnarbles ends according to RULES.md: who wins and why. Includes whole games."""

import pytest

from tests.games.shnarbles_notation import (
    ANN,
    BOB,
    CY,
    DEE,
    DONE,
    DOWN,
    LAST_IN,
    PAGE,
    PASSED,
    RULES,
    WORKED,
    bid,
    blank,
    end,
    names_in,
    numbers,
    recorded,
    standing,
    totals,
    tricks,
    winners,
)
from tests.pages import cases, rows

SPADE_OUT = (  # only exactly 0 wins: Ann is below 0, and Cy wins by a spade-out, which wins at any score
    ("A4♥ 4 1 0 0", "2 5 11 11"),
    ("B2♣ 3 2 - 0", "-1 3 11 16"),
    ("C1♦ - 0 5 .", "-1 8 6 16"),
    ("pass", "-1 8 6 16"),
    ("C3♠ 0 0 5 .", "4 13 1 16"),
)
CAME_BACK = (  # only exactly 0 wins: Ann drops below 0, plays on, and comes back up to 0 with no tricks
    ("A2♥ 3 2", "3 4"),
    ("A1♣ 4 1", "-1 3"),
    ("B2♦ - .", "-1 -2"),
    ("A4♦ 4 1", "-5 -3"),
    ("B2♥ 0 5", "0 -8"),
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
"""A game as it is entered: Cy goes out, all pass, Dee plays in spades and then wins because both opponents fold."""

SEVERAL = {row["case"]: row for row in rows(PAGE, "Several at the goal")}


class TestEnd:
    @pytest.mark.parametrize(
        ("scores", "notation", "names", "reason"),
        [
            pytest.param(
                WORKED["S4"]["scores before"],
                WORKED["S4"]["entry"],
                ["Ann"],
                "Ann took all 5 tricks with spades as trump: a spade-out",
                id="S4, a spade-out",
            ),
            pytest.param(
                "3 16 16 16", "A3♥ 3 2 0 -", ["Ann"], "Ann got down to 0, and 0 or below wins", id="exactly 0"
            ),
            pytest.param(
                "1 2 16 16",
                "A3♥ 3 2 0 -",
                ["Ann", "Bob"],
                "Ann (−2) and Bob (0) got down to 0 or below",
                id="two at once",
            ),
            pytest.param(
                "28 30 3",
                "C2♥ 0 0 5",
                ["Cy"],
                "Cy got down to −2, and 0 or below wins",
                id="reaching the goal comes before being the last one in",
            ),
        ],
    )
    def test_a_game_ends(self, scores, notation, names, reason):
        assert end(recorded(standing(scores), notation)) == (names, reason)

    @pytest.mark.parametrize("row", cases(PAGE, "Exactly 0"))
    def test_an_option_requires_exactly_0_to_win(self, row):
        sheet = recorded(standing(row["scores before"], goal="exactly_zero"), row["entry"])
        assert totals(sheet) == numbers(row["scores after"])
        assert winners(sheet) == names_in(row["wins"])

    @pytest.mark.parametrize("row", cases(PAGE, "Several at the goal"))
    @pytest.mark.parametrize("both_at_zero", ["shared", "bidder", "lowest"])
    def test_several_players_reach_the_goal(self, row, both_at_zero):
        sheet = recorded(standing(row["scores before"], both_at_zero=both_at_zero), row["entry"])
        assert totals(sheet) == numbers(row["scores after"])
        assert winners(sheet) == names_in(row[both_at_zero])

    @pytest.mark.parametrize(
        ("both_at_zero", "case", "reason"),
        [
            (
                "bidder",
                "the bidder is among them",
                "Ann (−2) and Bob (0) got down to 0 or below; Bob took the bid, and the bidder wins",
            ),
            ("bidder", "the bidder is not", "Ann (−2) and Bob (0) got down to 0 or below"),
            (
                "lowest",
                "the bidder is among them",
                "Ann (−2) and Bob (0) got down to 0 or below; the lowest score wins",
            ),
            ("lowest", "both are the lowest", "Ann (−1) and Bob (−1) got down to 0 or below"),
            (
                "lowest",
                "two of three are the lowest",
                "Ann (−1), Bob (−1) and Cy (0) got down to 0 or below; the lowest score wins",
            ),
            ("lowest", "one alone", "Ann got down to −2, and 0 or below wins"),
            ("bidder", "one alone", "Ann got down to −2, and 0 or below wins"),
        ],
    )
    def test_the_reason_explains_the_tie_break_at_the_goal(self, both_at_zero, case, reason):
        row = SEVERAL[case]
        sheet = standing(row["scores before"], both_at_zero=both_at_zero)
        assert end(recorded(sheet, row["entry"]))[1] == reason

    def test_the_winner_ranks_first_and_the_rest_by_lowest_score(self):
        for scores in ("9 29 4 21", "20 29 4 21"):
            assert recorded(standing(scores), "A3♠ 5 0 0 0").outcome.ranking == (("0",), ("2",), ("3",), ("1",))
        assert RULES.ranking(standing("12 9 12 40")) == (("1",), ("0", "2"), ("3",))
        assert RULES.stopped(standing("12 9 12 40"), "leader_wins").winners == ("1",)


class TestWholeGames:
    @pytest.mark.parametrize(
        ("players", "options", "hands", "names", "reason"),
        [
            pytest.param(4, {}, DOWN, ["Bob"], "Bob got down to 0, and 0 or below wins", id="down to 0"),
            pytest.param(
                3,
                {"failed_bid": "net", "out_at": 24},
                LAST_IN,
                ["Bob"],
                "Bob is the last player left",
                id="the last one in",
            ),
            pytest.param(
                4,
                {"goal": "exactly_zero", "start": 6, "out_at": 12},
                SPADE_OUT,
                ["Cy"],
                "Cy took all 5 tricks with spades as trump: a spade-out",
                id="a spade-out",
            ),
            pytest.param(
                2,
                {"goal": "exactly_zero", "start": 6, "out_at": 12},
                CAME_BACK,
                ["Ann"],
                "Ann got to exactly 0, and below 0 doesn’t count",
                id="back up to 0",
            ),
        ],
    )
    def test_a_game_is_replayed(self, players, options, hands, names, reason):
        sheet = blank(players, **options)
        for notation, scores in hands:
            sheet = recorded(sheet, notation)
            assert totals(sheet) == numbers(scores)
        assert end(sheet) == (names, reason)
