"""The writes by which a group keeps games of its own, and the counters that they increment."""

from functools import partial

from scorekeeper.recording.own_games import writing as own_games_writing
from scorekeeper.recording.own_games.reading import blank_game
from tests.writes import ALL, NOTHING, done


def own_game(tables, name="Farkle"):
    options = blank_game().rules.options(template="farkle", name=name)
    return partial(own_games_writing.keep_recipe, **tables.in_group, options=options)


def changed_game(tables):
    own_game(tables)()
    return own_game(tables, "Farkel")


def retire_game(tables, retired=True):
    own_game(tables)()
    return partial(own_games_writing.retire_recipe, **tables.in_group, slug="any_game:farkle", retired=retired)


WRITES_OF_RECIPES = {
    "own_games.keep_recipe": (own_game, ALL),
    "own_games.keep_recipe: again": (lambda tables: done(own_game(tables)), NOTHING),
    "own_games.keep_recipe: changed": (changed_game, ALL),
    "own_games.keep_recipe: out of retirement": (lambda tables: done(retire_game(tables)) and own_game(tables), ALL),
    "own_games.retire_recipe": (retire_game, ALL),
    "own_games.retire_recipe: again": (lambda tables: done(retire_game(tables)), NOTHING),
    "own_games.retire_recipe: of one that is offered": (lambda tables: retire_game(tables, False), NOTHING),
}
