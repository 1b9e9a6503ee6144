"""What saving the hand on the screen would do."""

from scorekeeper.recording.game.effects import effect, ending, lead, moved, won
from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.recording.sheet.reading import cells
from scorekeeper.rules.sheet import Seats, errors_in
from scorekeeper.rules.text import Text, gettext as _


class Preview:
    """What saving a complete hand would do: nothing, unless it `is_possible`. Then:

    It is `warned` if it can be saved only with "Score it anyway". `ends` says whether saving ends the game or reopens
    it, `effect` what else it leads to, `totals` which final totals a correction changes, and `next` who deals next.
    Where hands are written down on one page, `won` says so on the button.
    `lead` has the seats of the winner or of whoever leads then, who have these `faces`, and the latter in words.
    `changes` are the hand's effect on each column, and `reasons` those that have score lines to explain them; in a
    correction, those that it changes come first.
    """

    def __init__(self, record: GameRecord, number: int, typing: AnyScreen) -> None:
        rules, before, dealer, entry = record.rules, typing.before, typing.dealer, typing.entry()
        self.problems = record.problems(number, dealer, entry)
        self.is_possible = not errors_in(self.problems)
        if not self.is_possible:
            return
        self.warned = bool(self.problems)
        stored, after, is_late = record.hand(number), rules.record(before, dealer, entry), before.outcome is not None
        corrected, effects = None, tuple[Text, ...]()
        self.ends: Text | None = None
        self.lead: tuple[Seats, Text | None] = (), None
        self.won: Text | None = None
        if is_late:
            effects = (_("After the end, so it doesn’t count"),)
        elif stored is not None and stored.entry is not None:
            corrected = record.with_hand(number, dealer, rules.record_of(entry, record.table))
            effects = effect(record, corrected, with_totals=False)
            self.ends = ending(record.outcome, corrected.outcome, after.columns)
            if not corrected.contradiction:
                self.lead = lead(record, record.sheet, corrected.sheet)
        else:
            effects = (after.outcome.reason,) if after.outcome else ()
            self.ends = ending(None, after.outcome, after.columns)
            self.lead = lead(record, before, after)
            self.won = won(after) if record.rules.way else None
        self.effect = tuple(text for text in effects if text != self.ends)
        self.faces = tuple(record.marks[seat] for seat in self.lead[0])
        self.totals = moved(record, corrected) if corrected else []
        self.next: Text | None = None
        if not corrected and not after.outcome and rules.has_dealer:
            name = record.names[rules.dealer(after)]
            self.next = _("{name} deals {hand}", name=name, hand=rules.hand_name(after))
        self.changes = cells(record, after.hands[-1], before, counted=not is_late)
        moving = [column.key for column, *_more in self.totals]
        reasons = [cell for cell in self.changes if cell.lines]
        self.reasons = sorted(reasons, key=lambda cell: cell.column.key not in moving)
