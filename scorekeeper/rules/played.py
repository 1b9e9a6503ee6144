"""A game as it was played: the one form of what a file says, what the database holds and what a page replays.

The house rules and the entries are as they are stored; whatever follows from them is computed when it is first used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from typing import Any

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value, options_from_record
from scorekeeper.rules.entries import Record, answers_from_record
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Outcome, ScoredHand, Seats, Sheet, Stopped, Table
from scorekeeper.rules.text import Half

AnyRules = Rules[Any, Any]
AnySheet = Sheet[Any, Any]
AnyReplay = Replay[Any, Any]


@dataclass(frozen=True, kw_only=True)
class PlayedHand:
    """One hand. `entry` is its stored form, or None until it is saved."""

    dealer: int
    entry: Record | None = None

    @property
    def accepted(self) -> bool:
        """Whether the user answered a warning with "Score it anyway"."""
        return bool(self.entry and self.entry.get("score_anyway"))


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game with its hands. `known` is a replay of its first hands, if an earlier form of the game had these."""

    card_game: CardGame[Any, Any]
    names: tuple[str, ...]
    options: Mapping[str, Value]
    first_dealer: int
    hands: tuple[PlayedHand, ...]
    known: InitVar[AnyReplay | None] = None
    _known: AnyReplay | None = field(init=False, repr=False, compare=False)

    def __post_init__(self, known: AnyReplay | None) -> None:
        object.__setattr__(self, "_known", known)

    @property
    def stopped(self) -> Stopped:
        """How the game was stopped before its end, if it was."""
        return ""

    @property
    def won(self) -> Seats | None:
        """The seats that won by the table's word, or None if it wasn't given."""
        return None

    @property
    def given(self) -> Mapping[str, Half] | None:
        """The totals by column that were written down afterward: `{}` if they aren't known; None in a game of hands."""
        return None

    @property
    def is_result(self) -> bool:
        """Whether only the result was written down, so that there are no hands."""
        return self.given is not None

    @cached_property
    def rules(self) -> AnyRules:
        """The game's rules, as its house rules make them."""
        return self.card_game.rules.for_options(self.table.options)

    @cached_property
    def table(self) -> Table[Any]:
        """Who sits where, and the house rules."""
        options = options_from_record(self.card_game.rules.options, self.options)
        return Table(names=self.names, options=options, first_dealer=self.first_dealer)

    @cached_property
    def saved(self) -> tuple[PlayedHand, ...]:
        """The saved hands in order, including any after the end of the game."""
        return tuple(hand for hand in self.hands if hand.entry is not None)

    def entry(self, hand: PlayedHand) -> Any:
        """Return a saved hand's entry."""
        return self.rules.entry_from(answers_from_record(hand.entry or {}), self.table)

    @cached_property
    def replay(self) -> AnyReplay:
        """The replay of all saved hands, or the result of a game of which only that was written down."""
        if self.given is not None:
            return Replay(rules=self.rules, sheet=self.rules.written_down(self.table, self.given, self.won))
        known = self._known or Replay.of(self.rules, self.table)
        return known.after((hand.dealer, self.entry(hand)) for hand in self.saved[len(known.hands) :])

    @property
    def scored(self) -> tuple[ScoredHand[Any], ...]:
        """All saved hands; those that don't count, after the end or from a contradiction on, have no lines."""
        return self.replay.hands

    @property
    def sheet(self) -> AnySheet:
        """The sheet with all hands that count: those up to the end of the game, or those before a contradiction."""
        return self.replay.sheet

    @property
    def ruled(self) -> Outcome | None:
        """How the game ended, whether by its rules or because someone stopped it; None while it is in progress."""
        return self.rules.stopped(self.sheet, self.stopped) if self.cut_short else self.sheet.outcome

    @property
    def cut_short(self) -> bool:
        """Whether someone stopped the game before its rules ended it."""
        return bool(self.stopped) and self.sheet.outcome is None and self.rules.way != "won"

    @property
    def has_totals(self) -> bool:
        """Whether anything is known of the totals: not if only who won was written down."""
        if self.given is not None:
            return bool(self.given)
        return bool(self.sheet.hands) or (self.rules.way != "won" and not self.is_said)

    def won_by_points(self, column: str) -> bool:
        """Return whether a column that won did so by the rules, or would have: the table can say somebody else."""
        by_word = self.is_said and (self.cut_short or self.is_result)
        return not by_word or column in self.rules.ranking(self.sheet)[0]

    @property
    def may_say(self) -> Seats:
        """The seats of which the table may say that they won, as the rules leave it open, or `()`."""
        ruled, rules = self.ruled, self.rules
        if rules.way == "won" or (rules.has_winner and (self.cut_short or self.is_result)):
            return tuple(self.table.seats)
        if ruled is None or not rules.leaves_ties or len(ruled.winners) < 2:
            return ()
        return tuple(seat for column in self.sheet.columns if column.key in ruled.winners for seat in column.seats)

    @property
    def is_said(self) -> bool:
        """Whether the table's word decides. A word that a correction has made needless is kept, and ignored."""
        won, may = self.won, self.may_say
        may_be_nobody = self.rules.way == "won" or self.cut_short or self.is_result
        return won is not None and {*won} <= {*may} and (bool(won) or may_be_nobody)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, and who won: by the table's word, where the rules leave that open."""
        won = self.won
        if won is None or self.is_result or not self.is_said:
            return self.ruled
        return self.rules.as_said(self.sheet, self.ruled, won)
