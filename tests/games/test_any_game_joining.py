"""Any game according to RULES.md: players who join late, leave early or come back."""

import pytest

from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, end, played, reasons, totals

PLAY_ON = {"ties": "play_on"}
BID_0 = {"bid": "0 0 0 -", "tricks": "1 0 0 -"}


@pytest.mark.parametrize(
    ("joined", "hands", "expected"),
    [
        pytest.param(
            3, [BID_0] * 2, "After 2 rounds, Bob and Cy tied for the best total: 0 | Bob, Cy", id="two rounds for three"
        ),
        pytest.param(
            2,
            [BID_0, {"bid": "0 0 0 1", "tricks": "0 0 0 1"}],
            "After 2 rounds, Dee had the best total: 10 | Dee",
            id="one round for four",
        ),
    ],
)
def test_cards_are_for_everyone_who_has_taken_part(joined, hands, expected):
    options = {"bids": "exact", "cards": 6, "tricks": 1, "ends": "rounds", "joined": (0, 0, 0, joined)}
    assert end(played(blank(4, **options), *hands)) == expected


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
            ["12 12 0", "0 - 1"],
            "12 12 1",
            "Ann reached the target of 10 with 12 points | Ann",
            id="nobody wins who has left",
        ),
        pytest.param(
            {"wins": "least", "out": 10, "joined": (0, 0, 2)},
            ["12 10 -"],
            "12 10 0",
            "Nobody is left in the game | Bob",
            id="a newcomer can’t be the last one in before their first row",
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
