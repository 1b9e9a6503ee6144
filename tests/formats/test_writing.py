"""Writing score sheet files, which include results and can be read back unchanged."""

import json

from hypothesis import given

from scorekeeper.formats.documents import write_sheets
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from tests.formats.documents import GOOD, PASSED, document, file_of, game
from tests.games.strategies import games


def written(*games):
    file = read_sheets(document(*games))
    assert not file.stopped
    return "".join(write_sheets(file.games))


def test_every_hand_has_a_result():
    (game_out,) = json.loads(written(game(GOOD, PASSED)))["games"]
    result = game_out["hands"][0]["result"]
    assert result["points"] == result["totals"] == {"Ann": 28, "Bob": 0, "Cy": 3, "Gnome": 13}
    assert result["lines"][:2] == [
        {"column": "Ann", "points": 14, "reason": "took 14, made the bid of 12"},
        {"column": "Ann", "points": 14, "reason": "doubled: made it without peeking"},
    ]
    assert game_out["hands"][1]["result"] == {
        "lines": [],
        "points": dict.fromkeys(["Ann", "Bob", "Cy", "Gnome"], 0),
        "totals": result["totals"],
    }
    assert game_out["outcome"] is None


def test_whole_points_are_written_without_a_decimal_point():
    peeked = {"Ann": {"bid": 12, "taken": 13, "peeked": True}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}
    text = written(game(GOOD | {"players": peeked}))
    assert '"points": {"Ann": 6.5, "Bob": 0, "Cy": 3, "Gnome": 19.5}' in text


def test_a_stopped_game_has_an_outcome():
    for stopped, winners, reason in (
        ("leader_wins", ["Ann"], "The game ended early with Ann in the lead"),
        ("no_winner", [], "The game ended early without a winner"),
    ):
        (game_out,) = json.loads(written(game(GOOD, stopped=stopped)))["games"]
        outcome = game_out["outcome"]
        assert (game_out["stopped"], outcome["winners"], outcome["reason"]) == (stopped, winners, reason)


def test_keys_with_a_value_are_written():
    values = {
        "id": "a-1",
        "night": "2026-11-14",
        "started": "2026-11-14T19:40:00-05:00",
        "ended": "2026-11-14T22:10:00-05:00",
        "place": "At Ann’s",
        "note": "two\nlines",
    }
    (game_out,) = json.loads(written(game(**values)))["games"]
    assert {key: game_out[key] for key in values} == values


@given(games())
def test_a_written_file_reads_back_unchanged_without_messages(recorded):
    game_file = file_of(TRUMPLESTILTSKIN, *recorded)
    text = "".join(write_sheets([game_file]))
    file = read_sheets(text.encode())
    assert file.messages == ()
    assert file.games == (game_file,)
    assert file.games[0].replay == game_file.replay
    assert "".join(write_sheets(file.games)) == text
