"""Manchester Piccadilly and Manchester Truffle by their rules page. Hands are written dealer/opposite, as there."""

import pytest

from scorekeeper.games.manchester import PICCADILLY, TRUFFLE
from scorekeeper.games.manchester.hand import Entry, Options, TruffleEntry
from scorekeeper.rules.sheet import Table
from scorekeeper.text import sentence

ANN, BOB = 0, 1

MA1 = "24/31 30/25 50/41 7/6"
MA2 = "28/22 21/29 45/51 6/7"
TR1 = "24/31 30/25 40/35 7/6/3"


def seated(spoken, dealer):
    """A pair "dealer/opposite" by seat; "-" is nothing."""
    pair = tuple(None if word == "-" else int(word) for word in spoken.split("/")[:2])
    return pair if dealer == ANN else pair[::-1]


def hand(spoken, dealer=ANN):
    """An entry from "start pile points tricks"; a third number of tricks is the dummy's, and makes it Truffle."""
    start, pile, points, tricks = spoken.split()
    pairs = {"start": start, "pile": pile, "points": points, "tricks": tricks}
    values = {name: seated(pair, dealer) for name, pair in pairs.items()}
    if tricks.count("/") == 1:
        return Entry(**values)
    dummy = tricks.split("/")[2]
    return TruffleEntry(**values, dummy_tricks=None if dummy == "-" else int(dummy))


def game_of(entry):
    return TRUFFLE if isinstance(entry, TruffleEntry) else PICCADILLY


def rules_of(entry):
    return game_of(entry).rules


def blank(rules=PICCADILLY.rules, **options):
    """Ann and Bob; Bob deals first."""
    return rules.blank(Table(names=("Ann", "Bob"), options=Options(**options), first_dealer=BOB))


