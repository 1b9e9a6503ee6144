"""Previewing a correction or a new setup without writing anything, and what it would change, in words."""

from scorekeeper.formats.language import sentence
from scorekeeper.games.any_game import ANY_GAME
from scorekeeper.games.oh_hell import OhHell
from scorekeeper.recording.game.effects import effect, ending, lead, setup_effect
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting, reset
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.rules.entries import answers_from_entry, record_from_answers
from scorekeeper.rules.sheet import Column, Outcome
from scorekeeper.rules.text import gettext as _
from tests.cast import A_HAND, LETTERS, Phone, correct, new_game, play, refresh, start_game, start_short_game
from tests.games.notation import all_passed, hand
from tests.recording.hands import IMPOSSIBLE
from tests.rounds import play_rounds, start_rounds


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


# In words


SAME, BIG = hand("10 6 - 8", "", "12 9 3 7"), hand("30 6 - 8", "", "31 0 0 0")


def correction_effect(game, number, entry):
    """Return the effect of correcting a hand to this entry."""
    before = load(refresh(game))
    stored = record_from_answers(answers_from_entry(entry), 4, 0)
    after = before.with_hand(number, before.hand(number).dealer, stored)
    return [sentence(text) for text in effect(before, after)]


def test_changed_totals_are_listed_and_can_be_halves_or_negative(cast, game):
    play(game, A_HAND, by=cast.owner)
    assert correction_effect(game, 1, SAME) == []
    assert correction_effect(game, 1, hand("14 6 - 8", "D", "12 9 3 7")) == [
        "Final totals change: Ann 24 → −14, Dee 7 → 3½ and Gnome 6 → 21½"
    ]


