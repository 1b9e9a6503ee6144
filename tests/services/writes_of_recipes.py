"""The writes by which a group keeps games of its own, and the counters that they increment."""

from functools import partial

from scorekeeper.queries.recording.recipes import blank_game
from scorekeeper.services import recipes
from tests.services.writes import ALL, NOTHING, done


def own_game(tables, name="Farkle"):
    options = blank_game().rules.options(template="farkle", name=name)
    return partial(recipes.keep_recipe, **tables.in_group, game=blank_game(), options=options)


def changed_game(tables):
    own_game(tables)()
    return own_game(tables, "Farkel")


def retire_game(tables, retired=True):
    own_game(tables)()
    return partial(recipes.retire_recipe, **tables.in_group, slug="any_game:farkle", retired=retired)


WRITES_OF_RECIPES = {
    "recipes.keep_recipe": (own_game, ALL),
    "recipes.keep_recipe: again": (lambda tables: done(own_game(tables)), NOTHING),
    "recipes.keep_recipe: changed": (changed_game, ALL),
    "recipes.keep_recipe: out of retirement": (lambda tables: done(retire_game(tables)) and own_game(tables), ALL),
    "recipes.retire_recipe": (retire_game, ALL),
    "recipes.retire_recipe: again": (lambda tables: done(retire_game(tables)), NOTHING),
    "recipes.retire_recipe: of one that is offered": (lambda tables: retire_game(tables, False), NOTHING),
}
