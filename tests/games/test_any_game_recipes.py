"""The recipes that come with the app: their files, and a whole game of each, worked out in `any_game/recipes.txt`."""

import json
import re
from pathlib import Path

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import pack, read_link, read_recipe, write_recipe
from scorekeeper.games import any_game
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.ready import READY
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Table
from tests.games.notations import AnyGame
from tests.games.worked import HERE, NAMES, sections

FOLDER = Path(any_game.__path__[0]) / "recipes"
FILES = sorted(FOLDER.glob("*.json"))
REPLAYS = {section.options["recipe"]: section for section in sections(HERE / "any_game/recipes.txt")}
MOST_IN_A_LINK = 1200


def recipe_in(path):
    reading = read_recipe(path.read_bytes())
    assert reading.messages == ()
    return reading.game


def table_of(recipe, players):
    return Table(names=NAMES[:players], options=recipe.rules.house_rules, first_dealer=players - 1)


def test_a_whole_game_of_each_file_is_worked_out():
    assert [path.stem for path in FILES] == sorted(REPLAYS)


def test_a_file_comes_back_from_a_file_and_a_link_with_only_what_differs_from_the_defaults():
    for path in FILES:
        recipe = recipe_in(path)
        assert recipe.rules.slug == f"any_game:{path.stem}"
        assert json.loads(path.read_bytes()) == json.loads(write_recipe(recipe))
        packed = pack(recipe)
        for reading in (read_recipe(write_recipe(recipe)), read_link(f"https://cards.example/t/{packed}")):
            assert reading.messages == ()
            assert reading.game.rules.house_rules == recipe.rules.house_rules
        assert len(packed) <= MOST_IN_A_LINK, path.stem


def test_the_fewest_and_the_most_players_can_start_a_game():
    for path in FILES:
        recipe = recipe_in(path)
        for players in (recipe.rules.house_rules.fewest, recipe.rules.house_rules.most):
            assert recipe.rules.refuse_table(table_of(recipe, players)) is None
            assert players in recipe.rules.players


def test_options_that_a_game_tells_to_change_are_called_so():
    fields = fields_of(Options)
    texts = [*(field.label for field in fields), *(choice.label for field in fields for choice in field.choices)]
    called = set(map(sentence, texts))
    told = [re.findall("“(.+?)”", sentence(text)) for game in READY.values() for text in game.by_hand]
    assert {name for names in told for name in names} - called == set()
    assert any(told)


def replayed(name):
    """Return the game of a recipe, and its state after the whole game in `any_game/recipes.txt`."""
    state = AnyGame(**REPLAYS[name].options)
    for row in REPLAYS[name].rows:
        state.play(row.given)
    return state.game, [state]
