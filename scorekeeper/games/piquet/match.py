"""How a match of Piquet ends, and what the winner wins. RULES.md: Rubicon; Au cent."""

from dataclasses import replace

from scorekeeper.games.piquet.count import count_deal
from scorekeeper.games.piquet.deal import Entry, Options, dealt_again, names_of, seats_of
from scorekeeper.rules.ends import reached
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.text import Amount, Half, Text, TextValue, gettext as _, points

DEALS = {"rubicon_6": 6, "rubicon_4": 4}
"""Option `match` -> the number of deals in a Rubicon."""

EXTRA_DEALS = 2
"""How many deals are added if the totals are tied after the last one."""

HUNDRED = points(100)


def deals_played(sheet: Sheet[Options, Entry]) -> int:
    """Return how many deals count toward the match, excluding hands that were dealt again."""
    return sum(1 for hand in sheet.hands if not dealt_again(sheet.table.options, hand.entry))


def rubicon(sheet: Sheet[Options, Entry], ranking: tuple[tuple[str, ...], ...]) -> Outcome | None:
    """Return how a Rubicon ended, or None if it is still in progress.

    A hand that is dealt again never ends the match. Even if its 10 points break a tie, both extra deals are played.
    """
    options = sheet.table.options
    last, played = DEALS[options.match], deals_played(sheet)
    equal = len(ranking) == 1
    goes_on = played < last or (played == last and equal) or last < played < last + EXTRA_DEALS
    if goes_on or dealt_again(options, sheet.hands[-1].entry):
        return None
    if equal:
        total = Amount(half=sheet.totals[ranking[0][0]])
        reason = _("After two more deals, both have {total}: the match is drawn", total=total)
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking, says_who_won=True)
    (winner,), (loser,) = ranking
    higher, lower = sheet.totals[winner], sheet.totals[loser]
    names: dict[str, TextValue] = {"name": _name(sheet, winner), "loser": _name(sheet, loser)}
    if lower < HUNDRED:
        sums = {"won": higher + lower + HUNDRED, "higher": higher, "lower": lower}
        reason = _("{name} wins {won}: {loser} is rubiconed, so it’s {higher} and {lower}, plus 100 for the game")
    else:
        sums = {"won": higher - lower + HUNDRED, "ahead": higher - lower}
        reason = _("{name} wins by {ahead}, plus 100 for the game: {won}")
    values = names | {key: Amount(half=Half(amount)) for key, amount in sums.items()}
    return Outcome(reason=replace(reason, values=values), winners=(winner,), ranking=ranking, says_who_won=True)


def au_cent(sheet: Sheet[Options, Entry]) -> Outcome | None:
    """Return how a game au cent ended, or None if it is still in progress."""
    reachers = [column for column, total in sheet.totals.items() if total >= HUNDRED]
    if not reachers:
        return None
    winner, why, hand = reachers[0], None, sheet.hands[-1]
    if len(reachers) > 1 and hand.entry.quick:
        elder, younger = (str(seat) for seat in seats_of(sheet.table, hand.dealer).values())
        winner = max(elder, younger, key=lambda column: sheet.totals[column])
        why = _("on the totals alone, {name} is ahead", name=_name(sheet, winner))
        if sheet.totals[elder] == sheet.totals[younger]:
            why = _("the totals are equal, but {name} counts first as elder", name=_name(sheet, elder))
    elif len(reachers) > 1:
        totals = dict(sheet.hands[-2].totals if len(sheet.hands) > 1 else sheet.start)
        counted = count_deal(hand.entry, names_of(sheet.table, hand.dealer))
        steps: dict[str, Text] = {}
        for line, (step, _line) in zip(hand.lines, counted, strict=True):
            totals[line.column] = Half(totals[line.column] + line.points)
            if totals[line.column] >= HUNDRED:
                steps.setdefault(line.column, step)
        (winner, step), (_second, next_step) = steps.items()
        why = _("{name} got there first {step}", name=_name(sheet, winner), step=step)
        if step == next_step:
            why = _("both got there {step}, but {name} counts first as elder", step=step, name=_name(sheet, winner))
    loser = next(column for column in sheet.totals if column != winner)
    target = reached(100, [(_name(sheet, column), sheet.totals[column]) for column in reachers])
    if why is not None:
        reason = _("{target}; {why} and wins one game", target=target, why=why)
    elif sheet.totals[loser] < points(50):
        loser_name = _name(sheet, loser)
        reason = _("{target} and wins two games, because {loser} has fewer than 50", target=target, loser=loser_name)
    else:
        reason = _("{target} and wins one game", target=target)
    return Outcome(reason=reason, winners=(winner,), ranking=((winner,), (loser,)), says_who_won=True)


def _name(sheet: Sheet[Options, Entry], column: str) -> str:
    return sheet.table.names[int(column)]
