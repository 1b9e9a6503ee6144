"""Pinochle according to RULES.md: its worked hands, its tables, and whole games worked out on paper.

A hand is written as on the page: "A50 ♠ 40+30* 10+20" is Ann's bid of 50 in spades, then the meld and trick
points of Ann & Cy and of Bob & Dee. The star marks the last trick, whose 2 points are included. "C60 -" is Cy's
bid of 60 without a marriage.
"""

from dataclasses import replace

import pytest

from scorekeeper.formats.language import plain, sentence
from scorekeeper.games.pinochle import PINOCHLE
from scorekeeper.games.pinochle.hand import Entry, Options
from scorekeeper.rules.sheet import Table
from tests.pages import cases, rows

RULES = PINOCHLE.rules
NAMES = ("Ann", "Bob", "Cy", "Dee")
TRUMP = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
DEE = 3
PAGE = "games/pinochle/RULES.md"


def hand(notation):
    """Return the entry for a hand in this notation."""
    bid, trump, *sides = notation.split()
    bidder, bid = "ABCD".index(bid[0]), int(bid[1:])
    if trump == "-":
        nobody = (None, None)
        return Entry(bidder=bidder, bid=bid, no_marriage=True, meld=nobody, counters=nobody, last_trick=nobody)
    last = tuple(side.endswith("*") for side in sides)
    meld, tricks = zip(*(map(int, side.rstrip("*").split("+")) for side in sides), strict=True)
    counters = tuple(total - 2 * took_last for total, took_last in zip(tricks, last, strict=True))
    return Entry(bidder=bidder, bid=bid, trump=TRUMP[trump], meld=meld, counters=counters, last_trick=last)


def row_hand(row):
    """Convert a row of a table on the page to this notation."""
    return " ".join([row["bid"], row["trump"].replace("no marriage", "-"), row["X"], row["Y"]])


def numbers(cell):
    """Return the whole numbers in a table cell."""
    return [int(word.replace("−", "-")) for word in cell.split()]


def table(**options):
    return Table(names=NAMES, options=Options(**options), first_dealer=DEE)


def blank(**options):
    return RULES.blank(table(**options))


def scored(entry, **options):
    """Return both sides' points."""
    moved = RULES.record(blank(**options), DEE, entry).hands[-1].points
    return [moved["side0"] / 2, moved["side1"] / 2]


def problems(entry, **options):
    problems = RULES.problems(blank(**options), DEE, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in problems]


def reasons(entry, **options):
    lines = RULES.score(blank(**options), DEE, entry)
    return [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in lines]


WORKED = {row["hand"]: row_hand(row) for row in rows(PAGE, "Worked hands")}
PLAIN = WORKED["P1"]


def taps(notation):
    """Return the taps that enter a hand, in screen order."""
    entry = hand(notation)
    bid = [f"hand.bidder={entry.bidder}", f"hand.bid={entry.bid}", f"hand.call={entry.trump or 'none'}"]
    if entry.no_marriage:
        return bid
    melds = [f"sides.{side}.meld={meld}" for side, meld in enumerate(entry.meld)]
    counters = [f"sides.{side}.counters={count}" for side, count in enumerate(entry.counters)]
    return [*bid, *melds, *counters, f"sides.0.last_trick={'true' if entry.last_trick[0] else 'false'}"]


GAME = (*WORKED.values(), "D80 ♦ 8+20* 150+30")
SAMPLE = (NAMES, {"target": 150}, [taps(notation) for notation in GAME], ("Bob & Dee",))


