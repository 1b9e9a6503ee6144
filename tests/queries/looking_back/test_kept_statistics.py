"""Statistics are kept until something that they show about people or finished games may have changed."""

import gc
import tracemalloc

import pytest

from scorekeeper.memory import memory
from scorekeeper.models import Player, Playgroup
from scorekeeper.queries.looking_back import statistics
from scorekeeper.services import games, people, roster
from scorekeeper.services.settle import rescore
from tests.cast import A_HAND, correct, enter_hand, play, start_game, start_short_game
from tests.queries.looking_back.test_statistics import PEEKED, group_statistics, ranked, two_games

__all__ = ["two_games"]


def change_name(cast, games_played):
    roster.change_player(group=cast.group, player_id=Player.objects.get(name="Ann").pk, name="Anne")


def merge(cast, games_played):
    fay = people.add_player(group=cast.group, name="Fay")
    games_played[0].seats.filter(player__name="Ann").update(player=fay)
    rescore(games_played[0])
    group_statistics(cast)
    roster.merge_player(group=cast.group, player_id=fay.pk, same_as=Player.objects.get(name="Ann").pk)


SEEN_AT_ONCE = [
    pytest.param(change_name, id="a player renamed"),
    pytest.param(merge, id="two entries merged"),
    pytest.param(lambda _cast, played: games.hide_game(game=played[0], hidden=True), id="a game hidden"),
    pytest.param(lambda cast, played: games.resume_game(game=played[1], by=cast.owner), id="a game resumed"),
    pytest.param(lambda cast, played: correct(played[0], 1, PEEKED, cast.owner), id="an old hand corrected"),
    pytest.param(
        lambda cast, _played: play(start_short_game(cast.owner), A_HAND, A_HAND, by=cast.owner), id="another game ends"
    ),
]


@pytest.mark.parametrize("change", SEEN_AT_ONCE)
def test_a_change_is_seen_at_once(cast, two_games, change):
    group_statistics(cast)
    change(cast, two_games)
    kept = group_statistics(cast), ranked(cast, "rating")
    memory.clear()
    assert kept == (group_statistics(cast), ranked(cast, "rating"))


def test_statistics_are_kept_while_only_a_game_goes_on(cast, two_games, django_assert_num_queries):
    group_statistics(cast)
    enter_hand(start_game(cast.owner), A_HAND, cast.owner).save()
    group = Playgroup.objects.get(pk=cast.group.pk)
    with django_assert_num_queries(0):
        statistics.statistics(group)


def test_statistics_take_no_more_memory_than_estimated(cast, two_games):
    group_statistics(cast)
    memory.clear()
    tracemalloc.start()
    group_statistics(cast)
    gc.collect()
    taken, _most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < memory.size
