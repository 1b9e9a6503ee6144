"""Shared outcomes: a set number of hands was played, a game was won regardless of totals, or it was stopped early."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.base import Rules
from scorekeeper.rules.sheet import Outcome, Sheet, Stopped
from scorekeeper.rules.words import Amount, Half, Series, Text, TextValue, both, gettext as _, ngettext, points

Ranking = tuple[tuple[str, ...], ...]


def outcome_after(
    rules: Rules[Any, Any], sheet: Sheet[Any, Any], hands: int, played: Text | None = None
) -> Outcome | None:
    """Return how a game of `hands` hands ended, or None if it hasn't. `played` replaces "2 hands" in the reason."""
    if len(sheet.hands) < hands:
        return None
    return best_after(sheet, rules.ranking(sheet), played or ngettext("{count} hand", "{count} hands", hands))


def best_after(sheet: Sheet[Any, Any], ranking: Ranking, played: Text) -> Outcome:
    """Return the outcome once everything has been `played`: whoever ranks first wins."""
    best = ranking[0]
    names, total = labels(sheet, best), Amount(half=sheet.totals[best[0]])
    if len(best) > 1:
        reason = _("After {played}, {names} tied for the best total: {total}", played=played, names=names, total=total)
    else:
        reason = _("After {played}, {names} had the best total: {total}", played=played, names=names, total=total)
    return Outcome(reason=reason, winners=best, ranking=ranking)


def won_by(rules: Rules[Any, Any], sheet: Sheet[Any, Any], winners: tuple[str, ...], reason: Text) -> Outcome:
    """Return an outcome in which these columns win, regardless of the totals. The other columns rank after them."""
    return ranked_first(rules.ranking(sheet), winners, reason)


def ranked_first(ranking: Ranking, winners: tuple[str, ...], reason: Text) -> Outcome:
    """Return an outcome in which these columns win, with the others after them in the order of the ranking."""
    rest = (tuple(key for key in tied if key not in winners) for tied in ranking)
    return Outcome(reason=reason, winners=winners, ranking=(winners, *(tied for tied in rest if tied)))


def stopped(rules: Rules[Any, Any], sheet: Sheet[Any, Any], how: Stopped) -> Outcome:
    """Return the outcome of a game that was stopped early: the leader wins, or nobody does.

    Nobody wins either if a correction has made it a game that nobody wins.
    """
    ranking = rules.ranking(sheet)
    if how == "no_winner" or not rules.has_winner:
        reason = _("The game is over") if rules.ends_by_hand else _("The game ended early without a winner")
        return Outcome(reason=reason, winners=(), ranking=ranking)
    names, total = labels(sheet, ranking[0]), Amount(half=sheet.totals[ranking[0][0]])
    if rules.ends_by_hand:
        reason = _("At the end, {names} had the best total: {total}", names=names, total=total)
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking)
    if len(ranking[0]) > 1:
        reason = _("The game ended early with {names} tied for the lead", names=names)
    else:
        reason = _("The game ended early with {names} in the lead", names=names)
    return Outcome(reason=reason, winners=ranking[0], ranking=ranking)


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
