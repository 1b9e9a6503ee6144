"""Any game according to RULES.md: what rounds, rows, turns and bids are worth, and how games end."""

import pytest

from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, end, played, ranked, reasons, totals

RULES = ANY_GAME.rules
UPPER = "Ones × 1\nTwos × 2\nBonus + 35 from 5\nChance"

SAMPLE = (
    ("Ann", "Bob", "Cy"),
    {"ends": "rounds", "rounds": 3, "negative": True},
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


LEAST_AT_10 = {"wins": "least", "ends": "target", "target": 10}
AT_10 = {"ends": "target", "target": 10}
PLAY_ON = {"ties": "play_on"}
ENDS = [
    pytest.param({}, 2, ["5 5"] * 30, None, id="a game that ends by hand goes on"),
    pytest.param(
        {"ends": "rounds", "rounds": 2},
        3,
        ["1 5 3", "2 0 2"],
        "After 2 rounds, Bob and Cy tied for the best total: 5 | Bob, Cy",
        id="a tie is shared",
    ),
    pytest.param({"ends": "rounds", "rounds": 2} | PLAY_ON, 2, ["1 5", "5 1"], None, id="a tie is played on"),
    pytest.param(
        {"ends": "rounds", "rounds": 2} | PLAY_ON,
        2,
        ["1 5", "5 1", "0 0", "1 0"],
        "After 4 rounds, Ann had the best total: 7 | Ann",
        id="until somebody is ahead",
    ),
    pytest.param(
        {"ends": "rounds", "rounds": 1, "wins": "nobody"} | PLAY_ON,
        2,
        ["5 5"],
        "The game was over after 1 round | ",
        id="nobody wins a tally",
    ),
    pytest.param(AT_10, 2, ["9 0", "0 9"], None, id="short of the target"),
    pytest.param(
        AT_10,
        3,
        ["9 0 8", "1 5 4"],
        "Ann (10) and Cy (12) reached the target of 10 | Cy",
        id="the most points win if several reach the target",
    ),
    pytest.param(AT_10 | PLAY_ON, 2, ["11 11"], None, id="a tie at the target is played on"),
    pytest.param(
        LEAST_AT_10,
        3,
        ["10 4 3"],
        "Ann reached the target of 10 exactly | Cy",
        id="the fewest points win at the target",
    ),
    pytest.param(
        AT_10 | {"wins": "nobody"},
        2,
        ["12 4"],
        "Ann reached the target of 10 with 12 points | ",
        id="nobody wins at it",
    ),
    pytest.param(
        {"start": 20, "ends": "target", "target": 0},
        2,
        ["20 5"],
        "Ann reached the target of 0 exactly | Bob",
        id="the most points win when counting down",
    ),
    pytest.param(
        {
            "rows": "turns",
            "start": 20,
            "ends": "target",
            "target": 0,
            "wins": "least",
            "past": "stays",
            "at_once": True,
        },
        3,
        ["20 - -"],
        "Ann reached the target of 0 exactly | Ann",
        id="the target ends a game in the middle of a round",
    ),
    pytest.param(AT_10 | {"rows": "turns"}, 3, ["12 - -", "- 3 -"], None, id="otherwise the others have their turns"),
    pytest.param(
        AT_10 | {"rows": "turns"},
        3,
        ["12 - -", "- 3 -", "- - 15"],
        "Ann (12) and Cy (15) reached the target of 10 | Cy",
        id="and can still win",
    ),
    pytest.param(
        AT_10 | {"at_once": True, "dealer": True},
        3,
        ["1 1 1", "15 10 0"],
        "Bob reached the target of 10 first | Bob",
        id="whoever sits left of the dealer counts first",
    ),
    pytest.param(
        AT_10 | {"at_once": True},
        2,
        ["10 12"],
        "Ann (10) and Bob (12) reached the target of 10 | Bob",
        id="nobody counts first without a dealer",
    ),
    pytest.param(
        {"rows": "turns", "ends": "rounds", "rounds": 2},
        2,
        ["1 -", "- 2", "3 -", "- 1"],
        "After 2 rounds, Ann had the best total: 4 | Ann",
        id="a round of turns is over when everyone has had one",
    ),
    pytest.param({"rows": "turns", "ends": "rounds", "rounds": 1}, 2, ["1 -"], None, id="and not before"),
    pytest.param(
        {"rows": "categories", "categories": "A\nB\nBonus + 5 from 9", "ties": "play_on"},
        2,
        ["1 2", "2 1"],
        "After 2 rows, Ann and Bob tied for the best total: 3 | Ann, Bob",
        id="when all rows are full, a tie can’t be played on",
    ),
    pytest.param(
        {"rows": "turns", "categories": "A\nB"},
        1,
        [{"row": 2, "points": "1"}, {"row": 1, "points": "2"}],
        "After 2 rows, Ann had the best total: 3 | Ann",
        id="everyone has filled all rows",
    ),
    pytest.param(
        {"wins": "least", "out": 10},
        3,
        ["10 0 3", "- 12 0"],
        "Cy is the last one in | Cy",
        id="the last one in wins",
    ),
    pytest.param(
        {"start": 3, "out": 0, "negative": True},
        2,
        ["-1 -3"],
        "Ann is the last one in | Ann",
        id="players can run out of points",
    ),
    pytest.param(
        {"wins": "least", "out": 10} | PLAY_ON,
        2,
        ["12 12"],
        "Nobody is left in the game | Ann, Bob",
        id="a tie can’t be played on when all are out",
    ),
    pytest.param(
        {"rows": "turns", "wins": "least", "out": 10},
        2,
        ["10 -"],
        "Bob is the last one in | Bob",
        id="the last one in needs no more turns",
    ),
    pytest.param(
        {"wins": "nobody", "out": 10}, 2, ["12 0"], "Bob is the last one in | ", id="nobody wins a tally that is left"
    ),
    pytest.param({"out": 10}, 1, ["50"], None, id="a player alone is never the last one in"),
    pytest.param(
        {"wins": "least", "phases": 2},
        3,
        [{"points": "0 5 9", "phase": "ABC"}, {"points": "50 0 20", "phase": "AC"}],
        "Ann and Cy completed all 2 phases | Cy",
        id="of those who completed all phases, the best total wins",
    ),
    pytest.param(
        {"phases": 1} | PLAY_ON, 2, [{"points": "5 5", "phase": "AB"}], None, id="a tie in phases is played on"
    ),
    pytest.param(
        {"phases": 1},
        2,
        [{"points": "5 9", "phase": "A"}],
        "Ann completed the only phase | Ann",
        id="nobody else can win without the phases",
    ),
    pytest.param(
        {"bids": "exact", "ends": "rounds", "cards": 6},
        3,
        [{"bid": "0 0 0", "tricks": "1 0 0"}, {"bid": "0 0 0", "tricks": "2 0 0"}],
        "After 2 rounds, Bob and Cy tied for the best total: 0 | Bob, Cy",
        id="as many rounds as there are cards for everyone",
    ),
]


@pytest.mark.parametrize(("options", "players", "hands", "expected"), ENDS)
def test_games_end_as_the_options_say(options, players, hands, expected):
    assert end(played(blank(players, **options), *hands)) == expected


@pytest.mark.parametrize(
    ("options", "hands", "expected"),
    [
        pytest.param({}, ["5 9 5"], "Bob Ann=Cy", id="by total"),
        pytest.param({"wins": "least"}, ["5 9 5"], "Ann=Cy Bob", id="the fewest first"),
        pytest.param({"start": 9, "out": 10}, ["5 0 1"], "Bob Ann Cy", id="whoever is out comes after whoever is in"),
        pytest.param({"left": (0, 2, 0)}, ["5 9 7"], "Cy Ann Bob", id="whoever left comes last"),
        pytest.param({"left": (0, 3, 0)}, ["5 9 7"], "Bob Cy Ann", id="but not before leaving"),
        pytest.param({"left": (2, 2, 2)}, ["5 9 7"], "Bob Cy Ann", id="if all have left, by total"),
        pytest.param(
            {"joined": (0, 0, 2), "start": 9, "negative": True}, ["-5 -4 -"], "Bob Ann Cy", id="newcomers come last"
        ),
        pytest.param(
            {"joined": (0, 0, 2), "joined_with": (0, 0, 4)},
            ["5 3 -", "0 0 0"],
            "Ann Cy Bob",
            id="until they have played",
        ),
    ],
)
def test_players_are_ranked(options, hands, expected):
    assert ranked(played(blank(3, **options), *hands)) == expected


@pytest.mark.parametrize(
    ("options", "hands", "expected", "ending"),
    [
        pytest.param({"joined": (0, 0, 3)}, ["1 2 -", "1 2 -", "1 2 3"], "3 6 3", None, id="joining"),
        pytest.param(
            {"joined": (0, 0, 2), "joined_with": (0, 0, 40)},
            ["1 2 -", "1 2 3"],
            "2 4 43",
            None,
            id="joining with points",
        ),
        pytest.param({"left": (0, 3, 0)}, ["1 2 3", "1 2 3", "1 - 3"], "3 4 9", None, id="leaving"),
        pytest.param(
            {"left": (0, 2, 0, 0, 0, 0), "joined": (0, 0, 0, 0, 4, 0)},
            ["1 2 3", "1 - 3", "1 - 3", "1 2 3"],
            "4 4 12",
            None,
            id="coming back with the old total",
        ),
        pytest.param(
            {"rows": "turns", "left": (0, 3, 0)},
            ["1 - -", "- 2 -", "- - 3", "1 - -", "- - 3"],
            "2 2 6",
            None,
            id="turns",
        ),
        pytest.param(
            {"rows": "turns", "categories": "A\nB", "left": (0, 5, 0)},
            [
                {"row": 1, "points": "1 - -"},
                {"row": 2, "points": "- 1 -"},
                {"row": 1, "points": "- - 1"},
                {"row": 2, "points": "1 - -"},
                {"row": 2, "points": "- - 1"},
            ],
            "2 1 2",
            "After 2 rows, Ann and Cy tied for the best total: 2 | Ann, Cy",
            id="rows that a player who left doesn’t fill",
        ),
        pytest.param(
            {"ends": "target", "target": 10, "left": (0, 2, 0), **PLAY_ON},
            ["12 12 0"],
            "12 12 0",
            "Ann (12) and Bob (12) reached the target of 10 | Ann",
            id="nobody wins who has left",
        ),
        pytest.param(
            {"wins": "least", "out": 10, "left": (0, 3, 0)},
            ["12 0 0", "- 0 0"],
            "12 0 0",
            "Cy is the last one in | Cy",
            id="leaving can make somebody the last one in",
        ),
    ],
)
def test_players_join_late_and_leave_early(options, hands, expected, ending):
    sheet = played(blank(3, **options), *hands)
    assert totals(sheet) == expected
    assert end(sheet) == ending


def test_the_sheet_says_who_joined_and_with_what():
    sheet = played(blank(3, start=10, joined=(0, 0, 2), joined_with=(0, 0, 25)), "0 0 -", "1 2 3")
    assert reasons(sheet)[0] == "Cy +15: joined with 25"


def test_what_somebody_joined_with_is_not_counted_as_points_of_a_round():
    sheet = played(blank(3, joined=(0, 0, 2), joined_with=(0, 0, 25)), "0 0 -", "1 2 3")
    facts = [list(ANY_GAME.statistics.facts(sheet.table, hand)) for hand in sheet.hands]
    assert [[(fact.column, fact.amount) for fact in of_hand] for of_hand in facts] == [
        [("0", 0), ("1", 0)],
        [("0", 2), ("1", 4), ("2", 6)],
    ]


@pytest.mark.parametrize(
    ("options", "players", "hand", "expected"),
    [
        pytest.param({"rows": "turns"}, 3, "7 - -", "0", id="one player’s turn"),
        pytest.param({"rows": "turns", "sides": "partners"}, 4, "7 - - -", "side0", id="a partner’s turn"),
        pytest.param({"sides": "partners"}, 4, "7 0", "side0 side1", id="a round of partners"),
        pytest.param({"sum": "winner"}, 2, {"winner": "Ann", "points": "- 5"}, "0 1", id="the winner of a round"),
        pytest.param({"bids": "exact"}, 2, {"bid": "1 0", "tricks": "1 0"}, "0 1", id="bids"),
    ],
)
def test_the_statistics_count_whoever_took_part(options, players, hand, expected):
    sheet = played(blank(players, **options), hand)
    facts = ANY_GAME.statistics.facts(sheet.table, sheet.hands[0])
    assert [fact.column for fact in facts] == expected.split()


@pytest.mark.parametrize(
    ("options", "hands", "dealers"),
    [
        pytest.param({}, ["0 0 0"] * 4, "Cy Ann Bob Cy", id="to the left"),
        pytest.param(
            {"wins": "least", "out": 5}, ["0 0 0", "0 5 0", "0 - 0"], "Cy Ann Cy", id="leaving out who is out"
        ),
        pytest.param({"left": (2, 0, 0)}, ["0 0 0", "- 0 0", "- 0 0"], "Cy Bob Cy", id="leaving out who left"),
    ],
)
def test_the_deal_passes(options, hands, dealers):
    sheet = played(blank(3, dealer=True, **options), *hands)
    assert " ".join(sheet.table.names[hand.dealer] for hand in sheet.hands) == dealers
