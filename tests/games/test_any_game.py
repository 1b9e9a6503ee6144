"""Any game according to RULES.md: what rounds, rows, turns and bids are worth."""

import pytest

from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, played, reasons, totals

RULES = ANY_GAME.rules

SAMPLE = (
    ("Ann", "Bob", "Cy"),
    {"template": "pounce", "name": "Pounce", "ends": "rounds", "rounds": 3, "negative": True},
    [
        ["players.0.points=12", "players.1.points=0", "players.2.points=7"],
        ["players.0.points=-5", "players.1.points=20", "players.2.points=0"],
        ["players.0.points=3", "players.1.points=4", "players.2.points=16"],
    ],
    ("Bob",),
)

SCORED = [
    pytest.param({"sum": "zero"}, 3, ["10 -4 -6"], "10 -4 -6", None, id="one gets what the others pay"),
    pytest.param(
        {"sum": "winner", "worth": 5, "bonus": 25},
        3,
        [{"winner": "Bob", "points": "3 - 0"}],
        "0 40 0",
        ["Bob +25: won the round", "Bob +15: 5 for each card left: Ann 3"],
        id="cards left are worth more, and so is winning",
    ),
    pytest.param(
        {"rows": "categories", "categories": "A\nB\nC\nBonus + 9 from 5", "negative": True},
        1,
        ["5", "-5", "5"],
        "14",
        ["Ann +5: C: 5"],
        id="a bonus is given once and isn’t lost again",
    ),
    pytest.param(
        {"rows": "categories", "categories": "A\nFirst + 1 from 2\nB\nSecond + 3 from 2"},
        1,
        ["2", "1"],
        "4",
        ["Ann +1: B: 1"],
        id="a bonus counts the rows since the last bonus",
    ),
    pytest.param(
        {"rows": "turns", "categories": "Ones × 1\nBonus + 9 from 5\nChance", "sides": "partners"},
        4,
        [
            {"row": 1, "points": "4 - - -"},
            {"row": 1, "points": "- 5 - -"},
            {"row": 1, "points": "- - 4 -"},
        ],
        "8 14",
        ["Ann & Cy +4: Ones: 4 × 1"],
        id="partners each reach their own bonus",
    ),
    pytest.param(
        {"rows": "turns", "sides": "partners"},
        4,
        ["7 - - -", "- 3 - -", "- - 5 -"],
        "12 3",
        ["Ann & Cy +5: scored 5"],
        id="partners take turns for one total",
    ),
    pytest.param(
        {"bids": "exact", "made": 20, "each": 10},
        3,
        [{"bid": "1 0 1", "tricks": "1 0 0"}, {"bid": "0 0 2", "tricks": "2 0 0"}],
        "10 40 -30",
        [
            "Ann -20: bid 0, made 2: 2 off, −10 each",
            "Bob +20: bid 0, made 0: 20 + 0 × 10",
            "Cy -20: bid 2, made 0: 2 off, −10 each",
        ],
        id="a bid must be made exactly",
    ),
    pytest.param(
        {"bids": "least", "tricks": 13, "made": 5},
        3,
        [{"bid": "5 3 4", "tricks": "4 3 6"}],
        "-50 35 47",
        [
            "Ann -50: bid 5, made only 4: −5 × 10",
            "Bob +35: bid 3, made 3: 5 + 3 × 10",
            "Cy +45: bid 4, made 6: 5 + 4 × 10",
            "Cy +2: 2 extra × 1",
        ],
        id="a bid must be made at least",
    ),
    pytest.param(
        {"bids": "least", "tricks": 13, "sides": "partners", "nil": 100},
        4,
        [{"bid": "5 3 0 3", "tricks": "4 3 2 4"}],
        "-148 61",
        [
            "Ann & Cy -100: bid nil, took 2 tricks",
            "Ann & Cy -50: bid 5, made only 4: −5 × 10",
            "Ann & Cy +2: 2 extra × 1",
            "Bob & Dee +60: bid 6, made 7: 6 × 10",
            "Bob & Dee +1: 1 extra × 1",
        ],
        id="the tricks of a failed nil don’t help the partner",
    ),
    pytest.param(
        {"bids": "least", "tricks": 13, "over": 0, "bags": 2, "penalty": 50, "nil": 0},
        2,
        [{"bid": "0 3", "tricks": "4 9"}],
        "-100 -120",
        [
            "Ann +0: bid 0, made 4: 0 × 10",
            "Ann -50: 2 extra tricks in all",
            "Ann -50: 2 extra tricks in all",
            "Bob +30: bid 3, made 9: 3 × 10",
            *["Bob -50: 2 extra tricks in all"] * 3,
        ],
        id="many extra tricks cost several penalties",
    ),
]


@pytest.mark.parametrize(("options", "players", "hands", "expected", "lines"), SCORED)
def test_hands_are_worth_what_the_options_say(options, players, hands, expected, lines):
    sheet = played(blank(players, **options), *hands)
    assert totals(sheet) == expected
    assert lines is None or reasons(sheet) == lines
