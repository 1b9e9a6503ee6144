"""The hand screen of Shnarbles: what it asks and offers, which entry it produces, and how many taps that takes."""

import pytest

from scorekeeper.formats.language import sentence
from tests.games.entering import buttons, complete, enter_hand, likely_values, open_values
from tests.games.shnarbles_notation import (
    ANN,
    BOB,
    CY,
    DEE,
    DONE,
    GAME,
    PASSED,
    WORKED,
    bid,
    blank,
    errors,
    hand,
    standing,
    tricks,
)

SAVE = 1
THREE_IN = [*bid(ANN, 3, "hearts"), "players.3.folded=true", DONE, *tricks({ANN: 3, BOB: 2, CY: 0})]
DEE_FOLDED_TWICE = ("A1♥ 5 0 0 -", "A1♥ 5 0 0 -")


def screen(*taps, sheet=None, at=""):
    sheet = sheet or blank()
    answers, _count = enter_hand(GAME, sheet, DEE, taps)
    return GAME.type(sheet, DEE, answers).view(at)


def offered(*taps, sheet=None, at=""):
    return [sentence(offer.label) for offer in buttons(screen(*taps, sheet=sheet, at=at))]


@pytest.mark.parametrize(
    ("taps", "entry", "most"),
    [
        pytest.param(THREE_IN, hand(WORKED["S1"]["entry"]), 9, id="S1, one player folds"),
        pytest.param(
            [*bid(CY, 4, "diamonds"), *(f"players.{seat}.folded=true" for seat in (ANN, BOB, DEE))],
            hand(WORKED["S3"]["entry"]),
            7,
            id="S3, all fold",
        ),
        pytest.param([PASSED], hand("pass"), 2, id="everyone passes"),
    ],
)
def test_a_four_player_hand_takes_only_a_few_taps(taps, entry, most):
    answers, count = enter_hand(GAME, blank(), DEE, taps)
    assert count + SAVE == most
    assert complete(GAME, blank(), DEE, answers) == entry


def test_any_player_who_is_in_can_take_the_bid_or_everyone_can_pass():
    assert offered() == ["Ann", "Bob", "Cy", "Dee", "Everyone passed"]
    assert offered(sheet=standing("16 32 16 16")) == ["Ann", "Cy", "Dee", "Everyone passed"]


def test_the_bidder_is_asked_for_again_if_the_recorded_one_is_out():
    sheet = standing("16 32 16 16")
    correction = GAME.type(sheet, DEE).correcting(hand("B3♥ 1 2 2 0"))
    shown = correction.view()
    assert (shown.question.path, shown.complete) == ("hand.bidder", False)
    assert not correction.with_answers({**correction.answers, "hand.bidder": ANN}).view().question


def test_each_opponent_has_a_switch_for_folding():
    bidding = bid(BOB, 3, "hearts")
    assert offered(*bidding) == ["Ann", "Cy", "Dee", "Nobody folds"]
    assert offered(*bidding, "players.2.folded=true") == ["Ann", "Cy", "Dee", "Everyone else stays in"]
    asked = screen(*bidding, "players.2.folded=true").question
    assert {offer.look for offer in asked.extras} == {"toggle"}
    assert [offer.pressed for offer in asked.extras] == [False, True, False]
    assert screen(*bidding, "players.2.folded=true", "players.2.folded=false") == screen(*bidding)


def test_the_folds_stay_open_while_switches_are_tapped():
    answers, taps = enter_hand(
        GAME,
        blank(),
        DEE,
        [*THREE_IN, "@folds", "players.2.folded=true", "players.3.folded=false"],
    )
    assert taps == len(THREE_IN) + 3
    assert sentence(GAME.type(blank(), DEE, answers).view().title) == "How many tricks did Dee take?"


def test_a_player_who_folded_twice_in_a_row_gets_a_note_instead_of_a_switch():
    sheet = standing("16 16 16 16", *DEE_FOLDED_TWICE)
    asked = screen(*bid(ANN, 3, "hearts"), sheet=sheet).question
    assert [sentence(offer.label) for offer in asked.extras] == ["Bob", "Cy"]
    assert sentence(asked.board.note) == "Dee has folded two hands in a row and must stay in"
    with pytest.raises(KeyError):
        GAME.type(sheet, DEE).refuse("players.3.folded", True)


