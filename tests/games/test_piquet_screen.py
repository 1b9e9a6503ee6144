"""Typing a deal of Piquet: what is asked, what is offered, how many taps it takes; and what is counted of it."""

import pytest

from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.deal import Options
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.statistics import HANDS
from scorekeeper.text import sentence
from tests.games.piquet_notation import (
    ANN,
    BLANCHE,
    BOB,
    FULL,
    OPEN,
    Q1,
    Q2,
    Q3,
    Q4,
    Q5,
    Q6,
    RULES,
    TAPS_Q1,
    TAPS_Q2,
    TAPS_Q3,
    TAPS_Q5,
    TAPS_Q6,
    blank,
    deal,
    play,
)
from tests.games.test_piquet import SAMPLE
from tests.games.typing import complete, type_hand


class TestTyping:
    @pytest.mark.parametrize(
        ("taps", "spoken", "count"),
        [
            pytest.param(TAPS_Q1, Q1, 11, id="Q1, the usual deal"),
            pytest.param(TAPS_Q2, Q2, 11, id="Q2"),
            pytest.param(TAPS_Q3, Q3, 11, id="Q3, its pique is plain"),
            pytest.param(TAPS_Q5, Q5, 7, id="Q5, a capot needs no more than its tricks"),
            pytest.param(TAPS_Q6, Q6, 11, id="Q6"),
            pytest.param(BLANCHE, "cb Y, tricks 0Y, play 1/13", 6, id="carte blanche"),
            pytest.param(["hand.how=quick", "hand.quick.elder=28", "hand.quick.younger=23"], "quick 28/23", 4,
                         id="totals"),
            pytest.param(["hand.how=quick", "hand.quick.elder=115", "hand.quick.younger=6"], "quick 115/6", 5,
                         id="a high total is typed"),
        ],
    )  # fmt: skip
    def test_a_deal_is_typed_in_so_many_taps(self, taps, spoken, count):
        """Save included."""
        draft, taken = type_hand(PIQUET, blank(), BOB, taps)
        assert complete(PIQUET, blank(), BOB, draft) == deal(spoken)
        assert taken + 1 == count

    def test_what_decides_a_pique_is_asked(self):
        taps = [FULL, "hand.point_to=elder", "hand.point.cards=6", "hand.sequences_to=elder", "hand.lengths=6"]
        taps += ["hand.sets_to=nobody", "hand.elder_tricks=9", "hand.last_trick=elder", "hand.play.elder=11"]
        draft, _taken = type_hand(PIQUET, blank(), BOB, taps)
        now = PIQUET.type(blank(), BOB, draft).view()
        assert sentence(now.title) == "Tricks of Ann before Bob’s first"
        assert [offer.value for offer in now.question.offers] == list(range(9))
        draft, taken = type_hand(PIQUET, blank(), BOB, [*taps, "hand.elder_first_tricks=7"])
        assert complete(PIQUET, blank(), BOB, draft) == deal(f"{OPEN}, k 7")
        assert taken + 1 == 11

    def test_a_carte_blanche_after_which_is_dealt_again_is_two_taps(self):
        sheet = blank(after_carte_blanche="new_hand")
        draft, taken = type_hand(PIQUET, sheet, BOB, ["hand.how=carte_blanche_elder"])
        assert complete(PIQUET, sheet, BOB, draft) == deal("cb E")
        assert taken + 1 == 2

    def test_players_are_called_by_name(self):
        draft, _taken = type_hand(PIQUET, blank(), BOB, TAPS_Q1[:5])
        now = PIQUET.type(blank(), BOB, draft).view()
        assert sentence(now.title) == "Who has the best set?"
        assert [sentence(offer.label) for offer in now.question.offers] == ["Ann", "Bob", "None"]
        assert [sentence(fact) for fact in now.facts] == ["Ann is elder", "declared: Ann 9, Bob 0"]
        assert [(sentence(row.label), sentence(row.answer)) for row in now.rows[:4]] == [
            ("Point", "Ann"),
            ("Cards of the point", "5"),
            ("Sequences", "Ann"),
            ("Lengths of the sequences", "4"),
        ]
        of_bob = PIQUET.type(blank(), ANN, draft).view().question.offers[0]
        assert sentence(of_bob.label) == "Bob"

    def test_first_comes_quick_or_full(self):
        now = PIQUET.type(blank(), BOB).view()
        assert [sentence(offer.label) for offer in now.question.offers] == [
            "Full deal",
            "Totals only",
            "Full deal, carte blanche of Ann",
            "Full deal, carte blanche of Bob",
        ]
        again = PIQUET.type(blank(after_carte_blanche="new_hand"), BOB).view()
        assert sentence(again.question.offers[2].label) == "Carte blanche of Ann, and a new deal"

    def test_a_repique_is_told_at_once(self):
        draft, _taken = type_hand(PIQUET, blank(), BOB, TAPS_Q2[:7])
        assert sentence(PIQUET.type(blank(), BOB, draft).hints()[-1]) == "repique: Ann"

    def test_no_sequence_is_longer_than_the_point(self):
        draft, _taken = type_hand(PIQUET, blank(), BOB, TAPS_Q1[:4])
        question = PIQUET.type(blank(), BOB, draft).view().question
        assert [offer.value for offer in question.likely] == ["3", "4", "5"]
        offered = {offer.value for offer in question.offers}
        assert {"3+3", "5+5", "3+3+3+3"} <= offered
        assert not any("6" in value for value in offered)

    def test_only_possible_plays_are_offered_as_pairs(self):
        draft, _taken = type_hand(PIQUET, blank(), BOB, TAPS_Q1[:-1])
        question = PIQUET.type(blank(), BOB, draft).view().question
        assert [sentence(offer.label) for offer in question.offers] == [
            "9 and 6",
            "10 and 7",
            "11 and 8",
            "12 and 9",
            "13 and 10",
        ]
        assert sentence(question.offers[0].label) == "9 and 6"

    def test_what_does_not_fit_any_more_is_asked_again(self):
        draft, _taken = type_hand(PIQUET, blank(), BOB, TAPS_Q1)
        changed = {**draft, "hand.elder_tricks": 9}
        now = PIQUET.type(blank(), BOB, changed).view()
        assert (now.question.path, now.complete) == ("hand.play.elder", False)
        assert PIQUET.type(blank(), BOB, changed).entry().play_elder is None
        shorter = PIQUET.type(blank(), BOB, {**draft, "hand.point.cards": 3}).view()
        assert shorter.question.path == "hand.lengths"

    def test_what_is_not_offered_is_refused(self):
        draft, _taken = type_hand(PIQUET, blank(), BOB, TAPS_Q1)
        hand = PIQUET.type(blank(), BOB, draft)
        assert sentence(hand.refuse("hand.lengths", "6")) == "This cannot be chosen now."
        assert sentence(hand.refuse("hand.play.elder", 8)) == "This cannot be chosen now."
        with pytest.raises(KeyError):
            hand.refuse("hand.play.younger", 6)
        with pytest.raises(KeyError):
            hand.refuse("hand.nothing", 6)

    @pytest.mark.parametrize(
        "spoken",
        [Q1, Q2, Q3, Q4, Q5, Q6, f"{OPEN}, k 7", f"{Q1}, k 2", "quick 3/0", "cb Y, tricks 0Y, play 1/13",
         "seq E3+5+4, tricks 6E, play 9/8"],
    )  # fmt: skip
    def test_a_recorded_deal_is_corrected_from_what_it_was(self, spoken):
        entry = deal(spoken)
        hand = PIQUET.type(blank(), BOB).correcting(entry)
        assert hand.view().complete
        assert hand.entry() == entry

    def test_new_lengths_replace_the_recorded_ones(self):
        hand = PIQUET.type(blank(), BOB).correcting(deal("seq E3+5, tricks 6E, play 9/8"))
        changed = hand.with_answers({**hand.answers, "hand.lengths": "4"})
        assert changed.entry().sequences_lengths == (4,)

    @pytest.mark.parametrize("spoken", [Q1, f"{OPEN}, k 7", "quick 3/0", "cb Y, tricks 0Y, play 1/13"])
    def test_nothing_that_is_asked_can_be_skipped(self, spoken):
        hand = PIQUET.type(blank(), BOB).correcting(deal(spoken))
        for step in hand.steps:
            assert hand.view(step.path).steps == ()
            left_out = {path: value for path, value in hand.answers.items() if path != step.path}
            assert not hand.with_answers(left_out | {step.field.skip_path(): True}).view().complete

    def test_the_sample_is_a_whole_match(self):
        names, options, hands, winners = SAMPLE
        sheet = RULES.blank(Table(names=names, options=Options(**options), first_dealer=BOB))
        for taps in hands:
            assert sheet.outcome is None
            dealer = RULES.dealer(sheet)
            draft, _taken = type_hand(PIQUET, sheet, dealer, taps)
            sheet = RULES.record(sheet, dealer, complete(PIQUET, sheet, dealer, draft))
        assert tuple(sheet.table.names[int(key)] for key in sheet.outcome.winners) == winners


class TestFacts:
    def facts(self, spoken, **options):
        sheet = play(spoken, **options)
        found = PIQUET.statistics.facts(sheet.table, sheet.hands[0])
        return {(fact.column, fact.key): fact.amount // 2 for fact in found}

    def test_of_a_deal(self):
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

    def test_of_totals_and_of_a_new_deal(self):
        assert set(self.facts("quick 3/4")) == {("0", HANDS), ("1", HANDS), ("0", "elder"), ("1", "younger")}
        again = self.facts("cb E", after_carte_blanche="new_hand")
        assert again == {("0", HANDS): 10, ("1", HANDS): 0, ("0", "carte_blanche"): 10}

    def test_the_repique_the_capot_and_the_doubling(self):
        assert self.facts(Q2)["0", "repique"] == 60
        assert self.facts(Q4, match="rubicon_4")["0", "capot"] == 40
        assert self.facts(Q4, match="rubicon_4")["0", "elder"] == 132


def test_the_guide_has_a_table_of_values():
    tables = [part.table for part in PIQUET.guide if part.table]
    assert len(tables) == 1
    assert all(sentence(cell) for row in tables[0] for cell in row)
    assert all(sentence(paragraph) for part in PIQUET.guide for paragraph in part.paragraphs)
