"""Score sheets as CSV tables: numbers are plain numbers, and no text can run as a formula."""

import csv
import io
from dataclasses import replace

from django.utils.translation import override

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.tables import games_table, hands_table
from tests.formats.documents import GOOD, PASSED, document, game

HALVES = GOOD | {
    "hand": {"gnome": "9S", "taker": "Ann"},
    "players": {"Ann": {"bid": 12, "peeked": True, "taken": 13}, "Bob": {"bid": 9, "taken": 3}, "Cy": {"taken": 14}},
}

FAILED = GOOD | {"players": {"Ann": {"bid": 12, "taken": 8}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 14}}}


def rows(table, *games):
    file = read_sheets(document(*games))
    assert not file.stopped, [str(message) for message in file.messages]
    rules = {game.rules.slug: game.rules for game in file.games}
    text = "".join(table(file.games, tuple(rules.values())))
    assert text.encode().startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


def table_of_a_game(*hands, note, **changes):
    """Return the table of one game, whose note may hold what a file's may not."""
    (read,) = read_sheets(document(game(*hands, **changes, options={"player_target": 20}))).games
    return "".join(games_table([replace(read, note=note)], (read.rules,))).removeprefix("\ufeff")


def test_each_hand_has_one_row_for_each_column_of_the_sheet():
    table = rows(hands_table, game(HALVES, PASSED, id="a", night="2026-02-20"))
    assert [(row["hand"], row["column"], row["seat"]) for row in table] == [
        (hand, name, seat) for hand in "12" for name, seat in [("Ann", "1"), ("Bob", "2"), ("Cy", "3"), ("Gnome", "")]
    ]
    assert {row["game"] for row in table} == {"a"}
    assert {row["night"] for row in table} == {"2026-02-20"}
    assert [row["dealer"] for row in table[::4]] == ["Cy", "Ann"]


def test_points_are_numbers_and_add_up_to_the_totals():
    table = rows(hands_table, game(HALVES, FAILED))
    assert (table[0]["points"], table[4]["points"]) == ("6.5", "-12")
    for name in ("Ann", "Bob", "Cy", "Gnome"):
        own = [row for row in table if row["column"] == name]
        assert sum(float(row["points"]) for row in own) == float(own[-1]["total"])


def test_rows_contain_the_recorded_entry():
    table = rows(hands_table, game(HALVES, PASSED))
    ann, bob, *_rest, gnome = table[:4]
    assert (ann["player.bid"], ann["player.peeked"], ann["player.taken"]) == ("12", "yes", "13")
    assert (bob["player.bid"], bob["player.peeked"]) == ("9", "")
    assert (gnome["player.bid"], gnome["hand.gnome"], gnome["hand.taker"]) == ("", "9S", "Ann")
    assert [row["hand.all_passed"] for row in table[4:]] == ["yes"] * 4


def test_a_hand_after_the_end_scores_no_points():
    table = rows(hands_table, game(GOOD, GOOD | {"after_end": True}, options={"player_target": 20}))
    assert [(row["points"], row["total"], row["after_end"]) for row in table[4:6]] == [
        ("0", "28", "yes"),
        ("0", "0", "yes"),
    ]


def test_each_game_has_a_row():
    given = {"night": "2026-02-20", "started": "2026-02-20T19:40:00-05:00", "place": "At Ann’s"}
    over, open_ = rows(games_table, game(GOOD, options={"player_target": 20}, id="a", **given), game(note="two\nlines"))
    assert {key: over[key] for key in given} == given
    assert (over["game"], open_["game"]) == ("a", "")
    assert (over["rules"], over["hands"], over["winners"], over["stopped"]) == ("trumplestiltskin", "1", "Ann", "")
    assert [over[f"column_{place}"] for place in range(1, 7)] == ["Ann", "Bob", "Cy", "Gnome", "", ""]
    assert [over[f"total_{place}"] for place in range(1, 7)] == ["28", "0", "3", "13", "", ""]
    assert (open_["winners"], open_["note"], open_["ended"]) == ("", "two\nlines", "")


def test_a_game_of_a_groups_own_has_its_name_and_never_one_that_runs():
    scores = {"players": {name: {"points": 3} for name in ("Ann", "Bob", "Cy")}}
    for name, written in (("Ludo", "Ludo"), ("=1+1", "'=1+1")):
        own = game(scores, rules="any_game", options={"template": "57cb9e2a0bd5", "name": name})
        for table in (games_table, hands_table):
            assert {row["rules"] for row in rows(table, own)} == {written}


def test_the_header_row_is_never_translated():
    plain = list(rows(games_table, game())[0])
    with override("de"):
        assert list(rows(games_table, game())[0]) == plain
    assert plain[:4] == ["game", "rules", "night", "started"]


def test_text_that_a_spreadsheet_would_run_is_prefixed_with_an_apostrophe():
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "−1", '"=1+1"', "|calc", "%0", "\n=1+1"):
        (row,) = rows(games_table, game(note=text))
        assert row["note"] == f"'{text}"


def test_other_text_is_left_unchanged():
    for text in ("Ann = Bob", "1=1", "", "'tis", "“quoted”, and; more", 'a "b"\nc; d', "Zoë", "赵", "  "):
        (row,) = rows(games_table, game(note=text))
        assert row["note"] == text


def test_names_that_look_like_formulas_are_escaped_in_every_cell():
    names = ["=Ann", "-Bob", "@Cy"]
    hand = {
        "hand": {},
        "players": dict(zip(names, GOOD["players"].values(), strict=True)),
    }
    named = game(hand, players=names, options={"player_target": 20})
    table = rows(hands_table, named)
    assert {row["column"] for row in table} == {"'=Ann", "'-Bob", "'@Cy", "Gnome"}
    assert {row["dealer"] for row in table} == {"'@Cy"}
    (row,) = rows(games_table, named)
    assert (row["winners"], row["column_1"]) == ("'=Ann", "'=Ann")
