"""A double of what a game says about a player's needs, so that tests of its pages don't depend on any game's."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper.games import all_games
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Text, gettext as _


def counted(screen: HandScreen, column: Column) -> Iterator[Text]:
    """Yield two sentences that no two states of a hand share."""
    yield _("{name} needs {count} more.", name=column.label, count=len(screen.answers))
    yield _("{name} can’t win before hand 9.", name=column.label)


def long(screen: HandScreen, column: Column) -> Iterator[Text]:
    """Yield sentences as long as any."""
    for _number in range(4):
        yield _("{name} wins with this hand: take the bid without a peek, make it with 21 or more.", name=column.label)


def tell(monkeypatch: pytest.MonkeyPatch, slug: str = "trumplestiltskin", needs: object = counted) -> None:
    """Have a game say this about needs, or nothing."""
    slug = slug.partition(":")[0]
    monkeypatch.setitem(all_games(), slug, replace(all_games()[slug], needs=needs))
