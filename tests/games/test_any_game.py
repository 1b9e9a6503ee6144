"""Any game according to RULES.md: what rounds, rows, turns and bids are worth."""

import pytest

from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, played, reasons, totals

RULES = ANY_GAME.rules
UPPER = "Ones × 1\nTwos × 2\nBonus + 35 from 5\nChance"

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
    pytest.param({}, 2, ["3 5", "0 7"], "3 12", ["Ann +0: scored 0", "Bob +7: scored 7"], id="rounds add up"),
    pytest.param(
        {"negative": True}, 2, ["3 -5"], "3 -5", ["Ann +3: scored 3", "Bob -5: scored −5"], id="points can be negative"
    ),
    pytest.param(
        {"start": 66, "ends": "target", "target": 0},
        2,
        ["6 0"],
        "60 66",
        ["Ann -6: scored 6, taken off", "Bob +0: scored 0, taken off"],
        id="points above the target are taken off",
    ),
    pytest.param({"sum": "zero"}, 3, ["10 -4 -6"], "10 -4 -6", None, id="one gets what the others pay"),
    pytest.param(
        {"sum": "winner"},
        3,
        [{"winner": "Ann", "points": "- 20 17"}],
        "37 0 0",
        ["Ann +37: the others are left with 37: Bob 20 and Cy 17"],
        id="the winner gets what the others are left with",
    ),
    pytest.param(
        {"sum": "winner", "worth": 5, "bonus": 25},
        3,
        [{"winner": "Bob", "points": "3 - 0"}],
        "0 40 0",
        ["Bob +25: won the round", "Bob +15: 5 for each card left: Ann 3"],
        id="cards left are worth more, and so is winning",
    ),
    pytest.param(
        {"sum": "winner"},
        2,
        [{"winner": "Bob", "points": "0 -"}],
        "0 0",
        ["Bob +0: won the round"],
        id="nobody is left with anything",
    ),
    pytest.param(
        {"sum": "winner", "start": 50, "ends": "target", "target": 0},
        2,
        [{"winner": "Ann", "points": "- 20"}],
        "30 50",
        ["Ann -20: the others are left with 20: Bob 20"],
        id="what the others are left with is taken off above the target",
    ),
    pytest.param(
        {
            "rows": "turns",
            "ends": "target",
            "target": 0,
            "start": 501,
            "past": "stays",
            "at_once": True,
            "wins": "least",
        },
        2,
        ["500 -", "- 60", "2 -"],
        "1 441",
        ["Ann -2: scored 2, taken off", "Ann +2: past 0: doesn’t count"],
        id="what goes past an exact target doesn’t count",
    ),
    pytest.param(
        {"rows": "turns", "ends": "target", "target": 50, "past": "back", "back": 25},
        1,
        ["49", "2"],
        "25",
        ["Ann +2: scored 2", "Ann -26: past 50: back to 25"],
        id="past an exact target it goes back",
    ),
    pytest.param(
        {"wins": "least", "ends": "target", "target": 50, "past": "back", "back": 25},
        1,
        ["49", "2"],
        "51",
        ["Ann +2: scored 2"],
        id="a target that doesn’t win is never exact",
    ),
    pytest.param(
        {"phases": 2},
        2,
        [{"points": "5 0", "phase": "B"}, {"points": "0 25", "phase": "A"}],
        "5 25",
        ["Ann +0: scored 0", "Ann +0: completed phase 1", "Bob +25: scored 25"],
        id="phases are counted for each player",
    ),
    pytest.param(
        {"rows": "categories", "categories": "Coins ÷ 3\nScience = 0 1 4 9\nTickets × -2\nTrade"},
        2,
        ["7 2", "3 0", "1 2", "8 0"],
        "17 -4",
        ["Ann +8: Trade: 8", "Bob +0: Trade: 0"],
        id="rows are multiplied, divided or looked up",
    ),
    pytest.param(
        {"rows": "categories", "categories": "Coins ÷ 3"},
        2,
        ["7 2"],
        "2 0",
        ["Ann +2: Coins: 7 ÷ 3", "Bob +0: Coins: 2 ÷ 3"],
        id="what doesn’t divide evenly is rounded down",
    ),
    pytest.param(
        {"rows": "categories", "categories": "Science = 0 1 4 9"},
        2,
        ["3 0"],
        "9 0",
        ["Ann +9: Science: 3 for 9", "Bob +0: Science: 0 for 0"],
        id="a table says what each number is worth",
    ),
    pytest.param(
        {"rows": "categories", "categories": "Towns × 1"},
        1,
        ["3"],
        "3",
        ["Ann +3: Towns: 3 × 1"],
        id="a factor of 1 counts pieces",
    ),
    pytest.param(
        {"rows": "categories", "categories": UPPER},
        2,
        ["3 1", "1 1"],
        "40 3",
        ["Ann +2: Twos: 1 × 2", "Ann +35: Bonus: at least 5", "Bob +2: Twos: 1 × 2"],
        id="a bonus comes with the row that reaches it",
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
        {"rows": "turns", "categories": UPPER},
        2,
        [
            {"row": 2, "points": "2 -"},
            {"row": 1, "points": "- 5"},
            {"row": 1, "points": "1 -"},
        ],
        "40 40",
        ["Ann +1: Ones: 1 × 1", "Ann +35: Bonus: at least 5"],
        id="everyone fills rows in their own order",
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
        {"sides": "partners"},
        4,
        ["120 37"],
        "120 37",
        ["Ann & Cy +120: scored 120", "Bob & Dee +37: scored 37"],
        id="partners score together",
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
        {"bids": "exact", "made": 20, "tricks": 3},
        1,
        [{"bid": "3", "tricks": "3"}],
        "50",
        ["Ann +50: bid 3, made 3: 20 + 3 × 10"],
        id="a bid that is made",
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
        {"bids": "least", "tricks": 13, "sides": "partners", "bags": 4, "nil": 100},
        4,
        [
            {"bid": "5 3 0 3", "tricks": "6 3 1 3"},
            {"bid": "4 3 0 3", "tricks": "6 3 0 4"},
        ],
        "-6 121",
        [
            "Ann & Cy +100: bid nil, made it",
            "Ann & Cy +40: bid 4, made 6: 4 × 10",
            "Ann & Cy +2: 2 extra × 1",
            "Ann & Cy -100: 4 extra tricks in all",
            "Bob & Dee +60: bid 6, made 7: 6 × 10",
            "Bob & Dee +1: 1 extra × 1",
        ],
        id="partners make one bid, with bags and nil",
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
