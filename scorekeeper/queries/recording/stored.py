"""The totals of a game with unknown rules, from its stored standings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.language import sentence
from scorekeeper.models import Standing
from scorekeeper.queries.recording.records import StoredGame
from scorekeeper.rules.sheet import partners


@dataclass(frozen=True, kw_only=True)
class StoredSheet:
    """A game as stored: each column's name and total, in half points."""

    record: StoredGame
    columns: tuple[str, ...]
    totals: tuple[int, ...]


def stored_sheets(records: Sequence[StoredGame]) -> list[StoredSheet]:
    """Return these games' stored sheets. A column is named after its players or, if it has none, by its key."""
    names: defaultdict[int, dict[str, list[str]]] = defaultdict(dict)
    totals: defaultdict[int, dict[str, int]] = defaultdict(dict)
    rows = Standing.objects.filter(game__in=[record.game for record in records]).order_by("column", "seat__number")
    for game, key, name, points in rows.values_list("game_id", "column", "seat__player__name", "half_points"):
        names[game].setdefault(key, []).extend([name] if name else [])
        totals[game][key] = points
    return [
        StoredSheet(
            record=record,
            columns=tuple(
                sentence(partners(shared)) if shared else key for key, shared in names[record.game.pk].items()
            ),
            totals=tuple(totals[record.game.pk].values()),
        )
        for record in records
    ]
