"""How a game ends, and who has won it then. RULES.md: The end; Ties; Out."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scorekeeper.games.any_game.hand import (
    at_table,
    is_new,
    is_out,
    on_turn,
    phases_done,
    players_so_far,
    taking_part,
    turns_taken,
    who_scored,
)
from scorekeeper.games.any_game.options import CATEGORIES, TURNS
from scorekeeper.games.any_game.rows import typed_rows
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import Ranking, best_after, ranked_first, reached
from scorekeeper.rules.sheet import Column, Outcome, Seats
from scorekeeper.rules.words import Text, both, gettext as _, ngettext, points

if TYPE_CHECKING:
    from scorekeeper.games.any_game.hand import AnySheet, Entry
    from scorekeeper.games.any_game.options import Options

    AnyRules = Rules[Options, Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moment:
    """A sheet after its last row: the seats that go on, the ranking, and the rows of each round so far."""

    rules: AnyRules
    sheet: AnySheet
    seats: Seats
    ranking: Ranking
    rounds: tuple[range, ...]
    round_is_over: bool


def rounds_of(sheet: AnySheet, row: int) -> int | None:
    """Return how many rounds a game with players up to this row has, or None if that isn't what ends it.

    RULES.md: The end; Joining late, leaving early.
    """
    options = sheet.table.options
    if options.rows == CATEGORIES:
        return len(typed_rows(options.categories))
    if not options.ends_after_rounds:
        return None
    if not options.deck:
        return options.rounds
    return options.deck // max(players_so_far(sheet.table, row), 1)


def outcome_of(rules: AnyRules, sheet: AnySheet) -> Outcome | None:
    """Return how the last hand ended the game, or None while it goes on."""
    is_tied = False
    for moment in _moments(rules, sheet):
        if (outcome := _last_one_in(moment)) is not None:
            return outcome
        outcome = None if is_tied else _judged(moment)
        # A tie is played on. RULES.md: Ties.
        is_tied = is_tied or (outcome is not None and sheet.table.options.plays_on and len(outcome.winners) > 1)
        if outcome is not None and not is_tied:
            return outcome
    return None


def _moments(rules: AnyRules, sheet: AnySheet) -> Iterator[_Moment]:
    """Yield how things stood at the end of the last row and, if anybody left then, how they stand without them.

    RULES.md: Joining late, leaving early.
    """
    row = len(sheet.hands)
    if not row:
        return
    there = {seat for seat in sheet.table.seats if at_table(sheet, seat, row)}
    following = taking_part(sheet)
    staying = tuple(
        seat for seat in sheet.table.seats if seat in following or (seat in there and not is_out(sheet, seat))
    )
    yield _moment(rules, sheet, staying, [seat for seat in sheet.table.seats if seat not in there])
    if staying != following:
        yield _moment(rules, sheet, following, away(sheet))


def _moment(rules: AnyRules, sheet: AnySheet, seats: Seats, absent: Container[int]) -> _Moment:
    """Divide the rows into rounds: with turns, one is over when the next turn is that of the same seat or before it."""
    ends, count = list(range(len(sheet.hands) + 1)), len(sheet.hands)
    if sheet.table.options.rows == TURNS:
        turns = [*(who_scored(hand.entry) for hand in sheet.hands), on_turn(sheet, seats)]
        ends = [0]
        for number, (last, following) in enumerate(pairwise(turns), start=1):
            if last is None or following is None or following <= last:
                ends.append(number)
    is_over = ends[-1] == count
    bounds = ends if is_over else [*ends, count]
    rounds = tuple(range(before + 1, end + 1) for before, end in pairwise(bounds))
    ranking = ranked(rules, sheet, absent)
    return _Moment(rules=rules, sheet=sheet, seats=seats, ranking=ranking, rounds=rounds, round_is_over=is_over)


def away(sheet: AnySheet) -> Seats:
    """Return who has left before the next row, hasn't joined yet, or joins with it."""
    row = len(sheet.hands) + 1
    return tuple(seat for seat in sheet.table.seats if not at_table(sheet, seat, row) or is_new(sheet, seat))


def ranked(rules: AnyRules, sheet: AnySheet, absent: Container[int]) -> Ranking:
    """Rank whoever is out after the others, and whoever is absent last. RULES.md: Out; Joining late, leaving early."""
    by_total = Rules.ranking(rules, sheet)
    if not sheet.table.options.alone:
        return by_total
    groups = {str(seat): 2 if seat in absent else int(is_out(sheet, seat)) for seat in sheet.table.seats}
    in_group = (tuple(key for key in tied if groups[key] == number) for number in range(3) for tied in by_total)
    return tuple(keys for keys in in_group if keys)


def _judged(moment: _Moment) -> Outcome | None:
    """Return how the round ended the game, or None; the winners may be tied."""
    options, was_tied = moment.sheet.table.options, _was_tied(moment)
    if not moment.round_is_over:
        return _at_target(moment) if options.can_end_at_once and options.at_once and not was_tied else None
    outcome = _phases(moment) or _played_out(moment) or _at_target(moment)
    return _played_on(moment) if outcome is None and was_tied else outcome


