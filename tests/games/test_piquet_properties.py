"""Properties of every deal and every match of Piquet."""

from hypothesis import given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.games.piquet import PIQUET
from tests.games.piquet_notation import ANN, BOB, RULES, blank, problems


@st.composite
def deals(draw, quick=True):
    """Generate a deal as a user might enter it."""
    hand = PIQUET.type(blank(), BOB)
    while step := next((step for step in hand.steps if not step.settled), None):
        answer = draw(st.sampled_from([value for value in step.board.values if quick or value != "quick"]))
        hand = hand.with_answers({**hand.answers, step.path: answer})
    return hand.entry()


class TestProperties:
    @given(entry=deals())
    def test_a_tapped_deal_has_no_errors_and_reopens_unchanged(self, entry):
        assert problems(entry) == []
        assert PIQUET.type(blank(), BOB).correcting(entry).entry() == entry

    @given(entry=deals(quick=False))
    def test_lines_are_positive_and_at_most_one_is_a_pique_or_repique(self, entry):
        hand = RULES.record(blank(), BOB, entry).hands[0]
        marks = [line.mark for line in hand.lines]
        assert sum(hand.points.values()) == sum(line.points for line in hand.lines)
        assert not {"pique", "repique"} <= set(marks)
        assert marks.count("repique") <= 1
        assert all(line.column == "0" for line in hand.lines if line.mark == "pique")
        assert all(line.points > 0 and sentence(line.reason) for line in hand.lines)
        assert 13 <= entry.play_elder + entry.play_younger <= 25

    @given(entry=deals(), dealer=st.sampled_from([ANN, BOB]))
    def test_points_depend_on_the_role_not_the_player(self, entry, dealer):
        ann, bob = (RULES.record(blank(), seat, entry).hands[0].points for seat in (dealer, 1 - dealer))
        assert list(ann.values()) == list(reversed(bob.values()))
