"""Ratings: finishing higher earns a better rating, and games are rated in the order played."""

import datetime

import pytest

from scorekeeper.looking_back import rankings
from scorekeeper.looking_back.rankings import rate
from scorekeeper.models import Game, Night, Player
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.writing import rescore
from tests.cast import A_HAND, play, refresh, start_short_game

OTHER_HAND = "6 10 - 8 | | 9 12 3 7"


def strength(*finishes):
    """Return each player's strength after these games; "1 2 2 4" gives the places of players 0 to 3."""
    rows = [
        (game, str(player), player, int(place))
        for game, spoken in enumerate(finishes)
        for player, place in enumerate(spoken.split())
    ]
    return {player: mu for player, (mu, _sigma) in rate(rows).items()}


def test_finishing_higher_earns_a_better_rating_and_tied_players_are_rated_equally():
    by_player = strength("1 2 3 4", "1 2 3 4")
    assert by_player[0] > by_player[1] > by_player[2] > by_player[3]
    by_player = strength("1 2 2 4")
    assert by_player[1] == pytest.approx(by_player[2])
    assert by_player[0] > by_player[1] > by_player[3]
    assert len({round(mu, 9) for mu in strength("1 1 1 1").values()}) == 1


def test_beating_a_strong_player_is_worth_more():
    before = [(0, "0", 0, 1), (0, "1", 1, 2), (1, "0", 0, 1), (1, "1", 1, 2)]
    strong = rate([*before, (2, "0", 0, 2), (2, "9", 9, 1)])[9]
    weak = rate([*before, (2, "1", 1, 2), (2, "9", 9, 1)])[9]
    assert strong[0] > weak[0]


def test_partners_rise_and_fall_together_and_a_single_column_is_not_rated():
    by_player = rate([(0, "ac", 0, 2), (0, "ac", 2, 2), (0, "bd", 1, 1), (0, "bd", 3, 1), (1, "0", 1, 1)])
    assert by_player[1] == by_player[3] > by_player[0] == by_player[2]


def shown(group):
    """Return a group's ratings as its statistics show them."""
    return rankings.ratings(group, "trumplestiltskin")


def expected(*places, players):
    """Return the ratings of these players after games with these places, in this order."""
    rows = [(game, str(seat), players[seat], place) for game, by in enumerate(places) for seat, place in enumerate(by)]
    return {player: mu - 3 * sigma for player, (mu, sigma) in rate(rows).items()}


def test_games_are_rated_in_the_order_played_by_night_start_and_id(cast):
    ours, others = (1, 3, 4, 2), (3, 1, 4, 2)
    started = [start_short_game(cast.owner) for _game in range(3)]
    Game.objects.update(started_at=started[0].started_at)
    for game, hand in zip(started, (A_HAND, OTHER_HAND, A_HAND), strict=True):
        play(refresh(game), hand, hand, by=cast.owner)
    players = list(started[0].seats.order_by("number").values_list("player", flat=True))
    assert shown(cast.group) == expected(ours, others, ours, players=players)
    Game.objects.filter(pk=started[1].pk).update(started_at=started[0].started_at - datetime.timedelta(hours=1))
    assert shown(cast.group) == expected(others, ours, ours, players=players)
    night = Night.objects.create(group=cast.group, date=datetime.date(2031, 1, 1))
    Game.objects.filter(pk=started[1].pk).update(night=night)
    assert shown(cast.group) == expected(ours, ours, others, players=players)


def test_a_merged_entry_is_rated_as_its_main_entry(cast):
    games = [start_short_game(cast.owner) for _game in range(2)]
    for game in games:
        play(game, A_HAND, A_HAND, by=cast.owner)
    before = shown(cast.group)
    bobby, bob = roster_writing.add_player(group=cast.group, name="Bobby"), Player.objects.get(name="Bob")
    games[1].seats.filter(player=bob).update(player=bobby)
    rescore(games[1])
    assert bobby.pk in shown(cast.group)
    roster_writing.merge_player(group=cast.group, player_id=bobby.pk, same_as=bob.pk)
    assert shown(cast.group) == before
