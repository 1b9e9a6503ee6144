"""The one replay: which hands count, what stands behind them, and whose turn it is to deal."""

import pytest

from scorekeeper.rules.replay import Replay, replay, replayed
from scorekeeper.rules.sheet import Problem, Table
from scorekeeper.rules.words import gettext as _
from scorekeeper.text import sentence
from tests.made_up.knockout import KNOCKOUT, Entry

RULES = KNOCKOUT.rules
TABLE = Table(names=("Ann", "Bob", "Cy"), options=None, first_dealer=2)
ANN, BOB, CY = TABLE.seats


def lost(*numbers):
    return Entry(lost=numbers)


ANN_GOES, ANN_IS_OUT, BOB_GOES = (CY, lost(3, 0, 0)), (BOB, lost(None, 1, 0)), (CY, lost(None, 2, 0))
ANN_STAYS = (ANN, lost(1, 0, 0))


def after(*hands):
    *_before, last = replay(RULES, TABLE, hands)
    return last


def test_it_stands_before_the_first_hand_and_after_each():
    found = list(replay(RULES, TABLE, [ANN_GOES, ANN_IS_OUT]))
    assert [len(now.sheet.hands) for now in found] == [0, 1, 2]
    assert found[0] == Replay.of(RULES, TABLE)
    assert found[2].sheet == replayed(RULES, TABLE, [ANN_GOES, ANN_IS_OUT])


def test_hands_after_the_end_move_nothing():
    over = after(ANN_GOES, ANN_IS_OUT, BOB_GOES)
    assert sentence(over.sheet.outcome.reason) == "one is left"
    assert not over.counts
    late = after(ANN_GOES, ANN_IS_OUT, BOB_GOES, (BOB, lost(None, 1, 1)))
    assert late.sheet == over.sheet
    assert [hand.totals for hand in late.uncounted] == [over.sheet.totals]
    assert (late.uncounted[0].lines, late.contradiction) == ((), ())


def test_from_a_hand_that_cannot_be_true_nothing_counts():
    wrong = after(ANN_GOES, ANN_STAYS, BOB_GOES)
    assert [sentence(problem.message) for problem in wrong.contradiction] == ["This player is out."]
    assert (len(wrong.sheet.hands), [hand.dealer for hand in wrong.uncounted]) == (1, [ANN, CY])
    assert not wrong.counts


@pytest.mark.parametrize(
    ("hands", "dealer"),
    [
        pytest.param([], CY, id="before the first hand the first dealer"),
        pytest.param([(CY, lost(1, 0, 0))], ANN, id="the deal passes left"),
        pytest.param([ANN_GOES], BOB, id="past who is out"),
        pytest.param([ANN_GOES, ANN_IS_OUT, BOB_GOES, (CY, lost(None, None, 0))], CY, id="after the end"),
        pytest.param([ANN_GOES, ANN_STAYS], BOB, id="past a hand that cannot be true"),
        pytest.param([ANN_GOES, ANN_STAYS, (BOB, lost(0, 0, 0))], CY, id="and on from there"),
    ],
)
def test_whose_turn_it_is_to_deal(hands, dealer):
    assert after(*hands).dealer == dealer


@pytest.mark.parametrize(
    ("hands", "seats"),
    [
        pytest.param([ANN_GOES], [BOB, CY], id="not who is out"),
        pytest.param([ANN_GOES, ANN_IS_OUT, BOB_GOES], [ANN, BOB, CY], id="anybody after the end"),
        pytest.param([ANN_GOES, ANN_STAYS], [ANN, BOB, CY], id="anybody behind a contradiction"),
    ],
)
def test_who_can_deal(hands, seats):
    now = after(*hands)
    assert [seat for seat in TABLE.seats if now.can_deal(seat)] == seats


def test_what_was_found_already_is_not_looked_for_again():
    told = (Problem(path="", message=_("told")),)
    assert Replay.of(RULES, TABLE).deal(*ANN_GOES, told).contradiction == told
    assert len(after(ANN_GOES).deal(*ANN_STAYS, ()).sheet.hands) == 2


def test_errors_found_after_the_end_are_no_contradiction():
    over = after(ANN_GOES, ANN_IS_OUT, BOB_GOES)
    assert over.deal(*ANN_STAYS, (Problem(path="", message=_("told")),)).contradiction == ()
