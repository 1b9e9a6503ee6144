"""Shared outcomes: everything was played, or a game was won regardless of totals; and words for them."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.text import Amount, Half, Series, Text, TextValue, both, gettext as _, points

Ranking = tuple[tuple[str, ...], ...]


def best_after(sheet: Sheet[Any, Any], ranking: Ranking, played: Text) -> Outcome:
    """Return the outcome once everything has been `played`: whoever ranks first wins."""
    best = ranking[0]
    names, total = labels(sheet, best), Amount(half=sheet.totals[best[0]])
    if len(best) > 1:
        reason = _("After {played}, {names} tied for the best total: {total}", played=played, names=names, total=total)
    else:
        reason = _("After {played}, {names} had the best total: {total}", played=played, names=names, total=total)
    return Outcome(reason=reason, winners=best, ranking=ranking)


def won_by(ranking: Ranking, winners: tuple[str, ...], reason: Text) -> Outcome:
    """Return an outcome in which these columns win whatever the totals, with the others ranked after them."""
    rest = (tuple(key for key in tied if key not in winners) for tied in ranking)
    return Outcome(reason=reason, winners=winners, ranking=tuple(filter(None, (winners, *rest))))


def reached(target: int, totals: Sequence[tuple[TextValue, Half]]) -> Text:
    """Say who reached a target, and with how many points. `totals` pairs names with half points."""
    if len(totals) > 1:
        return _("{names} reached the target of {target}", names=with_totals(totals), target=target)
    ((name, total),) = totals
    if total == points(target):
        return _("{name} reached the target of {target} exactly", name=name, target=target)
    total_shown = Amount(half=total)
    return _("{name} reached the target of {target} with {total} points", name=name, target=target, total=total_shown)


def with_totals(totals: Sequence[tuple[TextValue, Half]]) -> Series:
    """Return names with their totals, as in "Ann (204) and Bob (215)"."""
    return both(_("{name} ({total})", name=name, total=Amount(half=total)) for name, total in totals)


def labels(sheet: Sheet[Any, Any], columns: tuple[str, ...]) -> Series:
    """Return the names of columns, in the order of the sheet."""
    return both(column.label for column in sheet.columns if column.key in columns)
