"""Any game according to RULES.md: how games end and who has won, the ranking, and the deal."""

import pytest

from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, end, played, ranked

AT_10 = {"ends": "target", "target": 10}
PLAY_ON = {"ties": "play_on"}
ENDS = [
    pytest.param(
        {"ends": "rounds", "rounds": 2},
        3,
        ["1 5 3", "2 0 2"],
        "After 2 rounds, Bob and Cy tied for the best total: 5 | Bob, Cy",
        id="a tie is shared",
    ),
    pytest.param({"ends": "rounds", "rounds": 2} | PLAY_ON, 2, ["1 5", "5 1"], None, id="a tie is played on"),
    pytest.param(
        AT_10,
        3,
        ["9 0 8", "1 5 4"],
        "Ann (10) and Cy (12) reached the target of 10 | Cy",
        id="the most points win if several reach the target",
    ),
    pytest.param(
        {"rows": "categories", "categories": "A\nB\nBonus + 5 from 9", "ties": "play_on"},
        2,
        ["1 2", "2 1"],
        "After 2 rows, Ann and Bob tied for the best total: 3 | Ann, Bob",
        id="when all rows are full, a tie can’t be played on",
    ),
    pytest.param(
        {"wins": "least", "out": 10},
        3,
        ["10 0 3", "- 12 0"],
        "Cy is the last one in | Cy",
        id="the last one in wins",
    ),
    pytest.param(
        {"ends": "rounds", "rounds": 1, "wins": "nobody"} | PLAY_ON,
        2,
        ["5 5"],
        "The game was over after 1 round | ",
        id="nobody wins a tally",
    ),
    pytest.param(
        {"phases": 1},
        2,
        [{"points": "5 9", "phase": "A"}],
        "Ann completed the only phase | Ann",
        id="nobody else can win without the phases",
    ),
    pytest.param({"out": 20}, 1, ["20"], "Nobody is left in the game | Ann", id="but can be out"),
    pytest.param(
        AT_10 | PLAY_ON | {"negative": True},
        2,
        ["10 10", "-3 -5"],
        "After 2 rounds, Ann had the best total: 7 | Ann",
        id="a tie at the target is played on until somebody is ahead, though short of it again",
    ),
]


@pytest.mark.parametrize(("options", "players", "hands", "expected"), ENDS)
def test_games_end_as_the_options_say(options, players, hands, expected):
    assert end(played(blank(players, **options), *hands)) == expected


@pytest.mark.parametrize(
    ("options", "hands", "expected"),
    [
        pytest.param({}, ["5 9 5"], "Bob Ann=Cy", id="by total"),
        pytest.param({"start": 9, "out": 10}, ["5 0 0"], "Bob=Cy Ann", id="whoever is out comes after whoever is in"),
        pytest.param({"left": (0, 2, 0)}, ["5 9 7"], "Cy Ann Bob", id="whoever left comes last"),
        pytest.param(
            {"joined": (0, 0, 2), "start": 9, "negative": True}, ["-5 -4 -"], "Bob Ann Cy", id="newcomers come last"
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
        pytest.param({"sum": "winner"}, 2, {"winner": "Ann", "points": "- 5"}, "0 1", id="the winner of a round"),
    ],
)
def test_the_statistics_count_whoever_took_part(options, players, hand, expected):
    sheet = played(blank(players, **options), hand)
    facts = ANY_GAME.statistics.facts(sheet.table, sheet.hands[0])
    assert [fact.column for fact in facts] == expected.split()


@pytest.mark.parametrize(
    ("options", "hands", "dealers"),
    [
        pytest.param(
            {"wins": "least", "out": 5}, ["0 0 0", "0 5 0", "0 - 0"], "Cy Ann Cy", id="leaving out who is out"
        ),
        pytest.param({"left": (2, 0, 0)}, ["0 0 0", "- 0 0", "- 0 0"], "Cy Bob Cy", id="leaving out who left"),
    ],
)
def test_the_deal_passes(options, hands, dealers):
    sheet = played(blank(3, dealer=True, **options), *hands)
    assert " ".join(sheet.table.names[hand.dealer] for hand in sheet.hands) == dealers