class TestScoring:
    @pytest.mark.parametrize("row", cases(PAGE, "Worked hands"))
    def test_the_worked_hands_score_as_shown(self, row):
        entry = hand(row_hand(row))
        assert problems(entry) == []
        assert scored(entry) == [*numbers(row["X scores"]), *numbers(row["Y scores"])]

    @pytest.mark.parametrize(
        ("notation", "result"),
        [
            pytest.param("A61 ♣ 34+26* 12+24", [-61, 36], id="one short"),
            pytest.param("D50 ♦ 0+0 100+50*", [0, 150], id="all tricks"),
        ],
    )
    def test_a_hand_is_scored(self, notation, result):
        assert problems(hand(notation)) == []
        assert scored(hand(notation)) == result

    @pytest.mark.parametrize("row", cases(PAGE, "Meld without a trick"))
    def test_an_option_decides_whether_meld_without_a_trick_counts(self, row):
        entry = hand(row_hand(row))
        assert scored(entry, meld_counts="always") == numbers(row["always"])
        assert scored(entry, meld_counts="with_trick") == numbers(row["with trick"])

    def test_each_line_has_a_reason(self):
        assert reasons(hand(PLAIN)) == [
            ("side0", 0, "made the bid of 50 with 60", "made"),
            ("side0", 34, "meld", ""),
            ("side0", 24, "24 counters", ""),
            ("side0", 2, "last trick", ""),
            ("side1", 12, "meld", ""),
            ("side1", 24, "24 counters", ""),
        ]
        assert reasons(hand("B65 ♥ 20+49* 31+1")) == [
            ("side0", 20, "meld", ""),
            ("side0", 47, "47 counters", ""),
            ("side0", 2, "last trick", ""),
            ("side1", -65, "missed the bid of 65 with 32", "failed"),
        ]
        assert reasons(hand(WORKED["P3"])) == [("side0", -62, "no marriage: lost the bid of 62", "no_marriage")]
        assert reasons(hand("C50 ♠ 60+0 0+50*"), meld_counts="with_trick") == [
            ("side0", 0, "no trick points, so the meld of 60 doesn’t count", "void"),
            ("side0", -50, "missed the bid of 50 with 0", "failed"),
            ("side1", 48, "48 counters", ""),
            ("side1", 2, "last trick", ""),
        ]
        assert ("side1", 1, "1 counter", "") in reasons(hand("C50 ♠ 60+49* 0+1"))


CHECKED = [
    (hand("A49 ♠ 34+26* 12+24"), [("error", "hand.bid", "The lowest bid is 50.")]),
    (
        hand("A50 ♠ 3+26* 12+24"),
        [
            (
                "warning",
                "sides.0.meld",
                "Ann & Cy must hold the trump marriage, so their meld is at least 4.",
            )
        ],
    ),
    (hand("A2001 ♠ 34+26* 12+24"), [("warning", "hand.bid", "A bid above 2000 is very unlikely.")]),
    (
        replace(hand(PLAIN), trump=None),
        [("error", "hand.trump", "Which suit is trump? If the bidder had no marriage, record that.")],
    ),
    (
        replace(hand(PLAIN), bidder=None, bid=None),
        [
            ("error", "hand.bidder", "Missing: Bidder."),
            ("error", "hand.bid", "Missing: Bid."),
            ("error", "hand.bidder", "If everyone else passes, the dealer must bid."),
        ],
    ),
    (
        replace(hand(PLAIN), meld=(None, 12), counters=(24, None)),
        [
            ("error", "sides.0.meld", "Missing: Meld (Ann & Cy)."),
            ("error", "sides.1.counters", "Missing: Counters (Bob & Dee)."),
        ],
    ),
    (
        replace(hand(PLAIN), last_trick=(False, False)),
        [
            ("error", "sides", "Which side took the last trick?"),
            ("error", "sides", "The trick points add up to 48, not 50."),
        ],
    ),
    (
        replace(hand(PLAIN), last_trick=(True, True)),
        [
            ("error", "sides", "Only one side can take the last trick."),
            ("error", "sides", "The trick points add up to 52, not 50."),
        ],
    ),
    (
        replace(hand("C62 -"), trump="hearts", meld=(4, None), counters=(None, 9), last_trick=(True, False)),
        [
            ("error", "hand.trump", "Without a marriage, there’s no trump."),
            ("error", "sides.0.meld", "Without a marriage, nobody melds."),
            ("error", "sides.0.last_trick", "Without a marriage, no tricks are played."),
            ("error", "sides.1.counters", "Without a marriage, no tricks are played."),
            ("error", "sides.1.last_trick", "Without a marriage, no tricks are played."),
        ],
    ),
]


