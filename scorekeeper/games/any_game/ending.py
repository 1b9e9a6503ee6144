"""How a game ends, and who has won it then. RULES.md: The end; Ties; Out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.games.any_game.hand import filled, is_out, on_turn, taking_part, who_scored
from scorekeeper.games.any_game.options import CATEGORIES, COUNTS, NOBODY, PLAY_ON, TURNS
from scorekeeper.games.any_game.rows import typed_rows
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import outcome_after, reached, won_by
from scorekeeper.rules.sheet import Outcome
from scorekeeper.rules.words import Text, gettext as _, ngettext, points

if TYPE_CHECKING:
    from scorekeeper.games.any_game.hand import AnySheet, Entry
    from scorekeeper.games.any_game.options import Options


def rounds_of(sheet: AnySheet) -> int | None:
    """Return how many rounds the game has, or None if that isn't what ends it. RULES.md: The end."""
    options = sheet.table.options
    if options.rows == CATEGORIES:
        return len(typed_rows(options.categories))
    if not options.ends_after_rounds:
        return None
    return options.cards // len(sheet.table.names) if options.bidding and options.cards else options.rounds


def outcome_of(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """Return how the last hand ended the game, or None while it goes on."""
    options = sheet.table.options
    at_once = options.ends_at_target and options.at_once
    if not sheet.hands or not (at_once or _round_is_over(sheet)):
        return None
    last_one = _last_one_in(rules, sheet)
    if last_one is not None:
        return last_one
    if options.scores_rounds and options.phases and (outcome := _phases(rules, sheet)):
        return outcome
    played = _played_out(sheet)
    if played is not None:
        return _by_total(rules, sheet, outcome_after(rules, sheet, 0, played))
    return _at_target(rules, sheet) if options.ends_at_target else None


def _round_is_over(sheet: AnySheet) -> bool:
    """Return whether everybody has had as many turns as everybody else."""
    if sheet.table.options.rows != TURNS:
        return True
    last, following = who_scored(sheet.hands[-1].entry), on_turn(sheet)
    return last is None or following is None or following <= last


def _played_out(sheet: AnySheet) -> Text | None:
    """Return what has been played if nothing is left to play, or None."""
    options, rounds = sheet.table.options, rounds_of(sheet)
    if options.rows == TURNS and options.ends_when_full:
        rows = len(typed_rows(options.categories))
        full = all(len(filled(sheet, seat)) >= rows for seat in taking_part(sheet))
        return ngettext("{count} row", "{count} rows", rows) if full else None
    done = len(sheet.hands)
    if options.rows == TURNS:
        done = max(sum(who_scored(hand.entry) == seat for hand in sheet.hands) for seat in sheet.table.seats)
    if rounds is None or done < rounds:
        return None
    if options.rows == CATEGORIES:
        return ngettext("{count} row", "{count} rows", done)
    return ngettext("{count} round", "{count} rounds", done)


def _last_one_in(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: Out."""
    limit, table = sheet.table.options.out, sheet.table
    if limit is None or not table.options.alone or len(table.names) < 2:
        return None
    there = taking_part(sheet)
    if len(there) > 1 or not any(is_out(sheet, seat, limit) for seat in table.seats):
        return None
    if not there:
        return _by_total(rules, sheet, outcome_after(rules, sheet, 0, _("the last round")))
    name = table.names[there[0]]
    return won_by(rules, sheet, (str(there[0]),), _("{name} is the last one in", name=name))


def _phases(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: Phases."""
    goal = sheet.table.options.phases
    done = {str(seat) for seat in sheet.table.seats if sum(hand.entry.phase[seat] for hand in sheet.hands) >= goal}
    finished = (tuple(key for key in tied if key in done) for tied in rules.ranking(sheet))
    best = next((keys for keys in finished if keys), None)
    if best is None:
        return None
    names = [sheet.table.names[int(key)] for key in best]
    reason = ngettext(
        "{names} completed {count} phase", "{names} completed all {count} phases", goal, names=", ".join(names)
    )
    return won_by(rules, sheet, best, reason)


def _at_target(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: The target."""
    options, target = sheet.table.options, points(sheet.table.options.target)
    totals = sheet.totals
    there = [
        column
        for column in sheet.columns
        if (totals[column.key] <= target if options.counts_down else totals[column.key] >= target)
    ]
    if not there:
        return None
    why = reached(options.target, [(column.label, totals[column.key]) for column in there])
    reaching_wins = options.wins != NOBODY and (options.reaching_wins or options.past != COUNTS)
    if not reaching_wins or not (options.at_once or options.past != COUNTS):
        return _by_total(
            rules, sheet, Outcome(reason=why, winners=rules.ranking(sheet)[0], ranking=rules.ranking(sheet))
        )
    if not options.at_once:
        return _by_total(rules, sheet, won_by(rules, sheet, tuple(column.key for column in there), why))
    # Whoever counts first has won, whatever the others would have counted.
    first = sheet.table.after(sheet.hands[-1].dealer) if rules.has_dealer else 0
    order = sheet.table.clockwise(first)
    winner = min(there, key=lambda column: min(order.index(seat) for seat in column.seats))
    if len(there) > 1:
        why = _("{name} reached the target of {target} first", name=winner.label, target=options.target)
    return won_by(rules, sheet, (winner.key,), why)


def _by_total(rules: Rules[Options, Entry], sheet: AnySheet, outcome: Outcome | None) -> Outcome | None:
    """Return the outcome with no winner if nobody can win, or None if a tie is to be played on. RULES.md: Ties."""
    options = sheet.table.options
    if outcome is None or (options.wins != NOBODY and options.ties == PLAY_ON and len(outcome.winners) > 1):
        return None
    if options.wins == NOBODY:
        return Outcome(reason=outcome.reason, winners=(), ranking=outcome.ranking)
    return outcome
