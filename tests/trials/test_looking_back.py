"""Every page that looks back takes as many queries after sixty games as after ten; `looking_back` measures time."""

import pytest
from django.test import Client

from tests.cast import start_group
from tests.trials.looking_back import counted, pages
from tests.years import play_years


@pytest.fixture
def queries(db):
    """By number of games, the queries of each page without anything remembered, and again."""
    found = {}
    for games in (10, 60):
        owner, client = start_group(f"Group of {games}", "Olga"), Client()
        play_years(owner, games, hands=1)
        client.force_login(owner.user)
        found[games] = {name: counted(client, address) for name, address in pages(owner).items()}
    return found


def test_years_cost_no_query_more_than_weeks(queries):
    assert queries[60] == queries[10]
