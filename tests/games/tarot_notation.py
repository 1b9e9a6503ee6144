"""Hands of the tarot games written as the table would say them: card points by seat, groups by letter."""

from __future__ import annotations

from scorekeeper.games.tarot.card_points import Entry
from scorekeeper.games.tarot.tontine import GROUPS, Groups
from scorekeeper.rules.sheet import Table
from scorekeeper.text import sentence

NAMES = ("Ann", "Bob", "Cy", "Dee")
LETTERS = "ABCD"


def blank(game, **options):
    """The sheet before the first deal; the last player deals."""
    house = game.rules.options(**options)
    players = 4 if game.rules.players[0] == 4 or options.get("base", "scarto") != "scarto" else 3
    return game.rules.blank(Table(names=NAMES[:players], options=house, first_dealer=players - 1))


def won(*values):
    """A hand of card points by seat; None where a partner's were left out."""
    return Entry(points=values)


def takers(spoken):
    """Who holds the groups, in the order of the page: "AABB-CCCC"; "-" is nobody."""
    return Groups(
        **{key: None if letter == "-" else LETTERS.index(letter) for key, letter in zip(GROUPS, spoken, strict=True)}
    )


def totals(sheet):
    """Whole points per column."""
    return [half // 2 for half in sheet.totals.values()]


def record(game, sheet, entry):
    """The sheet with one more hand."""
    return game.rules.record(sheet, game.rules.dealer(sheet), entry)


def scored(game, entry, **options):
    """What every column's total moves by in one hand."""
    return totals(record(game, blank(game, **options), entry))


def reasons(game, entry, **options):
    """The reasons of a hand's lines, each after its column."""
    sheet = blank(game, **options)
    return [f"{line.column}: {sentence(line.reason)}" for line in game.rules.score(sheet, 0, entry)]


def problems(game, entry, **options):
    """What is wrong with a hand: level, path and sentence."""
    found = game.rules.problems(blank(game, **options), 0, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def play(game, recorded, **options):
    """The sheet after all hands, each of which must not have been after the end."""
    sheet = blank(game, **options)
    for entry in recorded:
        assert sheet.outcome is None
        assert list(game.rules.problems(sheet, game.rules.dealer(sheet), entry)) == []
        sheet = record(game, sheet, entry)
    return sheet
