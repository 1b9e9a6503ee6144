"""A game's read model, after taps and corrections, and with unknown rules."""

from dataclasses import replace

import pytest

from scorekeeper.recording.game.reading import load, load_known
from scorekeeper.recording.game.records import GameRecord, HandRecord, StoredGame
from tests.cast import A_HAND, play, refresh, start_game
from tests.made_up_play import each, play as play_made_up, start

pytestmark = pytest.mark.django_db


def test_a_dealer_who_is_out_is_replaced_by_the_next_player(cast, made_up):
    game = start(cast.owner, "knockout", 3)
    play_made_up(game, cast.owner, each("lost", 1, 0, 0), each("lost", 1, 0, 0))
    after = load(refresh(game)).with_hand(1, 2, {"hand": {}, "players": [{"lost": 3}, {"lost": 0}, {"lost": 0}]})
    assert [hand.dealer for hand in after.hands] == [2, 1]


@pytest.mark.parametrize(
    ("number", "change", "kept"),
    [
        pytest.param(1, {"taps": [["hand.trump", "hearts", 1]]}, 3, id="a tap"),
        pytest.param(4, {}, 3, id="a new hand"),
        pytest.param(2, {"dealer": 2}, 1, id="a correction"),
    ],
)
def test_only_the_hands_from_a_correction_on_are_replayed_again(cast, number, change, kept):
    game = start_game(cast.owner)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    before = load(refresh(game))
    hand = before.hand(number) or HandRecord(number=number, dealer=3)
    after = before.with_hands([replace(hand, **change)])
    pairs = zip(before.scored, after.scored, strict=True)
    assert [earlier is later for earlier, later in pairs] == [index < kept for index in range(3)]


def test_only_games_with_known_rules_load_as_game_records(cast):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    assert isinstance(load(refresh(game)), GameRecord)
    type(game).objects.update(rules="forgotten")
    record = load(refresh(game))
    assert type(record) is StoredGame
    assert (record.dealer_name(3), len(record.saved)) == ("Dee", 1)
    assert load_known(refresh(game)) is None
