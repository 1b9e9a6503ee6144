"""Fixtures for the tests in this folder."""

import datetime
from collections.abc import Callable
from copy import deepcopy

import pytest
from django.utils import timezone

from scorekeeper.models import Game
from tests.cast import Cast, start_game

NOW = datetime.datetime(2026, 3, 2, 20, tzinfo=datetime.UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime.timedelta], None]:
    """A clock stopped at `NOW`. Advance it with `clock(2 * HOUR)`."""
    moment = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])

    def advance(span: datetime.timedelta) -> None:
        moment[0] += span

    return advance


@pytest.fixture
def cast(db: None, module_cast: Cast) -> Cast:
    """An owner, a recorder and a stranger."""
    return deepcopy(module_cast)


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with Ann, Bob, Cy and Dee, before the first deal; Dee deals."""
    return start_game(cast.owner)
