"""Knockout: a player with three losses is out and neither plays nor deals; the last one left wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import number
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Line, Outcome, Problem, Sheet
from scorekeeper.rules.text import gettext as _, points

OUT = points(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """No house rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    lost: tuple[int | None, ...] = number(
        _("Lost"), _("How many were lost."), question=_("How many did {name} lose?"), per="player", high=3, needed=True
    )


class Knockout(Rules[Options, Entry]):
    slug = "knockout"
    name = _("Knockout")
    players = range(2, 6)
    low_wins = True
    options = Options
    entry = Entry

    def seats(self, sheet: Sheet[Options, Entry]) -> tuple[int, ...]:
        return tuple(seat for seat in sheet.table.seats if sheet.totals[str(seat)] < OUT)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """Return the next player to the left who is still in."""
        dealer, players_in = super().dealer(sheet), self.seats(sheet)
        return next((seat for seat in sheet.table.clockwise(dealer) if seat in players_in), dealer)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        for seat, lost in enumerate(entry.lost):
            if seat not in self.seats(sheet) and lost is not None:
                yield Problem(path=f"players.{seat}", message=_("This player is out."))

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        for seat, lost in enumerate(entry.lost):
            if lost:
                yield Line(column=str(seat), points=points(lost), reason=_("lost {lost}", lost=lost))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        players_in = self.seats(sheet)
        if len(players_in) > 1:
            return None
        winners = tuple(str(seat) for seat in players_in)
        return Outcome(reason=_("one is left"), winners=winners, ranking=self.ranking(sheet))


KNOCKOUT = CardGame(rules=Knockout())
