"""Rounds, rows and turns of any game in a short notation: points by seat such as "12 0 -", or a mapping of fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.formats.language import plain, sentence
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Table

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
FIELDS = {field.name: field for field in fields_of(ANY_GAME.rules.entry)}


def table(players=3, **options):
    """Return a table with these options, at which the last player deals first."""
    return Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1)


def blank(players=3, **options):
    """Return the sheet before the first hand."""
    setting = table(players, **options)
    return game_of(setting).rules.blank(setting)


def game_of(setting):
    """Return the game that a table's options make."""
    return ANY_GAME.made(setting.options)


def entry_of(sheet, given):
    """Return an entry: numbers by seat are written "12 0 -", players as initials, and a string is the points."""
    options, answers = sheet.table.options, {}
    whole = "points" if options.alone or options.rows == "turns" else "together"
    for name, value in (given if isinstance(given, Mapping) else {whole: given}).items():
        field = FIELDS[name]
        if field.per == "hand":
            answers[field.path()] = NAMES.index(value) if field.kind == "seat" else value
        elif field.kind == "flag":
            answers |= {field.path(seat): name[0] in value for seat, name in enumerate(sheet.table.names)}
        else:
            answers |= {field.path(index): int(word) for index, word in enumerate(value.split()) if word != "-"}
    return game_of(sheet.table).rules.entry_from(answers, sheet.table)


def problems(sheet, given, level="error"):
    """Return the messages of this level about an entry."""
    found = game_of(sheet.table).rules.problems(sheet, 0, entry_of(sheet, given))
    return [f"{problem.path}: {sentence(problem.message)}" for problem in found if problem.level == level]


def played(sheet, *hands):
    """Return the sheet after these hands, none of which may be wrong or come after the end."""
    rules = game_of(sheet.table).rules
    for given in hands:
        assert sheet.outcome is None, "the game is over already"
        assert problems(sheet, given) == []
        sheet = rules.record(sheet, rules.dealer(sheet), entry_of(sheet, given))
    return sheet


def totals(sheet):
    """Return the totals in whole points, such as "12 0 5"."""
    return " ".join(str(total // 2) for total in sheet.totals.values())


def reasons(sheet):
    """Return the lines of the last hand, such as "Ann +12: scored 12"."""
    labels = {column.key: plain(column.label) for column in sheet.columns}
    return [f"{labels[line.column]} {line.points // 2:+}: {sentence(line.reason)}" for line in sheet.hands[-1].lines]


def end(sheet):
    """Return the reason and the winners of a game that is over, such as "After …: 12 | Ann", or None."""
    if sheet.outcome is None:
        return None
    labels = {column.key: plain(column.label) for column in sheet.columns}
    return f"{sentence(sheet.outcome.reason)} | {', '.join(labels[key] for key in sheet.outcome.winners)}"


def ranked(sheet):
    """Return the names from the best to the worst, with those who are tied in one word, such as "Ann Bob=Cy"."""
    labels = {column.key: plain(column.label) for column in sheet.columns}
    ranking = sheet.outcome.ranking if sheet.outcome else game_of(sheet.table).rules.ranking(sheet)
    return " ".join("=".join(labels[key] for key in tied) for tied in ranking)


def entered(sheet, taps: Iterable[str]):
    """Return the screen after these taps, written "path=value"."""
    answers: dict[str, Any] = {}
    for tap in taps:
        path, _sign, value = tap.partition("=")
        answers[path] = {"true": True, "false": False}.get(value) if value in ("true", "false") else int(value)
    game = game_of(sheet.table)
    return game.type(sheet, game.rules.dealer(sheet), answers)
