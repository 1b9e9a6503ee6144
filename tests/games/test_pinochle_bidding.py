"""The start of a hand of Pinochle on the hand screen: who bids first, and the bid that three passes force."""

from scorekeeper.formats.language import sentence
from scorekeeper.games.pinochle import PINOCHLE
from tests.games.entering import complete, enter_hand
from tests.games.test_pinochle import DEE, PLAIN, RULES, blank, hand, taps
from tests.games.test_pinochle_screen import hand_screen, screen, typed


def test_from_the_second_hand_on_only_the_first_bidder_is_named():
    second = RULES.record(blank(), DEE, hand(PLAIN))
    assert [sentence(hint) for hint in PINOCHLE.type(second, 1).hints()] == ["Cy bids first"]


def test_after_three_passes_one_tap_fills_in_the_dealer_and_the_lowest_bid():
    asked = screen({}).question
    assert sentence(asked.offers[-1].label) == "Everyone else passed: Dee bids 50"
    answers, count = enter_hand(PINOCHLE, blank(), DEE, ["hand.bidder=4", *taps("D50 ♣ 8+20* 41+30")[2:]])
    assert complete(PINOCHLE, blank(), DEE, answers) == hand("D50 ♣ 8+20* 41+30")
    assert count == len(taps("D50 ♣ 8+20* 41+30")) - 1 + 2, "two typed melds, and one tap less for the bidding"
    shown = screen(typed("hand.bidder=4"))
    assert [sentence(row.answer) for row in shown.rows[:2]] == ["Dee", "50"]
    assert shown.question.path == "hand.call"


def test_the_forced_bid_is_never_an_answer_itself_even_if_its_question_has_been_answered():
    now = hand_screen(typed("hand.bidder=0"))
    assert now.asked().path == "hand.bid"
    assert now.meant("hand.bidder", 4) == {"hand.bidder": DEE, "hand.bid": 50}


def test_the_forced_bid_can_be_changed():
    answers = typed("hand.bidder=4", "@hand.bid", "hand.bid=55")
    assert (hand_screen(answers).so_far.bidder, hand_screen(answers).so_far.bid) == (DEE, 55)
