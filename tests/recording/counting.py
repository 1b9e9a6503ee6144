"""A game in which only totals matter, for tests of what follows from them."""

from typing import ClassVar

from scorekeeper.models import Game
from scorekeeper.recording.game.records import GameRecord, HandRecord
from scorekeeper.rules.base import Rules
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Column, ScoredHand, Sheet, Table
from scorekeeper.rules.text import Half, gettext as _

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


class Counting(Rules):
    """Rules in which only totals matter. The column without seats is the Bank."""

    slug = "counting"
    targets: ClassVar[dict] = {}
    screen = refuse = check = score = outcome = None

    def __init__(self, *, bank=False, low_wins=False, sides=False, targets=()):
        self.bank, self.low_wins, self.paired, self.targets = bank, low_wins, sides, dict(targets)

    def columns(self, table):
        """Return a column for each seat or, in a game with sides, for each side, followed by the Bank, if any."""
        columns = super().columns(table)
        if self.paired:
            columns = tuple(
                Column(key=key, seats=seats, label=_("{a} and {b}", a=table.names[seats[0]], b=table.names[seats[1]]))
                for key, seats in (("even", (0, 2)), ("odd", (1, 3)))
            )
        return (*columns, Column(key="bank", seats=(), label=_("Bank"))) if self.bank else columns

    def target(self, table, column):
        """Return a column's target, defaulting to the one for "all"."""
        return self.targets.get(column.key, self.targets.get("all"))


Counting.__abstractmethods__ = frozenset()


def record_of(*totals, names=NAMES, **rules) -> GameRecord:
    """Return a game with these totals in half points, first at the start and then after each hand."""
    rules = Counting(**rules)
    table = Table(
        names=names[: len(totals[0]) - rules.bank] if not rules.paired else names[:4], options=None, first_dealer=0
    )
    columns = rules.columns(table)
    by_key = [{column.key: Half(total) for column, total in zip(columns, row, strict=True)} for row in totals]
    hands = tuple(
        ScoredHand(row=row, dealer=0, entry=None, lines=(), totals=after) for row, after in enumerate(by_key[1:], 1)
    )
    stored = tuple(
        HandRecord(id=number, number=number, dealer=0, entry={}, taps=[], revisions=1, corrections=0)
        for number in range(1, len(totals))
    )
    record = GameRecord(
        game=Game(),
        card_game=CardGame(rules=rules),
        players=tuple(range(len(table.names))),
        names=table.names,
        hands=stored,
        first_dealer=0,
        options={},
        marks=tuple(seat % 12 for seat in range(len(table.names))),
    )
    sheet = Sheet(table=table, columns=columns, start=by_key[0], hands=hands)
    vars(record).update(table=table, replay=Replay(rules=rules, sheet=sheet))
    return record
