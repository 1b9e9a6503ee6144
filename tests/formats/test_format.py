"""Checks FORMAT.md against the code by scoring its examples and comparing its tables, so that the two can't diverge."""

import json
import re

import pytest

from scorekeeper.formats import recipes, sheets
from scorekeeper.formats.documents import write_sheets
from scorekeeper.formats.language import NameRefused, clean_name, sentence
from scorekeeper.formats.parsing import Report
from scorekeeper.formats.recipes import read_recipe, write_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.values import Node, read_fields
from scorekeeper.games import all_games
from scorekeeper.games.any_game.options import MOST_NUMBERS, MOST_ROWS
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import GROUPS, defaults, fields_of
from tests import pages
from tests.formats.documents import document

PAGE = "formats/FORMAT.md"
WHOLE, SHORT, RECIPES = "A whole file", "A short file", "Templates"
SECTIONS = {row["rules"]: row["fields"] for row in pages.rows(PAGE, "The games")}
BLOCKS = {heading: blocks for heading in pages.headings(PAGE) if (blocks := pages.json_blocks(PAGE, heading))}
EXAMPLES = [
    pytest.param(example, id=example["rules"])
    for section in dict.fromkeys(SECTIONS.values())
    for example in map(json.loads, BLOCKS[section])
]


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
    assert set(BLOCKS) == {WHOLE, SHORT, "Warnings", "After the end", RECIPES, *SECTIONS.values()}
    assert {param.values[0]["rules"] for param in EXAMPLES} == set(all_games())


@pytest.mark.parametrize("heading", [WHOLE, SHORT])
def test_an_example_file_scores_as_shown(heading):
    given, scored = BLOCKS[heading]
    assert json.dumps(score(given.encode())) == json.dumps(json.loads(scored))
    assert json.dumps(score(scored.encode())) == json.dumps(json.loads(scored))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_game_scores_as_shown(example):
    (game,) = score(document(example))["games"]
    shown = [hand["result"]["points"] for hand in example["hands"]]
    assert json.dumps(shown) == json.dumps([hand["result"]["points"] for hand in game["hands"]])


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


@pytest.mark.parametrize(
    ("heading", "known"),
    [
        pytest.param("The document", sheets.DOCUMENT_KEYS, id="document"),
        pytest.param("A game", sheets.GAME_KEYS, id="game"),
        pytest.param("A hand", sheets.HAND_KEYS, id="hand"),
    ],
)
def test_the_documented_keys_match_the_code(heading, known):
    keys = [row["key"] for row in pages.rows(PAGE, heading)]
    assert sorted(keys) == sorted(known)


def test_keys_are_written_in_the_documented_order():
    game = short_game() | {"id": "a", "night": "2026-11-14", "place": "p", "note": "n", "stopped": "no_winner"}
    game |= {"started": "2026-11-14T19:40:00Z", "ended": "2026-11-14T20:40:00Z", "options": {"hands": 2}}
    late = game["hands"][0] | {"score_anyway": True, "after_end": True}
    (written,) = score(document(game))["games"]
    assert list(written) == [row["key"] for row in pages.rows(PAGE, "A game")]
    (written,) = score(document(short_game() | {"hands": [*game["hands"], late]}))["games"]
    assert list(written["hands"][1]) == [row["key"] for row in pages.rows(PAGE, "A hand")]
    assert list(written["hands"][1]["result"]) == [row["key"] for row in pages.rows(PAGE, "Results", table=0)]
    assert list(written["outcome"]) == [row["key"] for row in pages.rows(PAGE, "Results", table=1)]


@pytest.mark.parametrize("row", pages.cases(PAGE, "A game"))
def test_omitting_a_game_key_is_an_error_only_where_documented(row):
    key, required = row["key"], row["if left out"] == "an error"
    without = {other: value for other, value in short_game().items() if other != key}
    for game in (without, without | {key: None}):
        assert messages(document(game)) == ([f"games[0].{key}: error"] if required else [])


