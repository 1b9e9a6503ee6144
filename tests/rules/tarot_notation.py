"""Hands of the tarot games written as the table would say them: card points by seat, groups by letter."""

from __future__ import annotations

from scorekeeper.rules._tarot_cards import GROUPS
from scorekeeper.rules.base import Table
from scorekeeper.rules.tarot import Conference, Entry, Groups, Scarto, Tarocchi, Tontine
from scorekeeper.text import sentence

SCARTO, TAROCCHI, CONFERENCE, TONTINE = Scarto(), Tarocchi(), Conference(), Tontine()
NAMES = ("Ann", "Bob", "Cy", "Dee")
LETTERS = "ABCD"


def blank(rules, **options):
    """The sheet before the first deal; the last player deals."""
    house = rules.options(**options)
    players = 4 if rules.players[0] == 4 or options.get("base", "scarto") != "scarto" else 3
    return rules.blank(Table(names=NAMES[:players], options=house, first_dealer=players - 1))


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


def scored(rules, entry, **options):
    """What every column's total moves by in one hand."""
    sheet = blank(rules, **options)
    return totals(rules.record(sheet, rules.dealer(sheet), entry))


def reasons(rules, entry, **options):
    """The reasons of a hand's lines, each after its column."""
    sheet = blank(rules, **options)
    return [f"{line.column}: {sentence(line.reason)}" for line in rules.score(sheet, 0, entry)]


def problems(rules, entry, **options):
    """What is wrong with a hand: level, path and sentence."""
    found = rules.check(blank(rules, **options), 0, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def play(rules, recorded, **options):
    """The sheet after all hands, each of which must not have been after the end."""
    sheet = blank(rules, **options)
    for entry in recorded:
        assert sheet.outcome is None
        assert list(rules.check(sheet, rules.dealer(sheet), entry)) == []
        sheet = rules.record(sheet, rules.dealer(sheet), entry)
    return sheet
