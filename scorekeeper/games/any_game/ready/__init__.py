"""The games that come with the app, whose recipes are in the folder `recipes`."""

from typing import Any

from scorekeeper.games.any_game.ready.cards import CARDS
from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.games.any_game.ready.without_cards import DICE, OUTDOORS, TILES

KINDS = {"cards": CARDS, "dice": DICE, "tiles": TILES, "outdoors": OUTDOORS}
READY: dict[str, ReadyGame] = {recipe: game for games in KINDS.values() for recipe, game in games.items()}


def about(recipe: str) -> dict[str, Any]:
    """Return what there is to know of a game beside its rules, by the id of its recipe."""
    if recipe not in READY:
        return {"kind": "own"}
    kind = next(kind for kind, games in KINDS.items() if recipe in games)
    return {"kind": kind, "also": READY[recipe].also, "guide": READY[recipe].guide}
