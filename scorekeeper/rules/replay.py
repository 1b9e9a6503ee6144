"""The replay of a game: one hand after another, and what can be read on the way.

Hands count up to the one that ends the game, or to the first that can't be true after those before it. Those behind
are kept: the deal goes round with them, but they move no total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic

from scorekeeper.rules.base import Rules
from scorekeeper.rules.sheet import E, Hand, O, Problem, Sheet, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Generic[O, E]):
    """Where a replay stands. `sheet` has the hands that count, `uncounted` are those behind them.

    `contradiction` is why the first of the uncounted hands can't be true; empty while there is none.
    """

    rules: Rules[O, E]
    sheet: Sheet[O, E]
    uncounted: tuple[Hand[E], ...] = ()
    contradiction: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, rules: Rules[O, E], table: Table[O]) -> Replay[O, E]:
        """The replay before the first hand."""
        return cls(rules=rules, sheet=rules.blank(table))

    @property
    def counts(self) -> bool:
        """Whether the next hand would count, if it can be true."""
        return self.sheet.outcome is None and not self.contradiction

    @property
    def dealer(self) -> int:
        """Whose turn it is to deal: the deal goes round after the end, and past a hand that can't be true."""
        return self.rules.dealer(replace(self.sheet, hands=(*self.sheet.hands, *self.uncounted)))

    def can_deal(self, seat: int) -> bool:
        """Whether a seat can deal the next hand; nobody is in or out any more after the end."""
        return not self.counts or self.rules.refuse_dealer(self.sheet, seat) is None

    def errors(self, dealer: int, entry: E) -> tuple[Problem, ...]:
        """Why a hand can't be true here."""
        found = self.rules.problems(self.sheet, dealer, entry)
        return tuple(problem for problem in found if problem.level == "error")

    def deal(self, dealer: int, entry: E, errors: tuple[Problem, ...] | None = None) -> Replay[O, E]:
        """The replay with one more hand. `errors` are what was found already of a hand that would count."""
        wrong = self.contradiction
        if self.counts:
            wrong = self.errors(dealer, entry) if errors is None else errors
            if not wrong:
                return replace(self, sheet=self.rules.record(self.sheet, dealer, entry))
        hand = Hand(dealer=dealer, entry=entry, lines=(), totals=self.sheet.totals)
        return replace(self, uncounted=(*self.uncounted, hand), contradiction=wrong)


def replay(rules: Rules[O, E], table: Table[O], hands: Iterable[tuple[int, E]]) -> Iterator[Replay[O, E]]:
    """Yield where the replay of (dealer, entry) pairs stands: before the first hand, then after each."""
    now = Replay.of(rules, table)
    yield now
    for dealer, entry in hands:
        now = now.deal(dealer, entry)
        yield now


def replayed(rules: Rules[O, E], table: Table[O], hands: Iterable[tuple[int, E]]) -> Sheet[O, E]:
    """The sheet of these (dealer, entry) pairs."""
    *_before, last = replay(rules, table, hands)
    return last.sheet
