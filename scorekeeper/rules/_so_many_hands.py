"""The end that several games share: after a number of hands, most points win, equal ones together."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.base import Outcome, Rules, Sheet
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
    return Outcome(reason=played if len(best) == 1 else _shared(sheet, best, played), winners=best, ranking=ranking)


def _shared(sheet: Sheet[Any, Any], best: tuple[str, ...], played: Text) -> Text:
    labels = both(column.label for column in sheet.columns if column.key in best)
    most = Amount(half=sheet.totals[best[0]])
    return _(
        "{played}; {names} have the most points, {most} each, and share the win", played=played, names=labels, most=most
    )
