"""Update everything derived from a game's entries: its standings, its tallies and its state.

These are updated with every change and can be rebuilt at any time.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Game, Playgroup, Standing, Tally
from scorekeeper.queries.people.notices import Notice, notice_record
from scorekeeper.queries.recording.loading import load_known
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


def bump_all(group_id: int, notice: Notice | None = None) -> None:
    """Increment the versions of a group and of its games, because pages of any of them may show what has changed.

    The group's notice is replaced.
    """
    _bump_all(group_id, notice_record(notice) if notice else None)


def bump_unsaid(group: Playgroup) -> None:
    """Increment the same versions of a locked group for what nobody did there, such as rebuilding derived rows.

    The group's notice stays, and so does the undo that it offers.
    """
    notice = group.notice
    if notice and notice.get("as_of"):
        notice = {**notice, "as_of": notice["as_of"] + 1}
    _bump_all(group.pk, notice)


def bump_typed(game: Game, notice: Notice | None = None) -> None:
    """Increment the version of a game in which a tap was made, and replace the group's notice."""
    before = game.group.notice
    _bump_game(game, notice)
    if notice or before:
        Playgroup.objects.filter(pk=game.group_id).update(notice=game.group.notice)


def settle(game: Game, notice: Notice | None = None, record: GameRecord | None = None) -> None:
    """Update everything derived from a game's entries, increment both versions, and replace the group's notice.

    `record` is the game as just written, unless it must be read. If the game's rules are unknown, the derived rows
    stay as they are.
    """
    was_over = game.state == Game.State.OVER
    if record := record or load_known(game):
        _rebuild(record, was_over=was_over)
    _bump_game(game, notice)
    _bump_group(game.group_id, game.group.notice)


def _bump_game(game: Game, notice: Notice | None) -> None:
    """Increment a game's version. The notice, which isn't stored yet, can be undone until the next increment."""
    game.version += 1
    game.group.notice = notice_record(notice, as_of=game.version) if notice else None
    Game.objects.filter(pk=game.pk).update(version=game.version)


def _bump_all(group_id: int, notice: Mapping[str, Any] | None) -> None:
    _bump_group(group_id, notice)
    Game.objects.filter(group=group_id).update(version=F("version") + 1)


def _bump_group(group_id: int, notice: Mapping[str, Any] | None) -> None:
    Playgroup.objects.filter(pk=group_id).update(notice=notice, version=F("version") + 1)


@transaction.atomic
def rescore(game: Game, *, write: bool = True) -> int:
    """Rebuild everything derived from a game; return how many rows differed. Raise `LookupError` for unknown rules.

    Without `write`, the changes are made and rolled back, so the count is exactly how many would have been written.
    """
    group = lock(game.group_id)
    record = load_known(Game.objects.select_related("night").get(pk=game.pk))
    if record is None:
        raise LookupError(game.rules)
    changed = _rebuild(record)
    if not write:
        transaction.set_rollback(True)
    elif changed:
        bump_unsaid(group)
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
