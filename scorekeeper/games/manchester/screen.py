"""The hand screens of the two Manchester games. Once a sum is known, it limits the values on offer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from scorekeeper.games.manchester.hand import PACKS, PICCADILLY_TRICKS, TRUFFLE_TRICKS, Entry, Options
from scorekeeper.rules.boards import LARGEST_BOARD, rest_board
from scorekeeper.rules.declaration import Field
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Seats
from scorekeeper.rules.steps import Board, Stage, Step
from scorekeeper.rules.text import Amount, Text, both, gettext as _, points

TOGETHER, AT_MOST, WITH_DUMMY = _("{sum} in all"), _("at most {sum} in all"), _("{sum} with the dummy’s")
"""Notes about what several numbers add up to. With `TOGETHER`, the last number must be the remainder."""


class PiccadillyScreen(HandScreen[Options, Entry]):
    """Asks for the fields in the order in which they are declared; for each field, the dealer's value comes first."""

    stages = (Stage("manchester", _("Manchester"), watched=False), Stage("second", _("Piccadilly"), watched=False))
    tricks = PICCADILLY_TRICKS
    sum_notes: ClassVar = dict.fromkeys(("pile", "points", "tricks"), TOGETHER)

    @property
    def order(self) -> Seats:
        """The dealer's seat, then the opponent's."""
        return self.table.clockwise(self.dealer)

    def make_steps(self) -> Iterator[Step]:
        for field in self.fields.values():
            yield from (self.step(field, seat) for seat in (self.order if field.per == "player" else (None,)))

    def board(self, field: Field, index: int | None) -> Board:
        """Offer every number up to the known sum, and mark the remainder if nothing else is possible."""
        name = "tricks" if index is None else field.name
        sums, starts = {"tricks": self.tricks}, self.so_far.total("start")
        if starts is not None:
            sums |= {"pile": starts, "points": PACKS[self.table.options.pack] - starts}
        if name not in sums:
            return super().board(field, index)
        total = sums[name]
        note = replace(self.sum_notes[name], values={"sum": total})
        # The question about the dummy comes after both players'.
        before = [getattr(self.so_far, name)[seat] for seat in self.order[: (*self.order, None).index(index)]]
        if index is None or (self.sum_notes[name] == TOGETHER and len(before) == 1):
            return rest_board([total], before, note=note)
        # A sum that is too large for a board can leave few enough numbers for the second player.
        left = total - sum(filter(None, before))
        return rest_board([total if total < LARGEST_BOARD else left], [None], note=note)

    def hints(self) -> tuple[Text, ...]:
        entry = self.so_far
        if None in (*entry.start, *entry.pile):
            return ()
        scores = (
            _("{name} {points}", name=name, points=Amount(half=points(entry.scores(seat)["first"]), signed=True))
            for seat, name in enumerate(self.table.names)
        )
        return (_("First scores: {scores}", scores=both(scores)),)


class TruffleScreen(PiccadillyScreen):
    """Offers more numbers, because the dummy can also take tricks."""

    stages = (Stage("manchester", _("Manchester"), watched=False), Stage("second", _("Truffle"), watched=False))
    tricks = TRUFFLE_TRICKS
    sum_notes: ClassVar = {"pile": TOGETHER, "points": AT_MOST, "tricks": WITH_DUMMY}
