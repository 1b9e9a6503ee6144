"""Fixtures for testing the pages."""

from copy import deepcopy

import pytest

from scorekeeper.models import Game
from tests.cast import Cast, start_game
from tests.views.browser import Browser


@pytest.fixture
def cast(db: None, module_cast: Cast) -> Cast:
    """An owner, a recorder and a stranger."""
    return deepcopy(module_cast)


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with Ann, Bob, Cy and Dee, before the first deal; Dee deals."""
    return start_game(cast.owner)


@pytest.fixture
def olga(cast: Cast) -> Browser:
    """The owner's browser."""
    return Browser(cast.owner)


@pytest.fixture
def one_by_one(settings):
    """Don't fail a request that adds several games because each of them repeats the same queries."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("zeal")]
