"""What must be so in every deal and every match of Piquet."""

from hypothesis import given, strategies as st

from scorekeeper.games.piquet import PIQUET
from scorekeeper.text import sentence
from tests.games.piquet_notation import ANN, BOB, RULES, blank, party, problems


@st.composite
def deals(draw, quick=True):
    """A deal as a thumb may tap it."""
    hand = PIQUET.type(blank(), BOB)
    while step := next((step for step in hand.steps if not step.settled), None):
        answer = draw(st.sampled_from([value for value in step.board.values if quick or value != "quick"]))
        hand = hand.with_answers({**hand.answers, step.path: answer})
    return hand.entry()


class TestProperties:
    @given(entry=deals())
    def test_what_can_be_tapped_can_be_true_and_is_corrected_as_it_was(self, entry):
        assert problems(entry) == []
        assert PIQUET.type(blank(), BOB).correcting(entry).entry() == entry

    @given(entry=deals(quick=False))
    def test_sums_and_what_never_happens(self, entry):
        hand = RULES.record(blank(), BOB, entry).hands[0]
        marks = [line.mark for line in hand.lines]
        assert sum(hand.points.values()) == sum(line.points for line in hand.lines)
        assert not {"pique", "repique"} <= set(marks)
        assert marks.count("repique") <= 1
        assert all(line.column == "0" for line in hand.lines if line.mark == "pique")
        assert all(line.points > 0 and sentence(line.reason) for line in hand.lines)
        assert 13 <= entry.play_elder + entry.play_younger <= 25

    @given(entry=deals(), dealer=st.sampled_from([ANN, BOB]))
    def test_only_the_role_counts_and_not_who_has_it(self, entry, dealer):
        ann, bob = (RULES.record(blank(), seat, entry).hands[0].points for seat in (dealer, 1 - dealer))
        assert list(ann.values()) == list(reversed(bob.values()))

    @given(first=st.integers(0, 400), second=st.integers(0, 400))
    def test_a_rubicon_is_won_by_the_higher_total_for_at_least_100(self, first, second):
        sheet = party(first, second)
        assert (sheet.outcome is None) == (first == second)
        if sheet.outcome is not None:
            assert sheet.outcome.winners == (("0",) if first > second else ("1",))
            won = sheet.outcome.reason.values["won"].half // 2
            loser = min(first, second)
            assert won == abs(first - second) + 100 + (2 * loser if loser < 100 else 0)

    @given(hands=st.lists(deals(), min_size=1, max_size=3))
    def test_au_cent_ends_exactly_when_somebody_has_100(self, hands):
        sheet = blank(match="au_cent")
        for entry in hands:
            sheet = RULES.record(sheet, RULES.dealer(sheet), entry)
            assert (sheet.outcome is None) == (max(sheet.totals.values()) < 200)
            if sheet.outcome is not None:
                assert sheet.totals[sheet.outcome.winners[0]] >= 200
                break
