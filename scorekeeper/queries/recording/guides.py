"""The short guide to a game's rules, with one table's house rules."""

from dataclasses import dataclass

from scorekeeper.games import AnyGame
from scorekeeper.models import Game
from scorekeeper.queries.recording.loading import card_game_of
from scorekeeper.rules.declaration import options_from_record, unusual
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class GuidePage:
    """A card game with its guide, and the table's unusual house rules as (label, value) pairs."""

    card_game: AnyGame
    house_rules: tuple[tuple[Text, Text], ...]


def guide_page(game: Game) -> GuidePage | None:
    """Return the guide to a game's rules, or None if they are unknown or have no guide."""
    card_game = card_game_of(game)
    if card_game is None or not card_game.guide:
        return None
    options = options_from_record(card_game.rules.options, game.options)
    house_rules = unusual(options)
    # The number of players takes a query, and few options depend on it.
    if house_rules != unusual(options, 0):
        house_rules = unusual(options, game.seats.count())
    return GuidePage(card_game=card_game, house_rules=house_rules)