def problems(spoken, dealer=ANN, **options):
    entry = hand(spoken, dealer)
    found = rules_of(entry).problems(blank(rules_of(entry), **options), dealer, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def lines(spoken, dealer=ANN):
    entry = hand(spoken, dealer)
    found = rules_of(entry).score(blank(rules_of(entry)), dealer, entry)
    return [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in found]


class TestAHand:
    @pytest.mark.parametrize("dealer", [ANN, BOB])
    @pytest.mark.parametrize(
        ("spoken", "dealers", "opposites"),
        [
            pytest.param(MA1, 22, 0, id="Ma1 final 63 against 41"),
            pytest.param(MA2, 0, 21, id="Ma2 final 44 against 65"),
            pytest.param(TR1, 18, 0, id="Tr1 final 53 against 35, with a dummy"),
            pytest.param("30/30 30/30 46/40 5/8", 3, 0, id="a trick counts 1"),
            pytest.param("30/30 31/29 43/43 5/8", 0, 1, id="the first score is reckoned in"),
            pytest.param("30/30 30/30 44/42 5/7/4", 0, 0, id="equal finals score nothing"),
            pytest.param("63/13 0/76 70/0 13/0", 0, 43, id="a final below 0"),
        ],
    )
    def test_the_higher_final_scores_the_difference(self, spoken, dealers, opposites, dealer):
        found = {column: points for column, points, _reason, _mark in lines(spoken, dealer)}
        assert found == {str(dealer): dealers, str(1 - dealer): opposites}
        assert problems(spoken, dealer) == []

    def test_each_player_has_one_line_with_both_scores(self):
        assert lines(MA1) == [
            ("0", 22, "final 63 (first 6, second 57) against 41 (−6, 47)", "higher"),
            ("1", 0, "final 41 (first −6, second 47) against 63 (6, 57)", ""),
        ]
        assert [mark for _column, _points, _reason, mark in lines("30/30 30/30 44/42 5/7/4")] == ["level", "level"]

    def test_every_mark_of_the_legend_is_given_by_some_hand(self):
        given_marks = {mark for spoken in (MA1, "30/30 30/30 44/42 5/7/4") for *_line, mark in lines(spoken)}
        assert {mark.key for mark in PICCADILLY.rules.legend} <= given_marks


class TestChecks:
    @pytest.mark.parametrize(
        ("spoken", "options", "found"),
        [
            pytest.param(
                "24/31 30/26 50/41 7/6",
                {},
                [("error", "players", "The piles add up to 56, not to 55 like the starts.")],
                id="Ma3 the piles are not the starts",
            ),
            pytest.param(
                "24/31 30/25 50/40 7/6",
                {},
                [("error", "players", "The card points add up to 90, not to 91: 146 less the starts.")],
                id="card points are missing",
            ),
            pytest.param("24/31 30/25 40/35 7/6", {"pack": "plain_78"}, [], id="aces count 1: 130 less the starts"),
            pytest.param(
                MA1,
                {"pack": "plain_78"},
                [("error", "players", "The card points add up to 91, not to 75: 130 less the starts.")],
                id="aces count 1, and too many card points",
            ),
            pytest.param(
                "24/31 30/25 50/41 7/7",
                {},
                [("error", "players", "The tricks add up to 14, not to 13.")],
                id="a trick too many",
            ),
            pytest.param(
                "24/31 30/25 90/1 13/0",
                {},
                [("warning", "players.1", "Bob took no trick, and so can have no card points.")],
                id="card points without a trick",
            ),
            pytest.param("24/31 30/25 91/0 13/0", {}, [], id="neither a trick nor card points"),
            pytest.param(
                "24/- -/25 -/- 7/-",
                {},
                [
                    ("error", "players.1.start", "Missing: Start (Bob)."),
                    ("error", "players.0.pile", "Missing: Pile (Ann)."),
                    ("error", "players.0.points", "Missing: Card points (Ann)."),
                    ("error", "players.1.points", "Missing: Card points (Bob)."),
                    ("error", "players.1.tricks", "Missing: Tricks (Bob)."),
                ],
                id="what is missing, and no guess at a sum",
            ),
        ],
    )
    def test_piccadilly_is_checked(self, spoken, options, found):
        assert problems(spoken, **options) == found

    @pytest.mark.parametrize(
        ("spoken", "options", "found"),
        [
            pytest.param(
                "24/31 30/26 40/35 7/6/3",
                {},
                [("error", "players", "The piles add up to 56, not to 55 like the starts.")],
                id="the piles are not the starts",
            ),
            pytest.param("24/31 30/25 56/35 7/6/3", {}, [], id="all card points, none with the dummy"),
            pytest.param(
                "24/31 30/25 57/35 7/6/3",
                {},
                [("error", "players", "The card points add up to 92, more than 91: 146 less the starts.")],
                id="too many card points",
            ),
            pytest.param(
                "24/31 30/25 41/35 7/6/3",
                {"pack": "plain_78"},
                [("error", "players", "The card points add up to 76, more than 75: 130 less the starts.")],
                id="aces count 1, and too many card points",
            ),
            pytest.param("24/31 30/25 20/21 7/6/3", {}, [], id="the fewest card points that may be"),
            pytest.param(
                "24/31 30/25 20/20 7/6/3",
                {},
                [
                    (
                        "warning",
                        "",
                        "The card points add up to 40; even with a card out of play and the dummy’s tricks, at least"
                        " 41 should be there.",
                    )
                ],
                id="too few card points",
            ),
            pytest.param("24/31 30/25 50/36 9/7/0", {}, [], id="no trick of the dummy, a card of 5 out of play"),
            pytest.param(
                "24/31 30/25 50/35 9/7/0",
                {},
                [
                    (
                        "warning",
                        "",
                        "The card points add up to 85; even with a card out of play and the dummy’s tricks, at least"
                        " 86 should be there.",
                    )
                ],
                id="no trick of the dummy, and more than a card is missing",
            ),
            pytest.param(
                "24/31 30/25 40/35 7/6/2",
                {},
                [("error", "", "The tricks add up to 15 with the dummy’s, not to 16.")],
                id="a trick is missing",
            ),
            pytest.param(
                "24/31 30/25 40/35 0/9/7",
                {},
                [("warning", "players.0", "Ann took no trick, and so can have no card points.")],
                id="card points without a trick",
            ),
            pytest.param(
                "24/31 30/25 0/0 7/6/-",
                {},
                [("error", "hand.dummy_tricks", "Missing: The dummy’s tricks.")],
                id="without the dummy's tricks no guess at a sum",
            ),
            pytest.param("24/31 30/25 0/0 0/0/16", {}, [], id="everything to the dummy"),
        ],
    )
    def test_truffle_is_checked(self, spoken, options, found):
        assert problems(spoken, **options) == found

    @pytest.mark.parametrize(
        ("hands", "refused"), [(2, None), (3, "hands"), (4, None), (101, "hands")], ids=["2", "3", "4", "101"]
    )
    def test_both_players_deal_equally_often(self, hands, refused):
        found = PICCADILLY.rules.refuse_table(blank(hands=hands).table)
        assert (found and found.path) == refused
        assert found is None or "even number" in sentence(found.message)


def facts(spoken):
    entry = hand(spoken)
    rules = rules_of(entry)
    sheet = rules.record(blank(rules), ANN, entry)
    found = game_of(entry).statistics.facts(sheet.table, sheet.hands[-1])
    return {(fact.column, fact.key): fact.amount / 2 for fact in found}


def test_the_statistics_count_scores_and_tricks():
    assert facts(MA1) == {
        ("0", "hands"): 22,
        ("1", "hands"): 0,
        ("0", "first"): 6,
        ("0", "second"): 57,
        ("0", "final"): 63,
        ("0", "tricks"): 7,
        ("0", "higher"): 22,
        ("1", "first"): -6,
        ("1", "second"): 47,
        ("1", "final"): 41,
        ("1", "tricks"): 6,
    }
