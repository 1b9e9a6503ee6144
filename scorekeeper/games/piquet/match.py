"""How a match of Piquet ends, and what the winner wins. RULES.md: Rubicon; Au cent."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.games.piquet.count import count_deal
from scorekeeper.games.piquet.deal import ELDER, YOUNGER, Entry, Options, dealt_again, names_of, seats_of
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.words import Amount, Half, Text, TextValue, gettext as _, points

DEALS = {"rubicon_6": 6, "rubicon_4": 4}
"""Option `match` -> the number of deals in a Rubicon."""

EXTRA_DEALS = 2
"""How many deals are added if the totals are tied after the last one."""

HUNDRED = points(100)
DOUBLE_BELOW = points(50)


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
    over = _("{deals} deals and two more", deals=last) if played > last else _("{deals} deals", deals=last)
    if equal:
        both = Amount(half=sheet.totals[ranking[0][0]])
        reason = _("After {deals} both have {total}: the match is drawn", deals=over, total=both)
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking)
    (winner,), (loser,) = ranking
    lower = sheet.totals[loser]
    if lower < HUNDRED:
        won, reason = sheet.totals[winner] + lower, _("After {deals} {name} wins {won}, rubiconed")
    else:
        won, reason = sheet.totals[winner] - lower, _("After {deals} {name} wins {won}")
    values: dict[str, TextValue] = {
        "deals": over,
        "name": _name(sheet, winner),
        "won": Amount(half=Half(won + HUNDRED)),
    }
    return Outcome(reason=replace(reason, values=values), winners=(winner,), ranking=ranking)


def au_cent(sheet: Sheet[Options, Entry]) -> Outcome | None:
    """Return how a game au cent ended, or None if it is still in progress."""
    reachers = [column for column, total in sheet.totals.items() if total >= HUNDRED]
    if not reachers:
        return None
    winner, why = (reachers[0], None) if len(reachers) == 1 else _first_to_reach(sheet)
    loser = next(column for column in sheet.totals if column != winner)
    names = {"winner": _name(sheet, winner), "loser": _name(sheet, loser)}
    if why is not None:
        reason = _("{winner} and {loser} reached 100; {why}, and wins one game", why=why, **names)
    elif sheet.totals[loser] < DOUBLE_BELOW:
        reason = _("{winner} reached 100 and wins two games, double, as {loser} has below 50", **names)
    else:
        reason = _("{winner} reached 100 and wins one game", **names)
    return Outcome(reason=reason, winners=(winner,), ranking=((winner,), (loser,)))


def _first_to_reach(sheet: Sheet[Options, Entry]) -> tuple[str, Text]:
    """Return which player reached 100 first, and how, after a deal in which both did."""
    hand = sheet.hands[-1]
    if hand.entry.quick:
        return _higher(sheet, hand.dealer)
    totals = dict(sheet.hands[-2].totals if len(sheet.hands) > 1 else sheet.start)
    items = count_deal(hand.entry, names_of(sheet.table, hand.dealer))
    for line, item in zip(hand.lines, items, strict=True):
        totals[line.column] = Half(totals[line.column] + line.points)
        if totals[line.column] >= HUNDRED:
            return line.column, _("{name} was first, {step}", name=_name(sheet, line.column), step=item.step)
    raise ValueError("nobody reached 100 in this deal")


def _higher(sheet: Sheet[Options, Entry], dealer: int) -> tuple[str, Text]:
    """Return who wins, and why, after a deal in which both reached 100 but only the totals were entered."""
    seats = seats_of(sheet.table, dealer)
    elder, younger = str(seats[ELDER]), str(seats[YOUNGER])
    if sheet.totals[elder] == sheet.totals[younger]:
        return elder, _("both have the same, so {name} was first as elder", name=_name(sheet, elder))
    higher = max(elder, younger, key=lambda column: sheet.totals[column])
    return higher, _("{name} has more", name=_name(sheet, higher))


def _name(sheet: Sheet[Options, Entry], column: str) -> str:
    return sheet.table.names[int(column)]
