"""How a game ends, and who has won it then. RULES.md: The end; Ties; Out."""

from collections.abc import Container
from itertools import accumulate, pairwise

from scorekeeper.games.any_game import hand as play
from scorekeeper.games.any_game.choices import CATEGORIES, LEADS, TURNS
from scorekeeper.games.any_game.hand import AnySheet, Entry
from scorekeeper.games.any_game.names import typed_rows
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import Ranking, best_after, reached, won_by
from scorekeeper.rules.sheet import Column, Outcome, Seats
from scorekeeper.rules.text import Text, both, gettext as _, ngettext, points

AnyRules = Rules[Options, Entry]


def rounds_of(sheet: AnySheet, row: int) -> int | None:
    """Return how many rounds end the game, or None if none do. RULES.md: The end; Joining late, leaving early."""
    options = sheet.table.options
    if options.rows == CATEGORIES:
        return len(typed_rows(options.categories))
    if not options.ends_after_rounds:
        return None
    return play.rounds_in_deck(sheet.table, row) if options.deck else options.rounds


def away(sheet: AnySheet) -> Seats:
    """Return who has left before the next row, hasn't joined yet, or joins with it."""
    row = len(sheet.hands) + 1
    return tuple(seat for seat in sheet.table.seats if not play.at_table(sheet, seat, row) or play.is_new(sheet, seat))


def ranked(rules: AnyRules, sheet: AnySheet, absent: Container[int]) -> Ranking:
    """Rank whoever is out after the others, and whoever is absent last. RULES.md: Out; Joining late, leaving early."""
    by_total, groups = Rules.ranking(rules, sheet), _groups(sheet, absent)
    in_group = (tuple(key for key in tied if groups[key] == number) for number in range(3) for tied in by_total)
    return tuple(keys for keys in in_group if keys)


def _groups(sheet: AnySheet, absent: Container[int]) -> dict[str, int]:
    """Return the number of each column's group: those with a lower one are ranked before it, whatever the totals."""
    if not sheet.table.options.alone:
        return dict.fromkeys(sheet.totals, 0)
    return {str(seat): 2 if seat in absent else int(play.is_out(sheet, seat)) for seat in sheet.table.seats}


def outcome_of(rules: AnyRules, sheet: AnySheet) -> Outcome | None:
    """Return how the last hand ended the game, or None. RULES.md: A tally; Joining late, leaving early; Out."""
    if sheet.hands and sheet.table.options.tallies:
        moment = _Moment(rules, sheet, (*sheet.table.seats,), ())
        return moment.at_target(at_once=False) or rules.stopped(sheet, "leader_wins")
    table, row, following = sheet.table, len(sheet.hands), play.taking_part(sheet)
    there = {seat for seat in table.seats if play.at_table(sheet, seat, row)}
    new = {seat for seat in following if play.is_new(sheet, seat)}
    # Whoever comes back in the next row was still away.
    staying = tuple(seat for seat in table.seats if seat in new or (seat in there and not play.is_out(sheet, seat)))
    # How things stood at the end of the last row and, if anybody left then, how they stand without them.
    moments = [(staying, tuple(seat for seat in table.seats if seat not in there))]
    moments += [(following, away(sheet))] if staying != following else []
    for playing, absent in moments if row else ():
        moment = _Moment(rules, sheet, playing, absent)
        if len(playing) <= 1 and any(play.is_out(sheet, seat) for seat in table.seats):
            if not playing or play.is_new(sheet, playing[0]):
                return moment.won_by(moment.ranking[0], _("Nobody is left in the game"))
            return moment.won_by((str(playing[0]),), _("{name} is the last one in", name=table.names[playing[0]]))
        if outcome := moment.outcome():
            # A tie is played on, whoever leaves. RULES.md: Ties; Joining late, leaving early.
            return None if table.options.plays_on and len(outcome.winners) > 1 else outcome
    return None


