"""What a player or a side needs: to reach the target, or to pass another in the last round."""

from collections.abc import Iterator

from scorekeeper.games.any_game.choices import ROUNDS
from scorekeeper.games.any_game.hand import is_last_turn, is_new, possible_sums, since_target, taking_part
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.scoring import typed
from scorekeeper.games.any_game.screen import AnyGameScreen
from scorekeeper.rules.game import Need
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Amount, Half, TextValue, gettext as _, ngettext, points


def needs(screen: AnyGameScreen, column: Column) -> Iterator[Need]:
    """Yield what a column needs, unless it's known what it scores. RULES.md: What a player needs."""
    sheet, options = screen.before, screen.table.options
    known = {other.key: value for other, value in typed(sheet, screen.so_far)}
    there = {seat for seat in taking_part(sheet) if not is_new(sheet, seat)}
    is_known = options.one_scores and screen.so_far.winner not in (None, *column.seats)
    if column.key in known or is_known or not there.issuperset(column.seats):
        return
    if options.ends_at_target:
        in_last_turns = not options.exact and since_target(sheet, None)
        yield from _in_last_turn(screen, column, there) if in_last_turns else _to_target(screen, column)
        return
    # Otherwise, this round must be the last, its totals must decide, and everybody must be able to score anything.
    is_free = options.scores_rounds and not options.names_winner and not possible_sums(options, len(sheet.columns))
    decides = not options.has_phases and options.out is None and screen.rules.has_winner
    is_last = options.ends_after_rounds and len(sheet.hands) + 1 >= options.rounds
    if is_free and decides and is_last and there.issuperset(screen.table.seats):
        ranking = screen.rules.ranking(sheet)
        place = next(number for number, tied in enumerate(ranking) if column.key in tied)
        rivals = dict.fromkeys((ranking[place - 1], ranking[0]) if place else ranking[1:2])
        columns = {(other.key,): other for other in sheet.columns}
        for other in (columns[tied] for tied in rivals if tied in columns):
            yield from _to_pass(screen, column, other, known.get(other.key))


def tells_needs(options: Options) -> bool:
    """Return whether a game with these options has a target or a last round. In a tally, they are in sight anyway."""
    if options.tallies:
        return False
    return options.ends_at_target or (options.ends_after_rounds and options.scores_rounds and not options.names_winner)


def _to_target(screen: AnyGameScreen, column: Column) -> Iterator[Need]:
    """RULES.md: The target."""
    options, total, target = screen.table.options, screen.before.totals[column.key], points(screen.table.options.target)
    away, aim = Half(total - target if options.counts_down else target - total), Amount(half=target)
    if away <= 0:  # A tie is being played on.
        return
    if options.exact:
        yield Need(away, _("exactly, to reach {target}", target=aim))
    else:
        ends = not options.reaching_wins and options.rows == ROUNDS and not options.plays_on
        yield Need(away, _("more to reach {target}", target=aim), _("which ends the game") if ends else None)


def _in_last_turn(screen: AnyGameScreen, column: Column, there: set[int]) -> Iterator[Need]:
    """Compare a column that still has a turn with the best of those that have none anymore. RULES.md: The target."""
    sheet = screen.before
    turns = {seat for seat in there if is_last_turn(sheet, seat)}
    done = [other for other in sheet.columns if (there - turns).issuperset(other.seats)]
    tied = ([other for other in done if other.key in keys] for keys in screen.rules.ranking(sheet))
    best = next(filter(None, tied), [])
    if len(best) == 1 and turns & {*column.seats} and screen.rules.has_winner:
        yield from _to_pass(screen, column, best[0], 0)


def _to_pass(screen: AnyGameScreen, column: Column, other: Column, known: int | None) -> Iterator[Need]:
    """Compare a column with another, whose points in this round or the last turns may be known."""
    low, totals = screen.rules.low_wins, screen.before.totals
    ahead = (totals[other.key] - totals[column.key]) // 2 * (-1 if low else 1)  # negative if the other is behind
    low = low != screen.table.options.counts_down
    this_round, seats = _("in this round"), len(other.seats)
    names: dict[str, TextValue] = {"name": column.label, "other": other.label}
    if known is not None:
        number = known - ahead - 1 if low else known + ahead + 1
        can_be_negative = screen.table.options.allows_negative
        if low and number < 0 and not can_be_negative:
            yield Need(points(ahead), _("behind {other}", **names), _("too many for this round"))
        elif low:
            yield Need(points(number), _("at most, to be ahead of {other}", **names), this_round)
        elif number > 0 or can_be_negative:
            yield Need(points(number), _("at least, to be ahead of {other}", **names), this_round)
    elif ahead > 0:
        aim = _("fewer than {other}, to get ahead", **names) if low else _("more than {other}, to get ahead", **names)
        yield Need(points(ahead + 1), aim, this_round)
    else:
        caught = ngettext(
            "more than {name}, and {other} catches up", "more than {name}, and {other} catch up", seats, **names
        )
        if low:
            caught = ngettext(
                "fewer than {name}, and {other} catches up", "fewer than {name}, and {other} catch up", seats, **names
            )
        yield Need(points(-ahead), caught, this_round)
