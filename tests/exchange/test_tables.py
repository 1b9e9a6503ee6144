"""Score sheets as tables, read back with the csv module: numbers are numbers, and no text is a formula."""

import csv
import io
import json

import pytest
from django.utils.translation import override

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.exchange.tables import games_table, hands_table
from tests.exchange.documents import GOOD, PASSED, document, game

HALVES = GOOD | {
    "hand": {"gnome": "9S", "taker": "Ann"},
    "players": {"Ann": {"bid": 12, "peeked": True, "taken": 13}, "Bob": {"bid": 9, "taken": 3}, "Cy": {"taken": 14}},
}

FAILED = GOOD | {"players": {"Ann": {"bid": 12, "taken": 8}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 14}}}


def rows(table, *several):
    found = read_sheets(document(*several))
    assert not found.stopped, [str(message) for message in found.messages]
    rules = {one.rules.slug: one.rules for one in found.games}
    text = "".join(table(found.games, tuple(rules.values())))
    assert text.encode().startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


def test_one_row_per_hand_and_column():
    found = rows(hands_table, game(HALVES, PASSED, id="a", night="2026-02-20"))
    assert [(row["hand"], row["column"], row["seat"]) for row in found] == [
        (hand, name, seat) for hand in "12" for name, seat in [("Ann", "1"), ("Bob", "2"), ("Cy", "3"), ("Gnome", "")]
    ]
    assert {row["game"] for row in found} == {"a"}
    assert {row["night"] for row in found} == {"2026-02-20"}
    assert [row["dealer"] for row in found[::4]] == ["Cy", "Ann"]


def test_points_are_numbers_and_add_up_to_the_totals():
    found = rows(hands_table, game(HALVES, FAILED))
    assert (found[0]["points"], found[4]["points"]) == ("6.5", "-12")
    for name in ("Ann", "Bob", "Cy", "Gnome"):
        own = [row for row in found if row["column"] == name]
        assert sum(float(row["points"]) for row in own) == float(own[-1]["total"])


def test_what_was_entered_stands_beside():
    found = rows(hands_table, game(HALVES, PASSED))
    ann, bob, *_rest, gnome = found[:4]
    assert (ann["player.bid"], ann["player.peeked"], ann["player.taken"]) == ("12", "yes", "13")
    assert (bob["player.bid"], bob["player.peeked"]) == ("9", "")
    assert (gnome["player.bid"], gnome["hand.gnome"], gnome["hand.taker"]) == ("", "9S", "Ann")
    assert [row["hand.all_passed"] for row in found[4:]] == ["yes"] * 4


def test_a_hand_after_the_end_moves_nothing():
    found = rows(hands_table, game(GOOD, GOOD | {"after_end": True}, options={"player_target": 20}))
    assert [(row["points"], row["total"], row["after_end"]) for row in found[4:6]] == [
        ("0", "28", "yes"),
        ("0", "0", "yes"),
    ]


def test_one_row_per_game():
    given = {"night": "2026-02-20", "started": "2026-02-20T19:40:00-05:00", "place": "At Ann’s"}
    over, open_ = rows(games_table, game(GOOD, options={"player_target": 20}, id="a", **given), game(note="two\nlines"))
    assert {key: over[key] for key in given} == given
    assert (over["game"], open_["game"]) == ("a", "")
    assert (over["rules"], over["hands"], over["winners"], over["stopped"]) == ("trumplestiltskin", "1", "Ann", "")
    assert [over[f"column_{place}"] for place in range(1, 7)] == ["Ann", "Bob", "Cy", "Gnome", "", ""]
    assert [over[f"total_{place}"] for place in range(1, 7)] == ["28", "0", "3", "13", "", ""]
    assert (open_["winners"], open_["note"], open_["ended"]) == ("", "two\nlines", "")


def test_the_first_row_is_the_same_in_every_language():
    plain = list(rows(games_table, game())[0])
    with override("de"):
        assert list(rows(games_table, game())[0]) == plain
    assert plain[:4] == ["game", "rules", "night", "started"]


def test_no_game_is_a_table_with_only_its_first_row():
    assert rows(hands_table) == rows(games_table) == []
    assert "".join(hands_table([], [])).count("\r\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "  =1+1",
        "\u00a0=1+1",
        "\u200b=1+1",
        "＝1+1",
        "﹣1",
        "＋1",
        "＠A1",
        "−1",
        "\n=1+1",
        "|calc",
        "%0",
    ],
)
def test_a_text_that_a_spreadsheet_would_run_is_defused(text):
    (found,) = rows(games_table, game(note=text))
    assert found["note"] == f"'{text}"


@pytest.mark.parametrize(
    "text", ["Ann = Bob", "1=1", "", "'tis", "“quoted”, and; more", 'a "b"\n=c', "Zoë", "赵", "  "]
)
def test_any_other_text_stands_as_it_is(text):
    (found,) = rows(games_table, game(note=text))
    assert found["note"] == text


def test_names_are_defused_wherever_they_stand():
    names = ["=Ann", "-Bob", "@Cy"]
    hand = {
        "hand": {},
        "players": dict(zip(names, json.loads(json.dumps(list(GOOD["players"].values()))), strict=True)),
    }
    one = game(hand, players=names, options={"player_target": 20})
    found = rows(hands_table, one)
    assert {row["column"] for row in found} == {"'=Ann", "'-Bob", "'@Cy", "Gnome"}
    assert {row["dealer"] for row in found} == {"'@Cy"}
    (row,) = rows(games_table, one)
    assert (row["winners"], row["column_1"]) == ("'=Ann", "'=Ann")
