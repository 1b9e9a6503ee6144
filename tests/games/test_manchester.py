"""Manchester Piccadilly and Truffle according to RULES.md. As on that page, hands are written dealer/opponent."""

import re

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import manchester
from scorekeeper.games.manchester import PACKS, PICCADILLY, TRUFFLE, Entry, Options, TruffleEntry
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Table
from tests.pages import cases, rows

ANN, BOB = 0, 1
PAGE = "games/manchester/RULES.md"
PARTS = ("start", "pile", "card points", "tricks")
WORKED_HANDS = {
    row["hand"]: " ".join(row[part] for part in PARTS) for table in (0, 1) for row in rows(PAGE, "Worked hands", table)
}
MA1, MA2, TR1 = (WORKED_HANDS[name] for name in ("Ma1", "Ma2", "Tr1"))


def by_seat(pair, dealer):
    """Return the numbers in a "dealer/opponent" pair in seat order; "-" means no answer."""
    numbers = tuple(None if word == "-" else int(word) for word in pair.split("/")[:2])
    return numbers if dealer == ANN else numbers[::-1]


def hand(notation, dealer=ANN):
    """Return the entry for "start pile points tricks"; in Truffle, the third number of tricks is the dummy's."""
    start, pile, points, tricks = notation.split()
    pairs = {"start": start, "pile": pile, "points": points, "tricks": tricks}
    values = {name: by_seat(pair, dealer) for name, pair in pairs.items()}
    if tricks.count("/") == 1:
        return Entry(**values)
    dummy = tricks.split("/")[2]
    return TruffleEntry(**values, dummy_tricks=None if dummy == "-" else int(dummy))


def game_of(entry):
    return TRUFFLE if isinstance(entry, TruffleEntry) else PICCADILLY


def rules_of(entry):
    return game_of(entry).rules


def blank(rules=PICCADILLY.rules, **options):
    """Return an empty sheet for Ann and Bob; Bob deals first."""
    return rules.blank(Table(names=("Ann", "Bob"), options=Options(**options), first_dealer=BOB))


def problems(notation, dealer=ANN, **options):
    entry = hand(notation, dealer)
    problems_found = rules_of(entry).problems(blank(rules_of(entry), **options), dealer, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in problems_found]


def lines(notation, dealer=ANN):
    entry = hand(notation, dealer)
    scored = rules_of(entry).score(blank(rules_of(entry)), dealer, entry)
    return [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in scored]


def game_points(notation, dealer):
    """Return the game points of the dealer and the opponent."""
    points = {column: points for column, points, _reason, _mark in lines(notation, dealer)}
    return (points[str(dealer)], points[str(1 - dealer)])


def scores(notation, which, dealer):
    """Return the scores of the dealer and the opponent; `which` is "first" or "final"."""
    entry = hand(notation, dealer)
    return tuple(entry.scores(seat)[which] for seat in (dealer, 1 - dealer))


def numbers(cell):
    """Return the numbers in a cell such as "6/−6"."""
    return tuple(int(number.replace("−", "-")) for number in cell.split("/"))


class TestRulesTables:
    @pytest.mark.parametrize("dealer", [ANN, BOB])
    @pytest.mark.parametrize("row", cases(PAGE, "Worked hands"))
    def test_a_worked_hand_scores_as_shown(self, row, dealer):
        notation = WORKED_HANDS[row["hand"]]
        assert problems(notation, dealer) == []
        assert scores(notation, "first", dealer) == numbers(row["first scores"])
        assert scores(notation, "final", dealer) == numbers(row["final scores"])
        assert game_points(notation, dealer) == numbers(row["game points"])

    @pytest.mark.parametrize("row", cases(PAGE, "Worked hands", table=1))
    def test_a_hand_with_an_error_is_refused(self, row):
        ((level, path, message),) = problems(WORKED_HANDS[row["hand"]])
        assert (level, path) == ("error", "players")
        assert re.findall(r"\d+", message) == re.findall(r"\d+", row["error"])

    @pytest.mark.parametrize(("column", "pack"), [("aces count 5", "loka_78"), ("aces count 1", "plain_78")])
    def test_the_card_values_add_up_to_the_whole_pack(self, column, pack):
        *cards, whole_pack = rows(PAGE, "The pack")
        assert sum(int(card["in the pack"]) for card in cards) == int(whole_pack["in the pack"]) == 78
        worth = sum(int(card["in the pack"]) * int(card[column]) for card in cards)
        assert worth == int(whole_pack[column]) == PACKS[pack]

    def test_the_limits_follow_from_the_cards(self):
        kinds = rows(PAGE, "The pack")[:-1]
        cards = sorted(int(kind["aces count 5"]) for kind in kinds for _card in range(int(kind["in the pack"])))
        start = next(field for field in fields_of(Entry) if field.name == "start")
        assert (start.low, start.high) == (sum(cards[:13]), sum(cards[-13:]))
        assert cards[-1] == manchester.OUT_OF_PLAY
        assert 3 * cards[-1] == manchester.DUMMY_TRICK

    def test_card_points_in_truffle_have_the_limits_in_the_table(self):
        table = rows(PAGE, "Truffle")
        assert len(table) == 3
        for row in table:
            pack = {"5": "loka_78", "1": "plain_78"}[row["aces count"]]
            least, most, dummy = int(row["fewest without a warning"]), int(row["most"]), int(row["dummy's tricks"])
            levels = {}
            for taken in (least - 1, least, most, most + 1):
                notation = f"{row['starts']} {row['starts']} {taken}/0 8/{8 - dummy}/{dummy}"
                levels[taken] = [level for level, _path, _message in problems(notation, pack=pack)]
            assert levels == {least - 1: ["warning"], least: [], most: [], most + 1: ["error"]}