def test_a_fold_that_became_the_third_in_a_row_can_be_undone():
    sheet = standing("16 16 16 16", *DEE_FOLDED_TWICE)
    correction = GAME.type(sheet, DEE).correcting(hand("A3♥ 3 2 0 -"))
    assert errors(sheet, correction.entry())
    asked = correction.view(at="hand.folds_done").question
    assert [sentence(offer.label) for offer in asked.extras if offer.pressed] == ["Dee"]
    assert correction.refuse("players.3.folded", False) is None


def test_a_fold_does_not_count_once_spades_are_trump():
    answers, _taps = enter_hand(
        GAME, blank(), DEE, [*THREE_IN, "@bid", "@hand.trump", "hand.trump=spades", "players.3.tricks=0"]
    )
    assert complete(GAME, blank(), DEE, answers) == hand("A3♠ 3 2 0 0")


def test_tricks_do_not_count_once_all_opponents_fold():
    folds = ["@folds", "players.1.folded=true", "players.2.folded=true"]
    answers, _taps = enter_hand(GAME, blank(), DEE, [*THREE_IN, *folds])
    assert complete(GAME, blank(), DEE, answers) == hand("A3♥ . - - -")


@pytest.mark.parametrize(
    ("taps", "name", "likely", "most", "note"),
    [
        pytest.param({}, "Ann", [], 5, "5 tricks left", id="the first player's"),
        pytest.param({ANN: 5, BOB: 0, CY: 0}, "Dee", [0], 0, "0 tricks left", id="nothing is left"),
        pytest.param({ANN: 3, BOB: 1, CY: 0}, "Dee", [1], 1, "1 trick left", id="the last player's, likely"),
    ],
)
def test_every_number_of_tricks_keeps_its_place_but_only_those_left_can_be_chosen(taps, name, likely, most, note):
    shown = screen(*bid(ANN, 3, "hearts"), DONE, *tricks(taps))
    assert sentence(shown.title) == f"How many tricks did {name} take?"
    assert [offer.value for offer in shown.question.offers] == [0, 1, 2, 3, 4, 5]
    assert open_values(shown.question) == list(range(most + 1))
    assert likely_values(shown.question) == likely
    assert sentence(shown.question.board.note) == note


def test_corrected_tricks_can_be_any_number():
    asked = screen(*THREE_IN, at="players.1.tricks").question
    assert open_values(asked) == [0, 1, 2, 3, 4, 5]
    assert likely_values(asked) == [2]
    answers, _taps = enter_hand(
        GAME,
        blank(),
        DEE,
        [*THREE_IN, "@players.1.tricks", "players.1.tricks=1", "@players.2.tricks", "players.2.tricks=1"],
    )
    assert complete(GAME, blank(), DEE, answers) == hand("A3♥ 3 1 1 -")


def test_tricks_are_asked_for_from_the_dealers_left_skipping_a_player_who_is_out():
    sheet = standing("16 32 16 16")
    answers, _taps = enter_hand(GAME, sheet, ANN, [*bid(ANN, 3, "spades"), *tricks({CY: 1, DEE: 1, ANN: 3})])
    assert complete(GAME, sheet, ANN, answers) == hand("A3♠ 3 . 1 1")


def test_the_bid_trump_and_folds_are_shown_above_the_question():
    def hints(*taps):
        return [sentence(fact) for fact in screen(*taps).facts]

    assert hints("hand.bidder=0") == []
    assert hints(*bid(ANN, 3, "hearts")) == ["Ann bid 3", "♥ Hearts are trump"]
    assert hints(*THREE_IN) == ["Ann bid 3", "♥ Hearts are trump", "folded: Dee"]


def test_a_watcher_sees_the_bid_but_no_tricks():
    [watched] = [stage.key for stage in GAME.screen.stages if stage.watched]
    shown = screen(*THREE_IN, at=watched)
    assert [(sentence(row.label), sentence(row.answer)) for row in shown.rows] == [
        ("Bidder", "Ann"),
        ("Bid", "3"),
        ("Trump", "Hearts"),
    ]


def test_choosing_a_bidder_replaces_everyone_passed_and_vice_versa():
    answers, _taps = enter_hand(GAME, blank(), DEE, [*THREE_IN, "@bid", "@hand.bidder", PASSED])
    assert complete(GAME, blank(), DEE, answers) == hand("pass")
    answers, _taps = enter_hand(GAME, blank(), DEE, [PASSED, "@hand.bidder", *THREE_IN])
    assert complete(GAME, blank(), DEE, answers) == hand("A3♥ 3 2 0 -")
