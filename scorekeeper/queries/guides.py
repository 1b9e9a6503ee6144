"""The short rules of a game, as they are played at one table."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.models import Game
from scorekeeper.queries.records import AnyRules, rules_of
from scorekeeper.rules.declaration import options_from_record, unusual
from scorekeeper.rules.words import Text


@dataclass(frozen=True, kw_only=True)
class GuidePage:
    """The rules with their guide, and the house rules of the table that are not as usual."""

    rules: AnyRules
    house_rules: tuple[tuple[Text, Text], ...]


def guide_page(game: Game) -> GuidePage | None:
    """The guide to a game's rules; None where they are unknown, or nobody has written one."""
    rules = rules_of(game)
    if rules is None or not rules.guide:
        return None
    return GuidePage(rules=rules, house_rules=unusual(options_from_record(rules.options, game.options)))
