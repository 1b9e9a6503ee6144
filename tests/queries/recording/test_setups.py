"""Previewing a game with a new setup, without writing anything."""

import pytest

from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.setups import Setting, reset
from scorekeeper.queries.recording.taps import counting_positions
from scorekeeper.text import sentence
from tests.cast import A_HAND, LETTERS, Phone, make_cast, play, refresh, start_game

IMPOSSIBLE = "10 8 - - | | 10 9 5 4 | 9S"


@pytest.fixture
def owner(db):
    return make_cast().owner


def with_setup(game, order="", first_dealer=None, **options):
    """Return the game with its players in this order, with a new first dealer, or with different house rules."""
    record = load(refresh(game))
    seats = [LETTERS.index(letter) for letter in order or LETTERS[: len(record.players)]]
    setting = Setting(
        players=tuple(record.players[seat] for seat in seats),
        first_dealer=record.first_dealer if first_dealer is None else first_dealer,
        options={**record.options, **options},
    )
    return reset(record, setting, [record.names[seat] for seat in seats])


def points(corrected):
    """Return each player's total in whole points."""
    totals = corrected.record.sheet.totals
    return {name: totals[str(seat)] // 2 for seat, name in enumerate(corrected.record.names)}


@pytest.mark.parametrize("order", ["ABCD", "BACD", "DCBA", "CDAB", "BCDA"])
def test_points_follow_the_players_to_any_seat(owner, order):
    game = start_game(owner)
    play(game, A_HAND, by=owner)
    corrected = with_setup(game, order)
    assert points(corrected) == {"Ann": 24, "Bob": 6, "Cy": 0, "Dee": 7}
    assert corrected.record.sheet.totals["gnome"] == 12
    assert (corrected.problems, corrected.warnings) == ((), ())


def test_nothing_is_written(owner):
    game = start_game(owner)
    play(game, A_HAND, by=owner)
    before = load(refresh(game)).hands
    with_setup(game, "DCBA", 0)
    assert load(refresh(game)).hands == before


@pytest.mark.parametrize(
    ("first_dealer", "dealers"),
    [(0, [0, 1, 2, 3]), (1, [1, 2, 3, 0]), (3, [3, 0, 1, 2])],
    ids=["Ann", "Bob", "as before"],
)
def test_a_new_first_dealer_changes_all_later_dealers(owner, first_dealer, dealers):
    game = start_game(owner)
    play(game, A_HAND, "pass", A_HAND, "pass", by=owner)
    assert [hand.dealer for hand in with_setup(game, first_dealer=first_dealer).record.hands] == dealers


def test_later_dealers_follow_a_manually_chosen_one(owner):
    game = start_game(owner)
    play(game, "pass", by=owner)
    Phone(game, owner).open().tap("dealer D", "A passed", "B passed", "C passed", "D passed").save()
    play(game, "pass", by=owner)
    assert [hand.dealer for hand in with_setup(game, first_dealer=1).record.hands] == [1, 3, 0]


def test_dealers_keep_rotating_after_the_end(owner):
    game = start_game(owner, player_target=300)
    play(game, A_HAND, A_HAND, A_HAND, A_HAND, by=owner)
    ended = with_setup(game, player_target=40)
    assert [hand.dealer for hand in ended.record.hands] == [3, 0, 1, 2]
    assert len(ended.record.sheet.hands) == 2


def test_a_new_setup_can_end_the_game(owner):
    game = start_game(owner)
    play(game, A_HAND, A_HAND, by=owner)
    assert with_setup(game).record.outcome is None
    assert with_setup(game, player_target=40).record.outcome.winners == ("0",)


def test_hands_stop_counting_at_the_first_contradiction(owner):
    game = start_game(owner, lowest_bid=0)
    play(game, A_HAND, "0 - - - | | 12 9 3 7", A_HAND, by=owner)
    corrected = with_setup(game, lowest_bid=1)
    contradiction = corrected.record.contradiction
    assert (corrected.problems, contradiction.number, sentence(contradiction.why)) == ((), 2, "The lowest bid is 1.")
    assert len(corrected.record.sheet.hands) == 1
    assert [hand.dealer for hand in corrected.record.hands] == [3, 0, 1]


def test_a_new_warning_is_reported_and_accepted(owner):
    game = start_game(owner, 3, uneven_deal="equal_hands")
    play(game, "10 6 - | | 12 9 3", by=owner)
    corrected = with_setup(game, uneven_deal="all_dealt")
    assert sentence(corrected.warnings[0].message).startswith("Hand 1: The points taken add up to 24")
    assert corrected.record.hands[0].accepted


def test_a_warning_already_accepted_is_not_reported_again(owner):
    game = start_game(owner)
    play(game, IMPOSSIBLE, by=owner, anyway=True)
    corrected = with_setup(game, "BACD")
    assert corrected.warnings == ()
    assert corrected.record.hands[0].accepted


def test_the_number_of_players_cannot_change(owner):
    game = start_game(owner)
    assert [problem.path for problem in with_setup(game, "ABC").problems] == ["seats"]


def test_taps_follow_the_players(owner):
    game = start_game(owner)
    Phone(game, owner).tap("A bid 10", "B bid 12", "C peeked", "dealer B", "gnome 9S")
    (hand,) = with_setup(game, "BCDA").record.hands
    assert [tap[:2] for tap in hand.taps] == [
        ["players.3.bid", 10],
        ["players.0.bid", 12],
        ["players.1.peeked", True],
        ["dealer", 0],
        ["hand.gnome", "9S"],
    ]


@pytest.mark.parametrize(
    ("order", "paths"),
    [
        pytest.param("BACD", "players.0.bid players.0.gave_way", id="two players swap seats"),
        pytest.param("BCDA", "players.0.bid players.0.gave_way", id="everybody moves up"),
        pytest.param("DCBA", "players.2.bid players.2.gave_way", id="the other way around"),
        pytest.param("ABCD", "players.1.bid players.1.gave_way", id="nobody moves"),
    ],
)
def test_a_tap_that_answers_two_questions_follows_the_player_as_one(owner, order, paths):
    game = start_game(owner)
    phone = Phone(game, owner).tap("A bid 12", "B bid 8")
    (hand,) = with_setup(game, order).record.hands
    assert hand.taps[1] == [paths, [8, 12], owner.pk]
    phone.back()
    (hand,) = with_setup(game, order).record.hands
    assert len(counting_positions(hand.taps)) == 1


def test_a_setting_is_the_same_whatever_the_order_of_its_options():
    one, other = ({"tie": "split", "player_target": 200}, {"player_target": 200, "tie": "split"})
    first, second = (Setting(players=(1, 2), first_dealer=0, options=options) for options in (one, other))
    assert first.digest == second.digest != Setting(players=(2, 1), first_dealer=0, options=one).digest
