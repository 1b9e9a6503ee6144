"""Every page about past games makes no more queries after 60 games than after 10. `looking_back` measures times."""

import pytest
from django.test import Client

from tests.cast import start_group
from tests.trials.looking_back import counted, pages
from tests.years import play_years


@pytest.fixture
def queries(db):
    """Each page's query counts with an empty and a warm cache, by number of games."""
    by_games = {}
    for games in (10, 60):
        owner, client = start_group(f"Group of {games}", "Olga"), Client()
        play_years(owner, games, hands=1)
        client.force_login(owner.user)
        by_games[games] = {name: counted(client, address) for name, address in pages(owner).items()}
    return by_games


def test_sixty_games_take_no_more_queries_than_ten(queries):
    assert queries[60] == queries[10]
