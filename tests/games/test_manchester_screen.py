"""The hand screens of Manchester Piccadilly and Manchester Truffle."""

import pytest

from scorekeeper.formats.language import sentence
from tests.games.entering import complete, enter_hand, likely_values
from tests.games.test_manchester import ANN, BOB, MA1, MA2, PICCADILLY, TR1, TRUFFLE, blank, game_of, hand


def taps(notation, dealer):
    """Return the taps that enter a hand, in the order of the questions: the dealer first and the dummy last."""
    start, pile, points, tricks = (part.split("/") for part in notation.split())
    fields = {"start": start, "pile": pile, "points": points, "tricks": tricks[:2]}
    seats = (dealer, 1 - dealer)
    of_players = [
        f"players.{seat}.{name}={value}"
        for name, values in fields.items()
        for seat, value in zip(seats, values, strict=True)
    ]
    return [*of_players, *(f"hand.dummy_tricks={dummy}" for dummy in tricks[2:])]


SAMPLE = {
    "manchester_piccadilly": (("Ann", "Bob"), {}, [taps(MA1, BOB), taps(MA2, ANN)], ("Bob",)),
    "manchester_truffle": (
        ("Ann", "Bob"),
        {},
        [taps("30/30 33/27 40/38 8/6/2", BOB), taps(TR1, ANN)],
        ("Ann",),
    ),
}


class TestEnteringHands:
    @pytest.mark.parametrize(
        ("notation", "count"),
        [
            pytest.param(MA1, 9, id="Piccadilly: one number is typed, in two taps"),
            pytest.param(TR1, 10, id="Truffle: the dummy's tricks are also entered"),
            pytest.param("40/31 36/35 35/40 7/6", 10, id="high starts: the pile has no button and is also typed"),
        ],
    )
    @pytest.mark.parametrize("dealer", [ANN, BOB])
    def test_entering_a_hand_takes_few_taps_before_save(self, notation, count, dealer):
        entry = hand(notation, dealer)
        game = game_of(entry)
        answers, tapped = enter_hand(game, blank(game.rules), dealer, taps(notation, dealer))
        assert complete(game, blank(game.rules), dealer, answers) == entry
        assert tapped == count

    @pytest.mark.parametrize(
        ("typed", "likely", "values", "note"),
        [
            pytest.param(0, [], (13, 63), None, id="a start"),
            pytest.param(3, [25], (0, 55), "55 in all", id="the second pile is the rest"),
        ],
    )
    def test_the_second_number_is_marked_as_the_rest_of_the_sum(self, typed, likely, values, note):
        answers, _count = enter_hand(PICCADILLY, blank(), ANN, taps(MA1, ANN)[:typed])
        assert offered(PICCADILLY, answers) == (likely, values, note)

    @pytest.mark.parametrize(
        ("typed", "likely", "values", "note"),
        [
            pytest.param(5, [], (0, 51), "at most 91 in all", id="the second card points may be fewer"),
            pytest.param(7, [], (0, 16), "16 with the dummy’s", id="the second tricks may leave some for the dummy"),
            pytest.param(8, [3], (0, 16), "16 with the dummy’s", id="the dummy takes the rest"),
        ],
    )
    def test_in_truffle_only_the_dummys_tricks_are_marked_as_the_rest(self, typed, likely, values, note):
        answers, _count = enter_hand(TRUFFLE, blank(TRUFFLE.rules), ANN, taps(TR1, ANN)[:typed])
        assert offered(TRUFFLE, answers) == (likely, values, note)

    def test_a_reopened_row_offers_every_number(self):
        answers, _count = enter_hand(PICCADILLY, blank(), ANN, taps(MA1, ANN))
        again = PICCADILLY.type(blank(), ANN, answers).view("players.0.pile").question
        assert [offer.value for offer in again.offers if offer.pressed] == [30]
        assert len(again.offers) == 56

    def test_the_first_scores_are_shown_once_they_are_known(self):
        answers, _count = enter_hand(PICCADILLY, blank(), ANN, taps(MA1, ANN)[:4])
        assert [sentence(fact) for fact in PICCADILLY.type(blank(), ANN, answers).view().facts] == [
            "First scores: Ann +6 and Bob −6"
        ]
        assert PICCADILLY.type(blank(), ANN).view().facts == ()


def offered(game, answers):
    """Return the likely values, the lowest and highest values on buttons (None without buttons), and the note."""
    question = game.type(blank(game.rules), ANN, answers).view().question
    values = [offer.value for offer in question.offers]
    assert values == (list(range(values[0], values[-1] + 1)) if values else [])
    ends = (values[0], values[-1]) if values else None
    return likely_values(question), ends, question.board.note and sentence(question.board.note)
