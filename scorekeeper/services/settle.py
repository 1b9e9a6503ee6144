"""Update everything derived from a game's entries: its standings, its tallies and its state.

These are updated with every change and can be rebuilt at any time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Game, Playgroup, Standing, Tally
from scorekeeper.queries.people.notices import Notice, notice_record
from scorekeeper.queries.recording.loading import read_known
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.sheet import ranks
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Stale
from scorekeeper.services.rows import sync
from scorekeeper.services.tallies import tally_rows


def lock(group_id: int) -> Playgroup:
    """Lock the group's row until the transaction ends, and return it. Every write in a group takes this lock first.

    SQLite has no row locks; instead, every transaction begins as IMMEDIATE, which makes it the only writer.
    """
    return Playgroup.objects.select_for_update().get(pk=group_id)


def hold(group_id: int) -> None:
    """Lock the group's row like `lock`, without reading it."""
    if connection.features.has_select_for_update:
        Playgroup.objects.select_for_update().values_list("pk").get(pk=group_id)


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
    _raise_everything(group_id, notice_record(notice) if notice else None)


def raise_unsaid(group: Playgroup) -> None:
    """Increment the same counters of a locked group for what nobody did there, such as rebuilding derived rows.

    The group's notice stays, and so does the undo that it offers.
    """
    notice = group.notice
    if notice and notice.get("as_of"):
        notice = {**notice, "as_of": notice["as_of"] + 1}
    _raise_everything(group.pk, notice)


def raise_typed(game: Game, notice: Notice | None = None) -> None:
    """Increment the counters of a game in which a tap was made, and replace the group's notice."""
    _raise_game(game, ("version",), notice)


def settle(game: Game, notice: Notice | None = None, record: GameRecord | None = None) -> None:
    """Update everything derived from a game's entries, increment its counters, and replace the group's notice.

    `record` is the game as just written, unless it must be read. If the game's rules are unknown, the derived rows
    stay as they are.
    """
    was_over = game.state == Game.State.OVER
    if record := record or read_known(game):
        _rebuild(record, was_over=was_over)
    finished = ("results",) if was_over or game.state == Game.State.OVER else ()
    _raise_game(game, ("version", "sheets", *finished), notice)


def _raise_game(game: Game, counters: Iterable[str], notice: Notice | None) -> None:
    """Increment a game's version and these counters of its group. The notice can be undone until the next increment."""
    game.version += 1
    game.group.notice = notice_record(notice, as_of=game.version) if notice else None
    _raise_group(game.group_id, counters, game.group.notice)
    Game.objects.filter(pk=game.pk).update(version=game.version)


def _raise_everything(group_id: int, notice: Mapping[str, Any] | None) -> None:
    _raise_group(group_id, ("version", "sheets", "results"), notice)
    Game.objects.filter(group=group_id).update(version=F("version") + 1)


def _raise_group(group_id: int, counters: Iterable[str], notice: Mapping[str, Any] | None) -> None:
    raised = {counter: F(counter) + 1 for counter in counters}
    Playgroup.objects.filter(pk=group_id).update(notice=notice, **raised)


@transaction.atomic
def rescore(game: Game, *, write: bool = True) -> int:
    """Rebuild everything derived from a game; return how many rows differed. Raise `LookupError` for unknown rules.

    Without `write`, the changes are made and rolled back, so the count is exactly how many would have been written.
    """
    group = lock(game.group_id)
    record = read_known(Game.objects.select_related("night").get(pk=game.pk))
    if record is None:
        raise LookupError(game.rules)
    changed = _rebuild(record)
    if not write:
        transaction.set_rollback(True)
    elif changed:
        raise_unsaid(group)
    return changed


def _rebuild(record: GameRecord, *, was_over: bool = True) -> int:
    """Update all rows that differ from a fresh replay; return how many differed.

    A game that is in progress and wasn't over before has no tallies, so these aren't looked for.
    """
    game = record.game
    changed = sync(Standing.objects.filter(game=game), _standings(record, record.seats), "column", "seat_id")
    state = Game.State.PLAYING if record.outcome is None else Game.State.OVER
    if game.state != state:
        game.state = state
        game.ended_at = None if record.outcome is None else timezone.now()
        game.save(update_fields=["state", "ended_at"])
        changed += 1
    if was_over or record.outcome is not None:
        changed += sync(Tally.objects.filter(game=game), tally_rows(record), "column", "player_id", "key")
    return changed


def _standings(record: GameRecord, seats: Sequence[int]) -> Iterator[Standing]:
    """Yield a standing for each seat of each column; partners share their side's. `seats` are `Seat` ids."""
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
