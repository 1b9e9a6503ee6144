"""Entering the bidding of Trumplestiltskin: raising, passing, stopping below the highest bid, and peeking."""

import pytest

from tests.cast import tap_from_words
from tests.games.entering import likely_values, open_values
from tests.games.notation import hand
from tests.games.trumplestiltskin_screens import BIDDING_OVER, in_turn, refusal, said, screen, typing, values

ALL_BIDS = list(range(1, 33))


def already(name, bid):
    return f"{name} already bid {bid}, and each bid must be higher than the last."


def answers_in_words(now):
    return [said(row.answer) for row in now.rows]


class TestTheBoard:
    @pytest.mark.parametrize(
        ("words", "lowest", "closed", "out"),
        [
            pytest.param([], 1, [], [], id="every bid raises at first"),
            pytest.param(["A bid 3"], 1, [3], [1, 2], id="below the highest bid, a number is a top bid"),
            pytest.param(["A bid 3", "B bid 5", "C bid 6", "D passed"], 1, [1, 2, 5, 6], [3, 4],
                         id="no number at or below one's own last bid, except that bid, which is a pass"),
        ],
    )  # fmt: skip
    def test_every_number_keeps_its_place_and_says_what_it_would_mean(self, words, lowest, closed, out):
        question = in_turn(*words, lowest_bid=lowest).view().question
        numbers = [offer for offer in question.offers if offer.look == "number"]
        assert values(numbers) == list(range(lowest, 33))
        assert [number.value for number in numbers if number.state == "refused"] == closed
        assert [number.value for number in numbers if number.state == "other"] == out
        assert likely_values(question) == []

    def test_pass_is_the_only_button_next_to_the_bids_and_every_row_has_a_peek_button(self):
        now = screen("B peeked", "A bid 3")
        assert [(offer.path, offer.value, offer.pressed) for offer in now.question.extras] == [
            ("players.1.passed", True, False)
        ]
        assert [(row.toggle.path, row.toggle.value, row.toggle.pressed) for row in now.rows] == [
            ("players.0.peeked", True, False),
            ("players.1.peeked", False, True),
            ("players.2.peeked", True, False),
            ("players.3.peeked", True, False),
        ]

    def test_an_opened_row_offers_every_number_as_the_top_bid(self):
        question = screen("A bid 10", "B bid 12", at="players.0.bid").question
        assert open_values(question) == ALL_BIDS
        assert {offer.state for offer in question.offers} == {""}
        assert [offer.value for offer in question.offers if offer.pressed] == [10]
        assert question.extras[-1].value is None

    def test_swapped_bids_are_corrected_one_at_a_time_with_an_error_in_between(self):
        corrected = typing({}).correcting(hand("10 12 - -", "", "12 9 3 7"))
        assert open_values(corrected.view("players.0.bid").question) == ALL_BIDS
        assert corrected.meant("players.0.bid", 12, "players.0.bid") == {"players.0.bid": 12}
        halfway = corrected.with_answers({**corrected.answers, "players.0.bid": 12})
        problems = halfway.rules.problems(halfway.before, halfway.dealer, halfway.entry())
        assert [(problem.level, said(problem.message)) for problem in problems] == [
            ("error", "Ann and Bob have the same bid, 12.")
        ]


class TestRefusals:
    @pytest.mark.parametrize(
        ("word", "words", "at", "why"),
        [
            pytest.param("B bid 12", ["A bid 10"], "", "", id="higher"),
            pytest.param("B bid 10", ["A bid 10"], "", already("Ann", 10), id="equal, in turn"),
            pytest.param("B bid 9", ["A bid 10"], "players.1.bid", "", id="lower, in an opened row"),
            pytest.param("C bid 9", ["A bid 10"], "", "", id="lower, out of turn: the table may be ahead"),
            pytest.param("A bid 0", [], "", "The lowest bid is 1.", id="too low"),
            pytest.param("A bid 33", [], "", "", id="more than can be made, which causes a warning later"),
            pytest.param("A bid 9", ["A bid 10", "B bid 12", "C passed", "D passed"], "", already("Ann", 10),
                         id="below the player's own bid"),
            pytest.param("C bid 11", ["A bid 10", "B bid 12", "D bid 11"], "", already("Dee", 11),
                         id="the bid of a player who is not the highest bidder"),
        ],
    )  # fmt: skip
    def test_a_bid_is_refused_with_a_reason(self, word, words, at, why):
        assert refusal(word, *words, at=at) == why


