"""What the tests of this folder share."""

import pytest

from scorekeeper.models import Game
from tests.cast import Cast, make_cast, start_game


@pytest.fixture
def cast(db: None) -> Cast:
    """An owner, a recorder, a stranger."""
    return make_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """Ann, Bob, Cy and Dee, before the first deal; Dee deals."""
    return start_game(cast.owner)