@pytest.mark.parametrize("row", pages.cases(PAGE, "Dates and times"))
def test_dates_and_times_are_read_as_documented(row):
    written = json.loads(row["in the file"])
    node = Node({"at": written}, (), Report())
    read = {"as a date": node.day("at"), "as a time": node.moment("at")}
    assert {key: "no" if value is None else "yes" for key, value in read.items()} == {key: row[key] for key in read}


@pytest.mark.parametrize("row", pages.cases(PAGE, "Fields"))
def test_fields_are_read_as_documented(row):
    declared = (field for game in all_games().values() for field in fields_of(game.rules.entry))
    field = next(field for field in declared if field_values(field) == row["value"])
    for column, refused in (("allowed", False), ("errors", True)):
        for value in json.loads(f"[{row[column]}]"):
            node = Node({"it": value}, (), Report())
            read_fields({"it": (field, "hand.it")}, node, {"Ann": 0, "Bob": 1}, {})
            assert bool(node.report.messages) == refused, value


@pytest.mark.parametrize("row", pages.cases(PAGE, "Names"))
def test_names_are_cleaned_as_documented(row):
    raw, kept = json.loads(row["in the file"]), row["as a name"]
    if kept == "an error":
        with pytest.raises(NameRefused):
            clean_name(raw)
    else:
        assert clean_name(raw) == kept


@pytest.mark.parametrize("row", pages.rows(PAGE, "Errors"), ids=lambda row: f"{row['value']} {row['changed to']}")
def test_breaking_the_first_example_produces_the_documented_message(row):
    file = whole_file()
    put(file, row["value"], json.loads(row["changed to"]))
    assert messages(json.dumps(file).encode()) == [row["message"]]


def recipe():
    (example,) = BLOCKS[RECIPES]
    return json.loads(example)


def recipe_messages(value):
    """Return the location and level of each message about a recipe."""
    return [f"{message.place}: {message.level}" for message in read_recipe(json.dumps(value).encode()).messages]


def test_the_example_recipe_is_read_and_written_as_shown():
    read = read_recipe(BLOCKS[RECIPES][0].encode())
    assert read.messages == ()
    assert json.loads(write_recipe(read.game)) == recipe()


@pytest.mark.parametrize("row", pages.cases(PAGE, RECIPES))
def test_omitting_a_key_of_a_recipe_is_an_error_only_where_documented(row):
    key, required = row["key"], row["if left out"] == "an error"
    without = {other: value for other, value in recipe().items() if other != key}
    assert recipe_messages(without) == ([f"{key}: error"] if required else [])
    assert recipe_messages(without | {key: None}) == ([f"{key}: error"] if required else [])


def test_the_documented_keys_and_limits_of_recipes_match_the_code():
    assert {row["key"] for row in pages.rows(PAGE, RECIPES)} == recipes.KEYS
    assert list(recipe()) == [row["key"] for row in pages.rows(PAGE, RECIPES)]
    assert [int(row[""].replace(",", "")) for row in pages.rows(PAGE, RECIPES, table=1)] == [
        limits.LARGEST_RECIPE,
        limits.LONGEST_RECIPE_ID,
        limits.LONGEST_NAME,
        MOST_NUMBERS,
        MOST_ROWS,
        limits.LONGEST_NAME,
    ]


@pytest.mark.parametrize(
    "row", pages.rows(PAGE, RECIPES, table=2), ids=lambda row: f"{row['value']} {row['changed to']}"
)
def test_breaking_the_recipe_produces_the_documented_message(row):
    changed = recipe()
    put(changed, row["value"], json.loads(row["changed to"]))
    assert recipe_messages(changed) == [row["message"]]


def test_every_playable_game_is_documented():
    shown = {row["rules"]: (row["game"], row["players"]) for row in pages.rows(PAGE, "The games")}
    assert shown == {
        slug: (sentence(game.rules.name), span(game.rules.players[0], game.rules.players[-1]))
        for slug, game in all_games().items()
    }


