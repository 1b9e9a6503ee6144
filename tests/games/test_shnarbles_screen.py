"""Shnarbles as it is typed: what is asked, what is offered, what comes of it, and in how many taps."""

import pytest

from scorekeeper.text import sentence
from tests.games.shnarbles_notation import (
    ANN,
    BOB,
    CY,
    DEE,
    DONE,
    GAME,
    PASSED,
    bid,
    blank,
    errors,
    hand,
    standing,
    tricks,
)
from tests.games.typing import buttons, complete, type_hand

SAVE = 1
THREE_IN = [*bid(ANN, 3, "hearts"), "players.3.folded=true", DONE, *tricks({ANN: 3, BOB: 2, CY: 0})]
TWICE = ("A1h 5 0 0 -", "A1h 5 0 0 -")


def screen(*taps, sheet=None, at=""):
    sheet = sheet or blank()
    answers, _count = type_hand(GAME, sheet, DEE, taps)
    return GAME.type(sheet, DEE, answers).view(at)


def offered(*taps, sheet=None, at=""):
    return [sentence(offer.label) for offer in buttons(screen(*taps, sheet=sheet, at=at))]


@pytest.mark.parametrize(
    ("taps", "entry", "most"),
    [
        pytest.param(THREE_IN, hand("A3h 3 2 0 -"), 9, id="S1 one folds"),
        pytest.param(
            [*bid(BOB, 3, "clubs"), DONE, *tricks({ANN: 1, BOB: 2, CY: 2, DEE: 0})],
            hand("B3c 1 2 2 0"),
            9,
            id="S2 nobody folds",
        ),
        pytest.param(
            [*bid(CY, 4, "diamonds"), *(f"players.{seat}.folded=true" for seat in (ANN, BOB, DEE))],
            hand("C4d - - . -"),
            7,
            id="S3 all fold",
        ),
        pytest.param(
            [*bid(ANN, 2, "spades"), *tricks({ANN: 5, BOB: 0, CY: 0, DEE: 0})],
            hand("A2s 5 0 0 0"),
            8,
            id="S4 spades: nobody is asked to fold",
        ),
        pytest.param([PASSED], hand("pass"), 2, id="everyone passes"),
    ],
)
def test_a_hand_of_four_is_typed_in_few_taps(taps, entry, most):
    answers, count = type_hand(GAME, blank(), DEE, taps)
    assert count + SAVE == most
    assert complete(GAME, blank(), DEE, answers) == entry


@pytest.mark.parametrize(
    "spoken",
    ["A3h 3 2 0 -", "C4d - - . -", "A2s 5 0 0 0", "B3c 1 2 2 0", "D2h - 4 - 1", "pass"],
)
def test_a_correction_starts_from_what_was_recorded(spoken):
    correction = GAME.type(blank(), DEE).correcting(hand(spoken))
    assert correction.view().complete
    assert correction.entry() == hand(spoken)


def test_a_hand_with_players_out_is_corrected_too():
    sheet = standing("16 32 16 16")
    for spoken in ("A3h 3 . 2 -", "A3h . . - -", "A2s 4 . 0 1"):
        correction = GAME.type(sheet, DEE).correcting(hand(spoken))
        assert correction.view().complete
        assert correction.entry() == hand(spoken)


def test_everyone_who_is_in_may_take_the_bid_or_all_pass():
    assert offered() == ["Ann", "Bob", "Cy", "Dee", "Everyone passed"]
    assert offered(sheet=standing("16 32 16 16")) == ["Ann", "Cy", "Dee", "Everyone passed"]


def test_a_bidder_who_is_out_by_now_is_asked_again():
    sheet = standing("16 32 16 16")
    correction = GAME.type(sheet, DEE).correcting(hand("B3h 1 2 2 0"))
    now = correction.view()
    assert (now.question.path, now.complete) == ("hand.bidder", False)
    assert not correction.with_answers({**correction.answers, "hand.bidder": ANN}).view().question


