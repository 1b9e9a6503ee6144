"""What saving the hand on the screen would do."""

from functools import cached_property

from scorekeeper.recording.game.effects import effect, ending, lead, moved
from scorekeeper.recording.game.records import AnyScreen, Faces, GameRecord
from scorekeeper.recording.sheet.reading import Cell, cells
from scorekeeper.rules.played import AnySheet
from scorekeeper.rules.sheet import Column, Seats, errors_in
from scorekeeper.rules.text import Half, Text, gettext as _


class Preview:
    """What saving a complete hand would do: nothing, unless it `is_possible`."""

    def __init__(self, record: GameRecord, number: int, typing: AnyScreen) -> None:
        self.record, self.number, self.before = record, number, typing.before
        self.dealer, self.entry = typing.dealer, typing.entry()
        self.problems = record.problems(number, self.dealer, self.entry)
        self.is_possible = not errors_in(self.problems)
        self.is_late = self.before.outcome is not None

    @property
    def warned(self) -> bool:
        """Whether it can be saved only with "Score it anyway"."""
        return self.is_possible and bool(self.problems)

    @cached_property
    def after(self) -> AnySheet:
        """The sheet just after this hand."""
        return self.record.rules.record(self.before, self.dealer, self.entry)

    @cached_property
    def corrected(self) -> GameRecord | None:
        """The game with the correction that this is, if it counts."""
        stored = self.record.hand(self.number)
        if self.is_late or stored is None or stored.entry is None:
            return None
        entry = self.record.rules.record_of(self.entry, self.record.table)
        return self.record.with_hand(self.number, self.dealer, entry)

    @cached_property
    def ends(self) -> Text | None:
        """Whether saving ends the game or reopens it."""
        if self.is_late:
            return None
        if self.corrected:
            return ending(self.record.outcome, self.corrected.outcome, self.after.columns)
        return ending(None, self.after.outcome, self.after.columns)

    @property
    def effect(self) -> tuple[Text, ...]:
        """What else saving leads to."""
        effects = tuple[Text, ...]()
        if self.is_late:
            effects = (_("This hand comes after the end, so it doesn’t count"),)
        elif self.corrected:
            effects = effect(self.record, self.corrected, with_totals=False)
        elif self.after.outcome:
            effects = (self.after.outcome.reason,)
        return tuple(text for text in effects if text != self.ends)

    @cached_property
    def lead(self) -> tuple[Seats, Text | None]:
        """The seats of the winner or of whoever leads then, and the latter in words."""
        if self.is_late or (self.corrected and self.corrected.contradiction):
            return (), None
        if self.corrected:
            return lead(self.record, self.record.sheet, self.corrected.sheet)
        return lead(self.record, self.before, self.after)

    @property
    def faces(self) -> Faces:
        """The faces of the winner or of whoever leads then."""
        return tuple(self.record.marks[seat] for seat in self.lead[0])

    @property
    def totals(self) -> list[tuple[Column, Faces, Half, Half]]:
        """The final totals that a correction changes."""
        return moved(self.record, self.corrected) if self.corrected else []

    @property
    def next(self) -> Text | None:
        """Who deals next."""
        name = (
            ""
            if self.corrected or self.after.outcome
            else self.record.dealer_name(self.record.rules.dealer(self.after))
        )
        return _("{name} deals {hand}", name=name, hand=self.record.rules.hand_name(self.after)) if name else None

    @cached_property
    def changes(self) -> tuple[Cell, ...]:
        """The hand's effect on each column."""
        return cells(self.record, self.after.hands[-1], self.before, counted=not self.is_late)

    @property
    def reasons(self) -> list[Cell]:
        """The changes that have score lines to explain them."""
        return [cell for cell in self.changes if cell.lines]
