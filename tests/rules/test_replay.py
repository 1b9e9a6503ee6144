"""Replaying a game: which hands count, what happens to the others, and who deals."""

from scorekeeper.formats.language import sentence
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Table
from tests.made_up.knockout import KNOCKOUT, Entry

RULES = KNOCKOUT.rules
TABLE = Table(names=("Ann", "Bob", "Cy"), options=None, first_dealer=2)
ANN, BOB, CY = TABLE.seats


def lost(*numbers):
    return Entry(lost=numbers)


ANN_GOES_OUT, BOB_LOSES_ONE, BOB_GOES_OUT = (CY, lost(3, 0, 0)), (BOB, lost(None, 1, 0)), (CY, lost(None, 2, 0))
ANN_LOSES_ONE = (ANN, lost(1, 0, 0))


def after(*hands):
    return Replay.of(RULES, TABLE).after(hands)


def test_a_replay_knows_its_state_after_each_hand():
    for hands in (
        [ANN_GOES_OUT, BOB_LOSES_ONE],
        [ANN_GOES_OUT, BOB_LOSES_ONE, BOB_GOES_OUT, ANN_LOSES_ONE, BOB_LOSES_ONE],  # past the end
        [ANN_GOES_OUT, ANN_LOSES_ONE, BOB_GOES_OUT, BOB_LOSES_ONE],  # past a contradiction
    ):
        for count in range(len(hands) + 1):
            assert after(*hands).first(count) == after(*hands[:count])


def test_hands_after_the_end_change_no_totals():
    over = after(ANN_GOES_OUT, BOB_LOSES_ONE, BOB_GOES_OUT)
    assert sentence(over.sheet.outcome.reason) == "one is left"
    assert not over.counts
    late = after(ANN_GOES_OUT, BOB_LOSES_ONE, BOB_GOES_OUT, (BOB, lost(None, 1, 1)))
    assert late.sheet == over.sheet
    assert [hand.totals for hand in late.uncounted] == [over.sheet.totals]
    assert (late.uncounted[0].lines, late.contradiction) == ((), ())


def test_a_contradiction_and_all_hands_after_it_do_not_count():
    wrong = after(ANN_GOES_OUT, ANN_LOSES_ONE, BOB_GOES_OUT)
    assert [sentence(problem.message) for problem in wrong.contradiction] == ["This player is out."]
    assert (len(wrong.sheet.hands), [hand.dealer for hand in wrong.uncounted]) == (1, [ANN, CY])
    assert not wrong.counts


def test_the_deal_passes_left_whether_or_not_hands_count():
    for hands, dealer in (
        ([], CY),
        ([(CY, lost(1, 0, 0))], ANN),
        ([ANN_GOES_OUT], BOB),
        ([ANN_GOES_OUT, BOB_LOSES_ONE, BOB_GOES_OUT, (CY, lost(None, None, 0))], CY),  # after the end
        ([ANN_GOES_OUT, ANN_LOSES_ONE], BOB),  # past a contradiction
        ([ANN_GOES_OUT, ANN_LOSES_ONE, (BOB, lost(0, 0, 0))], CY),
    ):
        assert after(*hands).dealer == dealer, hands


def test_only_players_still_in_can_deal_hands_that_count():
    for hands, seats in (
        ([ANN_GOES_OUT], [BOB, CY]),
        ([ANN_GOES_OUT, BOB_LOSES_ONE, BOB_GOES_OUT], [ANN, BOB, CY]),  # anybody after the end
        ([ANN_GOES_OUT, ANN_LOSES_ONE], [ANN, BOB, CY]),  # or after a contradiction
    ):
        assert [seat for seat in TABLE.seats if after(*hands).can_deal(seat)] == seats
