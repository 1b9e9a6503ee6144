"""The sheet of a game whose rules this code does not know: what was stored of it, without asking any rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.models import Score, Standing
from scorekeeper.queries.records import StoredGame
from scorekeeper.rules.sheet import partners
from scorekeeper.text import sentence


@dataclass(frozen=True, kw_only=True)
class StoredSheet:
    """A game whose rules this code does not know, as it was stored: totals, and each hand's changes in half points."""

    record: StoredGame
    columns: tuple[str, ...]
    totals: tuple[tuple[str, int, int | None], ...]
    hands: tuple[tuple[int, tuple[int, ...]], ...]


def stored_sheet(record: StoredGame) -> StoredSheet:
    """The stored scores of a game, without asking any rules. A column's name is its player's, or its key."""
    return stored_sheets([record])[0]


def stored_sheets(records: Sequence[StoredGame]) -> list[StoredSheet]:
    """The same of several games at once."""
    games = [record.game for record in records]
    standings: defaultdict[int, dict[str, _Stood]] = defaultdict(dict)
    stood = Standing.objects.filter(game__in=games).order_by("column", "seat__number")
    for game, key, name, points, rank in stood.values_list(
        "game_id", "column", "seat__player__name", "half_points", "rank"
    ):
        others = standings[game][key][0] if key in standings[game] else ()
        standings[game][key] = ((*others, name) if name else (), points, rank)
    scores: defaultdict[int, dict[int, dict[str, int]]] = defaultdict(dict)
    moved = Score.objects.filter(hand__game__in=games)
    for game, number, column, points in moved.values_list("hand__game", "hand__number", "column", "half_points"):
        scores[game].setdefault(number, {})[column] = points
    return [_stored_sheet(record, standings[record.game.pk], scores[record.game.pk]) for record in records]


_Stood = tuple[tuple[str, ...], int, int | None]
"""Who has a column, its half points and its rank."""


def _stored_sheet(
    record: StoredGame, standings: Mapping[str, _Stood], scores: Mapping[int, Mapping[str, int]]
) -> StoredSheet:
    hands = [(number, tuple(changes.get(key, 0) for key in standings)) for number, changes in sorted(scores.items())]
    named = {key: sentence(partners(names)) if names else key for key, (names, *_rest) in standings.items()}
    return StoredSheet(
        record=record,
        columns=tuple(named.values()),
        totals=tuple((named[key], points, rank) for key, (_names, points, rank) in standings.items()),
        hands=tuple(reversed(hands)),
    )
