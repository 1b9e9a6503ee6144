"""Pinochle by its rules page, row for row, and whole games worked out by hand on paper.

A hand is written as the table would say it: "A50 ♠ 34+26* 12+24" is Ann's bid of 50 with spades as trump, meld and
trick points of Ann and Cy, then of Bob and Dee; the star is the last trick, whose 2 points are among them.
"""

import pytest

from scorekeeper.games.pinochle import PINOCHLE
from scorekeeper.games.pinochle.hand import Entry, Options
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import points
from scorekeeper.text import plain, sentence

RULES = PINOCHLE.rules
NAMES = ("Ann", "Bob", "Cy", "Dee")
TRUMP = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
DEE = 3


def hand(spoken):
    bid, trump, *sides = spoken.split()
    bidder, bid = "ABCD".index(bid[0]), int(bid[1:])
    if trump == "-":
        nothing = {"meld": (None, None), "counters": (None, None), "last_trick": (None, None)}
        return Entry(bidder=bidder, bid=bid, no_marriage=True, **nothing)
    last = tuple(side.endswith("*") for side in sides)
    meld, tricks = zip(*(map(int, side.rstrip("*").split("+")) for side in sides), strict=True)
    counters = tuple(taken - 2 * took for taken, took in zip(tricks, last, strict=True))
    return Entry(bidder=bidder, bid=bid, trump=TRUMP[trump], meld=meld, counters=counters, last_trick=last)


def changed(spoken, **fields):
    entry = hand(spoken)
    return Entry(**({name: getattr(entry, name) for name in Entry.__dataclass_fields__} | fields))


def table(**options):
    return Table(names=NAMES, options=Options(**options), first_dealer=DEE)


def blank(**options):
    return RULES.blank(table(**options))


def scored(entry, **options):
    moved = RULES.record(blank(**options), DEE, entry).hands[-1].points
    return [moved["side0"] / 2, moved["side1"] / 2]


