"""What is wrong with a set of options, or with what was recorded. RULES.md: Options; What is checked."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise, zip_longest
from typing import Literal

from scorekeeper.games.any_game.hand import (
    AnySheet,
    Entry,
    filled,
    on_turn,
    players_so_far,
    taking_part,
    tricks_in_round,
    who_scored,
)
from scorekeeper.games.any_game.names import shown
from scorekeeper.games.any_game.options import BACK, FIXED, LONGEST_NAME, PARTNERS, TURNS, WINNER, ZERO, Options
from scorekeeper.games.any_game.rows import has_empty_bonus, row_key, rows_of, typed_rows
from scorekeeper.games.any_game.scoring import row_of, typed
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import places
from scorekeeper.rules.sheet import Problem, Table
from scorekeeper.rules.stays import NAMES, stays
from scorekeeper.rules.text import Text, either, gettext as _, ngettext

ID = re.compile(r"[a-z0-9-]*")
MOST_COUNTED = 999
"""How many cards or pieces there can be. What they are worth must fit into the database."""

Level = Literal["error", "warning"]
Finding = tuple[bool, str, Text, Level]
"""Whether something is wrong, the key of the option that it is about, why, and how bad it is."""


def worst(judged: Iterable[Finding]) -> Problem | None:
    """Return the problem with a game's options or players that keeps it from being played, another one, or None."""
    found = [Problem(path, message, level=level) for wrong, path, message, level in judged if wrong]
    return next((problem for problem in found if problem.level == "error"), found[0] if found else None)


