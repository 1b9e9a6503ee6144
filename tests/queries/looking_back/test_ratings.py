"""Ratings: finishing higher earns a better rating, and cached ratings equal fresh ones."""

import datetime

import pytest
from django.core.cache import cache
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Night, Player, Playgroup
from scorekeeper.queries.looking_back import ratings
from scorekeeper.queries.looking_back.figures import everybody
from scorekeeper.queries.recording.records import load
from scorekeeper.rules.sheet import ranks
from scorekeeper.services import games, people
from scorekeeper.services.settle import raise_all
from tests.cast import A_HAND, make_cast, play, start_short_game

NO_RATINGS = ratings.rate([(1, "0", 1, 1)], {})


def strength(*finishes):
    """Return each player's strength after these games; "1 2 2 4" gives the places of players 0 to 3."""
    rows = [
        (game, str(player), player, int(place))
        for game, spoken in enumerate(finishes)
        for player, place in enumerate(spoken.split())
    ]
    return {player: mu for player, (mu, _sigma) in ratings.rate(rows, {}).items()}


def test_finishing_higher_earns_a_better_rating():
    by_player = strength("1 2 3 4", "1 2 3 4")
    assert by_player[0] > by_player[1] > by_player[2] > by_player[3]


def test_tied_players_are_rated_equally():
    by_player = strength("1 2 2 4")
    assert by_player[1] == pytest.approx(by_player[2])
    assert by_player[0] > by_player[1] > by_player[3]
    assert len({round(mu, 9) for mu in strength("1 1 1 1").values()}) == 1


def test_beating_a_strong_player_is_worth_more():
    before = [(0, "0", 0, 1), (0, "1", 1, 2), (1, "0", 0, 1), (1, "1", 1, 2)]
    earlier = ratings.rate(before, {})
    strong = ratings.rate([(2, "0", 0, 2), (2, "9", 9, 1)], earlier)[9]
    weak = ratings.rate([(2, "1", 1, 2), (2, "9", 9, 1)], earlier)[9]
    assert strong[0] > weak[0]


def test_uncertainty_shrinks_with_every_game():
    once, twice = (
        ratings.rate([(0, "0", 0, 1), (0, "1", 1, 1)], {}),
        ratings.rate([(game, str(player), player, 1) for game in range(2) for player in range(2)], {}),
    )
    assert twice[0][1] < once[0][1]


def test_partners_rise_and_fall_together():
    by_player = ratings.rate([(0, "ac", 0, 2), (0, "ac", 2, 2), (0, "bd", 1, 1), (0, "bd", 3, 1)], {})
    assert by_player[1] == by_player[3] > by_player[0] == by_player[2]


def test_a_game_with_a_single_column_is_not_rated():
    assert NO_RATINGS == {}


def test_low_totals_earn_better_ratings_if_low_wins(cast):
    class Low(Trumplestiltskin):
        low_wins = True

    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    sheet = load(game).sheet
    high, low = (ranks(rules.ranking(sheet)) for rules in (Trumplestiltskin(), Low()))
    assert (high["0"], low["0"]) == (1, 4)
    rated = ratings.rate([(1, column, int(column), place) for column, place in low.items()], {})
    assert rated[2][0] > rated[1][0] > rated[3][0] > rated[0][0]


def rated(group):
    """Return a group's current ratings, rounded."""
    group = Playgroup.objects.get(pk=group.pk)
    by_player = ratings.ratings(group, "trumplestiltskin", everybody(group))
    return {player: round(value, 6) for player, value in by_player.items()}


def uncached(group):
    """Return a group's ratings, computed without the cache."""
    cache.clear()
    return rated(group)


def test_a_later_game_builds_on_cached_ratings(cast, django_assert_num_queries):
    for _game in range(3):
        play(start_short_game(cast.owner), A_HAND, A_HAND, by=cast.owner)
    rated(cast.group)
    play(start_short_game(cast.owner), "6 10 - 8 | | 9 12 3 7", "6 10 - 8 | | 9 12 3 7", by=cast.owner)
    group = Playgroup.objects.get(pk=cast.group.pk)
    persons = everybody(group)
    with django_assert_num_queries(3):
        ratings.ratings(group, "trumplestiltskin", persons)
    with django_assert_num_queries(0):
        ratings.ratings(group, "trumplestiltskin", persons)
    assert rated(group) == uncached(group)


EARLY_DATE = datetime.date(2001, 1, 1)
CHANGES = ["play", "play other", "play before", "hide", "unhide", "merge", "separate"]


class TestCached(TestCase):
    """Cached ratings equal fresh ones, no matter how games and players change."""

    def setUp(self):
        cache.clear()

    @settings(max_examples=8)
    @given(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=6))
    def test_cached_and_fresh_ratings_agree_after_any_changes(self, changes):
        owner = make_cast().owner
        self.change(owner, "play")
        game = start_short_game(owner, 20)
        game.seats.filter(player__name="Bob").update(player=people.add_player(group=owner.group, name="Bobby"))
        play(game, by=owner)
        rated(owner.group)
        for change in changes:
            self.change(owner, change)
            raise_all(owner.group_id)
            assert rated(owner.group) == uncached(owner.group)

    def change(self, owner, kind):
        match kind.split():
            case ["play", *how]:
                game = start_short_game(owner, 20)
                if how == ["before"]:
                    night, _made = Night.objects.get_or_create(group=owner.group, date=EARLY_DATE)
                    Game.objects.filter(pk=game.pk).update(night=night)
                play(game, "6 10 - 8 | | 9 12 3 7" if how == ["other"] else A_HAND, by=owner)
            case ["hide"] | ["unhide"]:
                first = Game.objects.filter(group=owner.group).order_by("pk").first()
                games.hide_game(game=first, hidden=kind == "hide")
            case ["merge"] | ["separate"]:
                bob = Player.objects.get(group=owner.group, name="Bob")
                same = bob if kind == "merge" else None
                Player.objects.filter(group=owner.group, name="Bobby").update(same_as=same)
