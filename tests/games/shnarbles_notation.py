"""Hands of Shnarbles, written like the worked hands in RULES.md.

"A3♥ 3 2 0 -" is Ann's bid of 3 in hearts, followed by each player's tricks: "-" stands for a folder, and "." for a
number left out. "pass" is a deal in which all four players passed; "pass2" is one in which both players of a two-player
game passed.
"""

import re
from dataclasses import replace

from scorekeeper.formats.language import sentence
from scorekeeper.games.shnarbles import SHNARBLES, Entry, Options
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import points
from tests.pages import rows

GAME = SHNARBLES
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
ANN, BOB, CY, DEE = range(4)

PAGE = "games/shnarbles/RULES.md"
WORKED = {row["hand"]: row for row in rows(PAGE, "Worked hands")}

DOWN = (  # hands, each with the scores after it; Bob reaches 0 first, although Ann bids most often
    ("A3♥ 3 2 0 -", "13 14 21 16"),
    ("B4♦ 0 5 0 0", "18 9 26 21"),
    ("C2♣ 2 1 2 -", "16 8 24 21"),
    ("pass", "16 8 24 21"),
    ("A2♥ 3 - 2 0", "13 8 22 26"),
    ("B5♣ - 5 - 0", "13 3 22 31"),
    ("A1♦ 5 - - 0", "8 3 22 36"),
    ("A3♠ 3 2 0 .", "5 1 27 36"),
    ("A2♥ 4 1 - .", "1 0 27 36"),
)
LAST_IN = (  # a failed bid costs the net amount; Cy goes out, then Ann
    ("A5♥ 4 1 0", "17 15 21"),
    ("C5♣ 0 5 0", "22 10 26"),
    ("B2♠ 1 4 .", "21 6 26"),
    ("A3♦ 2 3 .", "24 3 26"),
)

PASSED, DONE = "hand.no_bidder=true", "hand.folds_done=true"


def bid(seat, number, suit):
    """Return the taps that enter a bid."""
    return [f"hand.bidder={seat}", f"hand.bid={number}", f"hand.trump={suit}"]


def tricks(taken):
    """Return the taps that enter the tricks; `taken` maps seats to tricks, in screen order."""
    return [f"players.{seat}.tricks={count}" for seat, count in taken.items()]


def table(players=4, **options):
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players=4, **options):
    return RULES.blank(table(players, **options))


def hand(notation, **changes):
    """Return the entry for a hand in this notation."""
    if notation.startswith("pass"):
        players = int(notation.removeprefix("pass") or 4)
        return replace(Entry(all_passed=True, folded=(False,) * players, tricks=(None,) * players), **changes)
    (bidder, number, suit), *tricks = notation.split()
    entry = Entry(
        bidder="ABCDEFGHIJ".index(bidder),
        bid=int(number),
        trump=SUITS[suit],
        folded=tuple(word == "-" for word in tricks),
        tricks=tuple(int(word) if word.isdecimal() else None for word in tricks),
    )
    return replace(entry, **changes)


def numbers(cell):
    """Return the whole numbers in a table cell."""
    return [int(word.replace("−", "-")) for word in cell.split()]


def names_in(cell):
    """Return the names in a table cell."""
    return re.findall(r"\w+", cell)


def standing(scores, *hands, **options):
    """Return a sheet with these scores after these hands or, by default, after one hand in which everyone passed."""
    totals = [points(score) for score in numbers(scores)]
    sheet = blank(len(totals), **options)
    for notation in hands or (f"pass{len(totals)}",):
        sheet = RULES.record(sheet, RULES.dealer(sheet), hand(notation))
    last = replace(sheet.hands[-1], totals=dict(zip(sheet.totals, totals, strict=True)))
    return replace(sheet, hands=(*sheet.hands[:-1], last), outcome=None)


def recorded(sheet, *hands):
    """Return the sheet after recording these hands, which must have no errors."""
    for notation in hands:
        assert sheet.outcome is None, "the game is over"
        entry = hand(notation)
        assert errors(sheet, entry) == []
        sheet = RULES.record(sheet, RULES.dealer(sheet), entry)
    return sheet


def totals(sheet):
    return [half // 2 for half in sheet.totals.values()]


def errors(sheet, entry):
    """Return a hand's errors as (path, message) pairs; this game has no warnings."""
    problems = list(RULES.problems(sheet, 0, entry))
    assert {problem.level for problem in problems} <= {"error"}
    return [(problem.path, sentence(problem.message)) for problem in problems]


def winners(sheet):
    """Return the winners' names, or an empty list while the game goes on."""
    return [sheet.table.names[int(key)] for key in sheet.outcome.winners] if sheet.outcome else []


def end(sheet):
    """Return the winners' names and why they won."""
    assert sheet.outcome is not None, "the game goes on"
    return winners(sheet), sentence(sheet.outcome.reason)
