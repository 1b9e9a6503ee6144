"""What a player needs in the hand that is next or being entered, as a page shows it: behind one tap on the name."""

from dataclasses import dataclass

from scorekeeper.games import AnyGame
from scorekeeper.models import Game
from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Text


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What a column needs in a hand. Of `columns` with players, each can be asked about, and has its players' marks."""

    column: Column
    hand: Text
    sentences: tuple[Text, ...]
    columns: tuple[tuple[Column, tuple[int, ...]], ...]


def are_told(game: Game, card_game: AnyGame) -> bool:
    """Return whether pages of a game say what players need. This runs no query."""
    return card_game.needs is not None and game.group.needs and game.state == game.State.PLAYING


def needs_of(record: GameRecord, key: str, *, watching: bool = False) -> Needs | None:
    """Return what a column needs, or None if there is nobody to ask about. `watching` sees no points before a save."""
    columns = tuple(column for column in record.sheet.columns if column.seats)
    column = next((column for column in columns if column.key == key), None)
    if column is None or not are_told(record.game, record.card_game):
        return None
    return Needs(
        column=column,
        hand=record.rules.hand_name(record.before(record.next_number)),
        sentences=_sentences(record, column, watching=watching),
        columns=tuple((column, tuple(record.marks[seat] for seat in column.seats)) for column in columns),
    )


def _sentences(record: GameRecord, column: Column, *, watching: bool) -> tuple[Text, ...]:
    """Return a column's sentences: none if an earlier hand is impossible, or if a preview says what the hand does."""
    if record.card_game.needs is None or record.contradiction or record.outcome is not None:
        return ()
    screen = record.screen(record.new_number)
    if watching:
        seen = {path: value for path, value in screen.answers.items() if _is_watched(record, screen, path)}
        screen = screen.with_answers(seen)
    return () if screen.view().complete else tuple(record.card_game.needs(screen, column))


def _is_watched(record: GameRecord, screen: AnyScreen, path: str) -> bool:
    field = record.card_game.field_at(path)
    stage = next((stage for stage in screen.stages if field and stage.key == field.stage), screen.stages[0])
    return stage.watched
