"""Partners: two sides of two players score melds and tricks. A side that falls short loses as many points as it bid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, choice, flag, number, numbers, seat
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Line, Outcome, Problem, Sheet, Table
from scorekeeper.rules.text import gettext as _, points

TAKEN = _("How many tricks did {name} take?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    target: int = number(_("Target"), _("What ends the game."), default=50, low=1, high=999)
    handicap: int = number(_("Handicap"), _("Counts for nothing."), default=0, high=999)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    bidder: int | None = seat(_("Bidder"), _("Who bid."), question=_("Who bid?"), needed=True)
    bid: int | None = number(_("Bid"), _("How much."), question=_("How much?"), low=5, high=40, needed=True)
    winner: str | None = choice(
        _("Point"),
        _("Who has the point."),
        [Choice("first", _("first side")), Choice("second", _("second side"))],
        question=_("Who has the point?"),
        key="point.winner",
    )
    lengths: tuple[int, ...] | None = numbers(
        _("Lengths"), _("How long."), question=_("How long?"), key="point.lengths", most=5, low=3, high=8
    )
    meld: tuple[int | None, ...] = number(
        _("Meld"),
        _("The worth of the cards shown."),
        question=_("What is {name}’s meld worth?"),
        per="side",
        needed=True,
        tally=((_("Run"), (15, 150, 225, 300)), (_("Aces"), (10, 100)), (_("Odd card"), 1)),
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), _("Taken."), question=TAKEN, per="side", low=-20, high=20, needed=True
    )
    last: tuple[bool, ...] = flag(
        _("Last trick"), _("Who took it."), question=_("Did {name} take the last trick?"), per="side"
    )


class Partners(Rules[Options, Entry]):
    slug = "partners"
    name = _("Partners")
    players = range(4, 5)
    legend = (Mark(key="failed", sign="✗", label=_("failed the bid")),)
    options = Options
    entry = Entry

    def sides(self, table: Table[Options]) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        if table.options.handicap < table.options.target:
            return None
        return Problem(path="handicap", message=_("The handicap is below the target."))

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        if entry.last.count(True) != 1:
            yield Problem(path="sides", message=_("One side took the last trick."))
        if entry.bid == 40:
            yield Problem(path="hand.bid", message=_("Really?"), level="warning")

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        assert entry.bidder is not None
        assert entry.bid is not None
        for side in (0, 1):
            worth = (entry.meld[side] or 0) + (entry.tricks[side] or 0) + entry.last[side]
            if side == entry.bidder % 2 and worth < entry.bid:
                reason = _("failed the bid of {bid}", bid=entry.bid)
                yield Line(column=f"side{side}", points=points(-entry.bid), reason=reason, mark="failed")
            else:
                yield Line(column=f"side{side}", points=points(worth), reason=_("took {worth}", worth=worth))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        ranking = self.ranking(sheet)
        if sheet.totals[ranking[0][0]] < points(sheet.table.options.target):
            return None
        return Outcome(reason=_("the target was reached"), winners=ranking[0], ranking=ranking)


PARTNERS = CardGame(rules=Partners())
