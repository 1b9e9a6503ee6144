"""The short rules of a game, as they are played at one table."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.models import Game
from scorekeeper.queries.records import AnyRules, card_game_of
from scorekeeper.rules.declaration import options_from_record, unusual
from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class GuidePage:
    """The rules with their guide, and the house rules of the table that are not as usual."""

    rules: AnyRules
    guide: tuple[Guide, ...]
    house_rules: tuple[tuple[Text, Text], ...]


def guide_page(game: Game) -> GuidePage | None:
    """The guide to a game's rules; None where they are unknown, or nobody has written one."""
    card_game = card_game_of(game)
    if card_game is None or not card_game.guide:
        return None
    options = options_from_record(card_game.rules.options, game.options)
    return GuidePage(rules=card_game.rules, guide=card_game.guide, house_rules=unusual(options))
