"""Update what is derived from a game's entries: its standings, tallies and state. It can be rebuilt at any time."""

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import Game, Standing, Tally
from scorekeeper.queries.people.notices import Notice
from scorekeeper.queries.recording.loading import load_known
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.sheet import ranks
from scorekeeper.services.ledger import bump_game, bump_unsaid, lock
from scorekeeper.services.rows import sync
from scorekeeper.services.tallies import tally_rows


def settle(game: Game, notice: Notice | None = None, record: GameRecord | None = None) -> None:
    """Update everything derived from a game's entries, increment both versions, and replace the group's notice.

    `record` is the game as just written, unless it must be read. If the game's rules are unknown, the derived rows
    stay as they are.
    """
    was_over = game.state == Game.State.OVER
    if record := record or load_known(game):
        _rebuild(record, was_over=was_over)
    bump_game(game, notice)


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
    """Update the rows that differ from a fresh replay; return how many. Only a game that is or was over has tallies."""
    game, sheet, outcome = record.game, record.sheet, record.outcome
    ranks_by_column = ranks(outcome.ranking if outcome else record.rules.ranking(sheet))
    standings = [  # partners share their side's
        Standing(
            game_id=game.pk,
            seat_id=None if seat is None else record.seats[seat],
            column=column.key,
            half_points=sheet.totals[column.key],
            rank=ranks_by_column.get(column.key),
            winner=outcome is not None and column.key in outcome.winners,
        )
        for column in sheet.columns
        for seat in column.seats or (None,)
    ]
    changed = sync(Standing.objects.filter(game=game), standings)
    state = Game.State.PLAYING if outcome is None else Game.State.OVER
    if game.state != state:
        game.state = state
        game.ended_at = None if outcome is None else timezone.now()
        game.save(update_fields=["state", "ended_at"])
        changed += 1
    if was_over or outcome is not None:
        changed += sync(Tally.objects.filter(game=game), tally_rows(record))
    return changed