class _Moment:
    """A sheet after its last row, with the seats that go on, the ranking, and the rows of each round so far."""

    def __init__(self, rules: AnyRules, sheet: AnySheet, seats: Seats, absent: Container[int]) -> None:
        self.rules, self.sheet, self.seats = rules, sheet, seats
        self.options = sheet.table.options
        self.ranking, self.groups = ranked(rules, sheet, absent), _groups(sheet, absent)
        turn = play.on_turn(sheet, seats) if self.options.rows == TURNS else None
        rounds = [0, *(hand.row for hand in sheet.hands), play.round_of(sheet, turn)]
        self.last_turns = play.since_target(sheet, turn)
        if self.last_turns:  # Then a round begins with whoever had the target first.
            rounds = rounds[: -len(self.last_turns)]
            laps = accumulate((after <= before for before, after in pairwise(self.last_turns)), initial=rounds[-1] + 1)
            rounds = [*rounds, *laps]
        self.round_is_over = rounds[-1] > rounds[-2]
        starts = [row for row, (before, after) in enumerate(pairwise(rounds), start=1) if after > before]
        bounds = starts if self.round_is_over else [*starts, len(rounds) - 1]
        self.rounds = tuple(range(start, end) for start, end in pairwise(bounds))

    def outcome(self) -> Outcome | None:
        """Return how the round ended the game, or None; the winners may be tied. RULES.md: Phases; The end; Ties."""
        sheet, options, table, count = self.sheet, self.options, self.sheet.table, self.sheet.hands[-1].row
        ends_early = options.at_once and options.can_end_at_once
        # Whether the target was reached before the last hand, and only a tie kept the game going.
        was_tied = options.plays_on and any(
            self.reaching(range(rows[0], row + 1))
            for rows in self.rounds
            for row in (rows if ends_early else rows[-1:])
            if row < len(sheet.hands)
        )
        at_once = ends_early and not was_tied
        if not self.round_is_over:
            return self.at_target(at_once=True) if at_once else None
        if options.has_phases:
            done = {str(seat) for seat in table.seats if play.phases_done(sheet, seat) >= options.phases}
            if done:
                names = both(name for seat, name in enumerate(table.names) if str(seat) in done)
                reason = ngettext(
                    "{names} completed the only phase",
                    "{names} completed all {count} phases",
                    options.phases,
                    names=names,
                )
                return self.won_by(self.level(done), reason)
        if options.rows == TURNS and options.ends_when_full:
            rows_each, turns = len(typed_rows(options.categories)), play.turns_taken(sheet)
            is_over, played = all(turns[seat] >= rows_each for seat in self.seats), rows_each
        else:
            rounds = rounds_of(sheet, len(sheet.hands))
            is_over, played = rounds is not None and count >= rounds, count
        rounds_played = ngettext("{count} round", "{count} rounds", played)
        what = ngettext("{count} row", "{count} rows", played) if options.ends_when_full else rounds_played
        at_target = None if is_over else self.at_target(at_once=at_once)
        # After a tie, or the last turns of all, somebody can be ahead though nobody is at the target anymore.
        if at_target or not (is_over or was_tied or self.last_turns):
            return at_target
        if not self.rules.has_winner:
            return self.won_by((), _("The game was over after {played}", played=what))
        return self.won_by(self.level(), best_after(sheet, self.ranking, what).reason)

    def level(self, those: Container[str] | None = None) -> tuple[str, ...]:
        """Return the best of those columns, by default of all, and who isn't far enough behind. RULES.md: Ties."""
        totals, options = self.sheet.totals, self.options
        lead = points(LEADS[options.ties] if options.plays_on and not options.tallies else 1)
        keys = [key for tied in self.ranking for key in tied if those is None or key in those]
        near = (key for key in keys if abs(totals[key] - totals[keys[0]]) < lead)
        return tuple(key for key in near if self.groups[key] == self.groups[keys[0]])

    def at_target(self, *, at_once: bool) -> Outcome | None:
        """Return how reaching the target ended the game, or None if nobody has. RULES.md: The target."""
        sheet, options = self.sheet, self.options
        there = self.reaching(self.rounds[-1])
        if not there:
            return None
        # Whoever counts first has won, whatever the others would have counted.
        has_first = at_once and self.rules.has_dealer
        inside = [column for column in there if has_first and not play.is_out(sheet, column.seats[0])]
        why = reached(options.target, [(column.label, sheet.totals[column.key]) for column in inside or there])
        if not inside:
            return self.won_by(self.level(), why)
        order = sheet.table.clockwise(sheet.table.after(sheet.hands[-1].dealer))
        winner = min(inside, key=lambda column: min(order.index(seat) for seat in column.seats))
        if len(inside) > 1:
            why = _("{name} reached the target of {target} first", name=winner.label, target=options.target)
        return self.won_by((winner.key,), why)

    def reaching(self, rows: range) -> list[Column]:
        """Return the columns with the target after these rows of a round, in some of which they took part."""
        options, totals = self.options, self.sheet.hands[rows[-1] - 1].totals
        return [
            column
            for column in self.sheet.columns
            if options.ends_at_target
            and options.reaches(totals[column.key] // 2, options.target)
            and any(play.at_table(self.sheet, seat, row) for seat in column.seats for row in rows)
        ]

    def won_by(self, winners: tuple[str, ...], reason: Text) -> Outcome:
        """Return the outcome, without a winner if nobody wins the game."""
        return won_by(self.ranking, winners if self.rules.has_winner else (), reason)
