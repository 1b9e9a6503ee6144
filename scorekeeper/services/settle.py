"""Update everything derived from the entries: scores, standings, tallies and a game's state.

These are updated with every change and can be rebuilt at any time.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Game, Playgroup, Score, Seat, Standing, Tally
from scorekeeper.queries.people.notices import Notice, notice_record
from scorekeeper.queries.recording.records import GameRecord, load_known
from scorekeeper.rules.sheet import ranks
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Stale
from scorekeeper.services.rows import insert, sync
from scorekeeper.services.tallies import tally_rows


def lock(group_id: int) -> Playgroup:
    """Lock the group's row until the transaction ends. Every write in a group takes this lock first.

    SQLite has no row locks; instead, every transaction begins as IMMEDIATE, which makes it the only writer.
    """
    return Playgroup.objects.select_for_update().get(pk=group_id)


def refuse_late(changed: Playgroup | Game, as_of: int | None) -> None:
    """Raise `Stale` if a group or game has changed since `as_of`, its version when a notice offered an undo.

    The group must be locked. If `as_of` is None, the write isn't an undo and is always allowed.
    """
    if as_of is not None and changed.version != as_of:
        raise Stale(_("Something else has changed since, so that can’t be undone."))


def raise_all(group_id: int, notice: Notice | None = None) -> None:
    """Increment all counters of a group and of its games, because something that any of them may show has changed.

    The group's notice is replaced.
    """
    _raise_group(group_id, ("version", "sheets", "results"), notice and notice_record(notice))
    Game.objects.filter(group=group_id).update(version=F("version") + 1)


def raise_typed(game: Game, notice: Notice | None = None) -> None:
    """Increment the counters of a game in which a tap was made, and replace the group's notice."""
    _raise_game(game, ("version",), notice)


def settle(game: Game, notice: Notice | None = None) -> None:
    """Update everything derived from a game's entries, increment its counters, and replace the group's notice.

    If the game's rules are unknown, the derived rows stay as they are.
    """
    was_over = game.state == Game.State.OVER
    if record := load_known(game):
        _rebuild(record)
    finished = ("results",) if was_over or game.state == Game.State.OVER else ()
    _raise_game(game, ("version", "sheets", *finished), notice)


def _raise_game(game: Game, counters: Iterable[str], notice: Notice | None) -> None:
    """Increment a game's version and these counters of its group. The notice can be undone until the next increment."""
    game.version += 1
    _raise_group(game.group_id, counters, notice and notice_record(notice, as_of=game.version))
    Game.objects.filter(pk=game.pk).update(version=game.version)


def _raise_group(group_id: int, counters: Iterable[str], notice: Mapping[str, Any] | None) -> None:
    raised = {counter: F(counter) + 1 for counter in counters}
    Playgroup.objects.filter(pk=group_id).update(notice=notice, **raised)


@transaction.atomic
def rescore(game: Game, *, write: bool = True) -> int:
    """Rebuild everything derived from a game; return how many rows differed. Raise `LookupError` for unknown rules.

    Without `write`, the changes are made and rolled back, so the count is exactly how many would have been written.
    """
    lock(game.group_id)
    record = load_known(Game.objects.select_related("night").get(pk=game.pk))
    if record is None:
        raise LookupError(game.rules)
    changed = _rebuild(record)
    if not write:
        transaction.set_rollback(True)
    elif changed:
        raise_all(game.group_id)
    return changed


def write_new(records: Sequence[GameRecord]) -> None:
    """Write the derived rows of newly imported games, whose states are already correct."""
    seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rows = Seat.objects.filter(game__in=[record.game for record in records])
    for game, number, pk in rows.values_list("game_id", "number", "pk"):
        seats[game][number] = pk
    insert(Score, (row for record in records for row in _scores(record)))
    insert(Standing, (row for record in records for row in _standings(record, seats[record.game.pk])))
    insert(Tally, (row for record in records for row in tally_rows(record)))


def _rebuild(record: GameRecord) -> int:
    """Update all rows that differ from a fresh replay; return how many differed."""
    game = record.game
    changed = sync(Score.objects.filter(hand__game=game), _scores(record))
    seats = dict(Seat.objects.filter(game=game).values_list("number", "pk"))
    changed += sync(Standing.objects.filter(game=game), _standings(record, seats))
    state = Game.State.PLAYING if record.outcome is None else Game.State.OVER
    if game.state != state:
        game.state = state
        game.ended_at = None if record.outcome is None else timezone.now()
        game.save(update_fields=["state", "ended_at"])
        changed += 1
    return changed + sync(Tally.objects.filter(game=game), tally_rows(record))


def _scores(record: GameRecord) -> Iterator[Score]:
    for stored, hand in zip(record.saved, record.sheet.hands, strict=False):
        for column, points in hand.points.items():
            marks = sorted({line.mark for line in hand.lines if line.column == column and line.mark})
            yield Score(hand_id=stored.id, column=column, half_points=points, marks=marks)


def _standings(record: GameRecord, seats: Mapping[int, int]) -> Iterator[Standing]:
    """Yield a standing for each seat of each column; partners share their side's. `seats` maps seats to `Seat` ids."""
    sheet, outcome = record.sheet, record.outcome
    ranks_by_column = ranks(outcome.ranking if outcome else record.rules.ranking(sheet))
    for column in sheet.columns:
        for seat in column.seats or (None,):
            yield Standing(
                game_id=record.game.pk,
                seat_id=None if seat is None else seats[seat],
                column=column.key,
                half_points=sheet.totals[column.key],
                rank=ranks_by_column.get(column.key),
                winner=outcome is not None and column.key in outcome.winners,
            )
