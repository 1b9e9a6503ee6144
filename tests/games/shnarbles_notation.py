"""Hands of Shnarbles written as the table says them.

"A3h 3 2 0 -" is Ann's bid of 3 with hearts and everybody's tricks, "-" for who folded, "." for who is out; "pass" is
the hand that all passed.
"""

from dataclasses import replace

from scorekeeper.games.shnarbles import SHNARBLES, Entry, Options
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import points
from scorekeeper.text import sentence

GAME = SHNARBLES
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
ANN, BOB, CY, DEE = range(4)

DOWN = (  # hands and the scores after them: Bob is down first, though Ann bids most
    ("A3h 3 2 0 -", "13 14 21 16"),
    ("B4d 0 5 0 0", "18 9 26 21"),
    ("C2c 2 1 2 -", "16 8 24 21"),
    ("pass", "16 8 24 21"),
    ("A2h 3 - 2 0", "13 8 22 26"),
    ("B5c - 5 - 0", "13 3 22 31"),
    ("A1d 5 - - 0", "8 3 22 36"),
    ("A3s 3 2 0 .", "5 1 27 36"),
    ("A2h 4 1 - .", "1 0 27 36"),
)
LAST_IN = (  # failed bids cost net; Cy is out, then Ann
    ("A5h 4 1 0", "17 15 21"),
    ("C5c 0 5 0", "22 10 26"),
    ("B2s 1 4 .", "21 6 26"),
    ("A3d 2 3 .", "24 3 26"),
)

PASSED, DONE = "hand.no_bidder=true", "hand.folds_done=true"


def bid(seat, number, suit):
    """The taps of the bid."""
    return [f"hand.bidder={seat}", f"hand.bid={number}", f"hand.trump={suit}"]


def tricks(taken):
    """The taps of the tricks, by seat in the order of the screen."""
    return [f"players.{seat}.tricks={each}" for seat, each in taken.items()]


def table(players=4, **options):
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players=4, **options):
    return RULES.blank(table(players, **options))


def hand(spoken, **changes):
    """An entry; the bid is written "A3h"."""
    if spoken.startswith("pass"):
        players = int(spoken.removeprefix("pass") or 4)
        return replace(Entry(all_passed=True, folded=(False,) * players, tricks=(None,) * players), **changes)
    said, *tricks = spoken.split()
    entry = Entry(
        bidder="ABCDEFGHIJ".index(said[0]),
        bid=int(said[1]),
        trump=SUITS[said[2]],
        folded=tuple(word == "-" for word in tricks),
        tricks=tuple(int(word) if word.isdecimal() else None for word in tricks),
    )
    return replace(entry, **changes)


def standing(scores, *before, **options):
    """A sheet with these scores; the hands before it are those that were folded in."""
    wanted = [points(int(score)) for score in scores.split()]
    sheet = blank(len(wanted), **options)
    for spoken in before or (f"pass{len(wanted)}",):
        sheet = RULES.record(sheet, RULES.dealer(sheet), hand(spoken))
    last = replace(sheet.hands[-1], totals=dict(zip(sheet.totals, wanted, strict=True)))
    return replace(sheet, hands=(*sheet.hands[:-1], last), outcome=None)


def recorded(sheet, *spoken):
    for each in spoken:
        assert sheet.outcome is None, "the game is over"
        dealer, entry = RULES.dealer(sheet), hand(each)
        found = errors(sheet, entry)
        assert found == [], found
        sheet = RULES.record(sheet, dealer, entry)
    return sheet


def totals(sheet):
    return [half // 2 for half in sheet.totals.values()]


def errors(sheet, entry):
    """The problems as (path, message); there are no warnings in this game."""
    found = list(RULES.problems(sheet, 0, entry))
    assert {problem.level for problem in found} <= {"error"}
    return [(problem.path, sentence(problem.message)) for problem in found]


def end(sheet):
    """Who won, by name, and why."""
    assert sheet.outcome is not None, "the game goes on"
    return [sheet.table.names[int(key)] for key in sheet.outcome.winners], sentence(sheet.outcome.reason)
