"""Hands of Trumplestiltskin in the notation of RULES.md, such as bids "10 6 - 8", peeked "AD", taken "12 9 3 7"."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.formats.language import sentence
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import Entry, Options
from scorekeeper.rules.declaration import Choice
from scorekeeper.rules.sheet import Sheet, Table

PAGE = "games/trumplestiltskin/RULES.md"
GAME = TRUMPLESTILTSKIN
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")


def numbers(written: str) -> tuple[int | None, ...]:
    """Return the whole numbers in a string such as "10 6 - 8", one for each seat; "-" becomes None."""
    return tuple(None if word == "-" else int(word) for word in written.split())


def hand(bids: str, peeked: str = "", taken: str = "", **more: object) -> Entry:
    """Return an entry. `peeked` contains the initial of each player who peeked, such as A for Ann."""
    bid = numbers(bids)
    return Entry(
        bid=bid,
        peeked=tuple("ABCDE"[seat] in peeked for seat in range(len(bid))),
        taken=numbers(taken) if taken else (None,) * len(bid),
        **more,
    )


def all_passed(players: int = 4, peeked: str = "") -> Entry:
    """Return the entry for a hand in which everyone passed."""
    return hand(" ".join("-" * players), peeked, all_passed=True)


def value_of(choices: Sequence[Choice], label: str) -> str | None:
    """Return the value of the choice with this label, or None if the label is empty."""
    return {sentence(choice.label): choice.value for choice in choices}[label] if label else None


def table(players: int = 4, **options: object) -> Table[Options]:
    """Return a table whose last seat deals first."""
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players: int = 4, **options: object) -> Sheet[Options, Entry]:
    """Return the sheet before the first deal."""
    return RULES.blank(table(players, **options))