class TestChecks:
    def test_a_hand_is_checked(self):
        for entry, expected in CHECKED:
            assert problems(entry) == expected, entry

    def test_p4_trick_points_must_total_50(self):
        [row] = rows(PAGE, "Worked hands", table=1)
        total = f"The trick points add up to {row['trick points']}, not 50."
        assert (row["hand"], problems(hand(row_hand(row)))) == ("P4", [("error", "sides", total)])

    @pytest.mark.parametrize("row", cases(PAGE, "Bidding"))
    @pytest.mark.parametrize(
        ("steps", "column"), [("five", "raises of at least five"), ("multiples_of_five", "multiples of five")]
    )
    def test_a_bid_is_accepted_if_the_option_allows_it(self, row, steps, column):
        levels = [level for level, _path, _message in problems(hand(f"A{row['bid']} -"), steps=steps)]
        assert ", ".join(levels or ["accepted"]) == row[column]

    def test_an_option_refuses_bids_between_multiples_of_five(self):
        refused = [("error", "hand.bid", "Above 60, a bid must be a multiple of 5.")]
        assert problems(hand("A62 ♠ 34+26* 12+24"), steps="multiples_of_five") == refused


ORDINARY = (
    {"target": 200},
    [
        (WORKED["P1"], [60, 36]),
        (WORKED["P2"], [98, -29]),
        (WORKED["P3"], [36, -29]),
        ("D80 ♦ 8+20* 150+30", [64, 151]),
        ("B70 ♣ 30+20 40+30*", [114, 221]),
    ],
    "Bob & Dee",
    "Bob & Dee reached the target of 200 with 221 points",
)
BOTH = [("A50 ♠ 45+25* 40+25", [70, 65]), ("C50 ♥ 20+30* 50+20", [120, 135])]
BIDDER = (
    {"target": 100},
    BOTH,
    "Ann & Cy",
    "Ann & Cy (120) and Bob & Dee (135) reached the target of 100; "
    "Ann & Cy had the bid, and the bidding side goes out first",
)
HIGHER = (
    {"target": 100, "both_at_target": "higher"},
    BOTH,
    "Bob & Dee",
    "Ann & Cy (120) and Bob & Dee (135) reached the target of 100; the higher total wins",
)
EQUAL = [("B50 ♠ 30+20 20+30*", [50, 50]), ("D50 ♠ 25+25 25+25*", [100, 100])]
EQUAL_REACHED = "Ann & Cy (100) and Bob & Dee (100) reached the target of 100; "
EQUAL_TIE = EQUAL_REACHED + "they’re tied, and Bob & Dee had the bid"


class TestGames:
    @pytest.mark.parametrize(
        ("options", "hands", "winner", "reason"),
        [
            pytest.param(*ORDINARY, id="an ordinary game"),
            pytest.param(*BIDDER, id="both at the target: the bidding side wins"),
            pytest.param(*HIGHER, id="both at the target: the higher total wins"),
            pytest.param(
                {"target": 100, "both_at_target": "higher"},
                EQUAL,
                "Bob & Dee",
                EQUAL_TIE,
                id="equal totals when the higher total wins",
            ),
        ],
    )
    def test_a_game_is_replayed(self, options, hands, winner, reason):
        sheet = blank(**options)
        for number, (notation, totals) in enumerate(hands):
            assert sheet.outcome is None
            assert RULES.dealer(sheet) == (DEE + number) % 4, "the deal passes on after any hand"
            sheet = RULES.record(sheet, RULES.dealer(sheet), hand(notation))
            assert [half / 2 for half in sheet.totals.values()] == totals
        labels = {column.key: plain(column.label) for column in sheet.columns}
        assert [labels[key] for key in sheet.outcome.winners] == [winner]
        assert sentence(sheet.outcome.reason) == reason
        assert [len(place) for place in sheet.outcome.ranking] == [1, 1]
        assert sheet.outcome.ranking[0] == sheet.outcome.winners

    @pytest.mark.parametrize(("choice", "column"), [("bidder", "the bidding side"), ("higher", "the higher total")])
    def test_p6_both_sides_reach_the_target(self, choice, column):
        [row] = rows(PAGE, "Worked hands", table=3)
        sheet = blank(both_at_target=choice)
        for notation in ("A50 ♠ 150+24 150+26*", "B50 ♠ 150+24 150+26*", "C50 ♠ 54+48 126+2*"):
            sheet = RULES.record(sheet, DEE, hand(notation))
        assert [half / 2 for half in sheet.totals.values()] == numbers(row["before"])
        sheet = RULES.record(sheet, DEE, hand(PLAIN))
        assert [half / 2 for half in sheet.totals.values()] == numbers(row["after"])
        assert sheet.outcome.winners == ({"X": "side0", "Y": "side1"}[row[column]],)

    def test_the_default_target_matches_the_page(self):
        default = {row["option"]: row["default"] for row in rows(PAGE, "Options")}
        assert str(Options().target) == default["target"]