def problems(entry, **options):
    found = RULES.problems(blank(**options), DEE, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def said(entry, **options):
    lines = RULES.score(blank(**options), DEE, entry)
    return [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in lines]


PLAIN = "A50 ♠ 34+26* 12+24"  # P1


def taps(spoken):
    """The taps of a hand in the order of the screen."""
    entry = hand(spoken)
    bid = [f"hand.bidder={entry.bidder}", f"hand.bid={entry.bid}", f"hand.call={entry.trump or 'none'}"]
    if entry.no_marriage:
        return bid
    melds = [f"sides.{side}.meld={meld}" for side, meld in enumerate(entry.meld)]
    counters = [f"sides.{side}.counters={taken}" for side, taken in enumerate(entry.counters)]
    return [*bid, *melds, *counters, f"sides.0.last_trick={'true' if entry.last_trick[0] else 'false'}"]


GAME = (PLAIN, "B65 ♥ 20+18 31+32*", "C62 -", "D80 ♦ 8+20* 150+30")
SAMPLE = (NAMES, {"target": 150}, [taps(spoken) for spoken in GAME], ("Bob & Dee",))


class TestScoring:
    @pytest.mark.parametrize(
        ("spoken", "result"),
        [
            pytest.param(PLAIN, [60, 36], id="P1 the bid is made"),
            pytest.param("B65 ♥ 20+18 31+32*", [38, -65], id="P2 two short of the bid"),
            pytest.param("C62 -", [-62, 0], id="P3 no marriage"),
            pytest.param("A60 ♣ 34+26* 12+24", [60, 36], id="exactly the bid"),
            pytest.param("A61 ♣ 34+26* 12+24", [-61, 36], id="one short"),
            pytest.param("D50 ♦ 0+0 100+50*", [0, 150], id="all tricks"),
            pytest.param("D50 ♦ 90+0 30+50*", [90, 80], id="meld without a trick counts"),
            pytest.param("A50 ♠ 60+0 12+50*", [60, 62], id="also for the bid"),
            pytest.param("D2000 -", [0, -2000], id="no marriage of the other side"),
        ],
    )
    def test_a_hand_is_worth_what_the_page_says(self, spoken, result):
        assert problems(hand(spoken)) == []
        assert scored(hand(spoken)) == result

    @pytest.mark.parametrize(
        ("spoken", "result"),
        [
            pytest.param("A50 ♠ 60+0 12+50*", [-50, 62], id="the bid is not made"),
            pytest.param("D50 ♦ 90+0 30+50*", [0, 80], id="the other side adds nothing"),
            pytest.param("A50 ♠ 60+2* 12+48", [62, 60], id="the last trick is a trick"),
            pytest.param("A50 ♠ 60+1 12+49*", [61, 61], id="one counter is a trick"),
            pytest.param("C62 -", [-62, 0], id="no marriage"),
        ],
    )
    def test_with_trick_a_side_without_trick_points_has_no_meld(self, spoken, result):
        assert scored(hand(spoken), meld_counts="with_trick") == result

    @pytest.mark.parametrize("partner", ["A", "C"])
    def test_either_partner_bids_for_the_side(self, partner):
        assert scored(hand(PLAIN.replace("A", partner))) == [60, 36]

    def test_reasons_are_what_a_player_would_say(self):
        assert said(hand("A50 ♠ 34+26* 12+24")) == [
            ("side0", 0, "has 60, made the bid of 50", "made"),
            ("side0", 34, "meld", ""),
            ("side0", 24, "24 counters", ""),
            ("side0", 2, "the last trick", ""),
            ("side1", 12, "meld", ""),
            ("side1", 24, "24 counters", ""),
        ]
        assert said(hand("B65 ♥ 20+49* 31+1")) == [
            ("side0", 20, "meld", ""),
            ("side0", 47, "47 counters", ""),
            ("side0", 2, "the last trick", ""),
            ("side1", -65, "has 32, failed the bid of 65", "failed"),
        ]
        assert said(hand("C62 -")) == [("side0", -62, "no marriage: loses the bid of 62", "no_marriage")]
        assert said(hand("C50 ♠ 60+0 0+50*"), meld_counts="with_trick") == [
            ("side0", 0, "no trick points, so the meld of 60 does not count", "void"),
            ("side0", -50, "has 0, failed the bid of 50", "failed"),
            ("side1", 48, "48 counters", ""),
            ("side1", 2, "the last trick", ""),
        ]
        assert ("side1", 1, "1 counter", "") in said(hand("C50 ♠ 60+49* 0+1"))

    def test_every_mark_of_the_legend_is_given_by_some_hand(self):
        entries = [PLAIN, "B65 ♥ 20+18 31+32*", "C62 -", "D50 ♦ 90+0 30+50*"]
        given = {mark for spoken in entries for *_line, mark in said(hand(spoken), meld_counts="with_trick")}
        assert {mark.key for mark in RULES.legend} == given - {""}


class TestChecks:
    @pytest.mark.parametrize(
        ("entry", "found"),
        [
            pytest.param(
                hand("A50 ♠ 34+27* 12+24"),
                [("error", "sides", "The trick points add up to 51, not to 50.")],
                id="P4 51 is not 50",
            ),
            pytest.param(
                hand("A49 ♠ 34+26* 12+24"), [("error", "hand.bid", "The lowest bid is 50.")], id="a bid below 50"
            ),
            pytest.param(hand("A50 ♠ 34+26* 12+24"), [], id="a bid of 50"),
            pytest.param(
                hand("A2001 ♠ 34+26* 12+24"),
                [("warning", "hand.bid", "A bid above 2000 is hardly possible.")],
                id="a bid above 2000",
            ),
            pytest.param(hand("A2000 ♠ 34+26* 12+24"), [], id="a bid of 2000"),
            pytest.param(hand("A62 ♠ 34+26* 12+24"), [], id="62 may be a raise of 57"),
            pytest.param(
                hand("A50 ♠ 3+26* 12+24"),
                [
                    (
                        "warning",
                        "sides.0.meld",
                        "Ann & Cy must hold the marriage of trump, so their meld is at least 4.",
                    )
                ],
                id="the bidding side melds too little",
            ),
            pytest.param(hand("A50 ♠ 4+26* 0+24"), [], id="the others need no meld"),
            pytest.param(
                changed(PLAIN, trump=None),
                [("error", "hand.trump", "Trump is missing. If the bidder had no marriage, the sheet must say so.")],
                id="no trump",
            ),
            pytest.param(
                changed(PLAIN, bidder=None, bid=None),
                [
                    ("error", "hand.bidder", "Missing: Bidder."),
                    ("error", "hand.bid", "Missing: Bid."),
                    ("error", "hand.bidder", "Who bid is missing; if all others pass, the dealer must bid."),
                ],
                id="no bid",
            ),
            pytest.param(
                changed(PLAIN, meld=(None, 12), counters=(24, None)),
                [
                    ("error", "sides.0.meld", "Missing: Meld (Ann & Cy)."),
                    ("error", "sides.1.counters", "Missing: Counters (Bob & Dee)."),
                ],
                id="missing numbers, and no guess at their sum",
            ),
            pytest.param(
                changed(PLAIN, last_trick=(False, False)),
                [
                    ("error", "sides", "One side took the last trick; the sheet must say which."),
                    ("error", "sides", "The trick points add up to 48, not to 50."),
                ],
                id="nobody took the last trick",
            ),
            pytest.param(
                changed(PLAIN, last_trick=(True, None)),
                [("error", "sides.1.last_trick", "Missing: Last trick (Bob & Dee).")],
                id="the last trick is said of one side alone",
            ),
            pytest.param(
                changed(PLAIN, last_trick=(True, True)),
                [
                    ("error", "sides", "Only one side can take the last trick."),
                    ("error", "sides", "The trick points add up to 52, not to 50."),
                ],
                id="both took the last trick",
            ),
            pytest.param(
                changed("C62 -", trump="hearts", meld=(4, None), counters=(None, 9), last_trick=(True, False)),
                [
                    ("error", "hand.trump", "Without a marriage nothing is trump."),
                    ("error", "sides.0.meld", "Without a marriage nobody melds."),
                    ("error", "sides.0.last_trick", "Without a marriage no trick is played."),
                    ("error", "sides.1.counters", "Without a marriage no trick is played."),
                    ("error", "sides.1.last_trick", "Without a marriage no trick is played."),
                ],
                id="no marriage, and yet there is more",
            ),
            pytest.param(
                hand("C40 -"), [("error", "hand.bid", "The lowest bid is 50.")], id="no marriage with a low bid"
            ),
        ],
    )
    def test_a_hand_is_checked(self, entry, found):
        assert problems(entry) == found

    @pytest.mark.parametrize("bid", [50, 57, 60, 65, 70, 100])
    def test_up_to_60_every_bid_is_possible_and_above_it_the_multiples_of_five(self, bid):
        assert problems(hand(f"A{bid} ♠ 34+26* 12+24"), steps="multiples_of_five") == []

    @pytest.mark.parametrize("bid", [61, 62, 64, 66, 99])
    def test_with_multiples_of_five_no_other_bid_is(self, bid):
        assert problems(hand(f"A{bid} -"), steps="multiples_of_five") == [
            ("error", "hand.bid", "Above 60 only multiples of 5 are bid.")
        ]
        assert problems(hand(f"A{bid} -")) == []


ORDINARY = (
    {"target": 200},
    [
        ("A50 ♠ 34+26* 12+24", [60, 36]),
        ("B65 ♥ 20+18 31+32*", [98, -29]),
        ("C62 -", [36, -29]),
        ("D80 ♦ 8+20* 150+30", [64, 151]),
        ("B70 ♣ 30+20 40+30*", [114, 221]),
    ],
    "Bob & Dee",
    "Bob & Dee reached 200",
)
BOTH = [("A50 ♠ 45+25* 40+25", [70, 65]), ("C50 ♥ 20+30* 50+20", [120, 135])]
BIDDER = (
    {"target": 100},
    BOTH,
    "Ann & Cy",
    "Ann & Cy and Bob & Dee reached 100; Ann & Cy had the bid and win with 120 to 135",
)
HIGHER = ({"target": 100, "both_at_target": "higher"}, BOTH, "Bob & Dee", "Ann & Cy and Bob & Dee reached 100")
EQUAL = [("B50 ♠ 30+20 20+30*", [50, 50]), ("D50 ♠ 25+25 25+25*", [100, 100])]
EQUAL_REASON = "Ann & Cy and Bob & Dee reached 100; both have the same total, and Bob & Dee had the bid"
WITH_TRICK = (
    {"target": 150, "meld_counts": "with_trick"},
    [("A50 ♠ 60+0 12+50*", [-50, 62]), ("D50 ♦ 90+0 100+50*", [-50, 212])],
    "Bob & Dee",
    "Bob & Dee reached 150",
)
AHEAD = (
    {"target": 60},
    [("B50 ♣ 40+20 40+30*", [60, 70])],
    "Bob & Dee",
    "Ann & Cy and Bob & Dee reached 60",
)


class TestGames:
    @pytest.mark.parametrize(
        ("options", "hands", "winner", "reason"),
        [
            pytest.param(*ORDINARY, id="an ordinary game"),
            pytest.param(*BIDDER, id="both at the target: the bidding side wins"),
            pytest.param(*HIGHER, id="both at the target: the higher total wins"),
            pytest.param({"target": 100}, EQUAL, "Bob & Dee", EQUAL_REASON, id="equal totals"),
            pytest.param(
                {"target": 100, "both_at_target": "higher"}, EQUAL, "Bob & Dee", EQUAL_REASON, id="equal, by totals"
            ),
            pytest.param(*WITH_TRICK, id="meld that does not count"),
            pytest.param(*AHEAD, id="both at the target, and the bidding side is ahead anyhow"),
        ],
    )
    def test_a_game_is_replayed(self, options, hands, winner, reason):
        sheet = blank(**options)
        for number, (spoken, totals) in enumerate(hands):
            assert sheet.outcome is None
            assert RULES.dealer(sheet) == (DEE + number) % 4, "the deal passes on after any hand"
            sheet = RULES.record(sheet, RULES.dealer(sheet), hand(spoken))
            assert [half / 2 for half in sheet.totals.values()] == totals
        labels = {column.key: plain(column.label) for column in sheet.columns}
        assert [labels[key] for key in sheet.outcome.winners] == [winner]
        assert sentence(sheet.outcome.reason) == reason
        assert [len(equal) for equal in sheet.outcome.ranking] == [1, 1]
        assert sheet.outcome.ranking[0] == sheet.outcome.winners

    @pytest.mark.parametrize(
        ("both_at_target", "winner", "reason"),
        [
            pytest.param(
                "bidder",
                "side0",
                "Ann & Cy and Bob & Dee reached 500; Ann & Cy had the bid and win with 510 to 516",
                id="the bidding side",
            ),
            pytest.param("higher", "side1", "Ann & Cy and Bob & Dee reached 500", id="the higher total"),
        ],
    )
    def test_p6_both_at_500(self, both_at_target, winner, reason):
        sheet = blank(both_at_target=both_at_target)
        for spoken in ("A50 ♠ 150+24 150+26*", "B50 ♠ 150+24 150+26*", "C50 ♠ 54+48 126+2*"):
            sheet = RULES.record(sheet, DEE, hand(spoken))
        assert [half / 2 for half in sheet.totals.values()] == [450, 480]
        sheet = RULES.record(sheet, DEE, hand(PLAIN))
        assert [half / 2 for half in sheet.totals.values()] == [510, 516]
        assert sheet.outcome.winners == (winner,)
        assert sentence(sheet.outcome.reason) == reason

    def test_totals_fall_without_a_limit(self):
        sheet = blank()
        for _hand in range(30):
            sheet = RULES.record(sheet, RULES.dealer(sheet), hand("A100 -"))
        assert sheet.totals["side0"] == points(-3000)
        assert sheet.outcome is None

    def test_the_sides_are_the_columns_and_have_the_target(self):
        sheet = blank(target=300)
        assert [(plain(column.label), column.seats) for column in sheet.columns] == [
            ("Ann & Cy", (0, 2)),
            ("Bob & Dee", (1, 3)),
        ]
        assert {RULES.target(sheet.table, column) for column in sheet.columns} == {points(300)}
