"""The short rules of a game, as they are played at one table."""

from dataclasses import dataclass

from scorekeeper.games import AnyGame
from scorekeeper.models import Game
from scorekeeper.queries.records import card_game_of
from scorekeeper.rules.declaration import options_from_record, unusual
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class GuidePage:
    """A game with its guide, and the house rules of the table that are not as usual."""

    card_game: AnyGame
    house_rules: tuple[tuple[Text, Text], ...]


def guide_page(game: Game) -> GuidePage | None:
    """The guide to a game's rules; None where they are unknown, or nobody has written one."""
    card_game = card_game_of(game)
    if card_game is None or not card_game.guide:
        return None
    options = options_from_record(card_game.rules.options, game.options)
    return GuidePage(card_game=card_game, house_rules=unusual(options))
