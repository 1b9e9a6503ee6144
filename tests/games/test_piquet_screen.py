"""Piquet's hand screen (its questions, buttons, and taps), the statistics for a deal, and properties of every deal."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.games.piquet import PIQUET
from scorekeeper.rules.statistics import HANDS
from tests.games.entering import complete, enter_hand
from tests.games.piquet_notation import (
    ANN,
    BLANCHE,
    BOB,
    FULL,
    Q1,
    Q2,
    Q3,
    Q4,
    Q5,
    RULES,
    TAPS_Q1,
    TAPS_Q2,
    TAPS_Q5,
    UNDECIDED,
    blank,
    deal,
    play,
    problems,
)


class TestEnteringDeals:
    @pytest.mark.parametrize(
        ("taps", "notation", "count"),
        [
            pytest.param(TAPS_Q1, Q1, 11, id="Q1, the usual deal"),
            pytest.param(TAPS_Q5, Q5, 7, id="Q5, where capot needs only the tricks"),
            pytest.param(BLANCHE, "blanche Y, tricks 0Y, play 1/13", 6, id="carte blanche"),
            pytest.param(["hand.how=quick", "hand.quick.elder=28", "hand.quick.younger=23"], "quick 28/23", 4,
                         id="a quick entry"),
            pytest.param(["hand.how=quick", "hand.quick.elder=115", "hand.quick.younger=6"], "quick 115/6", 5,
                         id="a high total is typed"),
        ],
    )  # fmt: skip
    def test_entering_a_deal_takes_few_taps_including_save(self, taps, notation, count):
        answers, tapped = enter_hand(PIQUET, blank(), BOB, taps)
        assert complete(PIQUET, blank(), BOB, answers) == deal(notation)
        assert tapped + 1 == count

    def test_the_tricks_that_decide_a_pique_are_asked_for(self):
        taps = [FULL, "hand.point_to=elder", "hand.point.cards=6", "hand.sequences_to=elder", "hand.lengths=6"]
        taps += ["hand.sets_to=nobody", "hand.elder_tricks=9", "hand.last_trick=elder", "hand.play.elder=11"]
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, taps)
        now = PIQUET.type(blank(), BOB, answers).view()
        assert sentence(now.title) == "How many tricks did Ann win before Bob’s first?"
        assert [offer.value for offer in now.question.offers] == list(range(9))
        answers, tapped = enter_hand(PIQUET, blank(), BOB, [*taps, "hand.elder_first_tricks=7"])
        assert complete(PIQUET, blank(), BOB, answers) == deal(f"{UNDECIDED}, k 7")
        assert tapped + 1 == 11

    def test_a_carte_blanche_followed_by_a_new_deal_takes_two_taps(self):
        sheet = blank(after_carte_blanche="new_hand")
        answers, tapped = enter_hand(PIQUET, sheet, BOB, ["hand.how=carte_blanche_elder"])
        assert complete(PIQUET, sheet, BOB, answers) == deal("blanche E")
        assert tapped + 1 == 2

    def test_players_are_called_by_name(self):
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, TAPS_Q1[:5])
        now = PIQUET.type(blank(), BOB, answers).view()
        assert sentence(now.title) == "Who has the best set?"
        assert [sentence(offer.label) for offer in now.question.offers] == ["Ann", "Bob", "None"]
        assert [sentence(fact) for fact in now.facts] == ["Ann is elder", "declared: Ann 9, Bob 0"]
        assert [(sentence(row.label), sentence(row.answer)) for row in now.rows[:4]] == [
            ("Point", "Ann"),
            ("Cards in the point", "5"),
            ("Sequences", "Ann"),
            ("Sequence lengths", "4"),
        ]
        of_bob = PIQUET.type(blank(), ANN, answers).view().question.offers[0]
        assert sentence(of_bob.label) == "Bob"

    def test_the_first_question_offers_a_full_deal_or_only_the_totals(self):
        now = PIQUET.type(blank(), BOB).view()
        assert [sentence(offer.label) for offer in now.question.offers] == [
            "Full deal",
            "Totals only",
            "Full deal, carte blanche for Ann",
            "Full deal, carte blanche for Bob",
        ]
        again = PIQUET.type(blank(after_carte_blanche="new_hand"), BOB).view()
        assert sentence(again.question.offers[2].label) == "Carte blanche for Ann, deal again"

    def test_a_repique_is_shown_at_once(self):
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, TAPS_Q2[:7])
        assert sentence(PIQUET.type(blank(), BOB, answers).hints()[-1]) == "repique: Ann"

    def test_no_sequence_longer_than_the_point_is_offered(self):
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, TAPS_Q1[:4])
        question = PIQUET.type(blank(), BOB, answers).view().question
        assert [offer.value for offer in question.offers][:4] == ["3", "4", "5", "3+3"]
        offered = {offer.value for offer in question.offers}
        assert {"3+3", "5+5", "3+3+3+3"} <= offered
        assert not any("6" in value for value in offered)

    def test_possible_play_points_are_offered_in_pairs(self):
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, TAPS_Q1[:-1])
        question = PIQUET.type(blank(), BOB, answers).view().question
        assert [sentence(offer.label) for offer in question.offers] == [
            "Ann 9 · Bob 6",
            "Ann 10 · Bob 7",
            "Ann 11 · Bob 8",
            "Ann 12 · Bob 9",
            "Ann 13 · Bob 10",
        ]

    def test_a_question_is_asked_again_if_its_answer_no_longer_fits(self):
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, TAPS_Q1)
        changed = {**answers, "hand.elder_tricks": 9}
        now = PIQUET.type(blank(), BOB, changed).view()
        assert (now.question.path, now.complete) == ("hand.play.elder", False)
        assert PIQUET.type(blank(), BOB, changed).entry().play_elder is None
        shorter = PIQUET.type(blank(), BOB, {**answers, "hand.point.cards": 3}).view()
        assert shorter.question.path == "hand.lengths"

    def test_a_value_that_is_not_offered_is_refused(self):
        answers, _tapped = enter_hand(PIQUET, blank(), BOB, TAPS_Q1)
        hand = PIQUET.type(blank(), BOB, answers)
        assert sentence(hand.refuse("hand.lengths", "6")) == "You can’t choose that now."
        assert sentence(hand.refuse("hand.play.elder", 8)) == "You can’t choose that now."
        with pytest.raises(KeyError):
            hand.refuse("hand.play.younger", 6)
        with pytest.raises(KeyError):
            hand.refuse("hand.nothing", 6)


class TestFacts:
    def facts(self, notation, **options):
        sheet = play(notation, **options)
        facts = PIQUET.statistics.facts(sheet.table, sheet.hands[0])
        return {(fact.column, fact.key): fact.amount // 2 for fact in facts}

    def test_a_full_deal_counts_tricks_and_declarations(self):
        assert self.facts(Q3) == {
            ("0", HANDS): 73,
            ("1", HANDS): 4,
            ("0", "pique"): 30,
            ("0", "elder"): 73,
            ("0", "tricks"): 9,
            ("0", "declared"): 23,
            ("1", "younger"): 4,
            ("1", "tricks"): 3,
            ("1", "declared"): 0,
        }

    def test_a_quick_deal_counts_only_totals_and_a_redealt_one_only_the_carte_blanche(self):
        assert set(self.facts("quick 3/4")) == {("0", HANDS), ("1", HANDS), ("0", "elder"), ("1", "younger")}
        again = self.facts("blanche E", after_carte_blanche="new_hand")
        assert again == {("0", HANDS): 10, ("1", HANDS): 0, ("0", "carte_blanche"): 10}

    def test_doubling_affects_the_facts_about_roles_but_not_the_capot(self):
        assert self.facts(Q2)["0", "repique"] == 60
        assert self.facts(Q4, match="rubicon_4")["0", "capot"] == 40
        assert self.facts(Q4, match="rubicon_4")["0", "elder"] == 132


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
