"""Checks FORMAT.md against the code by scoring its examples and comparing its tables, so that the two can't diverge.

Also checks what the command that it names says about each game.
"""

import io
import json
import re

import pytest
from django.core.management import call_command

from scorekeeper.formats import recipes, sheets
from scorekeeper.formats.documents import values_of, write_sheets
from scorekeeper.formats.language import NameRefused, clean_name
from scorekeeper.formats.parsing import Report
from scorekeeper.formats.recipes import read_recipe, write_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.values import Node, read_fields
from scorekeeper.games import all_games
from scorekeeper.games.any_game import AnyGame
from scorekeeper.games.any_game.choices import MOST_NUMBERS, MOST_ROWS
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import SKIP, fields_of, places
from scorekeeper.rules.entries import answers_from_entry
from tests import pages
from tests.formats.documents import document

PAGE = "formats/FORMAT.md"
WHOLE, SHORT, RECIPES = "A whole file", "A short file", "Templates"
BLOCKS = {heading: blocks for heading in pages.headings(PAGE) if (blocks := pages.json_blocks(PAGE, heading))}


def messages(raw):
    """Return the location and level of each message about a file."""
    return [f"{message.place}: {message.level}" for message in read_sheets(raw).messages]


def score(raw):
    """Read a file, which must produce no messages, and return it with its scores."""
    read = read_sheets(raw)
    assert [str(message) for message in read.messages] == []
    return json.loads("".join(write_sheets(read.games)))


def whole_file():
    return json.loads(BLOCKS[WHOLE][0])


def short_game():
    (game,) = json.loads(BLOCKS[SHORT][0])["games"]
    return game