def test_the_bid_is_1_to_5_and_trump_a_card():
    assert offered("hand.bidder=1") == ["1", "2", "3", "4", "5"]
    cards = screen(*bid(BOB, 3, "hearts")[:2]).question.offers
    assert [(offer.sign, offer.look) for offer in cards] == [(sign, "card") for sign in "♠♥♦♣"]


def test_nothing_but_a_button_is_typed():
    assert not any(screen(*THREE_IN[:count]).question.other for count in range(len(THREE_IN)))


def test_who_folds_is_a_switch_for_each_opponent():
    up_to_trump = bid(BOB, 3, "hearts")
    assert offered(*up_to_trump) == ["Ann", "Cy", "Dee", "Nobody folds"]
    assert offered(*up_to_trump, "players.2.folded=true") == ["Ann", "Cy", "Dee", "Everybody else stays in"]
    asked = screen(*up_to_trump, "players.2.folded=true").question
    assert {offer.look for offer in asked.extras} == {"toggle"}
    assert [offer.pressed for offer in asked.extras] == [False, True, False]
    assert screen(*up_to_trump, "players.2.folded=true", "players.2.folded=false") == screen(*up_to_trump)


def test_a_reopened_switch_stays_open():
    answers, taps = type_hand(
        GAME,
        blank(),
        DEE,
        [*THREE_IN, "@folds", "players.2.folded=true", "players.3.folded=false"],
    )
    assert taps == len(THREE_IN) + 3
    assert sentence(GAME.type(blank(), DEE, answers).view().title) == "Tricks: Dee"


def test_who_has_folded_twice_running_is_not_asked_and_it_is_said_why():
    sheet = standing("16 16 16 16", *TWICE)
    asked = screen(*bid(ANN, 3, "hearts"), sheet=sheet).question
    assert [sentence(offer.label) for offer in asked.extras] == ["Bob", "Cy"]
    assert sentence(asked.note) == "Dee has folded two hands running and stays in"
    with pytest.raises(KeyError):
        GAME.type(sheet, DEE).refuse("players.3.folded", True)


def test_where_all_must_play_nobody_is_asked():
    sheet = standing("16 16", "A1h 5 -", "A1h 5 -")
    assert sentence(screen(*bid(ANN, 3, "hearts"), sheet=sheet).title) == "Tricks: Ann"


def test_a_fold_that_became_one_too_many_can_be_taken_back():
    sheet = standing("16 16 16 16", *TWICE)
    correction = GAME.type(sheet, DEE).correcting(hand("A3h 3 2 0 -"))
    assert errors(sheet, correction.entry())
    asked = correction.view(at="hand.folds_done").question
    assert [sentence(offer.label) for offer in asked.extras if offer.pressed] == ["Dee"]
    assert correction.refuse("players.3.folded", False) is None


def test_with_spades_a_fold_that_was_typed_does_not_count():
    answers, _taps = type_hand(
        GAME, blank(), DEE, [*THREE_IN, "@bid", "@hand.trump", "hand.trump=spades", "players.3.tricks=0"]
    )
    assert complete(GAME, blank(), DEE, answers) == hand("A3s 3 2 0 0")


@pytest.mark.parametrize(
    ("taps", "title", "likely", "others", "note"),
    [
        pytest.param({}, "Tricks: Ann", [], [0, 1, 2, 3, 4, 5], "5 tricks left", id="the first"),
        pytest.param({ANN: 3}, "Tricks: Bob", [], [0, 1, 2], "2 tricks left", id="what is left"),
        pytest.param({ANN: 3, BOB: 1, CY: 0}, "Tricks: Dee", [1], [0], "1 trick left", id="the last one's first"),
        pytest.param({ANN: 5, BOB: 0, CY: 0}, "Tricks: Dee", [0], [], "0 tricks left", id="nothing is left"),
    ],
)
def test_the_tricks_that_are_left_are_offered(taps, title, likely, others, note):
    shown = screen(*bid(ANN, 3, "hearts"), DONE, *tricks(taps))
    assert sentence(shown.title) == title
    assert [offer.value for offer in shown.question.likely] == likely
    assert [offer.value for offer in shown.question.offers] == others
    assert sentence(shown.question.note) == note


