"""Writing score sheet files, which include results and can be read back unchanged."""

import json

from hypothesis import given

from scorekeeper.formats.documents import write_sheets
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from tests.formats.documents import GOOD, document, file_of, game
from tests.games.strategies import games


def written(*games):
    file = read_sheets(document(*games))
    assert not file.stopped
    return "".join(write_sheets(file.games))


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


@given(games())
def test_a_written_file_reads_back_unchanged_without_messages(recorded):
    game_file = file_of(TRUMPLESTILTSKIN, *recorded)
    text = "".join(write_sheets([game_file]))
    file = read_sheets(text.encode())
    assert file.messages == ()
    assert file.games == (game_file,)
    assert file.games[0].replay == game_file.replay
    assert "".join(write_sheets(file.games)) == text
