"""Ratings: finishing higher earns a better rating, and games are rated in the order played."""

import datetime
from collections import defaultdict

import pytest
from django.core.cache import cache

from scorekeeper.looking_back import rankings
from scorekeeper.looking_back.history import Ended, Finish, History, history_of
from scorekeeper.models import Game, Night, Player
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.writing import rescore
from tests.cast import A_HAND, play, refresh, start_short_game

OTHER_HAND = "6 10 - 8 | | 9 12 3 7"


def rated(*games, players=range(10)):
    """Return the ratings of these players after games given as the places of everybody, or None for who sat out."""
    return last(
        (game, str(seat), players[seat], place)
        for game, places in enumerate(games)
        for seat, place in enumerate(places)
        if place is not None
    )


def newest(history):
    """Return everybody's rating after their last game."""
    return {player: rating for _date, after in rankings.rate_games(history) for player, rating in after.items()}


def last(finishes):
    """Return everybody's rating after their last game, given each game, a column, one of its players, and its place."""
    games = defaultdict(list)
    for game, column, player, place in finishes:
        games[game].append(Finish(column, player, 0, place, place == 1))
    date = datetime.date(2026, 1, 1)
    ended = [
        Ended(id=game, rules="", night=0, date=date, hands=1, finishes=tuple(rows)) for game, rows in games.items()
    ]
    return newest(History(games=tuple(ended)))


def test_finishing_higher_earns_a_better_rating_and_tied_players_are_rated_equally():
    twice, tied, level = rated((1, 2, 3, 4), (1, 2, 3, 4)), rated((1, 2, 2, 4)), rated((1, 1, 1, 1))
    assert sorted(twice, key=twice.get, reverse=True) == [0, 1, 2, 3]
    assert tied[1] == pytest.approx(tied[2])
    assert tied[0] > tied[1] > tied[3]
    assert len({round(rating, 8) for rating in level.values()}) == 1


def test_beating_a_strong_player_is_worth_more():
    before = [(1, 2, None), (1, 2, None)]
    assert rated(*before, (2, None, 1))[2] > rated(*before, (None, 2, 1))[2]


def test_partners_rise_and_fall_together_and_a_single_column_is_not_rated():
    by_player = last([(0, "ac", 0, 2), (0, "ac", 2, 2), (0, "bd", 1, 1), (0, "bd", 3, 1), (1, "0", 1, 1)])
    assert by_player[1] == by_player[3] > by_player[0] == by_player[2]


def shown(group):
    """Return a group's ratings, read anew, since the test moves games behind the app's back."""
    cache.clear()
    return newest(history_of(group))


def test_games_are_rated_in_the_order_played_by_night_start_and_id(cast):
    def expected(*games):
        players = list(started[0].seats.order_by("number").values_list("player", flat=True))
        return rated(*games, players=players)

    ours, others = (1, 3, 4, 2), (3, 1, 4, 2)
    started = [start_short_game(cast.owner) for _game in range(3)]
    Game.objects.update(started_at=started[0].started_at)
    for game, hand in zip(started, (A_HAND, OTHER_HAND, A_HAND), strict=True):
        play(refresh(game), hand, hand, by=cast.owner)
    assert shown(cast.group) == expected(ours, others, ours)
    second = Game.objects.filter(pk=started[1].pk)
    second.update(started_at=started[0].started_at - datetime.timedelta(hours=1))
    assert shown(cast.group) == expected(others, ours, ours)
    second.update(night=Night.objects.create(group=cast.group, date=datetime.date(2031, 1, 1)))
    before = shown(cast.group)
    assert before == expected(ours, ours, others)
    bobby, bob = roster_writing.add_player(group=cast.group, name="Bobby"), Player.objects.get(name="Bob")
    started[1].seats.filter(player=bob).update(player=bobby)
    rescore(refresh(started[1]))
    assert bobby.pk in shown(cast.group)
    roster_writing.merge_player(group=cast.group, player_id=bobby.pk, same_as=bob.pk)
    assert shown(cast.group) == before, "a merged entry is rated as its main entry"
