"""The number of queries that the page on which players join and leave makes, as in `test_query_counts`."""

import pytest
from django.db import connection

from scorekeeper.people.roster.writing import add_player
from tests.rounds import play_rounds, start_rounds
from tests.test_query_counts import Counter

pytestmark = pytest.mark.slow

JOINING = {
    "players": 7,
    "somebody joins": 25,
    "somebody leaves": 25,
    "somebody new joins": 36,
    "somebody joins, stale": 29,
    "sheet": 5,
}
WRITTEN = [name for name in JOINING if name.startswith("somebody")]


@pytest.mark.parametrize("hands", [3, 12])
def test_joining_and_leaving_cost_the_same_however_long_the_game_is(cast, hands):
    game, counter = start_rounds(cast.owner), Counter(cast.owner)
    play_rounds(game, cast.owner, *["1 2 3"] * hands)
    dee, address = add_player(group=cast.group, name="Dee").pk, f"/games/{game.pk}/players/"
    counter.measure("players", address)
    counter.measure("somebody joins", address, {"player": dee, "seen": 0}, 302)
    counter.measure("somebody leaves", address, {"leave": dee, "seen": 1}, 302)
    counter.measure("somebody new joins", address, {"name": "Zoe", "seen": 2}, 302)
    counter.measure("somebody joins, stale", address, {"name": "Yan", "seen": 2}, 409)
    counter.measure("sheet", f"/games/{game.pk}/")
    locking = connection.features.has_select_for_update
    assert counter.counts == {
        name: count + (locking and name.startswith("somebody")) for name, count in JOINING.items()
    }
