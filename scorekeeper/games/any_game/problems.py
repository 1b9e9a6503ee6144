"""What is wrong with a set of options, or with what was recorded. RULES.md: Options; What is checked."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise, zip_longest

from scorekeeper.games.any_game import choices, hand as play
from scorekeeper.games.any_game.hand import AnySheet, Entry
from scorekeeper.games.any_game.names import rows_of, shown, typed_rows
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.scoring import score_lines, typed
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import is_told, places
from scorekeeper.rules.sheet import Problem, Table, add_lines
from scorekeeper.rules.stays import NAMES, stays
from scorekeeper.rules.text import either, folded, gettext as _

ID = re.compile(r"[a-z0-9-]*")
MOST_COUNTED = 999  # How many cards or pieces there can be. What they are worth must fit into the database.


def worst(problems: Iterable[Problem]) -> Problem | None:
    """Return the first error or, if there is none, the first warning, or None."""
    return min(problems, key=lambda problem: problem.level != "error", default=None)


def table_problems(table: Table[Options]) -> Iterator[Problem]:
    """Yield what keeps a game from being scored like this. RULES.md: Options; Joining late, leaving early."""
    yield from option_problems(table.options)
    options, players = table.options, len(table.names)
    there = stays(options, players)
    joiners = [stay for stay in there if stay.first > 1]
    spans = [[row for span in stay.spans for row in span] for stay in there]
    returns = list(zip_longest(options.joined, options.left, fillvalue=0))[players:]
    is_for_partners = options.sides == choices.PARTNERS and players >= (options.partners_from or 0)
    if is_for_partners and (players < 4 or players % 2 > 0):
        yield Problem("players", _("Partners need 4, 6, 8 or 10 players."))
    if 0 < options.deck < players:
        yield Problem("cards", _("The deck needs at least one card per player."))
    if not options.players_change and (joiners or any(end for stay in there for _row, end in stay.spans)):
        partners = _("Someone has joined or left, so there can’t be partners.")
        tally = _("Someone has joined or left, so points can’t be counted as they’re made.")
        yield Problem("rows", tally) if options.tallies else Problem("sides", partners)
    if len(options.joined_with) > players:
        yield Problem("joined_with", _("Expected a number for each player."))
    for name in NAMES:
        if len(getattr(options, name)) % players > 0:
            yield Problem(name, _("Expected a number for each player."))
    if any(not end for stay in there for _row, end in stay.spans[:-1]):
        yield Problem("joined", _("Nobody can come back who hasn’t left."))
    # The last span may have no end.
    if any(later < row for rows in spans for row, later in pairwise(rows if rows[-1] else rows[:-1])):
        yield Problem("left", _("Nobody can leave before they join."))
    if any(left and not joined for joined, left in returns):
        yield Problem("left", _("Nobody can leave who hasn’t come back."))
    if options.ends_at_target and any(options.reaches(stay.joined_with, options.target) for stay in joiners):
        yield Problem("joined_with", _("Nobody can join with the target."))
    if options.out is not None and any(options.reaches(stay.joined_with, options.out) for stay in joiners):
        yield Problem("joined_with", _("Nobody can join with a total that is out."))
    if options.deck and options.alone and any(play.rounds_in_deck(table, stay.first) < stay.first for stay in joiners):
        late = _("With another player, the game would be over, so it’s too late to join.")
        yield Problem("joined", late, level="warning")


def option_problems(options: Options) -> Iterator[Problem]:
    """Yield how options contradict each other. RULES.md: Options."""
    if not ID.fullmatch(options.template):
        yield Problem("template", _("Use lowercase letters, digits and hyphens."))
    if options.ends_when_full:
        yield from _row_problems(options)
    if options.tallies and options.ends == choices.ROUNDS:
        yield Problem("ends", _("If points are counted as they’re made, there are no rounds."))
    if options.sides == choices.TOGETHER and not options.just_won:
        yield Problem("sides", _("All can win or lose together only if you just say who won."))
    if options.ends_at_target and options.start == options.target:
        yield Problem("target", _("The target can’t be what everyone starts with."))
    is_short = options.back > options.target if options.counts_down else options.back < options.target
    if options.exact and options.past == choices.BACK and not is_short:
        yield Problem("back", _("This must be short of the target."))
    if options.scores_rounds and options.sum == choices.FIXED and not options.sums:
        yield Problem("sums", _("Enter what a round’s points add up to."))
    if options.has_buttons and any(button < 0 for button in options.buttons or ()) and not options.allows_negative:
        yield Problem("buttons", _("Points can’t be negative in this game."))
    if options.fewest > options.most:
        yield Problem("most", _("This must be at least the fewest players."))
    if not options.alone and options.scores_rounds and options.sum == choices.WINNER:
        yield Problem("sum", _("For this, everyone must play alone."))
    if options.sides == choices.PARTNERS and options.most < (options.partners_from or 4):
        yield Problem("most", _("Partners need at least {players} players.", players=options.partners_from or 4))
    if options.partners_depend and (options.partners_from or 0) % 2 > 0:
        yield Problem("partners_from", _("Partners need 4, 6, 8 or 10 players."))
    if options.out is not None and options.players_change:
        low, high = sorted((options.start, options.target))
        if options.out == options.start:
            yield Problem("out", _("Everyone would be out at once."))
        elif options.ends_at_target and low < options.out < high:
            why = _("At {out}, everyone would be out before the target.", out=options.out)
            yield Problem("out", why, level="warning")


def _row_problems(options: Options) -> Iterator[Problem]:
    """RULES.md: Rows with names."""
    rows = rows_of(options.categories)
    names = [row.name for row in rows]
    if not typed_rows(options.categories):
        yield Problem("categories", _("Enter the rows, one per line."))
    if len(set(names)) < len(names):
        yield Problem("categories", _("Two rows have the same name."))
    elif len(set(map(folded, names))) < len(names):
        yield Problem("categories", _("Two rows have the same name."), level="warning")
    if any(len(name) > choices.LONGEST_NAME for name in names):
        long = _("The name of a row can have at most {most} characters.", most=choices.LONGEST_NAME)
        yield Problem("categories", long)
    if any(row.bonus == 0 for row in rows):
        yield Problem("categories", _("A bonus can’t be 0."), level="warning")
    times = sum(row.beside > 0 for row in rows)
    if times and options.rows != choices.TURNS:
        yield Problem("categories", _("Only in turns can a row bring points each time."))
    elif times > 1:
        yield Problem("categories", _("Only one row can bring points each time."))


def hand_problems(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    """Yield what is wrong with a round, a row, a turn or a tally."""
    table, options, winner, scored = sheet.table, sheet.table.options, entry.winner, play.who_scored(entry)
    there, scores = rules.seats(sheet), entry.points if options.rows == choices.TURNS else ()
    others = [seat for seat, value in enumerate(scores) if value is not None and seat not in there]
    for path, field, index in places(Entry, len(table.names), len(rules.sides(table))):
        if others and field.name == "points":
            continue  # one sentence says it
        if is_told(field.value_in(entry, index)) and not field.asked(sheet, entry, index):
            yield Problem(path, _("This game doesn’t record that here: {what}.", what=field.label))
    fills_own = options.rows == choices.TURNS and options.ends_when_full
    if fills_own and (entry.row or 0) > len(typed_rows(options.categories)):
        yield Problem("hand.row", _("There is no such row."))
    if others and there:
        why = _("It’s {name}’s turn, so nobody else scores.", name=table.names[there[0]])
        yield Problem(f"players.{others[0]}.points", why)
    elif others:
        yield Problem("players", _("Nobody has a turn."))
    elif fills_own and scored is not None and sheet.outcome is None and entry.row in play.filled(sheet, scored):
        yield Problem("hand.row", _("{name} has filled this row already.", name=table.names[scored]))
    scored_any = any(value is not None for value in (*entry.points, *entry.together))
    if options.names_winner and winner is None and there and (options.gathers or scored_any):
        yield Problem("hand.winner", _("Missing: {what}.", what=_("Won the round")), asks=play.WHO_WON)
    if options.names_winner and winner is not None and winner not in there:
        yield Problem("hand.winner", _("{name} doesn’t take part in this round.", name=table.names[winner]))
    if not options.bidding:
        yield from _point_problems(rules, sheet, entry)
        return
    taken, expected = [tricks for tricks in entry.tricks if tricks is not None], play.tricks_in_round(sheet)
    if taken and sum(taken) != expected:
        message = _("The tricks add up to {sum}, not {expected}.", sum=sum(taken), expected=expected)
        yield Problem("players", message, level="warning")


def _point_problems(rules: Rules[Options, Entry], sheet: AnySheet, entry: Entry) -> Iterator[Problem]:
    """RULES.md: What is checked; What a round adds up to."""
    table, options, row = sheet.table, sheet.table.options, play.row_of(sheet, entry)
    counts = options.gathers and options.worth != 1 if row is None else row.counts
    for path, field, index in places(Entry, len(table.names), len(rules.sides(table))):
        value = field.value_in(entry, index) if field.name in ("points", "together") else None
        if not isinstance(value, int):
            continue
        if value < 0 and (counts or not options.allows_negative):
            yield Problem(path, _("Points can’t be negative here."))
        elif counts and value > MOST_COUNTED:
            yield Problem(path, _("Enter at most {most}.", most=MOST_COUNTED))
        elif row is not None and row.table and value >= len(row.table):
            name = shown(options.template, row.name)
            yield Problem(path, _("{row}: at most {most}.", row=name, most=len(row.table) - 1))
        elif options.enters_points and options.ask_above is not None and value > options.ask_above:
            name = table.partners(rules.sides(table)[index or 0] if field.per == "side" else (index or 0,))
            why = _("{name} with {points}? That’s more than {most}.", name=name, points=value, most=options.ask_above)
            yield Problem(path, why, level="warning")
    if options.tallies and options.ends_at_target:
        totals = [total // 2 for total in add_lines(sheet.totals, score_lines(sheet, entry)).values()]
        best = min(totals) if rules.low_wins else max(totals)
        if not any(options.reaches(total, options.target) for total in totals):
            message = _("Nobody has reached {target} yet.", target=options.target)
            yield Problem("players", message, level="warning")
        elif options.plays_on and totals.count(best) > 1:
            yield Problem("players", _("Level at {total}: play on.", total=best), level="warning")
        elif options.plays_on and sum(abs(total - best) < choices.LEADS[options.ties] for total in totals) > 1:
            yield Problem("players", _("Nobody is ahead by two yet: play on."), level="warning")
    given = typed(sheet, entry)
    total, sums = sum(value for _column, value in given), play.possible_sums(options, len(given))
    if not given or not sums or total in sums:
        return
    if options.sum == choices.ZERO:
        yield Problem("players", _("The points add up to {sum}, not to zero.", sum=total))
    else:
        message = _("The points add up to {sum}, not to {sums}.", sum=total, sums=either(sums))
        yield Problem("players", message, level="warning")
