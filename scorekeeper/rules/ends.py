"""How games end that have much in common: after a number of hands, or with winners who are not the best."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rules.base import Rules
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.words import Amount, Text, both, gettext as _, ngettext


def outcome_after(
    rules: Rules[Any, Any], sheet: Sheet[Any, Any], hands: int, played: Text | None = None
) -> Outcome | None:
    """How a game of `hands` hands ended, or None before the last of them. `played` says what ended it."""
    if len(sheet.hands) < hands:
        return None
    played = played or ngettext("{count} hand was played", "{count} hands were played", hands)
    ranking = rules.ranking(sheet)
    best = ranking[0]
    if len(best) > 1:
        shared = _("{played}; {names} have the most points, {each} each, and share the win")
        if rules.low_wins:
            shared = _("{played}; {names} have the fewest points, {each} each, and share the win")
        names = both(column.label for column in sheet.columns if column.key in best)
        played = replace(shared, values={"played": played, "names": names, "each": Amount(half=sheet.totals[best[0]])})
    return Outcome(reason=played, winners=best, ranking=ranking)


def won_by(rules: Rules[Any, Any], sheet: Sheet[Any, Any], winners: tuple[str, ...], reason: Text) -> Outcome:
    """The outcome in which these columns win, whatever the totals; the others follow in their order."""
    rest = (tuple(key for key in equal if key not in winners) for equal in rules.ranking(sheet))
    return Outcome(reason=reason, winners=winners, ranking=(winners, *(equal for equal in rest if equal)))
