"""Pinochle on the hand screen and in the statistics, and the melds that a player counts."""

from dataclasses import replace

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.pinochle import PINOCHLE
from scorekeeper.games.pinochle.hand import MELDS, Entry
from scorekeeper.recording.hand.forms import read_tap
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.statistics import HANDS
from scorekeeper.web.refusals import Refused
from tests.games.entering import complete, enter_hand, likely_values, open_values
from tests.games.test_pinochle import (
    DEE,
    PAGE,
    PLAIN,
    RULES,
    blank,
    hand,
    table,
    taps,
)
from tests.pages import rows


def typed(*taps):
    """Return the answers that these taps produce."""
    return enter_hand(PINOCHLE, blank(), DEE, taps)[0]


def hand_screen(answers):
    return PINOCHLE.type(blank(), DEE, answers)


def screen(answers, at=""):
    return hand_screen(answers).view(at)


def corrected(entry):
    return hand_screen({}).correcting(entry).answers


def offered(answers, at=""):
    question = screen(answers, at).question
    return likely_values(question), [offer.value for offer in question.offers], question.board.other


class TestEnteringHands:
    @pytest.mark.parametrize(
        ("notation", "count"),
        [
            pytest.param(PLAIN, 10, id="P1, a usual hand with two typed melds"),
            pytest.param("D120 ♣ 150+0 8+50*", 11, id="a typed bid and two typed melds"),
        ],
    )
    def test_entering_a_hand_takes_few_taps_before_save(self, notation, count):
        answers, taps_needed = enter_hand(PINOCHLE, blank(), DEE, taps(notation))
        assert complete(PINOCHLE, blank(), DEE, answers) == hand(notation)
        assert taps_needed == count

    def test_every_bid_up_to_60_has_a_button_and_then_every_fifth_bid(self):
        likely, values, other = offered(typed("hand.bidder=0"))
        assert (likely, other) == ([], True)
        assert values == [*range(50, 61), 65, 70, 75, 80, 85, 90, 95, 100]

    def test_the_remaining_counters_are_the_likely_answer(self):
        answers = typed(*taps(PLAIN)[:5])
        assert offered(answers) == ([], [*range(49)], False)
        answers |= {"sides.0.counters": 31}
        assert offered(answers) == ([17], [*range(49)], False)
        assert open_values(screen(answers).question) == [*range(18)]
        assert sentence(screen(answers).question.board.note) == "17 of 48 left"
        assert offered(answers | {"sides.1.counters": 17}, "sides.0.counters")[0] == [31]

    @pytest.mark.parametrize(("took", "last_trick"), [("true", (True, False)), ("false", (False, True))])
    def test_one_tap_says_which_side_took_the_last_trick(self, took, last_trick):
        asked = screen(typed(*taps(PLAIN)[:-1]))
        assert sentence(asked.title) == "Who took the last trick?"
        assert [sentence(offer.label) for offer in asked.question.offers] == ["Ann & Cy", "Bob & Dee"]
        answers = typed(*taps(PLAIN)[:-1], f"sides.0.last_trick={took}")
        assert complete(PINOCHLE, blank(), DEE, answers).last_trick == last_trick
        shown = [sentence(row.answer) for row in screen(answers).rows]
        assert shown == ["24", "24", "Ann & Cy" if last_trick[0] else "Bob & Dee"]

    def test_the_bid_trump_and_points_needed_are_shown_above_the_question(self):
        typing = taps("D60 ♦ 8+20* 41+30")
        hints = [[sentence(fact) for fact in screen(typed(*typing[:count])).facts] for count in range(6)]
        assert hints == [
            ["Ann bids first", "Ann & Cy play against Bob & Dee"],
            ["Dee has the bid"],
            ["Dee bid 60"],
            ["Dee bid 60", "♦ Diamonds are trump"],
            ["Dee bid 60", "♦ Diamonds are trump"],
            ["Dee bid 60", "♦ Diamonds are trump", "Bob & Dee need 19 in tricks"],
        ]

    def test_no_marriage_hides_earlier_answers_and_a_suit_restores_them(self):
        answers = typed(*taps(PLAIN))
        assert hand_screen(answers | {"hand.call": "none"}).entry() == hand("A50 -")
        assert hand_screen(answers | {"hand.call": "hearts"}).entry() == replace(hand(PLAIN), trump="hearts")


def counted(melds):
    """Return the value of one player's melds, named as on the page: `{"run": 2}` is a double run."""
    names = [row["meld"] for row in rows(PAGE, "Melds")]
    assert {*melds} <= {*names}
    data = {f"tally.{index}": str(melds.get(name, "")) for index, name in enumerate(names)}
    return read_tap(PINOCHLE, {"tap": "players.2.meld=", **data})[1]