def put(tree, place, value):
    """Set the value at a location such as `games[0].hands[0].dealer`."""
    *steps, last = [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", place)]
    for step in steps:
        tree = tree[step]
    tree[last] = value


def test_every_example_on_the_page_is_tested():
    assert set(BLOCKS) == {WHOLE, SHORT, "Warnings", "After the end", RECIPES}


def test_the_example_files_score_as_shown():
    for heading in (WHOLE, SHORT):
        given, scored = BLOCKS[heading]
        assert json.dumps(score(given.encode())) == json.dumps(json.loads(scored))
        assert json.dumps(score(scored.encode())) == json.dumps(json.loads(scored))


def test_the_warning_example_triggers_a_warning():
    (block,) = BLOCKS["Warnings"]
    file, hand = whole_file(), json.loads(block)
    file["games"][0]["hands"][0] = hand
    assert messages(json.dumps(file).encode()) == []
    assert hand.pop("score_anyway") is True
    assert messages(json.dumps(file).encode()) == ["games[0].hands[0].players: warning"]


def test_the_example_hand_after_the_end_does_not_count():
    (block,) = BLOCKS["After the end"]
    game, hand = short_game(), json.loads(block)
    late = score(document(game | {"hands": [*game["hands"], hand]}))["games"][0]
    assert late["outcome"] == score(document(game))["games"][0]["outcome"]
    assert late["hands"][1]["result"] == {
        "lines": [],
        "points": dict.fromkeys(late["outcome"]["totals"], 0),
        "totals": late["outcome"]["totals"],
    }
    assert messages(document(game | {"hands": [hand]})) == ["games[0].hands[0].after_end: error"]
    assert hand.pop("after_end") is True
    assert messages(document(game | {"hands": [*game["hands"], hand]})) == ["games[0].hands[1]: error"]


def test_the_documented_limits_match_the_code():
    shown = [int(row[""].replace(",", "")) for row in pages.rows(PAGE, "Limits")]
    assert shown == [
        limits.LARGEST_FILE,
        limits.MOST_GAMES,
        limits.MOST_HANDS,
        limits.MOST_TURNS,
        AnyGame(Options(rows="tally")).most_hands,
        limits.MOST_NESTED,
        limits.DEEPEST,
        limits.MOST_KEYS,
        limits.LONGEST_KEY,
        limits.LONGEST_NUMBER,
        limits.LONGEST_NAME,
        limits.LONGEST_ID,
        limits.LONGEST_TEXT,
        limits.MOST_MARKS,
        limits.MOST_MESSAGES,
    ]


def test_the_documented_keys_match_the_code():
    for heading, known in (
        ("The document", sheets.DOCUMENT_KEYS),
        ("A game", sheets.GAME_KEYS),
        ("A hand", sheets.HAND_KEYS),
        (RECIPES, recipes.KEYS),
    ):
        assert sorted(row["key"] for row in pages.rows(PAGE, heading)) == sorted(known)


def test_keys_are_written_in_the_documented_order():
    game = short_game() | {
        "id": "a",
        "night": "2026-11-14",
        "place": "p",
        "note": "n",
        "stopped": "no_winner",
        "won": [],
    }
    game |= {"started": "2026-11-14T19:40:00Z", "ended": "2026-11-14T20:40:00Z", "options": {"hands": 2}}
    late = game["hands"][0] | {"score_anyway": True, "after_end": True}
    (written,) = score(document(game))["games"]
    keys = [row["key"] for row in pages.rows(PAGE, "A game")]
    assert list(written) == [key for key in keys if key != "totals"]  # a game has totals or hands
    result = short_game() | {"hands": [], "won": [], "totals": {}, "place": "p"}
    (written,) = score(document(result))["games"]
    assert list(written) == [key for key in keys if key in written]
    (written,) = score(document(short_game() | {"hands": [*game["hands"], late]}))["games"]
    assert list(written["hands"][1]) == [row["key"] for row in pages.rows(PAGE, "A hand")]
    assert list(written["hands"][1]["result"]) == [row["key"] for row in pages.rows(PAGE, "Results", table=0)]
    assert list(written["outcome"]) == [row["key"] for row in pages.rows(PAGE, "Results", table=1)]


def test_omitting_a_key_is_an_error_only_where_documented():
    for heading, whole, found, place in (
        ("A game", short_game(), lambda game: messages(document(game)), "games[0]."),
        (RECIPES, recipe(), recipe_messages, ""),
    ):
        for row in pages.rows(PAGE, heading):
            key, required = row["key"], row["if left out"] == "an error"
            without = {other: value for other, value in whole.items() if other != key}
            for changed in (without, without | {key: None}):
                assert found(changed) == ([f"{place}{key}: error"] if required else []), row


def test_dates_and_times_are_read_as_documented():
    for row in pages.rows(PAGE, "Dates and times"):
        node = Node({"at": json.loads(row["in the file"])}, (), Report())
        read = {"as a date": node.day("at"), "as a time": node.moment("at")}
        assert {key: "no" if value is None else "yes" for key, value in read.items()} == {key: row[key] for key in read}


def test_fields_are_read_as_documented():
    declared = [field for game in all_games().values() for field in fields_of(game.rules.entry)]
    for row in pages.rows(PAGE, "Fields"):
        field = next(field for field in declared if values_of(field).replace("`", "") == row["value"])
        for column, refused in (("allowed", False), ("errors", True)):
            for value in json.loads(f"[{row[column]}]"):
                node = Node({"it": value}, (), Report())
                read_fields({"it": (field, "hand.it")}, node, {"Ann": 0, "Bob": 1}, {})
                assert bool(node.report.messages) == refused, (row, value)


def test_names_are_cleaned_as_documented():
    for row in pages.rows(PAGE, "Names"):
        raw, kept = json.loads(row["in the file"]), row["as a name"]
        if kept == "an error":
            with pytest.raises(NameRefused):
                clean_name(raw)
        else:
            assert clean_name(raw) == kept


def test_breaking_an_example_produces_the_documented_message():
    for rows, whole, found in (
        (pages.rows(PAGE, "Errors"), whole_file, lambda file: messages(json.dumps(file).encode())),
        (pages.rows(PAGE, RECIPES, table=2), recipe, recipe_messages),
    ):
        for row in rows:
            changed = whole()
            put(changed, row["value"], json.loads(row["changed to"]))
            assert found(changed) == [row["message"]], row


def recipe():
    (example,) = BLOCKS[RECIPES]
    return json.loads(example)


def recipe_messages(value):
    """Return the location and level of each message about a recipe."""
    return [f"{message.place}: {message.level}" for message in read_recipe(json.dumps(value).encode()).messages]


def test_the_example_recipe_is_read_and_written_as_shown():
    read = read_recipe(BLOCKS[RECIPES][0].encode())
    assert read.messages == ()
    assert json.loads(write_recipe(read.game, read.note)) == recipe()


def test_the_documented_order_and_limits_of_recipes_match_the_code():
    assert list(recipe()) == [row["key"] for row in pages.rows(PAGE, RECIPES)]
    assert [int(row[""].replace(",", "")) for row in pages.rows(PAGE, RECIPES, table=1)] == [
        limits.LARGEST_RECIPE,
        limits.LONGEST_RECIPE_ID,
        limits.LONGEST_NAME,
        limits.LONGEST_NOTE,
        MOST_NUMBERS,
        MOST_ROWS,
        limits.LONGEST_NAME,
    ]


def printed(slug):
    """Return what is printed about a game: its tables, and its example."""
    out = io.StringIO()
    call_command("score", "--fields", slug, stdout=out)
    tables, _fence, example = out.getvalue().removesuffix("```\n").partition("\n```json\n")
    return tables, example


def test_what_a_game_declares_is_printed():
    for slug, line in (
        ("oh_hell", "# Oh Hell\n\n`oh_hell`, 3 to 10 players\n"),
        (
            "oh_hell",
            "| `options` | `course` | `up_down` (Up and down), `up` (Up), `down_up` (Down and up), `down` (Down) | ",
        ),
        ("oh_hell", "| `options` | `largest` | 1 to 17 | `null` | Largest hand: Cards each; blank for all "),
        (
            "oh_hell",
            "| `options` | `made` | 1 to 100 | `10` | Made bid: What a made bid scores, besides 1 per trick. |\n",
        ),
        ("any_game", '| `options` | `name` | at most 40 characters | `""` | Name: What the game is called. |\n'),
        ("oh_hell", "| `players` | `bid` | 0 to 17 | an error | Bid: The tricks this player bid. |\n"),
        ("klondike", "| `players` | `points` | -9999 to 9999 | an error if points are entered | Points: "),
        ("tontine", "| `hand` | `groups.kings` | a player | `null`: Nobody | Kings: Who took the last one "),
        ("shnarbles", "| `hand` | `all_passed` | true or false | `false` | Everyone passed |\n"),
    ):
        assert line in printed(slug)[0]


def test_every_game_has_an_example_that_scores_as_printed_and_says_what_is_required():
    for slug in all_games():
        example = printed(slug)[1]
        (written,) = score(example.encode())["games"]
        assert (written["rules"], len(written["hands"])) == (slug, 1)
        assert written == json.loads(example)["games"][0]
        (game,) = read_sheets(example.encode()).games
        (hand,), rules = game.scored, game.rules
        answers = answers_from_entry(hand.entry)
        for path, field, _index in places(rules.entry, len(game.names), len(rules.sides(game.table))):
            if path in answers and field.needed in (True, False) and field.skip == SKIP:
                entry = rules.entry_from({**answers, path: None}, game.table)
                problems = rules.problems(rules.blank(game.table), hand.dealer, entry)
                assert (path in [problem.path for problem in problems]) == field.needed, (slug, path)
