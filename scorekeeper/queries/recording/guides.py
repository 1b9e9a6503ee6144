"""The short guide to a game's rules, with one table's house rules."""

from typing import Any

from scorekeeper.models import Game
from scorekeeper.queries.recording.loading import card_game_of
from scorekeeper.rules.declaration import options_from_record, unusual


def guide_page(game: Game) -> dict[str, Any] | None:
    """Return a game's `card_game`, which has the guide, and its unusual `house_rules` as (label, value) pairs.

    Return None if the rules are unknown or have no guide.
    """
    card_game = card_game_of(game)
    if card_game is None or not card_game.guide:
        return None
    options = options_from_record(card_game.rules.options, game.options)
    house_rules = unusual(options)
    # The number of players takes a query, and few options depend on it.
    if house_rules != unusual(options, 0):
        house_rules = unusual(options, game.seats.count())
    return {"card_game": card_game, "house_rules": house_rules}
