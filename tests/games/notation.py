"""Hands of Trumplestiltskin written as the table would say them: bids "10 6 - 8", peeked "AD", taken "12 9 3 7"."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import Entry, Options
from scorekeeper.rules.sheet import Sheet, Table
from scorekeeper.rules.words import Half

GAME = TRUMPLESTILTSKIN
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")


def numbers(spoken: str) -> tuple[int | None, ...]:
    """Whole numbers by seat; "-" is none."""
    return tuple(None if word == "-" else int(word) for word in spoken.split())


def halves(spoken: str) -> list[Half]:
    """Half points from "6½ 0 -12 ½"."""
    found = []
    for word in spoken.split():
        digits = word.removeprefix("-").removesuffix("½")
        half = 2 * int(digits or 0) + word.endswith("½")
        found.append(Half(-half if word.startswith("-") else half))
    return found


def hand(bids: str, peeked: str = "", taken: str = "", **more: object) -> Entry:
    """An entry; the players that peeked are named by letter."""
    bid = numbers(bids)
    return Entry(
        bid=bid,
        peeked=tuple("ABCDE"[seat] in peeked for seat in range(len(bid))),
        taken=numbers(taken) if taken else (None,) * len(bid),
        **more,
    )


def all_passed(players: int = 4, peeked: str = "") -> Entry:
    """The hand in which nobody bid."""
    return hand(" ".join("-" * players), peeked, all_passed=True)


def table(players: int = 4, **options: object) -> Table[Options]:
    """A table whose last seat deals first."""
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players: int = 4, **options: object) -> Sheet[Options, Entry]:
    """The sheet before the first deal."""
    return RULES.blank(table(players, **options))


def scored(entry: Entry, **options: object) -> dict[str, Half]:
    """What every column's total moves by, in half points."""
    sheet = RULES.record(blank(len(entry.bid), **options), len(entry.bid) - 1, entry)
    return sheet.hands[-1].points


def standing(totals: str, last_taker: str, **options: object) -> Sheet[Options, Entry]:
    """A sheet whose last hand left these totals ("204 215 90 10 | 100") and was taken by this letter."""
    changes = halves(totals.replace("|", " "))
    seats = len(changes) - 1
    entry = hand(" ".join("9" if "ABCDE"[seat] == last_taker else "-" for seat in range(seats)), taken="0 " * seats)
    sheet = RULES.record(blank(seats, **options), seats - 1, entry)
    last = replace(sheet.hands[-1], totals=dict(zip(sheet.totals, changes, strict=True)))
    sheet = replace(sheet, hands=(last,))
    return replace(sheet, outcome=RULES.outcome(sheet))
