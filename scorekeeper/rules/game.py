"""What the package of a game declares: its rules, its hand screen, its statistics and its guide."""

from __future__ import annotations

from dataclasses import dataclass, field as value
from functools import cached_property
from typing import Any, Generic

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import GROUPS, Answers, Field, place_of
from scorekeeper.rules.hand_screen import Draft, HandScreen, declared_fields
from scorekeeper.rules.sheet import E, O, Sheet
from scorekeeper.rules.statistics import Statistics
from scorekeeper.rules.words import Text


class Guide:
    """A part of the short page of a game's rules: paragraphs, and a table whose first row is its head."""

    def __init__(self, heading: Text, *paragraphs: Text, table: tuple[tuple[Text, ...], ...] = ()) -> None:
        self.heading, self.paragraphs, self.table = heading, paragraphs, table


@dataclass(frozen=True, kw_only=True)
class CardGame(Generic[O, E]):
    """A game, as the app knows it. The walk of `scorekeeper.games` finds it by itself."""

    rules: Rules[O, E]
    screen: type[HandScreen[Any, Any]] = HandScreen
    statistics: Statistics[O, E] = value(default_factory=Statistics)
    guide: tuple[Guide, ...] = ()

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Everything that its hand screen may ask."""
        return declared_fields(self.screen, self.rules.entry)

    @cached_property
    def _by_place(self) -> dict[str, Field]:
        return {f"{GROUPS[field.per]}.{field.key}": field for field in self.fields}

    def field_at(self, path: str) -> Field | None:
        """Return the field of a path, whatever the seat or side, or None."""
        return self._by_place.get(place_of(path))

    def type(self, before: Sheet[O, E], dealer: int, answers: Answers | None = None) -> HandScreen[O, E]:
        """The hand screen of a hand with these answers."""
        return self.screen(Draft(rules=self.rules, before=before, dealer=dealer, answers=answers or {}))
