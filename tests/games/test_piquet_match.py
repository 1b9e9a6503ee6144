"""Matches of Piquet according to RULES.md: Rubicon, au cent, carte blanche between deals, and whole matches."""

from dataclasses import replace

import pytest

from scorekeeper.formats.language import sentence
from tests.games.piquet_notation import (
    ANN,
    BOB,
    PAGE,
    Q1,
    Q2,
    Q3,
    Q4,
    Q5,
    Q6,
    RULES,
    WORKED_DEALS,
    blank,
    deal,
    play,
    problems,
    rubicon,
    totals,
)
from tests.pages import cases


class TestRubicon:
    @pytest.mark.parametrize("row", cases(PAGE, "Rubicon"))
    def test_a_worked_match_is_won_as_shown(self, row):
        ann, bob = map(int, row["totals"].split("/"))
        outcome = rubicon(ann, bob).outcome
        winner, name, loser = ("0", "Ann", "Bob") if ann > bob else ("1", "Bob", "Ann")
        high, low, won = max(ann, bob), min(ann, bob), row["won"]
        reasons = {
            "no": f"{name} wins by {high - low}, plus 100 for the game: {won}",
            "yes": f"{name} wins {won}: {loser} is rubiconed, so it’s {high} and {low}, plus 100 for the game",
        }
        assert outcome.winners == (winner,)
        assert sentence(outcome.reason) == reasons[row["rubiconed"]]

    def test_a_tie_after_six_deals_always_adds_exactly_two_more_deals(self):
        sheet = rubicon(120, 120)
        assert sheet.outcome is None
        for notation in ("quick 30/0", "quick 0/10"):
            assert sheet.outcome is None
            sheet = RULES.record(sheet, RULES.dealer(sheet), deal(notation))
        assert totals(sheet) == "160/120"
        assert sentence(sheet.outcome.reason) == "Ann wins by 40, plus 100 for the game: 140"

    def test_a_second_tie_is_a_draw(self):
        sheet = play(*["quick 20/20"] * 8)
        assert sheet.outcome.winners == ("0", "1")
        assert sheet.outcome.ranking == (("0", "1"),)
        assert sentence(sheet.outcome.reason) == "After two more deals, both have 160: the match is drawn"

    def test_in_a_four_deal_match_the_first_and_fourth_count_twice(self):
        sheet = play(Q1, "quick 10/20", "quick 30/5", "quick 0/40", match="rubicon_4")
        assert [totals(replace(sheet, hands=sheet.hands[: count + 1])) for count in range(4)] == [
            "56/46",
            "76/56",
            "106/61",
            "186/61",
        ]
        assert sentence(sheet.outcome.reason) == (
            "Ann wins 347: Bob is rubiconed, so it’s 186 and 61, plus 100 for the game"
        )
        doubled = [line for line in sheet.hands[0].lines if line.mark == "doubled"]
        assert [(line.column, line.points // 2) for line in doubled] == [("0", 28), ("1", 23)]
        assert sentence(doubled[0].reason) == "doubled: deal 1 counts twice"
        assert [len([line for line in hand.lines if line.mark == "doubled"]) for hand in sheet.hands] == [2, 0, 0, 1]


def au_cent(before, notation):
    """Play a deal of au cent with Ann as elder. `before` gives the totals before that deal, as "elder/younger"."""
    elder, younger = map(int, before.split("/"))
    return play("quick 0/0", f"quick {younger}/{elder}", "quick 0/0", "quick 0/0", notation, match="au_cent")


class TestAuCent:
    @pytest.mark.parametrize("row", cases(PAGE, "Au cent"))
    def test_a_worked_deal_that_takes_both_to_100_is_won_as_shown(self, row):
        sheet = au_cent(row["before"], WORKED_DEALS[row["deal"]])
        winner, first = {"elder": ("0", "Ann"), "younger": ("1", "Bob")}[row["winner"]]
        assert totals(sheet) == row["after"]
        assert sheet.outcome.winners == (winner,)
        assert sentence(sheet.outcome.reason) == (
            f"Ann ({row['after'].split('/')[0]}) and Bob ({row['after'].split('/')[1]}) reached the target of 100; "
            f"{first} got there first with {row['at']} and wins one game"
        )

    @pytest.mark.parametrize(
        ("before", "notation", "after", "reason"),
        [
            pytest.param("95/95", "tricks 6E, play 9/8", "104/103",
                         "Ann (104) and Bob (103) reached the target of 100; "
                         "both got there in play, but Ann counts first as elder and wins one game",
                         id="elder counts first"),
            pytest.param("88/95", "tricks 7Y, play 9/7", "107/102",
                         "Ann (107) and Bob (102) reached the target of 100; "
                         "Bob got there first in play and wins one game", id="play before cards"),
            pytest.param("99/85", "blanche Y, point E3, sets Y1+0, tricks 6Y, play 7/7", "109/116",
                         "Ann (109) and Bob (116) reached the target of 100; "
                         "Ann got there first with the point and wins one game",
                         id="the point counts before the sets"),
            pytest.param("50/96", "point E5, sequences E5+5, sets Y1+0, tricks 6Y, play 7/7", "152/117",
                         "Ann (152) and Bob (117) reached the target of 100; "
                         "Ann got there first with the sequences and wins one game",
                         id="the 60 belongs to the step that reached 30"),
            pytest.param("60/96", "point E5, sequences E5, tricks 9Y, play 10/4", "130/100",
                         "Ann (130) and Bob (100) reached the target of 100; "
                         "both got there in play, but Ann counts first as elder and wins one game",
                         id="a pique counts before younger’s play"),
            pytest.param("90/30", "quick 10/19", "100/49",
                         "Ann reached the target of 100 exactly and wins two games, because Bob has fewer than 50",
                         id="below 50 is double"),
            pytest.param("90/90", "quick 10/20", "100/110",
                         "Ann (100) and Bob (110) reached the target of 100; "
                         "on the totals alone, Bob is ahead and wins one game", id="quick, higher total"),
            pytest.param("90/90", "quick 20/20", "110/110",
                         "Ann (110) and Bob (110) reached the target of 100; "
                         "the totals are equal, but Ann counts first as elder and wins one game",
                         id="quick, equal totals"),
        ],
    )  # fmt: skip
    def test_the_first_to_reach_100_wins(self, before, notation, after, reason):
        sheet = au_cent(before, notation)
        assert totals(sheet) == after
        assert sentence(sheet.outcome.reason) == reason
        winner = "1" if "Bob got there first" in reason or "Bob is ahead" in reason else "0"
        assert sheet.outcome.winners == (winner,)
        assert sheet.outcome.ranking[0] == (winner,)


AGAIN = {"after_carte_blanche": "new_hand"}


class TestCarteBlanche:
    def test_the_same_dealer_deals_again(self):
        sheet = play("blanche E", **AGAIN)
        assert totals(sheet) == "10/0"
        assert RULES.dealer(sheet) == BOB
        assert RULES.dealer(RULES.record(sheet, BOB, deal(Q1))) == ANN

    def test_a_carte_blanche_does_not_count_as_one_of_the_six_deals(self):
        sheet = play("blanche E", *["quick 5/5"] * 6, **AGAIN)
        assert sentence(sheet.outcome.reason) == (
            "Ann wins 170: Bob is rubiconed, so it’s 40 and 30, plus 100 for the game"
        )

    def test_a_carte_blanche_is_never_doubled_and_shifts_the_doubling(self):
        sheet = play(
            "blanche Y",
            "blanche Y",
            Q1,
            "quick 1/1",
            "quick 1/1",
            "blanche E",
            "quick 1/1",
            match="rubicon_4",
            **AGAIN,
        )
        assert [len([line for line in hand.lines if line.mark == "doubled"]) for hand in sheet.hands] == [
            0,
            0,
            2,
            0,
            0,
            0,
            2,
        ]
        assert sheet.outcome is not None

    def test_a_carte_blanche_after_the_last_deal_does_not_end_the_match(self):
        sheet = play(*["quick 20/20"] * 6, "blanche E", **AGAIN)
        assert sheet.outcome is None
        sheet = play(*["quick 20/20"] * 6, "blanche E", *["quick 0/0"] * 2, **AGAIN)
        assert sentence(sheet.outcome.reason) == "Ann wins by 10, plus 100 for the game: 110"


class TestWholeMatches:
    @pytest.mark.parametrize(
        ("options", "deals", "winners", "reason"),
        [
            pytest.param(
                {},
                [
                    (Q1, "28/23"), (Q2, "34/138"), (Q3, "107/142"),
                    ("quick 30/24", "131/172"), (Q5, "231/172"), (Q6, "337/181"),
                ],
                "0",
                "Ann wins by 156, plus 100 for the game: 256",
                id="six deals",
            ),
            pytest.param(
                {"match": "rubicon_4"},
                [(Q4, "132/0"), (Q1, "155/28"), ("quick 0/63", "155/91"), ("tricks 0Y, play 1/13", "261/93")],
                "0",
                "Ann wins 454: Bob is rubiconed, so it’s 261 and 93, plus 100 for the game",
                id="four deals, the first and the last counting twice",
            ),
            pytest.param(
                {"match": "rubicon_4"},
                [
                    ("quick 10/20", "20/40"), ("quick 5/15", "35/45"), ("quick 0/0", "35/45"), ("quick 5/10", "55/55"),
                    ("quick 10/8", "65/63"), (Q1, "88/91"),
                ],
                "1",
                "Bob wins 279: Ann is rubiconed, so it’s 91 and 88, plus 100 for the game",
                id="four deals, a tie, and two more",
            ),
            pytest.param(
                {"match": "au_cent", "after_carte_blanche": "new_hand"},
                [
                    (Q1, "28/23"), ("blanche Y", "38/23"), ("tricks 5E, play 7/8", "56/30"), (Q1, "84/53"),
                    (Q1, "107/81"),
                ],
                "0",
                "Ann reached the target of 100 with 107 points and wins one game",
                id="au cent",
            ),
        ],
    )  # fmt: skip
    def test_a_match_is_replayed(self, options, deals, winners, reason):
        sheet = blank(**options)
        for notation, after in deals:
            assert sheet.outcome is None
            assert problems(notation, **options) == []
            sheet = RULES.record(sheet, RULES.dealer(sheet), deal(notation))
            assert totals(sheet) == after
        assert "".join(sheet.outcome.winners) == winners
        assert sentence(sheet.outcome.reason) == reason


def test_the_deal_alternates():
    assert sentence(RULES.refuse_dealer(play(Q1), BOB)) == "It’s Ann’s deal."
    assert RULES.refuse_dealer(play(Q1), ANN) is None
    again = play("blanche E", after_carte_blanche="new_hand")
    assert sentence(RULES.refuse_dealer(again, ANN)) == "It’s Bob’s deal."
