"""A double of what a game says about a player's needs, so that tests of its pages don't depend on any game's."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper.games import all_games
from scorekeeper.rules.game import Need
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Half, gettext as _


def counted(screen: HandScreen, column: Column) -> Iterator[Need]:
    """Yield two figures, the first of which no two states of a hand share."""
    yield Need(Half(2 * len(screen.answers)), _("for {name} to win", name=column.label), _("without a peek"))
    yield Need(Half(-27), _("or more to go on"))


def long(screen: HandScreen, column: Column) -> Iterator[Need]:
    """Yield as many figures as there can be, with captions and terms as long as any."""
    for figure in (Half(-201), Half(33), Half(14)):
        yield Need(figure, _("to pass {name}", name=column.label), _("outbid at 22 or more, after a peek"))


def tell(monkeypatch: pytest.MonkeyPatch, slug: str = "trumplestiltskin", needs: object = counted) -> None:
    """Have a game say this about needs, or nothing."""
    slug = slug.partition(":")[0]
    monkeypatch.setitem(all_games(), slug, replace(all_games()[slug], needs=needs))