def test_a_row_that_is_opened_again_offers_every_number():
    asked = screen(*THREE_IN, at="players.1.tricks").question
    assert [offer.value for offer in asked.likely] == [2]
    assert [offer.value for offer in asked.offers] == [0, 1, 3, 4, 5]
    answers, _taps = type_hand(
        GAME,
        blank(),
        DEE,
        [*THREE_IN, "@players.1.tricks", "players.1.tricks=1", "@players.2.tricks", "players.2.tricks=1"],
    )
    assert complete(GAME, blank(), DEE, answers) == hand("A3h 3 1 1 -")


def test_tricks_go_from_the_dealers_left_past_who_is_out():
    sheet = standing("16 32 16 16")
    answers, _taps = type_hand(GAME, sheet, ANN, [*bid(ANN, 3, "spades"), *tricks({CY: 1, DEE: 1, ANN: 3})])
    assert complete(GAME, sheet, ANN, answers) == hand("A3s 3 . 1 1")


def test_the_bid_trump_and_folds_stand_above_the_question():
    def said(*taps):
        return [sentence(fact) for fact in screen(*taps).facts]

    assert said("hand.bidder=0") == []
    assert said(*bid(ANN, 3, "hearts")) == ["Ann bid 3", "trump ♥ Hearts"]
    assert said(*THREE_IN) == ["Ann bid 3", "trump ♥ Hearts", "folded: Dee"]


def test_the_parts_of_the_hand_say_what_is_known():
    stages = [(stage.key, stage.answer and sentence(stage.answer)) for stage in screen(*THREE_IN).stages]
    assert stages == [("bid", None), ("folds", "Dee"), ("tricks", None)]
    nobody = screen(*bid(ANN, 3, "hearts"), DONE).stages[1]
    assert sentence(nobody.answer) == "nobody"
    assert [stage.key for stage in screen(*bid(ANN, 3, "spades")).stages] == ["bid", "tricks"]


def test_who_watches_sees_the_bid_and_no_tricks():
    [watched] = [stage.key for stage in GAME.screen.stages if stage.watched]
    shown = screen(*THREE_IN, at=watched)
    assert [(sentence(row.label), sentence(row.answer)) for row in shown.rows] == [
        ("Bidder", "Ann"),
        ("Bid", "3"),
        ("Trump", "Hearts"),
    ]


def test_everyone_passed_and_a_bidder_undo_each_other():
    answers, _taps = type_hand(GAME, blank(), DEE, [*THREE_IN, "@bid", "@hand.bidder", PASSED])
    assert complete(GAME, blank(), DEE, answers) == hand("pass")
    answers, _taps = type_hand(GAME, blank(), DEE, [PASSED, "@hand.bidder", *THREE_IN])
    assert complete(GAME, blank(), DEE, answers) == hand("A3h 3 2 0 -")


def test_tricks_that_were_typed_before_all_folded_do_not_count():
    taps = [*THREE_IN, "@folds", "players.1.folded=true", "players.2.folded=true"]
    answers, _taps = type_hand(GAME, blank(), DEE, taps)
    assert complete(GAME, blank(), DEE, answers) == hand("A3h . - - -")


@pytest.mark.parametrize("path", ["hand.all_passed", "players.0.folded", "players.9.tricks", "hand.nothing"])
def test_what_is_not_asked_cannot_be_typed(path):
    with pytest.raises(KeyError):
        GAME.type(blank(), DEE, {"hand.bidder": ANN, "hand.trump": "hearts"}).refuse(path, True)
