"""Entering the bidding of Trumplestiltskin: what a tap means and how it is announced. See also `trumplestiltskin/`."""

from scorekeeper.games.trumplestiltskin.hand import Entry
from tests.cast import tap_from_words
from tests.games.notation import hand
from tests.games.trumplestiltskin_screens import BIDDING_OVER, draft, in_turn, said, screen, typing


def keys(step):
    return [mark.key for mark in step.marks]


def test_pass_is_the_only_button_next_to_the_bids_and_every_row_has_a_peek_button():
    now = screen("B peeked", "A bid 3")
    extras = [(offer.path, offer.value, offer.pressed) for offer in now.question.extras]
    assert extras == [("players.1.passed", True, False)]
    assert [(row.toggle.path, row.toggle.value, row.toggle.pressed) for row in now.rows] == [
        ("players.0.peeked", True, False),
        ("players.1.peeked", False, True),
        ("players.2.peeked", True, False),
        ("players.3.peeked", True, False),
    ]
    assert screen("A bid 10", "B bid 12", at="players.0.bid").question.extras[-1].value is None


def test_rows_show_who_peeked_who_has_the_bid_and_who_is_next():
    now = screen("B bid 10", "C passed", "D peeked", "D bid 12", "B passed", dealer=0)
    assert [keys(row) for row in now.rows] == [["stopped"], ["passed"], ["leads", "peeked"], []]
    assert [row.now for row in now.rows] == [False, False, False, True]


def test_swapped_bids_are_corrected_one_at_a_time_with_an_error_in_between():
    corrected = typing({}).correcting(hand("10 12 - -", "", "12 9 3 7"))
    assert corrected.meant("players.0.bid", 12, "players.0.bid") == {"players.0.bid": 12}
    halfway = corrected.with_answers({**corrected.answers, "players.0.bid": 12})
    problems = halfway.rules.problems(halfway.before, halfway.dealer, halfway.entry())
    assert [(problem.level, said(problem.message)) for problem in problems] == [
        ("error", "Ann and Bob have the same bid, 12.")
    ]


def test_a_top_bid_below_the_highest_gives_way_to_it_unless_its_row_was_opened():
    now = in_turn("A bid 12")
    assert now.meant("players.1.bid", 8) == {"players.1.bid": 8, "players.1.gave_way": 12}
    assert now.meant("players.1.bid", 8, "players.1.bid") == {"players.1.bid": 8}
    assert now.meant("players.2.bid", 8) == {"players.2.bid": 8}
    back = in_turn("A bid 10", "B bid 12", "C passed", "D passed")
    assert back.meant("players.0.bid", 10) == {"players.0.passed": True}


def test_a_player_who_stopped_can_be_let_back_in():
    extra = in_turn("A bid 12", "B bid 8").view("players.1.bid").question.extras[0]
    assert (extra.path, extra.value, extra.pressed) == ("players.1.passed", False, True)


def test_each_tap_is_announced_in_a_sentence():
    for words, told in (
        (["A bid 10"], "Ann bids 10. Bob to bid."),
        (["A passed"], "Ann passes. Bob to bid."),
        (["A bid 12", "B bid 8"], "Bob stops at 8. Cy to bid."),
        (["A bid 10", "A peeked"], "Ann: Peeked."),
        (["A peeked", "A peeked not"], "Ann: Peeked? No."),
        (["A bid 10", "A bid -"], "Ann: cleared."),
        (["A bid 10", "done"], "Bidding is done."),
        ([*BIDDING_OVER, "gnome 9S"], "Gnome: Nine of spades."),
        ([*BIDDING_OVER, "gnome red_joker", "trump hearts", "gnome red_joker"], "Gnome: Red Joker, Hearts."),
        ([*BIDDING_OVER, "no_gnome", "A took 0"], "Ann: 0."),
    ):
        assert said(in_turn(*words).told(tap_from_words(words[-1])[0])) == told


def test_the_gnome_is_one_of_six_cards_and_half_a_joker_is_one_of_its_suits():
    offers = screen(*BIDDING_OVER).question.offers
    assert [(offer.card, offer.sign, said(offer.label), said(offer.name)) for offer in offers] == [
        ("9S", "♠", "Spades", "Nine of spades"),
        ("9H", "♥", "Hearts", "Nine of hearts"),
        ("9D", "♦", "Diamonds", "Nine of diamonds"),
        ("9C", "♣", "Clubs", "Nine of clubs"),
        ("red_joker", "♥", "Hearts", "Red Joker, Hearts"),
        ("red_joker", "♦", "Diamonds", "Red Joker, Diamonds"),
        ("black_joker", "♠", "Spades", "Black Joker, Spades"),
        ("black_joker", "♣", "Clubs", "Black Joker, Clubs"),
    ]
    chosen = screen(*BIDDING_OVER, "gnome red_joker", "trump hearts", at="hand.gnome").question.offers
    assert [offer.value for offer in chosen if offer.pressed] == ["red_joker hearts"]


def test_a_joker_recorded_without_its_suit_stays_and_its_suit_can_be_added_or_left_out():
    alone = in_turn(*BIDDING_OVER, "gnome red_joker")
    assert alone.view().question.path == "hand.trump"
    assert [offer.value for offer in alone.view().question.offers] == ["diamonds", "hearts"]
    assert said(alone.refuse("hand.trump", "spades")) == "With this Gnome, trump is Diamonds or Hearts."
    assert (alone.entry().gnome, alone.entry().trump) == ("red_joker", None)
    left_out = in_turn(*BIDDING_OVER, "gnome black_joker", "no_trump").view()
    assert left_out.question.path == "players.0.taken"
    joker = hand("10 - - -", "", "12 9 3 6", gnome="black_joker")
    assert typing({}).correcting(joker).view().complete


def test_the_end_of_the_bidding_says_who_takes_it_and_leaves_the_others_out():
    assert in_turn().view().question.skip.hint.message == "everyone passes"
    assert said(in_turn("A bid 10").view().question.skip.hint) == "Ann takes it at 10"
    marks = {step.seat: keys(step) for step in in_turn("A bid 10", "done").steps if step.field.name == "bid"}
    assert marks == {0: ["taker"], 1: ["passed"], 2: ["passed"], 3: ["passed"]}


def test_only_the_first_hand_of_a_game_explains_the_peek():
    first = in_turn("A bid 10")
    assert said(first.view().question.toggle.hint).startswith("Peeked at the Gnome?")
    later = first.rules.record(first.before, 3, hand("10 - - -", "", "12 9 3 7"))
    assert type(first)(first.rules, later, first.dealer, first.answers).view().question.toggle.hint is None


def test_answers_that_do_not_count_any_more_are_not_in_the_entry():
    done = screen("done")
    assert (done.stage, done.complete, done.question) == ("bidding", True, None)
    assert typing(draft("A bid 10", "gnome 9S", "trump hearts")).entry().trump is None
    passed = Entry(all_passed=True, bid=(None,) * 4, peeked=(False, False, True, False), taken=(None,) * 4)
    assert typing(draft("A took 12", "trump hearts", "C peeked", "done")).entry() == passed
