"""Fixtures for the tests in this folder."""

from copy import deepcopy

import pytest

from scorekeeper.models import Game
from tests.cast import Cast, start_game


@pytest.fixture
def cast(db: None, module_cast: Cast) -> Cast:
    """An owner, a recorder and a stranger."""
    return deepcopy(module_cast)


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with Ann, Bob, Cy and Dee, before the first deal; Dee deals."""
    return start_game(cast.owner)
