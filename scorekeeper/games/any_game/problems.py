"""What is wrong with a set of options, or with what was recorded. RULES.md: Options; What is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.any_game.hand import Entry, filled, on_turn, who_scored
from scorekeeper.games.any_game.options import BACK, FIXED, PARTNERS, TURNS, ZERO, Options
from scorekeeper.games.any_game.rows import typed_rows
from scorekeeper.games.any_game.scoring import row_of, typed
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import places
from scorekeeper.rules.sheet import Problem, Table
from scorekeeper.rules.words import Text, either, gettext as _, ngettext

ID = re.compile(r"[a-z0-9-]*")

if TYPE_CHECKING:
    from scorekeeper.games.any_game.hand import AnySheet


def table_problem(table: Table[Options]) -> Problem | None:
    """Return why a game can't be scored like this, or None."""
    options, players = table.options, len(table.names)
    if not options.alone and (players < 4 or players % 2):
        return Problem(path="players", message=_("Partners need 4, 6, 8 or 10 players."))
    if options.bidding and 0 < options.cards < players:
        return Problem(path="cards", message=_("There must be a card for everybody."))
    return None


def options_problem(options: Options) -> Problem | None:
    """Return why options contradict each other, or None. RULES.md: Options."""
    found: list[tuple[bool, str, Text]] = [
        (not ID.fullmatch(options.template), "template", _("Use lowercase letters, digits and hyphens.")),
        (
            options.ends_when_full and not typed_rows(options.categories),
            "categories",
            _("Enter the rows, one per line."),
        ),
        (
            options.ends_at_target and options.start == options.target,
            "target",
            _("The target can’t be what everyone starts with."),
        ),
        (
            options.ends_at_target
            and options.past == BACK
            and (options.back <= options.target if options.counts_down else options.back >= options.target),
            "back",
            _("This must be short of the target."),
        ),
        (
            options.scores_rounds and options.sum == FIXED and not options.sums,
            "sums",
            _("Enter what a round’s points add up to."),
        ),
        (options.fewest > options.most, "most", _("This must be at least the fewest players.")),
        (options.out is not None and options.out == options.start, "out", _("Everyone would be out at once.")),
        (
            options.sides == PARTNERS and options.most < 4,
            "most",
            _("Partners need at least 4 players."),
        ),
    ]
    return next((Problem(path=path, message=message) for wrong, path, message in found if wrong), None)


def hand_problems(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    """Yield what is wrong with a round, a row or a turn."""
    yield from _not_asked(rules, sheet, entry)
    options = sheet.table.options
    if options.rows == TURNS:
        yield from _turn_problems(sheet, entry)
    if options.bidding:
        yield from _trick_problems(sheet, entry)
        return
    yield from _number_problems(rules, sheet, entry)
    yield from _sum_problems(sheet, entry)


def _not_asked(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    for path, field, index in places(Entry, len(sheet.table.names), len(rules.sides(sheet.table))):
        value = getattr(entry, field.name)
        value = value if index is None else value[index]
        if value in (None, False) and not (value == 0 and value is not False):
            continue
        if field.when is not None and not field.when(sheet, entry, index):
            yield Problem(path=path, message=_("This game doesn’t record that here: {what}.", what=field.label))


def _turn_problems(sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    scored, turn = who_scored(entry), on_turn(sheet)
    if scored is None or turn is None:
        return
    options = sheet.table.options
    if scored != turn:
        message = _("It’s {name}’s turn.", name=sheet.table.names[turn])
        yield Problem(path=f"players.{scored}.points", message=message)
    elif options.ends_when_full and entry.row is not None:
        if entry.row > len(typed_rows(options.categories)):
            yield Problem(path="hand.row", message=_("There is no such row."))
        elif entry.row in filled(sheet, turn):
            name = sheet.table.names[turn]
            yield Problem(path="hand.row", message=_("{name} has filled this row already.", name=name))


def _trick_problems(sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    taken = [tricks for tricks in entry.tricks if tricks is not None]
    expected = sheet.table.options.tricks or len(sheet.hands) + 1
    if taken and sum(taken) != expected:
        message = ngettext(
            "The tricks add up to {sum}, not {count}.",
            "The tricks add up to {sum}, not {count}.",
            expected,
            sum=sum(taken),
        )
        yield Problem(path="players", message=message, level="warning")


def _number_problems(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    options, index = sheet.table.options, row_of(sheet, entry)
    row = None if index is None else typed_rows(options.categories)[index]
    for path, field, at in places(Entry, len(sheet.table.names), len(rules.sides(sheet.table))):
        value = getattr(entry, field.name)[at] if field.name in ("points", "together") else None
        if value is None:
            continue
        if value < 0 and (not options.allows_negative or (row is not None and row.counts)):
            yield Problem(path=path, message=_("Points can’t be negative here."))
        elif row is not None and row.table and value >= len(row.table):
            message = _("“{row}” goes up to {most}.", row=row.name, most=len(row.table) - 1)
            yield Problem(path=path, message=message)


def _sum_problems(sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    """RULES.md: What a round adds up to."""
    options = sheet.table.options
    given = typed(sheet, entry)
    total = sum(value for _column, value in given)
    if not options.scores_rounds or not given:
        return
    if options.sum == ZERO and total:
        yield Problem(path="players", message=_("The points add up to {sum}, not to zero.", sum=total))
    elif options.sum == FIXED and options.sums and total not in options.sums:
        message = _("The points add up to {sum}, not to {sums}.", sum=total, sums=either(options.sums))
        yield Problem(path="players", message=message, level="warning")