class TestHand:
    @pytest.mark.parametrize("dealer", [ANN, BOB])
    @pytest.mark.parametrize(
        ("notation", "points"),
        [
            pytest.param("30/30 31/29 43/43 5/8", (0, 1), id="the first score counts"),
            pytest.param("30/30 30/30 44/42 5/7/4", (0, 0), id="equal final scores are worth nothing"),
        ],
    )
    def test_the_player_with_the_higher_final_score_gets_the_difference(self, notation, points, dealer):
        assert game_points(notation, dealer) == points
        assert problems(notation, dealer) == []

    def test_each_player_has_one_line_with_both_scores(self):
        assert lines(MA1) == [
            ("0", 22, "final score 63 (6 and 57) to 41 (−6 and 47)", "higher"),
            ("1", 0, "final score 41 (−6 and 47) to 63 (6 and 57)", ""),
        ]
        assert [mark for _column, _points, _reason, mark in lines("30/30 30/30 44/42 5/7/4")] == ["level", "level"]


PICCADILLY_CHECKED = [
    (WORKED_HANDS["Ma3"], {}, [("error", "players", "The piles add up to 56, but the starts add up to 55.")]),
    (
        "24/31 30/25 50/40 7/6",
        {},
        [("error", "players", "The card points add up to 90, not 91 (146 minus the starts).")],
    ),
    (
        MA1,
        {"pack": "plain_78"},
        [("error", "players", "The card points add up to 91, not 75 (130 minus the starts).")],
    ),
    ("24/31 30/25 50/41 7/7", {}, [("error", "players", "The tricks add up to 14, not 13.")]),
    ("24/31 30/25 90/1 13/0", {}, [("warning", "players.1", "Bob took no tricks, so they can’t have card points.")]),
    (
        "24/- -/25 -/- 7/-",
        {},
        [
            ("error", "players.1.start", "Missing: Start (Bob)."),
            ("error", "players.0.pile", "Missing: Pile (Ann)."),
            ("error", "players.0.points", "Missing: Card points (Ann)."),
            ("error", "players.1.points", "Missing: Card points (Bob)."),
            ("error", "players.1.tricks", "Missing: Tricks (Bob)."),
        ],
    ),
]


TRUFFLE_CHECKED = [
    ("24/31 30/26 40/35 7/6/3", {}, [("error", "players", "The piles add up to 56, but the starts add up to 55.")]),
    (
        "24/31 30/25 57/35 7/6/3",
        {},
        [("error", "players", "The card points add up to 92, more than 91 (146 minus the starts).")],
    ),
    (
        "24/31 30/25 20/20 7/6/3",
        {},
        [
            (
                "warning",
                "",
                "The card points add up to only 40. With a card out of play and the dummy’s tricks, expect at"
                " least 41.",
            )
        ],
    ),
    ("24/31 30/25 40/35 7/6/2", {}, [("error", "", "With the dummy’s, the tricks add up to 15, not 16.")]),
    ("24/31 30/25 40/35 0/9/7", {}, [("warning", "players.0", "Ann took no tricks, so they can’t have card points.")]),
    ("24/31 30/25 0/0 7/6/-", {}, [("error", "hand.dummy_tricks", "Missing: The dummy’s tricks.")]),
]


class TestChecks:
    def test_piccadilly_is_checked(self):
        for notation, options, messages in PICCADILLY_CHECKED:
            assert problems(notation, **options) == messages, notation

    def test_truffle_is_checked(self):
        for notation, options, messages in TRUFFLE_CHECKED:
            assert problems(notation, **options) == messages, notation

    @pytest.mark.parametrize(
        ("hands", "refused"), [(2, None), (3, "hands"), (4, None), (101, "hands")], ids=["2", "3", "4", "101"]
    )
    def test_both_players_deal_equally_often(self, hands, refused):
        problem = PICCADILLY.rules.refuse_table(blank(hands=hands).table)
        assert (problem and problem.path) == refused
        assert problem is None or "even number" in sentence(problem.message)


def facts(notation):
    entry = hand(notation)
    rules = rules_of(entry)
    sheet = rules.record(blank(rules), ANN, entry)
    return {
        (fact.column, fact.key): fact.amount / 2
        for fact in game_of(entry).statistics.facts(sheet.table, sheet.hands[-1])
    }


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
