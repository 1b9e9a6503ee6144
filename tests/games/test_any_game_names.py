"""The names in the recipes that come with the app can be translated, and what people typed stays as it is."""

import ast
import inspect
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import read_recipe
from scorekeeper.games import any_game
from scorekeeper.games.any_game import names as names_module
from scorekeeper.games.any_game.names import rows_of
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.sheet import Table

FILES = sorted((Path(any_game.__path__[0]) / "recipes").glob("*.json"))


@pytest.fixture
def translated(monkeypatch):
    monkeypatch.setattr("scorekeeper.formats.language.pgettext", lambda context, message: f"{context}: {message}")


def test_every_recipe_that_comes_with_the_app_has_texts():
    assert sorted(names_module.TEXTS) == [path.stem for path in FILES]


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_the_texts_are_the_name_and_the_rows_of_a_file(path):
    document = json.loads(path.read_bytes())
    rows = rows_of(document["options"].get("categories", ""))
    names = [("game", document["name"]), *(("row", row.name) for row in rows)]
    assert [(text.context, text.message) for text in names_module.TEXTS[path.stem]] == names


def test_makemessages_can_find_every_text():
    """It reads only literals, and the context comes first."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(names_module))) if isinstance(node, ast.Call)]
    found = [call for call in calls if getattr(call.func, "id", "") == "pgettext"]
    assert len(found) == sum(map(len, names_module.TEXTS.values()))
    assert all(len(call.args) == 2 and not call.keywords for call in found)
    assert all(isinstance(ast.literal_eval(argument), str) for call in found for argument in call.args)


@pytest.mark.parametrize(
    ("recipe", "words", "context", "shown"),
    [
        pytest.param("hearts", "Hearts", "game", "game: Hearts", id="a game"),
        pytest.param("catan", "Cities", "row", "row: Cities", id="a row"),
        pytest.param("yahtzee", "Yahtzee", "game", "game: Yahtzee", id="a game that has a row of the same name"),
        pytest.param("yahtzee", "Yahtzee", "row", "row: Yahtzee", id="a row with the name of its game"),
        pytest.param("hearts", "Black Lady", "game", "Black Lady", id="a game that the group renamed"),
        pytest.param("hearts", "Spades", "game", "Spades", id="a game with the new name of another"),
        pytest.param("catan", "Towns", "row", "Towns", id="a row that the group renamed"),
        pytest.param("catan", "Coins", "row", "Coins", id="a row with the new name of another game’s"),
        pytest.param("hearts-2", "Hearts", "game", "Hearts", id="a game of the group’s own"),
        pytest.param("", "Chance", "row", "Chance", id="a row without a template"),
        pytest.param("ours", "{name} & {row}", "game", "{name} & {row}", id="braces"),
    ],
)
def test_only_what_came_with_the_app_is_translated(translated, recipe, words, context, shown):
    assert sentence(names_module.shown(recipe, words, context)) == shown


def made(stem, **changes):
    """Return the game of a recipe that comes with the app, perhaps changed by a group, and its blank sheet."""
    path = next(path for path in FILES if path.stem == stem)
    reading = read_recipe(path.read_bytes()).game
    options = replace(reading.rules.house_rules, **changes)
    game = reading.made(options)
    return game, game.rules.blank(Table(names=("Ann", "Bob", "Cy"), options=options, first_dealer=0))


def test_names_are_translated_wherever_a_game_is_shown(translated):
    game, sheet = made("catan")
    screen = game.type(sheet, 0).view()
    entry = game.type(sheet, 0, {f"players.{seat}.points": 2 for seat in range(3)}).entry()
    after = game.rules.record(sheet, 0, entry)
    assert sentence(game.rules.name) == "game: Catan"
    assert sentence(screen.question.title).startswith("row: Settlements: ")
    assert sentence(game.rules.hand_name(sheet)) == "row: Settlements"
    assert sentence(game.rules.label(sheet, entry)) == "row: Settlements"
    assert sentence(after.hands[0].lines[0].reason).startswith("row: Settlements: ")


def test_the_rows_to_pick_from_are_translated(translated):
    game, sheet = made("yahtzee")
    offers = game.type(sheet, 0).view().question.offers
    assert [sentence(offer.label) for offer in offers][:2] == ["row: Ones", "row: Twos"]


def test_names_that_a_group_changed_stay_as_they_are(translated):
    game, sheet = made("catan", name="Siedler", categories="Towns\nCities × 2")
    assert sentence(game.rules.name) == "Siedler"
    assert sentence(game.rules.hand_name(sheet)) == "Towns"
    assert sentence(any_game.AnyGame(Options(name="Catan")).name) == "Catan"
