"""Shared outcomes: a set number of hands was played, a game was won regardless of totals, or it was stopped early."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rules.base import Rules
from scorekeeper.rules.sheet import Outcome, Sheet, Stopped
from scorekeeper.rules.words import Amount, Text, both, gettext as _, ngettext


def outcome_after(
    rules: Rules[Any, Any], sheet: Sheet[Any, Any], hands: int, played: Text | None = None
) -> Outcome | None:
    """Return how a game of `hands` hands ended, or None if it hasn't ended. `played` replaces the default reason."""
    if len(sheet.hands) < hands:
        return None
    played = played or ngettext("{count} hand was played", "{count} hands were played", hands)
    ranking = rules.ranking(sheet)
    best = ranking[0]
    if len(best) > 1:
        tie = _("{played}; {names} have the most points, {each} each, and share the win")
        if rules.low_wins:
            tie = _("{played}; {names} have the fewest points, {each} each, and share the win")
        names = both(column.label for column in sheet.columns if column.key in best)
        played = replace(tie, values={"played": played, "names": names, "each": Amount(half=sheet.totals[best[0]])})
    return Outcome(reason=played, winners=best, ranking=ranking)


def won_by(rules: Rules[Any, Any], sheet: Sheet[Any, Any], winners: tuple[str, ...], reason: Text) -> Outcome:
    """Return an outcome in which these columns win, regardless of the totals. The other columns rank after them."""
    rest = (tuple(key for key in tied if key not in winners) for tied in rules.ranking(sheet))
    return Outcome(reason=reason, winners=winners, ranking=(winners, *(tied for tied in rest if tied)))


def stopped(rules: Rules[Any, Any], sheet: Sheet[Any, Any], how: Stopped) -> Outcome:
    """Return the outcome of a game that was stopped early: the leader wins, or nobody does."""
    ranking = rules.ranking(sheet)
    if how == "no_winner":
        return Outcome(reason=_("The game was stopped without a winner."), winners=(), ranking=ranking)
    leaders = [column for column in sheet.columns if column.key in ranking[0]]
    if len(leaders) > 1:
        reason = _("The game was stopped; {names} shared the lead and share the win.")
    elif len(leaders[0].seats) > 1:
        reason = _("The game was stopped; {names} had the lead and win.")
    else:
        reason = _("The game was stopped; {names} had the lead and wins.")
    reason = replace(reason, values={"names": both(column.label for column in leaders)})
    return Outcome(reason=reason, winners=ranking[0], ranking=ranking)
