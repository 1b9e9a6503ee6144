"""Writing score sheet files, which include results and can be read back unchanged."""

import json

import pytest
from hypothesis import given

from scorekeeper.exchange.sheets import GameFile, HandFile, read_sheets
from scorekeeper.exchange.writing import write_sheets
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.rules.replay import replayed
from tests.exchange.documents import GOOD, PASSED, document, game
from tests.games.strategies import games

RULES = Trumplestiltskin()


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


def test_a_finished_game_has_an_outcome():
    (game_out,) = json.loads(written(game(GOOD, options={"player_target": 20})))["games"]
    assert game_out["outcome"] == {
        "reason": "Ann reached the target of 20 with 28 points",
        "winners": ["Ann"],
        "totals": {"Ann": 28, "Bob": 0, "Cy": 3, "Gnome": 13},
    }


@pytest.mark.parametrize(
    ("stopped", "winners", "reason"),
    [
        pytest.param("leader_wins", ["Ann"], "The game ended early with Ann in the lead", id="the leader wins"),
        pytest.param("no_winner", [], "The game ended early without a winner", id="nobody wins"),
    ],
)
def test_a_stopped_game_has_an_outcome(stopped, winners, reason):
    (game_out,) = json.loads(written(game(GOOD, stopped=stopped)))["games"]
    outcome = game_out["outcome"]
    assert (game_out["stopped"], outcome["winners"], outcome["reason"]) == (stopped, winners, reason)


def test_keys_without_a_value_are_not_written():
    (game_out,) = json.loads(written(game()))["games"]
    assert list(game_out) == ["rules", "options", "players", "first_dealer", "hands", "outcome"]


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


def test_a_hand_after_the_end_scores_no_points():
    (game_out,) = json.loads(written(game(GOOD, GOOD | {"after_end": True}, options={"player_target": 20})))["games"]
    late = game_out["hands"][1]
    assert late["after_end"] is True
    assert (late["result"]["lines"], set(late["result"]["points"].values())) == ([], {0})
    assert late["result"]["totals"] == game_out["outcome"]["totals"]


def test_names_are_written_without_escapes():
    text = written(game(PASSED, players=["Zoë", "赵", "<b>"]))
    assert '"players": ["Zoë", "赵", "<b>"]' in text


def test_a_document_can_have_several_games_or_none():
    assert len(json.loads(written(game(), game()))["games"]) == 2
    assert json.loads(written()) == {"format": "scorekeeper-sheets/1", "games": []}


def file_of(recorded):
    table, hands = recorded
    sheet = replayed(RULES, table, hands)
    kept = [
        HandFile(dealer=dealer, entry=entry, score_anyway=True, after_end=number >= len(sheet.hands))
        for number, (dealer, entry) in enumerate(hands)
    ]
    return GameFile(rules=RULES, table=table, hands=tuple(kept), sheet=sheet)


@given(games())
def test_a_written_file_reads_back_unchanged_without_messages(recorded):
    game_file = file_of(recorded)
    text = "".join(write_sheets([game_file]))
    file = read_sheets(text.encode())
    assert file.messages == ()
    assert file.games == (
        GameFile(rules=file.games[0].rules, table=game_file.table, hands=game_file.hands, sheet=game_file.sheet),
    )
    assert "".join(write_sheets(file.games)) == text
