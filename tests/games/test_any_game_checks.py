"""Any game according to RULES.md: what is refused in a round, a row or a turn, and what leads to a warning."""

import pytest

from tests.games.any_game_notation import blank, entry_of, game_of, played, problems

NEGATIVE = "Points can’t be negative here."
NOT_HERE = "This game doesn’t record that here"
TURNS = {"rows": "turns"}
YAHTZEE = {"rows": "turns", "categories": "Ones × 1\nFull house = 0 25\nChance"}


ERRORS = [
    ({}, [], "1 0 -", "players.2.points: Missing: Points (Cy)."),
    ({}, [], "1 0 -1", f"players.2.points: {NEGATIVE}"),
    ({"sum": "zero"}, [], "1 0 0", "players: The points add up to 1, not to zero."),
    ({}, [], {"points": "1 0 0", "phase": "A"}, f"players.0.phase: {NOT_HERE}: Completed a phase."),
    ({"sum": "winner"}, [], "- - -", "hand.winner: Missing: Won the round."),
    (
        {"sum": "winner", "left": (2, 0, 0)},
        [{"points": "- 0 0", "winner": "Ann"}],
        {"points": "- 0 0", "winner": "Ann"},
        "hand.winner: Ann doesn’t take part in this round.",
    ),
    ({"left": (0, 1, 0)}, [], "1 0 0", f"players.1.points: {NOT_HERE}: Points."),
    ({"wins": "least", "out": 9}, ["9 0 0"], "0 0 0", f"players.0.points: {NOT_HERE}: Points."),
    (TURNS, [], "- 5 -", "players.1.points: It isn’t Bob’s turn."),
    (YAHTZEE, [], "5 - -", "hand.row: Missing: Row."),
    (YAHTZEE, [], {"points": "5 - -", "row": 4}, "hand.row: There is no such row."),
    (YAHTZEE, [], {"points": "2 - -", "row": 2}, "players.0.points: Full house: at most 1."),
    (YAHTZEE | {"negative": True}, [], {"points": "-1 - -", "row": 1}, f"players.0.points: {NEGATIVE}"),
    (
        YAHTZEE,
        [{"points": "1 - -", "row": 3}, {"points": "- 1 -", "row": 3}, {"points": "- - 1", "row": 3}],
        {"points": "1 - -", "row": 3},
        "hand.row: Ann has filled this row already.",
    ),
    ({"rows": "categories", "categories": "A × 9"}, [], "1000 0 0", "players.0.points: Enter at most 999."),
    ({"bids": "exact"}, [], {"bid": "1 0 0", "tricks": "1 0 -"}, "players.2.tricks: Missing: Tricks (Cy)."),
]


def test_what_cannot_be_is_an_error():
    for options, hands, given, expected in ERRORS:
        sheet = played(blank(3, **options), *hands)
        assert problems(sheet, given) == ([expected] if expected else []), options


@pytest.mark.parametrize(
    ("options", "given", "expected"),
    [
        pytest.param(
            {"sum": "fixed", "sums": (26, 78)},
            "1 0 0",
            "players: The points add up to 1, not to 26 or 78.",
            id="a fixed sum",
        ),
        pytest.param({"sum": "fixed", "sums": (26,), "all_but_one": True}, "26 0 26", None, id="all but one"),
        pytest.param(
            {"sum": "fixed", "sums": (26,), "all_but_one": True, "left": (0, 0, 1)},
            "26 26 -",
            "players: The points add up to 52, not to 26.",
            id="all but one of those who take part",
        ),
        pytest.param(
            {"bids": "exact", "tricks": 13},
            {"bid": "4 4 4", "tricks": "4 4 4"},
            "players: The tricks add up to 12, not 13.",
            id="a trick is missing",
        ),
    ],
)
def test_what_is_unlikely_is_a_warning(options, given, expected):
    sheet = blank(3, **options)
    assert problems(sheet, given) == []
    assert problems(sheet, given, "warning") == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("options", "hands", "late"),
    [
        pytest.param(
            {"rows": "turns", "ends": "target", "target": 9, "at_once": True}, ["9 - -"], "- - 5", id="another turn"
        ),
        pytest.param({"wins": "least", "out": 9}, ["9 9 0"], "0 0 0", id="players who are out now"),
    ],
)
def test_a_hand_from_before_a_correction_ended_the_game_stays_possible(options, hands, late):
    sheet = played(blank(3, **options), *hands)
    assert sheet.outcome is not None
    assert problems(sheet, late) == []
    entry = entry_of(sheet, late)
    assert game_of(sheet.table).type(sheet, 0).correcting(entry).entry() == entry
