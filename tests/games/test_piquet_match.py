"""Matches of Piquet according to RULES.md: Rubicon, au cent, carte blanche between deals, whole matches, and files."""

from dataclasses import replace

import pytest

from scorekeeper.exchange.plain import write_plain
from scorekeeper.text import sentence
from tests.exchange.documents import document, read, said
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
from tests.pages import cases, rows


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

    def test_the_page_has_all_six_worked_matches(self):
        assert len(rows(PAGE, "Rubicon")) == 6

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

    def test_the_two_extra_deals_are_never_doubled(self):
        sheet = play(*["quick 30/30"] * 6, match="rubicon_4")
        assert totals(sheet) == "240/240"
        assert sentence(sheet.outcome.reason) == "After two more deals, both have 240: the match is drawn"

    def test_in_a_six_deal_match_no_deal_is_doubled(self):
        assert totals(play(Q1)) == "28/23"

    def test_only_au_cent_has_a_target(self):
        column = blank().columns[0]
        targets = {match: RULES.target(blank(match=match).table, column) for match in ("rubicon_6", "au_cent")}
        assert targets == {"rubicon_6": None, "au_cent": 200}


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

    def test_the_page_has_all_three_worked_deals(self):
        assert [row["before"] for row in rows(PAGE, "Au cent")] == ["80/85", "92/85", "95/99"]

    @pytest.mark.parametrize(
        ("before", "notation", "after", "reason"),
        [
            pytest.param("95/95", "tricks 6E, play 9/8", "104/103",
                         "Ann (104) and Bob (103) reached the target of 100; "
                         "both got there in play, but Ann counts first as elder and wins one game",
                         id="elder counts first"),
            pytest.param("90/92", "tricks 7Y, play 9/7", "109/99",
                         "Ann reached the target of 100 with 109 points and wins one game", id="Ann alone"),
            pytest.param("88/95", "tricks 7Y, play 9/7", "107/102",
                         "Ann (107) and Bob (102) reached the target of 100; "
                         "Bob got there first in play and wins one game", id="play before cards"),
            pytest.param("99/85", "blanche Y, point E3, sets Y1+0, tricks 6Y, play 7/7", "109/116",
                         "Ann (109) and Bob (116) reached the target of 100; "
                         "Ann got there first with the point and wins one game",
                         id="the point counts before the sets"),
            pytest.param("99/90", "blanche Y, point E3, tricks 6Y, play 7/7", "109/107",
                         "Ann (109) and Bob (107) reached the target of 100; "
                         "Bob got there first with carte blanche and wins one game",
                         id="carte blanche counts first"),
            pytest.param("50/96", "point E5, sequences E5+5, sets Y1+0, tricks 6Y, play 7/7", "152/117",
                         "Ann (152) and Bob (117) reached the target of 100; "
                         "Ann got there first with the sequences and wins one game",
                         id="the 60 belongs to the step that reached 30"),
            pytest.param("50/99", "point E3, sets E1+1, tricks 11Y, play 12/2", "122/101",
                         "Ann (122) and Bob (101) reached the target of 100; "
                         "both got there in play, but Ann counts first as elder and wins one game",
                         id="the 30 belongs to play"),
            pytest.param("60/96", "point E5, sequences E5, tricks 9Y, play 10/4", "130/100",
                         "Ann (130) and Bob (100) reached the target of 100; "
                         "both got there in play, but Ann counts first as elder and wins one game",
                         id="a pique counts before younger’s play"),
            pytest.param("90/30", "quick 10/19", "100/49",
                         "Ann reached the target of 100 exactly and wins two games, because Bob has fewer than 50",
                         id="below 50 is double"),
            pytest.param("90/30", "quick 10/20", "100/50",
                         "Ann reached the target of 100 exactly and wins one game", id="50 is not double"),
            pytest.param("90/90", "quick 10/20", "100/110",
                         "Ann (100) and Bob (110) reached the target of 100; "
                         "on the totals alone, Bob is ahead and wins one game", id="quick, higher total"),
            pytest.param("90/90", "quick 20/20", "110/110",
                         "Ann (110) and Bob (110) reached the target of 100; "
                         "the totals are equal, but Ann counts first as elder and wins one game",
                         id="quick, equal totals"),
            pytest.param("90/90", "quick 20/5", "110/95",
                         "Ann reached the target of 100 with 110 points and wins one game", id="quick, only Ann"),
        ],
    )  # fmt: skip
    def test_the_first_to_reach_100_wins(self, before, notation, after, reason):
        sheet = au_cent(before, notation)
        assert totals(sheet) == after
        assert sentence(sheet.outcome.reason) == reason
        winner = "1" if "Bob got there first" in reason or "Bob is ahead" in reason else "0"
        assert sheet.outcome.winners == (winner,)
        assert sheet.outcome.ranking[0] == (winner,)

    def test_below_100_the_game_goes_on(self):
        assert au_cent("90/90", "quick 9/9").outcome is None

    def test_the_first_deal_can_end_the_game(self):
        assert sentence(play(Q6, match="au_cent").outcome.reason).startswith(
            "Bob reached the target of 100 with 106 points and wins two games"
        )


