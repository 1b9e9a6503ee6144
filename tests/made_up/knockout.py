"""Knockout: who has lost three is out, is dealt no cards and never deals; the last one in wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import number
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Line, Outcome, Problem, Sheet
from scorekeeper.rules.words import gettext as _, points

OUT = points(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """No house rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is recorded of a hand."""

    lost: tuple[int | None, ...] = number(_("Lost"), _("How many were lost."), per="player", high=3, needed=True)


class Knockout(Rules[Options, Entry]):
    """Everybody alone, and fewer and fewer."""

    slug = "knockout"
    name = _("Knockout")
    players = range(2, 6)
    low_wins = True
    options = Options
    entry = Entry

    def seats(self, sheet: Sheet[Options, Entry]) -> tuple[int, ...]:
        """Who has lost fewer than three."""
        return tuple(seat for seat in sheet.table.seats if sheet.totals[str(seat)] < OUT)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """The deal passes left, to the next who is in."""
        dealer, within = super().dealer(sheet), self.seats(sheet)
        return next((seat for seat in sheet.table.clockwise(dealer) if seat in within), dealer)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Who is out has lost nothing."""
        for seat, lost in enumerate(entry.lost):
            if seat not in self.seats(sheet) and lost is not None:
                yield Problem(path=f"players.{seat}", message=_("This player is out."))

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """What was lost."""
        for seat, lost in enumerate(entry.lost):
            if lost:
                yield Line(column=str(seat), points=points(lost), reason=_("lost {lost}", lost=lost))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """One is left."""
        within = self.seats(sheet)
        if len(within) > 1:
            return None
        winners = tuple(str(seat) for seat in within)
        return Outcome(reason=_("one is left"), winners=winners, ranking=self.ranking(sheet))


KNOCKOUT = CardGame(rules=Knockout())
