"""Hands of Trumplestiltskin in the notation of RULES.md: bids "10 6 - 8", peeked "AD", taken "12 9 3 7"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import GNOMES, Entry, Options
from scorekeeper.rules.declaration import Choice
from scorekeeper.rules.sheet import Sheet, Table
from scorekeeper.rules.words import Half
from scorekeeper.text import sentence
from tests.pages import rows

PAGE = "games/trumplestiltskin/RULES.md"
GAME = TRUMPLESTILTSKIN
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")


def numbers(written: str) -> tuple[int | None, ...]:
    """Return whole numbers by seat; "-" is None."""
    return tuple(None if word == "-" else int(word) for word in written.split())


def halves(written: str) -> list[Half]:
    """Return the half points of "6½ 0 -12 ½", with a hyphen or a minus sign."""
    amounts = []
    for word in written.replace("−", "-").split():
        digits = word.removeprefix("-").removesuffix("½")
        half = 2 * int(digits or 0) + word.endswith("½")
        amounts.append(Half(-half if word.startswith("-") else half))
    return amounts


def hand(bids: str, peeked: str = "", taken: str = "", **more: object) -> Entry:
    """Return an entry. `peeked` has a letter for each player who peeked, A for Ann."""
    bid = numbers(bids)
    return Entry(
        bid=bid,
        peeked=tuple("ABCDE"[seat] in peeked for seat in range(len(bid))),
        taken=numbers(taken) if taken else (None,) * len(bid),
        **more,
    )


def all_passed(players: int = 4, peeked: str = "") -> Entry:
    """Return the entry of a hand everyone passed."""
    return hand(" ".join("-" * players), peeked, all_passed=True)


def from_page(row: dict[str, str]) -> Entry:
    """Return the entry for a row of the table of worked hands."""
    peeked = row.get("peeked", "").replace(" ", "")
    if row["bids"] == "all pass":
        return all_passed(peeked=peeked)
    return hand(row["bids"], peeked, row["taken"], gnome=value_of(GNOMES, row.get("Gnome", "")))


def worked(name: str) -> Entry:
    """Return a worked hand, "T1" to "T9"."""
    return next(from_page(row) for row in rows(PAGE, "Worked hands") if row["hand"] == name)


def value_of(choices: Sequence[Choice], label: str) -> str | None:
    """Return the value that a label stands for, or None for no label."""
    return {sentence(choice.label): choice.value for choice in choices}[label] if label else None


def table(players: int = 4, **options: object) -> Table[Options]:
    """Return a table whose last seat deals first."""
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players: int = 4, **options: object) -> Sheet[Options, Entry]:
    """Return the sheet before the first deal."""
    return RULES.blank(table(players, **options))


def scored(entry: Entry, **options: object) -> dict[str, Half]:
    """Return the change in each column's total, in half points."""
    sheet = RULES.record(blank(len(entry.bid), **options), len(entry.bid) - 1, entry)
    return sheet.hands[-1].points


def standing(totals: str, last_taker: str, **options: object) -> Sheet[Options, Entry]:
    """Return a sheet with these totals ("204 215 90 10 | 100") after a hand taken by this player, given as a letter."""
    changes = halves(totals.replace("|", " "))
    seats = len(changes) - 1
    entry = hand(" ".join("9" if "ABCDE"[seat] == last_taker else "-" for seat in range(seats)), taken="0 " * seats)
    sheet = RULES.record(blank(seats, **options), seats - 1, entry)
    last = replace(sheet.hands[-1], totals=dict(zip(sheet.totals, changes, strict=True)))
    sheet = replace(sheet, hands=(last,))
    return replace(sheet, outcome=RULES.outcome(sheet))
