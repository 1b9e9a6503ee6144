"""Statistics are kept until something that they show about people or finished games may have changed."""

import pytest

from scorekeeper.memory import memory
from scorekeeper.models import Player
from scorekeeper.services import games, people, roster
from scorekeeper.services.settle import rescore
from tests.cast import correct
from tests.queries.looking_back.test_statistics import PEEKED, group_statistics, ranked, two_games

__all__ = ["two_games"]


def merge(cast, games_played):
    fay = people.add_player(group=cast.group, name="Fay")
    games_played[0].seats.filter(player__name="Ann").update(player=fay)
    rescore(games_played[0])
    group_statistics(cast)
    roster.merge_player(group=cast.group, player_id=fay.pk, same_as=Player.objects.get(name="Ann").pk)


SEEN_AT_ONCE = [
    pytest.param(merge, id="two entries merged"),
    pytest.param(lambda _cast, played: games.hide_game(game=played[0], hidden=True), id="a game hidden"),
    pytest.param(lambda cast, played: correct(played[0], 1, PEEKED, cast.owner), id="an old hand corrected"),
]


@pytest.mark.parametrize("change", SEEN_AT_ONCE)
def test_a_change_is_seen_at_once(cast, two_games, change):
    group_statistics(cast)
    change(cast, two_games)
    kept = group_statistics(cast), ranked(cast, "rating")
    memory.clear()
    assert kept == (group_statistics(cast), ranked(cast, "rating"))
