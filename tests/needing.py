"""Needs in words, and a double of a game's needs, so that tests of its pages don't depend on any game's."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper.formats.language import half_points, sentence
from scorekeeper.games import all_games
from scorekeeper.rules.game import Need
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import NOTHING, gettext as _, points


def said(need: Need) -> str:
    """Return a need as RULES.md writes it: "19 to win (as the taker)"."""
    terms = f" ({sentence(need.terms)})" if need.terms else ""
    figure = "" if need.figure is None else f"{half_points(need.figure)} "
    return f"{figure}{sentence(need.caption)}{terms}"


def counted(screen: HandScreen, column: Column) -> Iterator[Need]:
    """Yield two needs that no two states of a hand share."""
    yield Need(points(len(screen.answers)), _("more for {name}", name=column.label))
    yield Need(points(9), _("hands before {name} can win", name=column.label), _("at least"))


def long(screen: HandScreen, column: Column) -> Iterator[Need]:
    """Yield needs as long as any."""
    for _number in range(3):
        yield Need(NOTHING, _("can be enough to share the win"), _("if {name} misses the bid", name=column.label))


def tell(monkeypatch: pytest.MonkeyPatch, slug: str = "trumplestiltskin", needs: object = counted) -> None:
    """Have a game say this about needs, or nothing."""
    slug = slug.partition(":")[0]
    monkeypatch.setitem(all_games(), slug, replace(all_games()[slug], needs=needs, tells_needs=lambda _options: True))
