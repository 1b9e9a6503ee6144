"""Replaying a game hand by hand, with the state of play after each hand.

Hands count up to and including the one that ends the game, or until earlier hands make one impossible. From then on,
hands are kept and still pass the deal on, but they don't change any totals.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Generic

from scorekeeper.rules.base import Rules
from scorekeeper.rules.sheet import E, O, Problem, ScoredHand, Sheet, Table, errors_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Generic[O, E]):
    """The state of a replay at one moment. `sheet` contains the hands that count; `uncounted` contains the rest."""

    rules: Rules[O, E]
    sheet: Sheet[O, E]
    uncounted: tuple[ScoredHand[E], ...] = ()
    contradiction: tuple[Problem, ...] = ()  # Why the first uncounted hand is impossible, if it is.

    @classmethod
    def of(cls, rules: Rules[O, E], table: Table[O]) -> "Replay[O, E]":
        """Return a replay that has no hands yet."""
        return cls(rules=rules, sheet=rules.blank(table))

    @property
    def hands(self) -> tuple[ScoredHand[E], ...]:
        """All hands, whether they count or not."""
        return (*self.sheet.hands, *self.uncounted)

    @property
    def counts(self) -> bool:
        """Whether the next hand would count if it turned out to be possible."""
        return self.sheet.outcome is None and not self.contradiction

    @property
    def dealer(self) -> int:
        """The seat that deals next. The deal keeps passing even after the game ends or a hand is impossible."""
        if not self.uncounted:
            return self.rules.dealer(self.sheet)
        return self.rules.dealer(replace(self.sheet, hands=self.hands))

    def can_deal(self, seat: int) -> bool:
        """Return whether a seat can deal the next hand. Anybody can deal a hand that doesn't count."""
        return not self.counts or self.rules.refuse_dealer(self.sheet, seat) is None

    def errors(self, dealer: int, entry: E) -> tuple[Problem, ...]:
        """Return the errors that make a hand impossible at this point, if there are any."""
        return errors_in(self.rules.problems(self.sheet, dealer, entry))

    def deal(self, dealer: int, entry: E, errors: tuple[Problem, ...] | None = None) -> "Replay[O, E]":
        """Return the replay with one more hand. Pass `errors` if the hand's errors are already known."""
        contradiction = self.contradiction
        if self.counts:
            contradiction = self.errors(dealer, entry) if errors is None else errors
            if not contradiction:
                return Replay(rules=self.rules, sheet=self.rules.record(self.sheet, dealer, entry))
        row = self.rules.row(replace(self.sheet, hands=self.hands), entry)
        hand = ScoredHand(row=row, dealer=dealer, entry=entry, lines=(), totals=self.sheet.totals)
        return replace(self, uncounted=(*self.uncounted, hand), contradiction=contradiction)

    def after(self, hands: Iterable[tuple[int, E]]) -> "Replay[O, E]":
        """Return the replay with these (dealer, entry) pairs dealt, too."""
        return reduce(lambda replay, hand: replay.deal(*hand), hands, self)

    def first(self, count: int) -> "Replay[O, E]":
        """Return the replay as it was after the first `count` hands."""
        sheet, beyond = self.sheet, count - len(self.sheet.hands)
        if beyond > 0:
            return replace(self, uncounted=self.uncounted[:beyond])
        if beyond < 0:
            sheet = Sheet(table=sheet.table, columns=sheet.columns, start=sheet.start, hands=sheet.hands[:count])
        return Replay(rules=self.rules, sheet=sheet)
