"""Hands of the tarot games in a short notation: card points by seat, or the letter of each group's holder."""

from __future__ import annotations

import re

from scorekeeper.formats.language import sentence
from scorekeeper.games.tarot.card_points import Entry
from scorekeeper.games.tarot.tontine import GROUPS, Groups
from scorekeeper.rules.sheet import Table
from tests.pages import rows

PAGE = "games/tarot/RULES.md"
NAMES = ("Ann", "Bob", "Cy", "Dee")
LETTERS = "ABCD"
PACKS = {row["pack"]: int(row["total"]) for row in rows(PAGE, "Card points", table=1)}
PARTIES = {
    row["game"].lower(): tuple(
        tuple(int(number) - 1 for number in re.findall(r"\d", party)) for party in row["sides"].split("against")
    )
    for row in rows(PAGE, "Players and sides")
}
"""Maps each game to the seats of each side or single player, in column order."""


def blank(game, **options):
    """Return the sheet before the first deal; the last player deals."""
    house = game.rules.options(**options)
    players = 4 if game.rules.players[0] == 4 or options.get("base", "scarto") != "scarto" else 3
    return game.rules.blank(Table(names=NAMES[:players], options=house, first_dealer=players - 1))


def numbers(cell):
    """Return the numbers in a table cell such as "40 -9 - 26"; "-" becomes None."""
    return [None if word == "-" else int(word) for word in cell.replace("−", "-").split()]


def won(*points):
    """Return a hand with these card points by seat; None means that they were left out."""
    return Entry(points=points)


def takers(letters):
    """Return a hand of Tontine from its groups' holders in RULES.md order, such as "AABB-CCCC"; "-" means nobody."""
    return Groups(
        **{key: None if letter == "-" else LETTERS.index(letter) for key, letter in zip(GROUPS, letters, strict=True)}
    )


def totals(sheet):
    """Return each column's total in whole points."""
    return [half // 2 for half in sheet.totals.values()]


def record(game, sheet, entry):
    """Return the sheet after one more hand."""
    return game.rules.record(sheet, game.rules.dealer(sheet), entry)


def scored(game, entry, **options):
    """Return what each column scores in one hand."""
    return totals(record(game, blank(game, **options), entry))


def reasons(game, entry, **options):
    """Return the reason for each line of a hand, preceded by the line's column."""
    sheet = blank(game, **options)
    return [f"{line.column}: {sentence(line.reason)}" for line in game.rules.score(sheet, 0, entry)]


def problems(game, entry, **options):
    """Return the level, path, and message of each problem in a hand."""
    found = game.rules.problems(blank(game, **options), 0, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def play(game, entries, **options):
    """Return the sheet after these hands. Raises `AssertionError` for an invalid hand or a hand after the end."""
    sheet = blank(game, **options)
    for entry in entries:
        assert sheet.outcome is None
        assert list(game.rules.problems(sheet, game.rules.dealer(sheet), entry)) == []
        sheet = record(game, sheet, entry)
    return sheet