class TestMelds:
    def test_the_melds_match_the_page(self):
        page = rows(PAGE, "Melds")
        assert [row["meld"] for row in page] == [sentence(label).partition(":")[0].lower() for label, _values in MELDS]
        times = ("single", "double", "triple", "quadruple")
        assert [tuple(int(row[column]) for column in times) for row in page] == [values for _label, values in MELDS]

    def test_p5_one_players_melds_are_added_up(self):
        *melds, total = rows(PAGE, "Worked hands", table=2)
        assert sum(int(row["points"]) for row in melds) == int(total["points"]) == 71
        assert counted({row["meld"]: int(row["times"]) for row in melds}) == 71

    @pytest.mark.parametrize(
        ("melds", "points"),
        [
            pytest.param({}, 0, id="nothing"),
            pytest.param({"run": 2}, 150, id="a double run is 150 in all"),
            pytest.param(
                {"aces around": 3, "kings around": 2, "queens around": 3, "jacks around": 1},
                324,
                id="aces, kings, queens, and jacks around",
            ),
        ],
    )
    def test_melds_are_added_up(self, melds, points):
        assert counted(melds) == points

    @pytest.mark.parametrize(
        ("melds", "why"),
        [
            pytest.param({"run": 5}, "Run: A 10 K Q J of trump: at most 4.", id="runs"),
            pytest.param({"marriage": 13}, "Marriage: K Q of another suit: at most 12.", id="marriages in three suits"),
        ],
    )
    def test_more_melds_than_the_deck_allows_are_refused(self, melds, why):
        with pytest.raises(Refused) as refused:
            counted(melds)
        assert sentence(refused.value.message) == why
        assert counted({"marriage": 12}) == 24

    def test_partners_melds_add_up_to_the_likely_total(self):
        before = taps(PLAIN)[:3]
        shown = screen(typed(*before)).rows
        assert [(sentence(row.label), row.path) for row in shown] == [
            ("Ann", "players.0.meld"),
            ("Cy", "players.2.meld"),
            ("Ann & Cy", "sides.0.meld"),
            ("Bob", "players.1.meld"),
            ("Dee", "players.3.meld"),
            ("Bob & Dee", "sides.1.meld"),
        ]
        assert screen(typed(*before)).question.path == "sides.0.meld"
        answers = typed(*before, "@players.0.meld", "players.0.meld=71")
        assert screen(answers).question.path == "players.2.meld", "then the partner is counted too"
        answers = typed(*before, "@players.0.meld", "players.0.meld=71", "players.2.meld=4")
        assert offered(answers) == ([75], [], True)
        done, count = enter_hand(
            PINOCHLE,
            blank(),
            DEE,
            [*before, "@players.0.meld", "players.0.meld=71", "players.2.meld=4", "sides.0.meld=75", *taps(PLAIN)[4:]],
        )
        assert complete(PINOCHLE, blank(), DEE, done).meld == (75, 12)
        assert count == 14

    def test_a_note_appears_if_the_partners_melds_make_a_different_total(self):
        answers = typed(*taps(PLAIN)) | {"players.0.meld": 20, "players.2.meld": 15}
        notes = {row.path: [sentence(note) for note in row.notes] for row in screen(answers, "meld").rows}
        assert notes["sides.0.meld"] == ["counted: 35"]
        assert notes["sides.1.meld"] == []
        assert complete(PINOCHLE, blank(), DEE, answers).meld == (34, 12)


def test_bids_count_for_the_player_and_melds_and_tricks_for_the_side():
    def facts(notation):
        counted = PINOCHLE.statistics.facts(table(), RULES.record(blank(), DEE, hand(notation)).hands[-1])
        return {(fact.seat if fact.seat is not None else fact.column, fact.key): fact.amount / 2 for fact in counted}

    both = {("side0", "meld"): 34, ("side0", "tricks"): 26, ("side1", "meld"): 12, ("side1", "tricks"): 24}
    assert facts(PLAIN) == both | {("side0", HANDS): 60, ("side1", HANDS): 36, (0, "bid"): 50, (0, "made"): 50}
    failed = both | {("side0", HANDS): 60, ("side1", HANDS): -50, (3, "bid"): 50, (3, "failed"): 50}
    assert facts("D50 ♠ 34+26* 12+24") == failed
    assert facts("C62 -") == {
        ("side0", HANDS): -62,
        ("side1", HANDS): 0,
        (2, "bid"): 62,
        (2, "failed"): 62,
        (2, "no_marriage"): 62,
    }


def test_a_correction_asks_for_missing_answers():
    answers = corrected(Entry(bidder=1, bid=50, meld=(1, 2), counters=(None, None), last_trick=(None, None)))
    assert answers == {"hand.bidder": 1, "hand.bid": 50, "sides.0.meld": 1, "sides.1.meld": 2}
    assert not screen(answers).complete
    assert answers_from_entry(hand_screen(answers).entry()) == answers


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