@pytest.mark.parametrize("slug", all_games())
def test_the_documented_fields_match_those_each_game_declares(slug):
    rules, section = all_games()[slug].rules, SECTIONS[slug]
    options = zip(fields_of(rules.options), defaults(rules.options), strict=True)
    assert [(row["option"], row["values"]) for row in pages.rows(PAGE, section, table=0)] == [
        (field.key, option_values(field, default_of(rules, field, default))) for field, default in options
    ]
    assert [(row["in"], row["field"], row["value"]) for row in pages.rows(PAGE, section, table=1)] == [
        (GROUPS[field.per], field.key, field_values(field)) for field in fields_of(rules.entry)
    ]


def default_of(rules, field, default):
    """Return an option's default as the page shows it. If there is none, the option may follow from another one."""
    if default is None:
        return "none" if getattr(rules.options(), field.name) is None else "by base"
    return "empty" if default in ("", ()) else default


def span(low, high):
    return f"{low} to {high}" if low < high else str(low)


def option_values(field, default):
    """Return an option's values as the page shows them, with the default first."""
    match field.kind:
        case "number":
            return f"{default}, {field.low} to {field.high}"
        case "numbers":
            return f"{default}, {field_values(field)}"
        case "text":
            lines = f" in {field.lines} lines" if field.lines > 1 else ""
            return f"{default}, text of at most {field.high} characters{lines}"
    every = [False, True] if field.kind == "flag" else [choice.value for choice in field.choices]
    others = [value for value in every if value != default]
    return ", ".join(value if isinstance(value, str) else json.dumps(value) for value in (default, *others))


def field_values(field):
    """Return a field's values as the page shows them."""
    return {
        "flag": "true or false",
        "choice": ", ".join(choice.value for choice in field.choices),
        "seat": "a player",
        "number": span(field.low, field.high),
        "numbers": f"list of {field.low} to {field.high}, at most {field.most}",
    }[field.kind]


def test_tontines_base_game_determines_the_number_of_players_and_hands():
    rules, names = all_games()["tontine"].rules, ["Ann", "Bob", "Cy", "Dee"]
    shown = {row["base"]: (int(row["players"]), int(row["hands"])) for row in pages.rows(PAGE, "Tontine", table=2)}
    assert list(shown) == [choice.value for choice in fields_of(rules.options)[0].choices]
    for base, (count, hands) in shown.items():
        assert rules.options(base=base).hands == hands
        for players in rules.players:
            game = {"rules": "tontine", "options": {"base": base}, "players": names[:players], "hands": []}
            assert messages(document(game)) == ([] if players == count else ["games[0].players: error"])


@pytest.mark.parametrize("slug", all_games())
def test_omitting_a_field_is_an_error_if_it_is_documented_as_required(slug):
    examples = [param.values[0] for param in EXAMPLES if param.values[0]["rules"] == slug]
    for row in pages.rows(PAGE, SECTIONS[slug], table=1):
        missed = [is_missed(example, place) for example in examples for place in places_of(row, example)]
        if row["required"] == "always":
            assert missed
            assert all(missed), row
        elif row["required"] == "no":
            assert not any(missed), row
        elif missed:
            assert any(missed), row


def is_missed(example, place):
    """Return whether omitting the value at this location from an example causes an error there."""
    file = {"games": [json.loads(json.dumps(example))]}
    put(file, place, None)
    return f"{place}: error" in messages(document(*file["games"]))


def places_of(row, example):
    """Yield each location of a field in an example's hands."""
    for number, hand in enumerate(example["hands"]):
        place = f"games[0].hands[{number}]"
        sides = enumerate(hand.get("hand", {}).get("sides", []))
        within = {
            "hand": [(f"{place}.hand", hand.get("hand", {}))],
            "players": [(f"{place}.players.{name}", given) for name, given in hand.get("players", {}).items()],
            "sides": [(f"{place}.hand.sides[{side}]", given) for side, given in sides],
        }[row["in"]]
        group = row["field"].split(".")[0]
        yield from (f"{where}.{row['field']}" for where, given in within if given.get(group) is not None)