AGAIN = {"after_carte_blanche": "new_hand"}


class TestCarteBlanche:
    def test_the_same_dealer_deals_again(self):
        sheet = play("blanche E", **AGAIN)
        assert totals(sheet) == "10/0"
        assert RULES.dealer(sheet) == BOB
        assert RULES.dealer(RULES.record(sheet, BOB, deal(Q1))) == ANN

    def test_after_playing_on_the_deal_alternates(self):
        assert RULES.dealer(play("blanche E, tricks 6E, play 9/8")) == ANN

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

    def test_a_carte_blanche_can_end_au_cent(self):
        sheet = play("quick 95/0", "blanche Y", match="au_cent", **AGAIN)
        assert sentence(sheet.outcome.reason) == (
            "Ann reached the target of 100 with 105 points and wins two games, because Bob has fewer than 50"
        )


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
                [(Q2, "230/12"), (Q1, "253/40"), ("quick 10/20", "263/60"), ("quick 20/9", "281/100")],
                "0",
                "Ann wins by 181, plus 100 for the game: 281",
                id="four deals, where a total of 100 isn’t rubiconed",
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
            pytest.param(
                {"match": "au_cent"},
                [("quick 45/20", "45/20"), ("quick 48/40", "85/68"), (Q3, "158/72")],
                "0",
                "Ann reached the target of 100 with 158 points and wins one game",
                id="au cent, with quick entries and a pique",
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


def in_file(notation):
    """Return a deal as it appears in a sheet file."""
    entry = deal(notation)
    return {"hand": RULES.record_of(entry, blank().table)["hand"], "players": {}}


def match_file(hands, **options):
    """Return a match as it appears in a sheet file; Bob deals first."""
    return {"rules": "piquet", "options": options, "players": ["Ann", "Bob"], "hands": hands}


class TestFiles:
    def test_a_match_is_read_from_a_file(self):
        deals = [Q1, Q2, Q3, "quick 30/24", Q5, Q6]
        hands = [in_file(notation) for notation in deals]
        hands[0]["hand"] |= {"carte_blanche": None, "quick": None, "elder_first_tricks": None}
        assert hands[1]["hand"]["sequences"] == {"winner": "elder", "lengths": [5]}
        assert hands[4]["hand"]["sets"] == {"winner": "elder", "quatorzes": 1, "trios": 1}
        match = read(match_file(hands))
        assert totals(match.sheet) == "337/181"
        assert sentence(match.outcome.reason) == "Ann wins by 156, plus 100 for the game: 256"

    def test_a_match_is_written_as_plain_text(self):
        hands = [in_file(notation) for notation in (Q3, "quick 30/24")]
        text = "".join(write_plain([read(match_file(hands, match="rubicon_4"))]))
        assert "Match: Rubicon, four deals" in text
        assert "+30  pique: 23 declared and 7 in play made 30 before Bob scored" in text
        assert "+73  doubled: deal 1 counts twice" in text
        assert text.endswith("The game isn’t over yet.\n")

    @pytest.mark.parametrize(
        ("deals", "options", "last_line"),
        [
            pytest.param(
                ["quick 20/20"] * 8, {}, "After two more deals, both have 160: the match is drawn.", id="drawn"
            ),
            pytest.param(
                ["quick 30/20", "quick 15/25"] * 3, {}, "Ann wins by 60, plus 100 for the game: 160.", id="a Rubicon"
            ),
            pytest.param(
                ["quick 20/100"],
                {"match": "au_cent"},
                "Bob reached the target of 100 exactly and wins two games, because Ann has fewer than 50.",
                id="au cent",
            ),
        ],
    )
    def test_the_text_says_only_once_who_won(self, deals, options, last_line):
        text = "".join(write_plain([read(match_file([in_file(notation) for notation in deals], **options))]))
        assert text.splitlines()[-1] == last_line

    def test_a_file_that_names_a_winner_of_a_draw_gets_a_note(self):
        match = match_file([in_file("quick 20/20")] * 8) | {"outcome": {"winners": ["Ann"]}}
        assert said(document(match)) == ["games[0].outcome: note: By the rules: it’s a draw."]

    @pytest.mark.parametrize(
        ("hand", "path"),
        [
            pytest.param({"quick": {"elder": 1, "younger": 2, "both": 3}}, "hand.quick.both", id="an unknown key"),
            pytest.param({"quick": {"elder": 1}}, "hand.quick.younger", id="one total missing"),
            pytest.param({"quick": {"elder": -1, "younger": 2}}, "hand.quick.elder", id="a total below 0"),
            pytest.param({"quick": [1, 2]}, "hand.quick", id="not an object"),
            pytest.param({"point": {"winner": "Ann", "cards": 5}}, "hand.point.winner", id="a name instead of a role"),
            pytest.param({"point": {"winner": "elder", "cards": 9}}, "hand.point.cards", id="a point of nine cards"),
            pytest.param({"sequences": {"winner": "elder", "lengths": [2]}}, "hand.sequences.lengths", id="length 2"),
            pytest.param({"sequences": {"winner": "elder", "lengths": [9]}}, "hand.sequences.lengths", id="length 9"),
            pytest.param({"sequences": {"winner": "elder", "lengths": 5}}, "hand.sequences.lengths", id="not a list"),
            pytest.param(
                {"sequences": {"winner": "elder", "lengths": [5.0]}}, "hand.sequences.lengths", id="length 5.0"
            ),
            pytest.param(
                {"sets": {"winner": "elder", "quatorzes": 4, "trios": 0}}, "hand.sets.quatorzes", id="4 quatorzes"
            ),
        ],
    )
    def test_the_error_for_a_malformed_hand_names_its_location(self, hand, path):
        messages = said(document(match_file([{"hand": hand}])))
        assert any(f"games[0].hands[0].{path}: " in message for message in messages)

    @pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bob", "Cy"]], ids=["one", "three"])
    def test_only_two_players_can_play(self, names):
        messages = said(document(match_file([]) | {"players": names}))
        assert messages == [f"games[0].players: error: Piquet is for 2 players, not {len(names)}."]


def test_the_deal_alternates():
    assert sentence(RULES.refuse_dealer(play(Q1), BOB)) == "It’s Ann’s deal."
    assert RULES.refuse_dealer(play(Q1), ANN) is None
    again = play("blanche E", after_carte_blanche="new_hand")
    assert sentence(RULES.refuse_dealer(again, ANN)) == "It’s Bob’s deal."