def table_findings(table: Table[Options]) -> Iterator[Finding]:
    """Yield what keeps a game from being scored like this. RULES.md: Options; Joining late, leaving early."""
    yield from findings(table.options)
    options, players = table.options, len(table.names)
    lists, there = {name: getattr(options, name) for name in NAMES}, stays(options, players)
    partners = _("Someone has joined or left, so there can’t be partners.")
    pairs = not options.alone and (players < 4 or players % 2 > 0)
    yield pairs, "players", _("Partners need 4, 6, 8 or 10 players."), "error"
    yield 0 < options.deck < players, "cards", _("The deck needs at least one card per player."), "error"
    yield not options.alone and any(stay.is_partial for stay in there), "sides", partners, "error"
    yield len(options.joined_with) > players, "joined_with", _("Expected a number for each player."), "error"
    for name, given in lists.items():
        yield len(given) % players > 0, name, _("Expected a number for each player."), "error"
    stayed = any(not end for stay in there for _row, end in stay.spans[:-1])
    yield stayed, "joined", _("Nobody can come back who hasn’t left."), "error"
    spans = [list(chain.from_iterable(stay.spans)) for stay in there]
    spans = [rows if rows[-1] else rows[:-1] for rows in spans]  # the last of which may have no end
    early = any(later < row for rows in spans for row, later in pairwise(rows))
    yield early, "left", _("Nobody can leave before they join."), "error"
    later = list(zip_longest(options.joined, options.left, fillvalue=0))[players:]
    gone = any(left and not joined for joined, left in later)
    yield gone, "left", _("Nobody can leave who hasn’t come back."), "error"
    joined = [stay.joined_with for stay in there if stay.first > 1]
    ended = options.ends_at_target and any(_is_at(options.start, total, options.target) for total in joined)
    yield ended, "joined_with", _("Nobody can join with the target."), "error"
    out = options.out is not None and any(_is_at(options.start, total, options.out) for total in joined)
    yield out, "joined_with", _("Nobody can join with a total that is out."), "error"
    rows = [stay.first for stay in there if stay.first > 1] if options.deck and options.alone else []
    late = any(options.deck // max(players_so_far(table, row), 1) < row for row in rows)
    yield late, "joined", _("With another player, the game would be over, so it’s too late to join."), "warning"


def _is_at(start: int, total: int, limit: int) -> bool:
    return total <= limit if start > limit else total >= limit


def findings(options: Options) -> Iterator[Finding]:
    """Yield how options contradict each other. RULES.md: Options."""
    yield not ID.fullmatch(options.template), "template", _("Use lowercase letters, digits and hyphens."), "error"
    names = [row.name for row in rows_of(options.categories)] if options.ends_when_full else []
    none = options.ends_when_full and not typed_rows(options.categories)
    yield none, "categories", _("Enter the rows, one per line."), "error"
    yield len(set(names)) < len(names), "categories", _("Two rows have the same name."), "error"
    long = _("The name of a row can have at most {most} characters.", most=LONGEST_NAME)
    yield any(len(name) > LONGEST_NAME for name in names), "categories", long, "error"
    same = options.ends_at_target and options.start == options.target
    yield same, "target", _("The target can’t be what everyone starts with."), "error"
    short = options.back > options.target if options.counts_down else options.back < options.target
    yield options.exact and options.past == BACK and not short, "back", _("This must be short of the target."), "error"
    unknown = options.scores_rounds and options.sum == FIXED and not options.sums
    yield unknown, "sums", _("Enter what a round’s points add up to."), "error"
    below = any(button < 0 for button in options.buttons or ()) and not (options.allows_negative or options.bidding)
    yield below, "buttons", _("Points can’t be negative in this game."), "error"
    yield options.fewest > options.most, "most", _("This must be at least the fewest players."), "error"
    alone = options.alone or not options.scores_rounds or options.sum != WINNER
    yield not alone, "sum", _("For this, everyone must play alone."), "error"
    yield options.sides == PARTNERS and options.most < 4, "most", _("Partners need at least 4 players."), "error"
    out = options.alone and options.out is not None and options.out == options.start
    yield out, "out", _("Everyone would be out at once."), "error"
    keys = list(map(row_key, names))
    yield len(set(keys)) < len(keys), "categories", _("Two rows have the same name."), "warning"
    empty = options.ends_when_full and has_empty_bonus(options.categories)
    yield empty, "categories", _("A bonus can’t be 0."), "warning"
    limits = sorted((options.start, options.target))
    between = options.ends_at_target and options.alone and options.out is not None
    wrong = between and options.out is not None and limits[0] < options.out < limits[1]
    yield wrong, "out", _("At {out}, everyone would be out before the target.", out=options.out or 0), "warning"


def hand_problems(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    """Yield what is wrong with a round, a row or a turn."""
    options, winner, scored = sheet.table.options, entry.winner, who_scored(entry)
    for path, field, index in places(Entry, len(sheet.table.names), len(rules.sides(sheet.table))):
        value = getattr(entry, field.name)
        value = value if index is None else value[index]
        if value is not None and value is not False and not field.asked(sheet, entry, index):
            yield Problem(path, _("This game doesn’t record that here: {what}.", what=field.label))
    if options.rows == TURNS and options.ends_when_full and (entry.row or 0) > len(typed_rows(options.categories)):
        yield Problem("hand.row", _("There is no such row."))
    if options.rows == TURNS and scored is not None and sheet.outcome is None:
        if scored != on_turn(sheet):
            yield Problem(f"players.{scored}.points", _("It isn’t {name}’s turn.", name=sheet.table.names[scored]))
        elif options.ends_when_full and entry.row in filled(sheet, scored):
            yield Problem("hand.row", _("{name} has filled this row already.", name=sheet.table.names[scored]))
    is_playing = winner is None or sheet.outcome is not None or winner in taking_part(sheet)
    if options.gathers and winner is not None and not is_playing:
        yield Problem("hand.winner", _("{name} doesn’t take part in this round.", name=sheet.table.names[winner]))
    if not options.bidding:
        yield from _point_problems(rules, sheet, entry)
        return
    taken, expected = [tricks for tricks in entry.tricks if tricks is not None], tricks_in_round(sheet)
    if taken and sum(taken) != expected:
        message = ngettext(
            "The tricks add up to {sum}, not {count}.",
            "The tricks add up to {sum}, not {count}.",
            expected,
            sum=sum(taken),
        )
        yield Problem("players", message, level="warning")


def _point_problems(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    """RULES.md: What is checked; What a round adds up to."""
    options, index = sheet.table.options, row_of(sheet, entry)
    row = None if index is None else typed_rows(options.categories)[index]
    for path, field, at in places(Entry, len(sheet.table.names), len(rules.sides(sheet.table))):
        value = getattr(entry, field.name)[at] if field.name in ("points", "together") else None
        if value is None:
            continue
        counts = row.counts if row is not None else options.gathers and options.worth != 1
        if value < 0 and (counts or not options.allows_negative):
            yield Problem(path, _("Points can’t be negative here."))
        elif counts and value > MOST_COUNTED:
            yield Problem(path, _("Enter at most {most}.", most=MOST_COUNTED))
        elif row is not None and row.table and value >= len(row.table):
            name = shown(options.template, row.name)
            yield Problem(path, _("{row}: at most {most}.", row=name, most=len(row.table) - 1))
    given = typed(sheet, entry)
    total, sums = sum(value for _column, value in given), options.possible_sums(len(given))
    if not given or not sums or total in sums:
        return
    if options.sum == ZERO:
        yield Problem("players", _("The points add up to {sum}, not to zero.", sum=total))
    else:
        message = _("The points add up to {sum}, not to {sums}.", sum=total, sums=either(sums))
        yield Problem("players", message, level="warning")
