"""Any game according to RULES.md: how games end and who has won, the ranking, and the deal."""

import pytest

from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, end, played, ranked

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
        {"rows": "turns", "ends": "rounds", "rounds": 1, "at_once": True},
        2,
        ["1 -"],
        None,
        id="unless it is a target, nothing ends a game in the middle of a round",
    ),
    pytest.param(
        {"rows": "turns", "ends": "rounds", "rounds": 1},
        1,
        ["5"],
        "After 1 round, Ann had the best total: 5 | Ann",
        id="each turn of a player alone is a round",
    ),
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
    pytest.param({"out": 10}, 1, ["9"], None, id="a player alone is never the last one in"),
    pytest.param({"out": 20}, 1, ["20"], "Nobody is left in the game | Ann", id="but can be out"),
    pytest.param(
        AT_10 | PLAY_ON | {"negative": True},
        2,
        ["10 10", "-3 -5"],
        "After 2 rounds, Ann had the best total: 7 | Ann",
        id="a tie at the target is played on until somebody is ahead, though short of it again",
    ),
    pytest.param(
        AT_10 | PLAY_ON | {"negative": True},
        2,
        ["10 10", "-3 -3", "4 4", "-3 -2"],
        "After 4 rounds, Bob had the best total: 9 | Bob",
        id="however many ties there are",
    ),
    pytest.param(
        LEAST_AT_10 | PLAY_ON | {"negative": True},
        3,
        ["10 4 4", "-3 0 1"],
        "After 2 rounds, Bob had the best total: 4 | Bob",
        id="also if the fewest points win",
    ),
    pytest.param(
        AT_10 | PLAY_ON | {"past": "back", "back": 5},
        2,
        ["10 10", "1 1", "3 2"],
        "After 3 rounds, Ann had the best total: 8 | Ann",
        id="also if both go past the target",
    ),
    pytest.param(
        {"start": 20, "ends": "target", "target": 0, "wins": "least", "negative": True} | PLAY_ON,
        2,
        ["20 20", "-1 -2"],
        "After 2 rounds, Ann had the best total: 1 | Ann",
        id="also when counting down",
    ),
    pytest.param(
        AT_10 | PLAY_ON | {"rows": "turns", "negative": True},
        2,
        ["10 -", "- 10", "-3 -"],
        None,
        id="a tie is played on to the end of a round of turns",
    ),
    pytest.param(
        AT_10 | PLAY_ON | {"rows": "turns", "negative": True},
        2,
        ["10 -", "- 10", "-3 -", "- -5"],
        "After 2 rounds, Ann had the best total: 7 | Ann",
        id="and ends with it",
    ),
    pytest.param(
        LEAST_AT_10 | PLAY_ON | {"rows": "turns", "at_once": True, "target": 15},
        3,
        ["16 - -", "- 1 -"],
        None,
        id="a tie at a target that ends the game at once is played on, too",
    ),
    pytest.param(
        LEAST_AT_10 | PLAY_ON | {"rows": "turns", "at_once": True, "target": 15},
        3,
        ["16 - -", "- 1 -", "- - 1", "0 - -", "- 1 -", "- - 0"],
        "Ann reached the target of 15 with 16 points | Cy",
        id="round by round",
    ),
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
        pytest.param({"start": 9, "out": 10}, ["5 0 0"], "Bob=Cy Ann", id="whoever is out comes after whoever is in"),
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