class TestStopping:
    def test_a_top_bid_below_the_highest_puts_the_player_out_in_one_tap(self):
        now = in_turn("A bid 12")
        assert now.meant("players.1.bid", 8) == {"players.1.bid": 8, "players.1.gave_way": 12}
        stopped = in_turn("A bid 12", "B bid 8").view()
        assert stopped.question.path == "players.2.bid"
        assert answers_in_words(stopped) == ["12", "8, out", "", ""]

    def test_repeating_ones_own_bid_is_a_pass(self):
        now = in_turn("A bid 10", "B bid 12", "C passed", "D passed")
        assert now.meant("players.0.bid", 10) == {"players.0.passed": True}
        out = in_turn("A bid 10", "B bid 12", "C passed", "D passed", "A bid 10")
        assert (out.view().stage, answers_in_words(out.view("bidding"))) == ("gnome", ["10, out", "12", "pass", "pass"])

    def test_a_number_in_an_opened_row_does_not_put_the_player_out(self):
        now = in_turn("A bid 12")
        assert now.meant("players.1.bid", 8, "players.1.bid") == {"players.1.bid": 8}
        assert now.meant("players.2.bid", 8) == {"players.2.bid": 8}
        assert answers_in_words(screen("A bid 12", "B bid 8")) == ["12", "8", "", ""]

    def test_a_player_can_be_let_back_in_and_stop_again(self):
        stopped = in_turn("A bid 12", "B bid 8")
        extras = stopped.view("players.1.bid").question.extras
        assert (extras[0].path, extras[0].value, extras[0].pressed) == ("players.1.passed", False, True)
        back = stopped.with_answers({**stopped.answers, "players.1.passed": False})
        assert back.asked().path == "players.1.bid"
        again = back.with_answers({**back.answers, **back.meant("players.1.bid", 9)})
        assert (again.asked().path, answers_in_words(again.view())) == ("players.2.bid", ["12", "9, out", "", ""])


class TestWords:
    def test_the_question_says_who_bids_and_which_bid_to_beat(self):
        first, second = screen().question, screen("A bid 10").question
        assert (said(first.title), said(first.board.note)) == ("What does Ann bid?", "Cy picks the Gnome")
        assert (said(second.title), said(second.board.note)) == ("What does Bob bid?", "Ann bid 10")
        assert said(screen("A bid 10", at="players.0.bid").question.title) == "What was Ann’s top bid?"
        assert said(screen("A bid 10", at="players.2.bid").question.title) == "What was Cy’s top bid?"

    def test_facts_wait_for_the_end_of_the_bidding(self):
        assert screen("A bid 10", "B bid 12").facts == ()
        assert said(screen(*BIDDING_OVER).facts[0]) == "Ann took the bid at 10"

    def test_rows_are_in_bidding_order_with_bids_and_passes(self):
        now = screen("B bid 10", "C passed", "D peeked", "D bid 12", "B passed", dealer=0)
        assert [row.seat for row in now.rows] == [1, 2, 3, 0]
        assert answers_in_words(now) == ["10, out", "pass", "12", ""]
        assert [row.marks for row in now.rows] == [(), (), ("taker", "peeked"), ()]
        assert [row.now for row in now.rows] == [False, False, False, True]

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            pytest.param(["A bid 10"], "Ann bids 10. Bob to bid.", id="a bid"),
            pytest.param(["A passed"], "Ann passes. Bob to bid.", id="a pass"),
            pytest.param(["A bid 12", "B bid 8"], "Bob stops at 8. Cy to bid.", id="a top bid"),
            pytest.param(["A bid 10", "A peeked"], "Ann: Peeked.", id="a peek, after the bid"),
            pytest.param(["A peeked", "A peeked not"], "Ann: Peeked? No.", id="a peek that was a mistake"),
            pytest.param(["A bid 10", "A bid -"], "Ann: cleared.", id="a bid removed"),
            pytest.param(["A bid 10", "done"], "Bidding is done.", id="the end of the bidding"),
            pytest.param([*BIDDING_OVER, "gnome 9S"], "Gnome: Nine of spades.", id="the Gnome"),
            pytest.param([*BIDDING_OVER, "no_gnome", "A took 0"], "Ann: 0.", id="points"),
        ],
    )
    def test_each_tap_is_announced_in_a_sentence(self, words, told):
        assert said(in_turn(*words).told(tap_from_words(words[-1])[0])) == told
