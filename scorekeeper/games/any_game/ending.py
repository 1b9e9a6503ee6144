"""How a game ends, and who has won it then. RULES.md: The end; Ties; Out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.games.any_game.hand import (
    at_table,
    is_out,
    on_turn,
    phases_done,
    taking_part,
    turns_taken,
    who_scored,
)
from scorekeeper.games.any_game.options import CATEGORIES, TURNS
from scorekeeper.games.any_game.rows import typed_rows
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import outcome_after, reached, won_by
from scorekeeper.rules.sheet import Outcome
from scorekeeper.rules.words import Text, both, gettext as _, ngettext, points

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
    if not sheet.hands:
        return None
    if (outcome := _last_one_in(rules, sheet)) is not None:
        return outcome
    if not _round_is_over(sheet) and not (options.can_end_at_once and options.at_once):
        return None
    outcome = _phases(rules, sheet) or _played_out(rules, sheet) or _at_target(rules, sheet)
    # A tie is played on. RULES.md: Ties.
    return None if outcome is None or (options.plays_on and len(outcome.winners) > 1) else outcome


def _round_is_over(sheet: AnySheet) -> bool:
    """Return whether everybody has had as many turns as everybody else."""
    if sheet.table.options.rows != TURNS:
        return True
    last, following = who_scored(sheet.hands[-1].entry), on_turn(sheet)
    return last is None or following is None or following <= last


def _last_one_in(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: Out."""
    limit, table = sheet.table.options.out, sheet.table
    if limit is None or not table.options.alone or len(table.names) < 2:
        return None
    playing = taking_part(sheet)
    if len(playing) > 1 or not any(is_out(sheet, seat, limit) for seat in table.seats):
        return None
    if not playing:
        return _by_total(rules, sheet, _("Nobody is left in the game"))
    return _won_by(rules, sheet, (str(playing[0]),), _("{name} is the last one in", name=table.names[playing[0]]))


def _phases(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: Phases."""
    table, goal = sheet.table, sheet.table.options.phases
    if not table.options.has_phases:
        return None
    done = {str(seat) for seat in table.seats if phases_done(sheet, seat) >= goal}
    finished = (tuple(key for key in tied if key in done) for tied in rules.ranking(sheet))
    best = next((keys for keys in finished if keys), None)
    if best is None:
        return None
    names = both(name for seat, name in enumerate(table.names) if str(seat) in done)
    reason = ngettext("{names} completed the only phase", "{names} completed all {count} phases", goal, names=names)
    return _won_by(rules, sheet, best, reason)


def _played_out(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: The end."""
    played = _all_played(sheet)
    if played is None:
        return None
    if rules.has_winner:
        return outcome_after(rules, sheet, 0, played)
    return _by_total(rules, sheet, _("The game was over after {played}", played=played))


def _all_played(sheet: AnySheet) -> Text | None:
    """Return what has been played if nothing is left to play, or None."""
    options, done = sheet.table.options, len(sheet.hands)
    rows, rounds = len(typed_rows(options.categories)), rounds_of(sheet)
    if options.rows == TURNS:
        turns = turns_taken(sheet)
        if options.ends_when_full:
            full = all(turns[seat] >= rows for seat in taking_part(sheet))
            return ngettext("{count} row", "{count} rows", rows) if full else None
        done = max(turns.values())
    if rounds is None or done < rounds:
        return None
    if options.rows == CATEGORIES:
        return ngettext("{count} row", "{count} rows", done)
    return ngettext("{count} round", "{count} rounds", done)


def _at_target(rules: Rules[Options, Entry], sheet: AnySheet) -> Outcome | None:
    """RULES.md: The target."""
    options, totals, target = sheet.table.options, sheet.totals, points(sheet.table.options.target)
    if not options.ends_at_target:
        return None
    there = [
        column
        for column in sheet.columns
        if any(at_table(sheet, seat, len(sheet.hands)) for seat in column.seats)
        and (totals[column.key] <= target if options.counts_down else totals[column.key] >= target)
    ]
    if not there:
        return None
    why = reached(options.target, [(column.label, totals[column.key]) for column in there])
    if not (options.at_once and options.can_end_at_once and options.reaching_wins):
        return _by_total(rules, sheet, why)
    # Whoever counts first has won, whatever the others would have counted.
    order = sheet.table.clockwise(sheet.table.after(sheet.hands[-1].dealer) if rules.has_dealer else 0)
    winner = min(there, key=lambda column: min(order.index(seat) for seat in column.seats))
    if len(there) > 1:
        why = _("{name} reached the target of {target} first", name=winner.label, target=options.target)
    return _won_by(rules, sheet, (winner.key,), why)


def _by_total(rules: Rules[Options, Entry], sheet: AnySheet, reason: Text) -> Outcome:
    return _won_by(rules, sheet, rules.ranking(sheet)[0], reason)


def _won_by(rules: Rules[Options, Entry], sheet: AnySheet, winners: tuple[str, ...], reason: Text) -> Outcome:
    """Return the outcome, without a winner if the game is just a tally."""
    if not rules.has_winner:
        return Outcome(reason=reason, winners=(), ranking=rules.ranking(sheet))
    return won_by(rules, sheet, winners, reason)
