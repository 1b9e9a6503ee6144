"""The read model of a game: what is known of its hands, whatever was corrected before them."""

import pytest

from scorekeeper.queries.records import GameRecord, StoredGame, load, load_known
from tests.cast import A_HAND, play, refresh, start_game
from tests.made_up_play import each, play as play_made_up, start

pytestmark = pytest.mark.django_db


def test_dealers_behind_a_hand_that_cannot_be_true_wait(cast, made_up):
    """Bob is out by the correction, so hand 2 can't be true; who dealt hand 3 is only known when that is fixed."""
    game = start(cast.owner, "knockout", 3)
    play_made_up(game, cast.owner, each("lost", 1, 0, 0), each("lost", 1, 0, 0), each("lost", 0, 1, 0))
    record = load(refresh(game))
    assert [hand.dealer for hand in record.hands] == [2, 0, 1]
    after = record.with_hand(1, 2, {"hand": {}, "players": [{"lost": 0}, {"lost": 3}, {"lost": 0}]})
    assert after.contradiction.number == 2
    assert [hand.dealer for hand in after.hands] == [2, 0, 1]


def test_who_cannot_deal_any_more_is_followed_by_the_next(cast, made_up):
    game = start(cast.owner, "knockout", 3)
    play_made_up(game, cast.owner, each("lost", 1, 0, 0), each("lost", 1, 0, 0))
    after = load(refresh(game)).with_hand(1, 2, {"hand": {}, "players": [{"lost": 3}, {"lost": 0}, {"lost": 0}]})
    assert [hand.dealer for hand in after.hands] == [2, 1]


def test_rules_are_known_or_not_once_and_for_all(cast):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    assert isinstance(load(refresh(game)), GameRecord)
    type(game).objects.update(rules="forgotten")
    record = load(refresh(game))
    assert type(record) is StoredGame
    assert (record.next_number, record.dealer_name(3), len(record.saved)) == (2, "Dee", 1)
    assert load_known(refresh(game)) is None