def _last_one_in(moment: _Moment) -> Outcome | None:
    """RULES.md: Out."""
    sheet, playing = moment.sheet, moment.seats
    if len(playing) > 1 or not any(is_out(sheet, seat) for seat in sheet.table.seats):
        return None
    if not playing or is_new(sheet, playing[0]):
        return _won_by(moment, moment.ranking[0], _("Nobody is left in the game"))
    name = sheet.table.names[playing[0]]
    return _won_by(moment, (str(playing[0]),), _("{name} is the last one in", name=name))


def _phases(moment: _Moment) -> Outcome | None:
    """RULES.md: Phases."""
    sheet = moment.sheet
    table, goal = sheet.table, sheet.table.options.phases
    if not table.options.has_phases:
        return None
    done = {str(seat) for seat in table.seats if phases_done(sheet, seat) >= goal}
    finished = (tuple(key for key in tied if key in done) for tied in moment.ranking)
    best = next((keys for keys in finished if keys), None)
    if best is None:
        return None
    names = both(name for seat, name in enumerate(table.names) if str(seat) in done)
    reason = ngettext("{names} completed the only phase", "{names} completed all {count} phases", goal, names=names)
    return _won_by(moment, best, reason)


def _played_out(moment: _Moment) -> Outcome | None:
    """RULES.md: The end."""
    played = _all_played(moment)
    if played is None:
        return None
    if moment.rules.has_winner:
        return best_after(moment.sheet, moment.ranking, played)
    return _won_by(moment, (), _("The game was over after {played}", played=played))


def _all_played(moment: _Moment) -> Text | None:
    """Return what has been played if nothing is left to play, or None."""
    options, done = moment.sheet.table.options, len(moment.rounds)
    if options.rows == TURNS and options.ends_when_full:
        rows, turns = len(typed_rows(options.categories)), turns_taken(moment.sheet)
        full = all(turns[seat] >= rows for seat in moment.seats)
        return ngettext("{count} row", "{count} rows", rows) if full else None
    rounds = rounds_of(moment.sheet, len(moment.sheet.hands))
    if rounds is None or done < rounds:
        return None
    if options.rows == CATEGORIES:
        return ngettext("{count} row", "{count} rows", done)
    return ngettext("{count} round", "{count} rounds", done)


def _at_target(moment: _Moment) -> Outcome | None:
    """RULES.md: The target."""
    rules, sheet, options = moment.rules, moment.sheet, moment.sheet.table.options
    there = _reaching(sheet, moment.rounds[-1])
    if not there:
        return None
    why = reached(options.target, [(column.label, sheet.totals[column.key]) for column in there])
    if not (options.at_once and options.can_end_at_once and rules.has_dealer):
        return _won_by(moment, moment.ranking[0], why)
    # Whoever counts first has won, whatever the others would have counted.
    order = sheet.table.clockwise(sheet.table.after(sheet.hands[-1].dealer))
    winner = min(there, key=lambda column: min(order.index(seat) for seat in column.seats))
    if len(there) > 1:
        why = _("{name} reached the target of {target} first", name=winner.label, target=options.target)
    return _won_by(moment, (winner.key,), why)


def _reaching(sheet: AnySheet, rows: range) -> list[Column]:
    """Return the columns whose total is at the target after these rows of a round, in some of which they took part."""
    options, totals, target = sheet.table.options, sheet.hands[rows[-1] - 1].totals, points(sheet.table.options.target)
    return [
        column
        for column in sheet.columns
        if options.ends_at_target
        and (totals[column.key] <= target if options.counts_down else totals[column.key] >= target)
        and any(at_table(sheet, seat, row) for seat in column.seats for row in rows)
    ]


def _was_tied(moment: _Moment) -> bool:
    """Return whether the target was reached before the last hand, and only a tie kept the game going."""
    sheet, options = moment.sheet, moment.sheet.table.options
    if not (options.plays_on and options.ends_at_target):
        return False
    is_asked_early = options.at_once and options.can_end_at_once
    return any(
        _reaching(sheet, range(rows[0], row + 1))
        for rows in moment.rounds
        for row in (rows if is_asked_early else rows[-1:])
        if row < len(sheet.hands)
    )


def _played_on(moment: _Moment) -> Outcome:
    """Say who is ahead at the end of a round after a tie, though nobody is at the target anymore. RULES.md: Ties."""
    count = len(moment.rounds)
    played = ngettext("{count} round", "{count} rounds", count)
    return best_after(moment.sheet, moment.ranking, played)


def _won_by(moment: _Moment, winners: tuple[str, ...], reason: Text) -> Outcome:
    """Return the outcome, without a winner if the game is just a tally."""
    if not moment.rules.has_winner:
        return Outcome(reason=reason, winners=(), ranking=moment.ranking)
    return ranked_first(moment.ranking, winners, reason)
