"""Previewing a game with a new setup, without writing anything."""

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting, reset
from tests.cast import A_HAND, LETTERS, Phone, play, refresh, start_game
from tests.recording.hands import IMPOSSIBLE


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


def dealers(corrected):
    return [hand.dealer for hand in corrected[0].hands]


def test_points_follow_the_players_to_any_seat_and_nothing_is_written(cast, game):
    play(game, IMPOSSIBLE, A_HAND, by=cast.owner, anyway=True)
    before = load(refresh(game))
    points = {name: before.sheet.totals[str(seat)] for seat, name in enumerate(before.names)}
    for order in ("BACD", "DCBA", "BCDA"):
        after, warnings = with_setup(game, order)
        totals = after.sheet.totals
        assert {name: totals[str(seat)] for seat, name in enumerate(after.names)} == points, order
        assert totals["gnome"] == before.sheet.totals["gnome"]
        # The warning about the first hand has been accepted before.
        assert warnings == ()
        assert after.hands[0].accepted
    assert load(refresh(game)).hands == before.hands


def test_a_new_first_dealer_changes_all_later_dealers_up_to_a_chosen_one(cast, game):
    play(game, A_HAND, "pass", A_HAND, by=cast.owner)
    assert [dealers(with_setup(game, first_dealer=first)) for first in (0, 3)] == [[0, 1, 2], [3, 0, 1]]
    Phone(game, cast.owner).open().tap("dealer D", "A passed", "B passed", "C passed", "D passed").save()
    play(game, "pass", by=cast.owner)
    assert dealers(with_setup(game, first_dealer=1)) == [1, 2, 3, 3, 0]


def test_hands_stop_counting_at_the_first_contradiction(cast):
    game = start_game(cast.owner, lowest_bid=0)
    play(game, A_HAND, "0 - - - | | 12 9 3 7", A_HAND, by=cast.owner)
    corrected = with_setup(game, lowest_bid=1)
    contradiction = corrected[0].contradiction
    assert (contradiction.number, sentence(contradiction.why)) == (2, "The lowest bid is 1.")
    assert len(corrected[0].sheet.hands) == 1
    assert dealers(corrected) == [3, 0, 1]


def test_taps_follow_the_players(cast, game):
    phone = Phone(game, cast.owner).tap("A bid 12", "B bid 8", "B peeked", "dealer B", "gnome 9S")
    for order, bob in (("BACD", 0), ("BCDA", 0), ("DCBA", 2)):
        (hand,) = with_setup(game, order)[0].hands
        assert [tap[:2] for tap in hand.taps][1:] == [
            [f"players.{bob}.bid players.{bob}.gave_way", [8, 12]],
            [f"players.{bob}.peeked", True],
            ["dealer", bob],
            ["hand.gnome", "9S"],
        ]
    for _step in range(4):
        phone.back()
    (hand,) = with_setup(game, order)[0].hands
    assert len(load(refresh(game)).with_hands([hand]).screen(1).answers) == 1


def test_a_setting_is_the_same_whatever_the_order_of_its_options():
    one, other = ({"tie": "split", "player_target": 200}, {"player_target": 200, "tie": "split"})
    first, second = (Setting(players=(1, 2), first_dealer=0, options=options) for options in (one, other))
    assert first.digest == second.digest != Setting(players=(2, 1), first_dealer=0, options=one).digest
