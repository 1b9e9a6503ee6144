"""Score sheet files on the way out: what is written is valued, and read back it is the same."""

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


def written(*several):
    found = read_sheets(document(*several))
    assert not found.stopped
    return "".join(write_sheets(found.games))


def test_every_hand_carries_its_result():
    (one,) = json.loads(written(game(GOOD, PASSED)))["games"]
    result = one["hands"][0]["result"]
    assert result["points"] == result["totals"] == {"Ann": 28, "Bob": 0, "Cy": 3, "Gnome": 13}
    assert result["lines"][:2] == [
        {"column": "Ann", "points": 14, "reason": "took 14, made the bid of 12"},
        {"column": "Ann", "points": 14, "reason": "doubled: took the bid without peeking"},
    ]
    assert one["hands"][1]["result"] == {
        "lines": [],
        "points": dict.fromkeys(["Ann", "Bob", "Cy", "Gnome"], 0),
        "totals": result["totals"],
    }
    assert one["outcome"] is None


def test_half_points_are_numbers_and_whole_ones_have_no_point():
    peeked = {"Ann": {"bid": 12, "taken": 13, "peeked": True}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}
    text = written(game(GOOD | {"players": peeked}))
    assert '"points": {"Ann": 6.5, "Bob": 0, "Cy": 3, "Gnome": 19.5}' in text


def test_an_ended_game_says_how():
    (one,) = json.loads(written(game(GOOD, options={"player_target": 20})))["games"]
    assert one["outcome"] == {
        "reason": "Ann reached 20",
        "winners": ["Ann"],
        "totals": {"Ann": 28, "Bob": 0, "Cy": 3, "Gnome": 13},
    }


@pytest.mark.parametrize(
    ("stopped", "winners", "reason"),
    [
        pytest.param("leader_wins", ["Ann"], "The game was stopped; Ann had the lead and wins.", id="the leader wins"),
        pytest.param("no_winner", [], "The game was stopped without a winner.", id="nobody wins"),
    ],
)
def test_a_stopped_game_says_so(stopped, winners, reason):
    (one,) = json.loads(written(game(GOOD, stopped=stopped)))["games"]
    assert (one["stopped"], one["outcome"]["winners"], one["outcome"]["reason"]) == (stopped, winners, reason)


def test_nothing_is_printed_that_was_not_given():
    (one,) = json.loads(written(game()))["games"]
    assert list(one) == ["rules", "options", "players", "first_dealer", "hands", "outcome"]


def test_what_was_given_is_printed():
    given_ = {
        "id": "a-1",
        "night": "2026-11-14",
        "started": "2026-11-14T19:40:00-05:00",
        "ended": "2026-11-14T22:10:00-05:00",
        "place": "At Ann’s",
        "note": "two\nlines",
    }
    (one,) = json.loads(written(game(**given_)))["games"]
    assert {key: one[key] for key in given_} == given_


def test_a_hand_after_the_end_moves_nothing():
    (one,) = json.loads(written(game(GOOD, GOOD | {"after_end": True}, options={"player_target": 20})))["games"]
    late = one["hands"][1]
    assert late["after_end"] is True
    assert (late["result"]["lines"], set(late["result"]["points"].values())) == ([], {0})
    assert late["result"]["totals"] == one["outcome"]["totals"]


def test_names_come_out_as_they_are():
    text = written(game(PASSED, players=["Zoë", "赵", "<b>"]))
    assert '"players": ["Zoë", "赵", "<b>"]' in text


def test_several_games_and_none_are_documents():
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
def test_what_is_written_is_read_back_without_a_word(recorded):
    one = file_of(recorded)
    text = "".join(write_sheets([one]))
    found = read_sheets(text.encode())
    assert found.messages == ()
    assert found.games == (GameFile(rules=found.games[0].rules, table=one.table, hands=one.hands, sheet=one.sheet),)
    assert "".join(write_sheets(found.games)) == text
