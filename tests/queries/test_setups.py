"""A game as it would be with another set-up: told before anything is written."""

import pytest

from scorekeeper.queries.records import load
from scorekeeper.queries.setups import Setting, reset
from scorekeeper.text import sentence
from tests.cast import A_HAND, LETTERS, Phone, make_cast, play, refresh, start_game

IMPOSSIBLE = "10 8 - - | | 10 9 5 4 | 9S"


@pytest.fixture
def by(db):
    return make_cast().owner


def otherwise(game, order="", first_dealer=None, **options):
    """The game with its seats in this order, another first dealer, other house rules."""
    record = load(refresh(game))
    seats = [LETTERS.index(letter) for letter in order or LETTERS[: len(record.players)]]
    setting = Setting(
        players=tuple(record.players[seat] for seat in seats),
        first_dealer=record.first_dealer if first_dealer is None else first_dealer,
        options={**record.options, **options},
    )
    return reset(record, setting, [record.names[seat] for seat in seats])


def points(corrected):
    """Each player's total by name, in whole points."""
    totals = corrected.record.sheet.totals
    return {name: totals[str(seat)] // 2 for seat, name in enumerate(corrected.record.names)}


@pytest.mark.parametrize("order", ["ABCD", "BACD", "DCBA", "CDAB", "BCDA"])
def test_points_follow_the_players_to_any_seat(by, order):
    game = start_game(by)
    play(game, A_HAND, by=by)
    corrected = otherwise(game, order)
    assert points(corrected) == {"Ann": 24, "Bob": 6, "Cy": 0, "Dee": 7}
    assert corrected.record.sheet.totals["gnome"] == 12
    assert (corrected.problems, corrected.warnings) == ((), ())


def test_nothing_is_written(by):
    game = start_game(by)
    play(game, A_HAND, by=by)
    before = load(refresh(game)).hands
    otherwise(game, "DCBA", 0)
    assert load(refresh(game)).hands == before


@pytest.mark.parametrize(
    ("first_dealer", "dealers"),
    [(0, [0, 1, 2, 3]), (1, [1, 2, 3, 0]), (3, [3, 0, 1, 2])],
    ids=["Ann", "Bob", "as it was"],
)
def test_deals_follow_the_first_one(by, first_dealer, dealers):
    game = start_game(by)
    play(game, A_HAND, "pass", A_HAND, "pass", by=by)
    assert [hand.dealer for hand in otherwise(game, first_dealer=first_dealer).record.hands] == dealers


def test_deals_after_one_that_was_set_by_hand_follow_that(by):
    game = start_game(by)
    play(game, "pass", by=by)
    Phone(game, by).open().tap("dealer D", "A passed", "B passed", "C passed", "D passed").save()
    play(game, "pass", by=by)
    assert [hand.dealer for hand in otherwise(game, first_dealer=1).record.hands] == [1, 3, 0]


def test_deals_after_the_end_follow_like_those_before(by):
    game = start_game(by, player_target=300)
    play(game, A_HAND, A_HAND, A_HAND, A_HAND, by=by)
    ended = otherwise(game, player_target=40)
    assert [hand.dealer for hand in ended.record.hands] == [3, 0, 1, 2]
    assert len(ended.record.sheet.hands) == 2


def test_the_effect_on_the_end_can_be_told(by):
    game = start_game(by)
    play(game, A_HAND, A_HAND, by=by)
    assert otherwise(game).record.outcome is None
    assert otherwise(game, player_target=40).record.outcome.winners == ("0",)


def test_from_a_hand_on_that_cannot_be_true_nothing_counts(by):
    game = start_game(by, lowest_bid=0)
    play(game, A_HAND, "0 - - - | | 12 9 3 7", A_HAND, by=by)
    corrected = otherwise(game, lowest_bid=1)
    wrong = corrected.record.contradiction
    assert (corrected.problems, wrong.number, sentence(wrong.why)) == ((), 2, "The lowest bid is 1.")
    assert len(corrected.record.sheet.hands) == 1
    assert [hand.dealer for hand in corrected.record.hands] == [3, 0, 1]


def test_a_new_warning_is_told_once_and_accepted(by):
    game = start_game(by, 3, uneven_deal="equal_hands")
    play(game, "10 6 - | | 12 9 3", by=by)
    corrected = otherwise(game, uneven_deal="all_dealt")
    assert sentence(corrected.warnings[0].message).startswith("Hand 1: The points taken add up to 24")
    assert corrected.record.hands[0].accepted


def test_a_warning_accepted_before_is_not_told_again(by):
    game = start_game(by)
    play(game, IMPOSSIBLE, by=by, anyway=True)
    corrected = otherwise(game, "BACD")
    assert corrected.warnings == ()
    assert corrected.record.hands[0].accepted


def test_the_number_of_players_stays(by):
    game = start_game(by)
    assert [problem.path for problem in otherwise(game, "ABC").problems] == ["seats"]


def test_what_is_being_typed_follows_the_players(by):
    game = start_game(by)
    Phone(game, by).tap("A bid 10", "B bid 12", "C peeked", "dealer B", "gnome 9S")
    (hand,) = otherwise(game, "BCDA").record.hands
    assert [tap[:2] for tap in hand.taps] == [
        ["players.3.bid", 10],
        ["players.0.bid", 12],
        ["players.1.peeked", True],
        ["dealer", 0],
        ["hand.gnome", "9S"],
    ]
