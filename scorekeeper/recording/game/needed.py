"""What a player needs in the hand that is next or being entered, as a page shows it: behind one tap on the name."""

import math

from django.utils.functional import cached_property

from scorekeeper.recording.game.records import AnyScreen, GameRecord, StoredGame
from scorekeeper.rules.game import Need
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Amount, ngettext


class Needs:
    """What a column needs in a hand. `start` names the hand and the total before it; `columns` can be asked about."""

    def __init__(self, record: GameRecord, column: Column, *, watching: bool) -> None:
        self.record, self.column, self.watching = record, column, watching
        self.columns = [(column, record.faces(column)) for column in record.sheet.columns if column.seats]
        hand, total = record.rules.hand_name(record.before(record.next_number)), record.total(column)
        count, points = math.ceil(abs(total) / 2), Amount(half=total)
        self.start = ngettext("{hand} · {points} point", "{hand} · {points} points", count, hand=hand, points=points)

    @cached_property
    def figures(self) -> tuple[Need, ...]:
        """What the game says: nothing if an earlier hand is impossible, or if a preview says what the hand does."""
        record = self.record
        if record.card_game.needs is None or record.contradiction or record.outcome is not None:
            return ()
        screen = record.screen(record.new_number)
        if self.watching:
            seen = {path: value for path, value in screen.answers.items() if _is_watched(record, screen, path)}
            screen = screen.with_answers(seen)
        return () if screen.view().complete else tuple(record.card_game.needs(screen, self.column))


def columns_with_needs(record: StoredGame) -> tuple[Column, ...]:
    """Return the columns of which pages say what they need: with players, and only until the game is over."""
    if not isinstance(record, GameRecord) or record.card_game.needs is None or record.outcome is not None:
        return ()
    if not record.card_game.tells_needs(record.table.options):
        return ()
    return tuple(column for column in record.sheet.columns if column.seats and record.game.group.needs)


def needs_of(record: GameRecord, key: str | None, *, watching: bool = False) -> Needs | None:
    """Return what a column needs, or None; someone `watching` learns nothing that watchers don't see typed."""
    column = next((column for column in columns_with_needs(record) if column.key == key), None)
    return Needs(record, column, watching=watching) if column else None


def _is_watched(record: GameRecord, screen: AnyScreen, path: str) -> bool:
    field = record.card_game.field_at(path)
    stage = next((stage for stage in screen.stages if field and stage.key == field.stage), screen.stages[0])
    return stage.key in record.watched
