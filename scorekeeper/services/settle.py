"""What follows from the entries: scores, standings, tallies, a game's state. Written with every change, rebuildable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Game, Playgroup, Score, Seat, Standing, Tally
from scorekeeper.queries.records import GameRecord, load_known
from scorekeeper.services.rows import insert
from scorekeeper.services.tallies import places, tally_rows, write_tallies

ScoreKey = tuple[int, str]
ScoreValue = tuple[int, list[str]]
StandingValue = tuple[int, int | None, bool]
StandingKey = tuple[str, int | None]
"""The column, and the row of a seat that it is of; of none where it has no seat."""


@dataclass(frozen=True, kw_only=True)
class Derived:
    """Everything derived of a game: scores by (hand id, column), standings by column, in half points."""

    scores: dict[ScoreKey, ScoreValue]
    standings: dict[str, StandingValue]
    over: bool


def lock(group_id: int) -> Playgroup:
    """Lock the group's row until the end of the transaction: every write of a group goes through here, in one order.

    SQLite has no row locks; there the transaction itself, begun IMMEDIATE, is the only writer.
    """
    return Playgroup.objects.select_for_update().get(pk=group_id)


def raise_version(group_id: int) -> None:
    """Tell every open page of the group that something changed."""
    Playgroup.objects.filter(pk=group_id).update(version=F("version") + 1)


def derive(record: GameRecord) -> Derived:
    """What should be stored for a game, by a fresh replay of its entries."""
    sheet, outcome = record.sheet, record.outcome
    scores: dict[ScoreKey, ScoreValue] = {}
    for stored, hand in zip(record.saved, sheet.hands, strict=False):
        for column, points in hand.points.items():
            marks = sorted({line.mark for line in hand.lines if line.column == column and line.mark})
            scores[stored.id, column] = (points, marks)
    ranking = outcome.ranking if outcome else record.rules.ranking(sheet)
    winners = outcome.winners if outcome else ()
    ranks = places(ranking)
    standings = {key: (int(total), ranks.get(key), key in winners) for key, total in sheet.totals.items()}
    return Derived(scores=scores, standings=standings, over=outcome is not None)


def settle(game: Game) -> None:
    """Bring everything derived of a game up to its entries, and raise the group's version.

    Of a game whose rules are unknown everything stays as it was stored.
    """
    if record := load_known(game):
        rebuild(record)
    raise_version(game.group_id)


@transaction.atomic
def rescore(game: Game, *, write: bool = True) -> int:
    """Replay a game by itself; answers how many stored facts differed. Raises `LookupError` where no rules are known.

    Without `write` everything is put back, so that what is counted is exactly what would have been written.
    """
    lock(game.group_id)
    record = load_known(Game.objects.select_related("night").get(pk=game.pk))
    if record is None:
        raise LookupError(game.rules)
    wrong = rebuild(record)
    if not write:
        transaction.set_rollback(True)
    elif wrong:
        raise_version(game.group_id)
    return wrong


def rebuild(record: GameRecord) -> int:
    """Write what differs from a fresh replay; answers how many stored facts were different."""
    derived, game = derive(record), record.game
    wrong = _write_scores(game, derived) + _write_standings(record, derived)
    state = Game.State.OVER if derived.over else Game.State.PLAYING
    if game.state != state:
        game.state = state
        game.ended_at = timezone.now() if derived.over else None
        game.save(update_fields=["state", "ended_at"])
        wrong += 1
    return wrong + write_tallies(record, over=derived.over)


def write_new(records: Sequence[GameRecord]) -> None:
    """Write everything derived of many games at once of which nothing derived is stored yet; their state is right."""
    seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rows = Seat.objects.filter(game__in=[record.game for record in records])
    for game, number, pk in rows.values_list("game_id", "number", "pk"):
        seats[game][number] = pk
    derived = [(record, derive(record)) for record in records]
    insert(Score, (row for _record, each in derived for row in _score_rows(each.scores)))
    standings = (
        row
        for record, each in derived
        for row in _standing_rows(record.game, _by_seat(record, each, seats[record.game.pk]))
    )
    insert(Standing, standings)
    insert(Tally, (row for record, each in derived if each.over for row in tally_rows(record)))


def _write_scores(game: Game, derived: Derived) -> int:
    stored: dict[ScoreKey, tuple[int, Any]] = {}
    for pk, hand, column, points, marks in Score.objects.filter(hand__game=game).values_list(
        "pk", "hand_id", "column", "half_points", "marks"
    ):
        stored[hand, column] = (pk, (points, marks))
    gone = [pk for key, (pk, value) in stored.items() if derived.scores.get(key) != value]
    new = {key: value for key, value in derived.scores.items() if key not in stored or stored[key][1] != value}
    if gone:
        Score.objects.filter(pk__in=gone).delete()
    Score.objects.bulk_create(_score_rows(new))
    return len(set(new) | {key for key, (pk, _value) in stored.items() if pk in gone})


def _write_standings(record: GameRecord, derived: Derived) -> int:
    game = record.game
    stored: dict[StandingKey, tuple[int, StandingValue]] = {
        (column, seat): (pk, (points, rank, winner))
        for pk, column, seat, points, rank, winner in Standing.objects.filter(game=game).values_list(
            "pk", "column", "seat_id", "half_points", "rank", "winner"
        )
    }
    fresh = _by_seat(record, derived, dict(Seat.objects.filter(game=game).values_list("number", "pk")))
    gone = [pk for key, (pk, value) in stored.items() if fresh.get(key) != value]
    new = {key: value for key, value in fresh.items() if key not in stored or stored[key][1] != value}
    if gone:
        Standing.objects.filter(pk__in=gone).delete()
    Standing.objects.bulk_create(_standing_rows(game, new))
    return max(len(new), len(gone))


def _by_seat(record: GameRecord, derived: Derived, seats: Mapping[int, int]) -> dict[StandingKey, StandingValue]:
    """Where each seat of each column stands: partners share what is their side's. `seats` are rows by seat."""
    return {
        (column.key, None if seat is None else seats[seat]): derived.standings[column.key]
        for column in record.sheet.columns
        for seat in (column.seats or (None,))
    }


def _score_rows(scores: Mapping[ScoreKey, ScoreValue]) -> Iterator[Score]:
    for (hand, column), (points, marks) in scores.items():
        yield Score(hand_id=hand, column=column, half_points=points, marks=marks)


def _standing_rows(game: Game, standings: Mapping[StandingKey, StandingValue]) -> Iterator[Standing]:
    for (column, seat), (points, rank, winner) in standings.items():
        yield Standing(game=game, seat_id=seat, column=column, half_points=points, rank=rank, winner=winner)
