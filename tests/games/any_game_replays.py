"""A whole game, worked out by hand, of each recipe that comes with the app and is scored in rounds.

A hand is what is typed and the totals after it, both by seat or side:

* "* 37 58 22": Ann won the round, and the others are left with 37, 58 and 22 points or cards;
* "0! 25! 45": the players with an exclamation mark completed a phase;
* "4/5 3/3 3/3 2/2": bid 4, made 5, and so on;
* in turns (`any_game_rows`), "60 45" is Ann's turn and then Bob's, and "Sixes 3, Fours 4" also names their rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")


@dataclass(frozen=True, kw_only=True)
class Replay:
    """A game and what must come of it.

    `taps` counts those of the first hand or turn, with Record and Save. `lines` has the reasons of some hands or turns
    by number, and `warned` the numbers of those that are recorded in spite of a warning. In `ranking`, "0=1 2" means
    that the first two columns are tied. A game that is `stopped` ends because somebody says so.
    """

    players: int
    hands: tuple[tuple[str, str], ...]
    winners: str
    reason: str
    ranking: str
    taps: int
    lines: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    warned: tuple[int, ...] = ()
    stopped: bool = False


ROUNDS = {
    "uno": Replay(
        players=4,
        hands=(
            ("* 37 58 22", "117 0 0 0"),  # 37 + 58 + 22 = 117
            ("12 * 75 31", "117 118 0 0"),  # 12 + 75 + 31 = 118
            ("* 188 95 105", "505 118 0 0"),  # 117 + 388
        ),
        winners="0",
        reason="Ann reached the target of 500 with 505 points",
        ranking="0 1 2=3",
        taps=12,  # who won, three times two digits and Next
        lines={1: ("Ann +117: the others are left with 117: Bob 37, Cy 58 and Dee 22",)},
    ),
    "rummy": Replay(
        players=3,
        hands=(
            ("* 18 27", "45 0 0"),
            ("22 * 9", "45 31 0"),
            ("* 48 16", "109 31 0"),
        ),
        winners="0",
        reason="Ann reached the target of 100 with 109 points",
        ranking="0 1 2",
        taps=9,
        lines={2: ("Bob +31: the others are left with 31: Ann 22 and Cy 9",)},
    ),
    "gin-rummy": Replay(
        players=2,
        hands=(
            ("39 0", "39 0"),  # gin: 25, and Bob is left with 14
            ("0 25", "39 25"),  # Bob knocks with 6 against 31
            ("57 0", "96 25"),  # gin: 25 + 32
            ("7 0", "103 25"),  # Ann knocks with 10 against 17
        ),
        winners="0",
        reason="Ann reached the target of 100 with 103 points",
        ranking="0 1",
        taps=6,
    ),
    "canasta": Replay(
        players=4,
        hands=(
            ("1045 475", "1045 475"),  # 500 + 100 + 100 + 345, and 300 + 265 − 90
            ("-85 1320", "960 1795"),
            ("3100 2195", "4060 3990"),
            ("1185 1290", "5245 5280"),  # both are there, and the higher total wins
        ),
        winners="side1",
        reason="Ann & Cy (5245) and Bob & Dee (5280) reached the target of 5000",
        ranking="side1 side0",
        taps=11,
    ),
    "hearts": Replay(
        players=4,
        hands=(
            ("5 13 8 0", "5 13 8 0"),
            ("16 0 4 6", "21 13 12 6"),
            ("0 26 26 26", "21 39 38 32"),  # Ann shot the moon
            ("26 26 0 26", "47 65 38 58"),  # Cy did
            ("0 26 26 26", "47 91 64 84"),  # Ann again
            ("4 9 8 5", "51 100 72 89"),
        ),
        winners="0",
        reason="Bob reached the target of 100 exactly",
        ranking="0 2 3 1",
        taps=6,
    ),
    "golf": Replay(
        players=3,
        hands=(
            ("8 12 5", "8 12 5"),
            ("-2 6 9", "6 18 14"),
            ("11 4 7", "17 22 21"),
            ("3 10 0", "20 32 21"),
            ("15 -4 6", "35 28 27"),
            ("5 9 13", "40 37 40"),
            ("0 7 8", "40 44 48"),
            ("6 2 -1", "46 46 47"),
            ("4 9 5", "50 55 52"),
        ),
        winners="0",
        reason="After 9 rounds, Ann had the best total: 50",
        ranking="0 2 1",
        taps=9,
    ),
    "6-nimmt": Replay(
        players=5,
        hands=(
            ("12 0 25 7 3", "12 0 25 7 3"),
            ("5 18 9 0 14", "17 18 34 7 17"),
            ("20 3 11 16 2", "37 21 45 23 19"),
            ("1 27 22 8 10", "38 48 67 31 29"),
        ),
        winners="4",
        reason="Cy reached the target of 66 with 67 points",
        ranking="4 3 0 1 2",
        taps=13,
    ),
    "skyjo": Replay(
        players=3,
        hands=(
            ("24 8 31", "24 8 31"),
            ("15 40 12", "39 48 43"),  # Bob ended the round with 20, but not the fewest: 2 × 20
            ("-3 22 18", "36 70 61"),
            ("29 11 5", "65 81 66"),
            ("10 19 27", "75 100 93"),
        ),
        winners="0",
        reason="Bob reached the target of 100 exactly",
        ranking="0 2 1",
        taps=10,
    ),
    "flip-7": Replay(
        players=3,
        hands=(
            ("34 0 28", "34 0 28"),
            ("139 166 124", "173 166 152"),
            ("31 38 20", "204 204 172"),  # a tie, so they play on
            ("0 17 35", "204 221 207"),
        ),
        winners="1",
        reason="Ann (204), Bob (221) and Cy (207) reached the target of 200",
        ranking="1 2 0",
        taps=9,
    ),
    "phase-10": Replay(
        players=3,
        hands=(  # the phases that each has completed are Ann’s, Bob’s and Cy’s
            ("0! 25! 45", "0 25 45"),  # 1 1 0
            ("35! 0! 20!", "35 25 65"),  # 2 2 1
            ("50 15! 0!", "85 40 65"),  # 2 3 2
            ("0! 30! 40!", "85 70 105"),  # 3 4 3
            ("20! 55 0!", "105 125 105"),  # 4 4 4
            ("10! 0! 60!", "115 125 165"),  # 5 5 5
            ("0! 35! 80", "115 160 245"),  # 6 6 5
            ("25! 0! 15!", "140 160 260"),  # 7 7 6
            ("0! 40! 30!", "140 200 290"),  # 8 8 7
            ("5! 0! 65", "145 200 355"),  # 9 9 7
            ("15! 0! 20!", "160 200 375"),  # 10 10 8: of the two, Ann has fewer points
        ),
        winners="0",
        reason="Ann and Bob completed all 10 phases",
        ranking="0 1 2",
        taps=11,
        lines={
            1: (
                "Ann 0: scored 0",
                "Ann 0: completed phase 1",
                "Bob +25: scored 25",
                "Bob 0: completed phase 1",
                "Cy +45: scored 45",
            )
        },
    ),
    "lama": Replay(
        players=4,
        hands=(
            ("6 11 0 15", "6 11 0 15"),
            ("-1 14 9 3", "5 25 9 18"),  # Ann returns a chip of 1
            ("10 -10 12 7", "15 15 21 25"),  # Bob returns a chip of 10
            ("11 28 5 -5", "26 43 26 20"),
        ),
        winners="3",
        reason="Bob reached the target of 40 with 43 points",
        ranking="3 0=2 1",
        taps=11,
    ),
    "cribbage": Replay(
        players=2,
        hands=(  # Bob deals first
            ("10 18", "10 18"),
            ("93 93", "103 111"),
            ("18 14", "121 125"),  # Bob deals, so Ann counts first
        ),
        winners="0",
        reason="Ann reached the target of 121 first",
        ranking="0 1",
        taps=8,
    ),
    "jass": Replay(
        players=4,
        hands=(
            ("92 65", "92 65"),
            ("257 0", "349 65"),  # a match: 157 + 100
            ("61 96", "410 161"),
            ("128 79", "538 240"),  # 108 and a meld of 20, 49 and a meld of 30
            ("43 114", "581 354"),
            ("140 17", "721 371"),
            ("70 87", "791 458"),
            ("109 48", "900 506"),
            ("101 56", "1001 562"),
        ),
        winners="side0",
        reason="Ann & Cy reached the target of 1000 with 1001 points",
        ranking="side0 side1",
        taps=6,  # two digits and Next, and the rest of 157 in one tap
        warned=(4,),
    ),
    "doppelkopf": Replay(
        players=4,
        hands=(
            ("2 -2 -2 2", "2 -2 -2 2"),
            ("-3 3 3 -3", "-1 1 1 -1"),
            ("-1 3 -1 -1", "-2 4 0 -2"),  # Bob wins a solo
            ("4 -4 4 -4", "2 0 4 -6"),
            ("-6 2 2 2", "-4 2 6 -4"),  # Ann loses one
            ("1 1 -1 -1", "-3 3 5 -5"),
        ),
        winners="2",
        reason="At the end, Cy had the best total: 5",
        ranking="2 1 0 3",
        taps=6,
        stopped=True,
    ),
    "wizard": Replay(
        players=6,
        hands=(  # 20 and 10 for each trick if the bid is made, and otherwise −10 for each trick off
            ("0/0 1/1 0/0 0/0 1/0 0/0", "20 30 20 20 -10 20"),
            ("1/1 0/0 1/0 0/0 0/0 1/1", "50 50 10 40 10 50"),
            ("1/2 1/1 0/0 1/0 0/0 0/0", "40 80 30 30 30 70"),
            ("1/1 2/1 0/0 1/1 1/1 0/0", "70 70 50 60 60 90"),
            ("2/2 0/1 1/1 1/1 0/0 1/0", "110 60 80 90 80 80"),
            ("1/1 1/1 2/3 0/0 1/1 0/0", "140 90 70 110 110 100"),
            ("3/2 1/1 1/1 1/1 0/0 2/2", "130 120 100 140 130 140"),
            ("2/2 2/2 0/0 1/2 1/1 1/1", "170 160 120 130 160 170"),
            ("1/1 3/2 2/2 1/1 2/2 0/1", "200 150 160 160 200 160"),
            ("2/1 2/2 1/1 2/2 3/4 0/0", "190 190 190 200 190 180"),
        ),
        winners="3",
        reason="After 10 rounds, Dee had the best total: 200",
        ranking="3 0=1=2=4 5",
        taps=14,
    ),
    "skip-bo": Replay(
        players=3,
        hands=(
            ("* 12 18", "175 0 0"),  # 25 + 5 × 30
            ("9 * 20", "175 170 0"),  # 25 + 5 × 29
            ("* 33 28", "505 170 0"),  # 175 + 25 + 5 × 61
        ),
        winners="0",
        reason="Ann reached the target of 500 with 505 points",
        ranking="0 1 2",
        taps=9,
        lines={1: ("Ann +25: won the round", "Ann +150: 5 for each card left: Bob 12 and Cy 18")},
    ),
    "spades": Replay(
        players=4,
        hands=(
            ("4/5 3/3 3/3 2/2", "71 50"),  # 7 bid, 8 made: 70 + 1; 5 bid and made
            ("0/0 4/4 5/5 3/4", "221 121"),  # nil for 100, and 50; 70 + 1
            ("3/3 5/4 4/4 2/2", "291 51"),  # 70; 7 bid, 6 made: −70
            ("2/4 3/3 3/4 3/2", "344 -9"),  # 50 + 3; 6 bid, 5 made: −60
            ("2/4 0/1 2/4 4/4", "388 -68"),  # 40 + 4; a failed nil: −100 + 40 + 1
            ("3/4 3/3 3/5 1/1", "351 -28"),  # 60 + 3, but with 11 extra tricks in all: −100; 40
            ("4/4 2/2 5/5 2/2", "441 12"),  # 90; 40
            ("3/3 3/3 4/4 3/3", "511 72"),  # 70; 60
        ),
        winners="side0",
        reason="Ann & Cy reached the target of 500 with 511 points",
        ranking="side0 side1",
        taps=10,
        lines={
            2: (
                "Ann & Cy +100: bid nil, made it",
                "Ann & Cy +50: bid 5, made 5: 5 × 10",
                "Bob & Dee +70: bid 7, made 8: 7 × 10",
                "Bob & Dee +1: 1 extra × 1",
            ),
            3: ("Ann & Cy +70: bid 7, made 7: 7 × 10", "Bob & Dee −70: bid 7, made only 6: −7 × 10"),
            5: (
                "Ann & Cy +40: bid 4, made 8: 4 × 10",
                "Ann & Cy +4: 4 extra × 1",
                "Bob & Dee −100: bid nil, took 1 trick",
                "Bob & Dee +40: bid 4, made 4: 4 × 10",
                "Bob & Dee +1: 1 extra × 1",
            ),
            6: (
                "Ann & Cy +60: bid 6, made 9: 6 × 10",
                "Ann & Cy +3: 3 extra × 1",
                "Ann & Cy −100: 10 extra tricks in all",
                "Bob & Dee +40: bid 4, made 4: 4 × 10",
            ),
        },
    ),
}
