"""What RULES.md forbids in a hand of Shnarbles, who deals, and which house rules can be combined."""

from dataclasses import replace

import pytest

from scorekeeper.formats.language import sentence
from tests.games.shnarbles_notation import ANN, BOB, CY, DEE, RULES, blank, errors, hand, recorded, standing, table

CHECKED = [
    (hand("A3♥ 3 2 0 -", bidder=None), [("hand.bidder", "Who took the bid? If everyone passed, record that.")]),
    (hand("A3♥ 3 2 0 -", bid=None), [("hand.bid", "Missing: Bid.")]),
    (hand("A3♥ 3 2 0 -", trump=None), [("hand.trump", "Missing: Trump.")]),
    (hand("A3♠ 3 2 0 -"), [("players.3.folded", "Spades are trump, so Dee can’t fold.")]),
    (hand("A3♥ - 5 0 0"), [("players.0.folded", "Ann took the bid and can’t fold.")]),
    (hand("A3♥ 3 2 0 -", tricks=(3, 2, 0, 1)), [("players.3.tricks", "Dee folded and can’t have taken any tricks.")]),
    (hand("C4♦ - - 5 -"), [("players.2.tricks", "Everyone else folded, so no tricks were played.")]),
    (hand("A3♥ 3 2 . 0"), [("players.2.tricks", "Missing: Tricks (Cy).")]),
    (hand("A3♥ 3 2 1 0"), [("players", "The tricks add up to 6, not 5.")]),
    (hand("A3♥ 0 3 2 -"), []),
    (
        hand("A3♥ 3 2 0 -", all_passed=True),
        [
            ("hand.bidder", "Everyone passed, so nobody took the bid."),
            ("hand.bid", "Everyone passed, so nothing was bid."),
            ("hand.trump", "Everyone passed, so there’s no trump."),
            ("players.3.folded", "Everyone passed, so nobody folded."),
            ("players.0.tricks", "Everyone passed, so nobody took any tricks."),
            ("players.1.tricks", "Everyone passed, so nobody took any tricks."),
            ("players.2.tricks", "Everyone passed, so nobody took any tricks."),
        ],
    ),
]


class TestChecks:
    def test_a_hand_is_checked(self):
        for entry, expected in CHECKED:
            assert errors(blank(), entry) == expected, entry

    @pytest.mark.parametrize(
        ("entry", "path"),
        [
            pytest.param(hand("B3♥ 5 . 0 0"), "hand.bidder", id="as the bidder"),
            pytest.param(hand("A3♥ 5 - 0 0"), "players.1.folded", id="as a folder"),
            pytest.param(hand("A3♥ 5 0 0 0"), "players.1.tricks", id="with 0 tricks"),
        ],
    )
    def test_a_player_who_is_out_cannot_appear_in_the_hand(self, entry, path):
        sheet = standing("16 32 16 16")
        assert errors(sheet, entry) == [(path, "Bob is out and can’t be in this hand.")]
        assert errors(sheet, hand("A3♥ 5 . 0 0")) == []

    @pytest.mark.parametrize(
        ("before", "can_fold"),
        [
            pytest.param(["A1♥ 5 0 0 -"], True, id="folded once"),
            pytest.param(["A1♥ 5 0 0 -", "A1♥ 5 0 0 -"], False, id="folded twice in a row"),
            pytest.param(
                ["A1♥ 5 0 0 -", "pass", "A1♥ 5 0 0 -", "pass"], False, id="an all-passed deal does not break the run"
            ),
            pytest.param(["A1♥ 5 0 0 -", "A1♥ 5 0 0 -", "A1♥ 0 0 0 5"], True, id="played a hand afterward"),
            pytest.param(["A1♥ 5 0 0 -", "A1♥ 5 0 0 -", "D5♥ - - - 0"], True, id="was the bidder afterward"),
            pytest.param(
                ["A1♥ 5 0 0 -", "A1♥ 5 0 0 -", "A5♠ 4 0 0 1"], True, id="had to play against spades afterward"
            ),
        ],
    )
    def test_nobody_can_fold_three_hands_in_a_row(self, before, can_fold):
        sheet = standing("16 16 16 16", *before)
        refused = [("players.3.folded", "Dee has folded two hands in a row and can’t fold a third.")]
        assert errors(sheet, hand("B2♥ 2 3 0 -")) == ([] if can_fold else refused)

    @pytest.mark.parametrize(
        ("notation", "expected"),
        [
            pytest.param("B3♥ 2 3 . .", [], id="a bidder who was out"),
            pytest.param("B3♥ . 3 2 -", [], id="a third fold in a row"),
            pytest.param(
                "B3♥ 5 . . .", [("players.1.tricks", "Missing: Tricks (Bob).")], id="no tricks for a bidder who was out"
            ),
            pytest.param(
                "A3♥ . . 5 .", [("players.0.tricks", "Missing: Tricks (Ann).")], id="no tricks for the bidder"
            ),
        ],
    )
    def test_after_the_end_nobody_is_out_and_no_run_of_folds_continues(self, notation, expected):
        sheet = standing("3 32 16 16", "A1♥ 5 0 0 -", "A1♥ 5 0 0 -")
        sheet = replace(sheet, outcome=RULES.stopped(sheet, "leader_wins"))
        assert errors(sheet, hand(notation)) == expected


class TestDealing:
    def test_the_same_dealer_deals_again_after_everyone_passes(self):
        sheet, dealers = blank(), []
        for notation in ("pass", "pass", "A3♥ 3 2 0 -", "C4♦ - - . -"):
            dealers.append(RULES.dealer(sheet))
            sheet = recorded(sheet, notation)
        assert [*dealers, RULES.dealer(sheet)] == [DEE, DEE, DEE, ANN, BOB]

    def test_the_deal_skips_players_who_are_out(self):
        sheet = standing("32 40 16 16")
        sheet = RULES.record(sheet, DEE, hand("C3♥ . . 3 2"))
        assert RULES.dealer(sheet) == CY
        assert RULES.seats(sheet) == (CY, DEE)
        assert sentence(RULES.refuse_dealer(sheet, ANN)) == "Ann is out and can’t deal."
        assert RULES.refuse_dealer(sheet, DEE) is None

    def test_two_players_take_turns_dealing_unless_both_pass(self):
        sheet = recorded(blank(2), "A3♥ 3 2")
        assert sentence(RULES.refuse_dealer(sheet, BOB)) == "It’s Ann’s deal."
        assert RULES.refuse_dealer(recorded(sheet, "pass2"), ANN) is None

    @pytest.mark.parametrize(
        ("options", "path"),
        [
            pytest.param({}, None, id="the defaults"),
            pytest.param({"start": 32}, "start", id="out from the start"),
            pytest.param({"out_at": 10}, "start", id="going out at a score below the start"),
        ],
    )
    def test_the_starting_score_must_be_below_the_score_for_going_out(self, options, path):
        problem = RULES.refuse_table(table(**options))
        assert (problem and problem.path) == path
        assert path is None or sentence(problem.message).startswith("The starting score must be below")
