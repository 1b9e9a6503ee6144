"""The replay of a game: one hand after another, and what can be read along the way.

Hands count up to the one that ends the game, or to the first that is impossible after those before it. Later hands are
kept: the deal moves on with them, but they move no total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic

from scorekeeper.rules.base import Rules
from scorekeeper.rules.sheet import E, O, Problem, ScoredHand, Sheet, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Generic[O, E]):
    """Where a replay stands. `sheet` has the hands that count, `uncounted` those after them.

    `contradiction` is why the first uncounted hand is impossible; empty if it isn't.
    """

    rules: Rules[O, E]
    sheet: Sheet[O, E]
    uncounted: tuple[ScoredHand[E], ...] = ()
    contradiction: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, rules: Rules[O, E], table: Table[O]) -> Replay[O, E]:
        """Return the replay before the first hand."""
        return cls(rules=rules, sheet=rules.blank(table))

    @property
    def counts(self) -> bool:
        """Whether the next hand would count, if it is possible."""
        return self.sheet.outcome is None and not self.contradiction

    @property
    def dealer(self) -> int:
        """The seat that deals next. The deal moves on after the end, and past an impossible hand."""
        return self.rules.dealer(replace(self.sheet, hands=(*self.sheet.hands, *self.uncounted)))

    def can_deal(self, seat: int) -> bool:
        """Return whether a seat can deal the next hand. Anybody can deal a hand that doesn't count."""
        return not self.counts or self.rules.refuse_dealer(self.sheet, seat) is None

    def errors(self, dealer: int, entry: E) -> tuple[Problem, ...]:
        """Return why a hand is impossible here."""
        problems = self.rules.problems(self.sheet, dealer, entry)
        return tuple(problem for problem in problems if problem.level == "error")

    def deal(self, dealer: int, entry: E, errors: tuple[Problem, ...] | None = None) -> Replay[O, E]:
        """Return the replay with one more hand. `errors` are those of a hand that would count, if already known."""
        contradiction = self.contradiction
        if self.counts:
            contradiction = self.errors(dealer, entry) if errors is None else errors
            if not contradiction:
                return replace(self, sheet=self.rules.record(self.sheet, dealer, entry))
        hand = ScoredHand(dealer=dealer, entry=entry, lines=(), totals=self.sheet.totals)
        return replace(self, uncounted=(*self.uncounted, hand), contradiction=contradiction)


def replay(rules: Rules[O, E], table: Table[O], hands: Iterable[tuple[int, E]]) -> Iterator[Replay[O, E]]:
    """Yield where the replay of (dealer, entry) pairs stands: before the first hand, then after each."""
    current = Replay.of(rules, table)
    yield current
    for dealer, entry in hands:
        current = current.deal(dealer, entry)
        yield current


def replayed(rules: Rules[O, E], table: Table[O], hands: Iterable[tuple[int, E]]) -> Sheet[O, E]:
    """Return the sheet of these (dealer, entry) pairs."""
    *_before, last = replay(rules, table, hands)
    return last.sheet
