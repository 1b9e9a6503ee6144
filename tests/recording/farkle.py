"""A game of a group's own for tests: Farkle, as the ready one is called, which ends at 1000 points."""

from scorekeeper.models import Game, Membership, Recipe
from scorekeeper.recording.own_games.reading import blank_game
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.setup import reading as setup_reading
from scorekeeper.recording.setup.writing import start_game
from scorekeeper.rules.declaration import Value, options_record
from tests.cast import new_game

FARKLE = "any_game:our-farkle"


def options(**changes: Value):
    """Return its options with these changes."""
    farkle = {"template": "our-farkle", "name": "Farkle", "ends": "target", "target": 1000}
    return blank_game().rules.options(**farkle | changes)


def keep(by: Membership, **changes: Value) -> Recipe:
    """Keep it for a group."""
    return keep_recipe(group=by.group, options=options(**changes), by=by)


def start(by: Membership, slug: str = FARKLE) -> Game:
    """Start it, or another game that the group has or could have, with Ann, Bob and Cy."""
    rules = setup_reading.game_to_play(by.group, slug).rules
    new = new_game(by.group, 3, rules=rules, options=options_record(rules.house_rules))
    return start_game(group=by.group, new=new, by=by)