def test_a_correction_can_reopen_the_game_move_its_end_or_change_its_winner(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert correction_effect(game, 2, all_passed()) == [
        "This reopens the game.",
        "Final totals change: Ann 48 → 24, Bob 12 → 6, Dee 14 → 7 and Gnome 12 → 6",
    ]
    effects = correction_effect(game, 1, BIG)
    assert (effects[0], effects[-1]) == ("Hand 1: the game now ends here", "No longer counts: Hand 2")
    assert not [effect for effect in effects if effect.startswith("Ann reached")], "she won before"
    effects = correction_effect(game, 2, hand("10 30 - 8", "", "0 31 0 0"))
    assert effects[0] == "Bob reached the target of 40 with 68 points"
    assert "This reopens the game." not in effects


def test_a_correction_can_end_the_game_earlier_and_make_later_hands_count_again(cast):
    game = start_short_game(cast.owner, 60)
    play(game, A_HAND, A_HAND, "pass", by=cast.owner)
    assert correction_effect(game, 1, BIG) == [
        "This ends the game: Ann wins.",
        "Ann reached the target of 60 with 62 points",
        "Final totals change: Ann 48 → 62, Bob 12 → 0, Dee 14 → 0 and Gnome 12 → 0",
        "No longer counts: Hand 2 and Hand 3",
    ]
    correct(game, 1, "30 6 - 8 | | 31 0 0 0", cast.owner)
    assert correction_effect(game, 1, SAME) == [
        "This reopens the game.",
        "Final totals change: Ann 62 → 48, Bob 0 → 12, Dee 0 → 14 and Gnome 0 → 12",
        "Counts again: Hand 2 and Hand 3",
    ]


COLUMNS = tuple(
    Column(key=key, label=_("{name}", name=name), seats=seats)
    for key, name, seats in (("0", "Ann", (0,)), ("1", "Bob", (1,)), ("side0", "Cy & Dee", (2, 3)), ("g", "Gnome", ()))
)


def test_a_sentence_says_how_the_game_ends():
    for winners, says in (
        (["0"], "This ends the game: Ann wins."),
        (["side0"], "This ends the game: Cy & Dee win."),
        (["1", "0"], "This ends the game: Ann and Bob win."),
        ([], "This ends the game without a winner."),
    ):
        outcome = Outcome(winners=tuple(winners), ranking=(), reason=_("enough"))
        assert sentence(ending(None, outcome, COLUMNS)) == says
    drawn = Outcome(winners=("0", "1"), ranking=(("0", "1"),), reason=_("the match is drawn"), says_who_won=True)
    assert sentence(ending(None, drawn, COLUMNS)) == "This ends the game: it’s a draw."


def leads(game):
    """Return who is said to lead after the last round, by seat, and how."""
    record = load(refresh(game))
    seats, text = lead(record, record.before(len(record.saved)), record.sheet)
    return seats, text and sentence(text)


def test_a_sentence_says_who_leads_and_by_how_much(cast):
    game = start_rounds(cast.owner)
    for points, expected in (
        ("0 0 0", ((), None)),
        ("5 3 0", ((0,), "Ann takes the lead with 5, 2 ahead of Bob.")),
        ("0 1 0", ((0,), "Ann still leads with 5, 1 ahead of Bob.")),
        ("0 1 -3", ((0, 1), "Ann and Bob are tied for the lead with 5, 8 ahead of Cy.")),
        ("-1 0 7", ((1,), "Bob takes the lead with 5, 1 ahead of Ann and Cy.")),
    ):
        play_rounds(game, cast.owner, points)
        assert leads(game) == expected, points


def test_the_least_points_lead_if_they_win_and_nobody_leads_without_a_winner(cast):
    game = start_rounds(cast.owner, wins="least")
    play_rounds(game, cast.owner, "5 3 9")
    assert leads(game) == ((1,), "Bob takes the lead with 3, 2 ahead of Ann.")
    game = start_rounds(cast.owner, wins="nobody")
    play_rounds(game, cast.owner, "5 3 9")
    assert leads(game) == ((), None)


def test_a_side_leads_together_and_many_who_follow_are_not_named(cast):
    game = start_rounds(cast.owner, 4, sides="partners")
    record = load(refresh(game))
    assert len(record.sheet.columns) == 2
    after = record.rules.record(
        record.sheet, 0, record.rules.entry_from({"sides.0.points": 7, "sides.1.points": 4}, record.table)
    )
    seats, text = lead(record, record.sheet, after)
    assert (seats, sentence(text)) == ((0, 2), "Ann & Cy take the lead with 7, 3 ahead of Bob & Dee.")
    game = start_rounds(cast.owner, 4)
    play_rounds(game, cast.owner, "9 0 0 0")
    assert leads(game) == ((0,), "Ann takes the lead with 9.")


def test_the_winners_are_first_once_the_game_is_over(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert leads(game) == ((0,), None)


def effect_of_setup(game, order="", **options):
    return [sentence(text) for text in setup_effect(load(refresh(game)), with_setup(game, order, **options)[0])]


def test_the_effect_of_a_new_setup_is_described(cast, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    # When two players swap seats, they also swap the deal.
    swapped = ["Bob in Ann’s seat", "Ann in Bob’s seat", "Later deals move along"]
    assert effect_of_setup(game, "BACD") == swapped
    assert effect_of_setup(game, lowest_bid=0) == ["Lowest bid: 1 → 0"]
    assert effect_of_setup(game, tie="play_on") == ["Tie for the most points: Shared win → Play on"]


def test_a_house_rule_that_is_on_or_off_is_described_in_words(cast):
    new = new_game(cast.group, rules=OhHell())
    game = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    assert effect_of_setup(game, even=True) == ["Even bids: no → yes"]
    assert effect_of_setup(game, largest=7) == ["Largest hand: none → 7"]


def test_every_kind_of_option_is_described_in_words(cast):
    new = new_game(cast.group, rules=ANY_GAME.rules)
    game = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    assert effect_of_setup(game, negative=True, wins="least", rounds=3, buttons=[1, -5]) == [
        "Winner: The most points → The fewest points",
        "Rounds: 10 → 3",
        "Points can be negative: no → yes",
        "Points on buttons: none → 1, −5",
    ]
