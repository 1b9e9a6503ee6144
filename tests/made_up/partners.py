"""Partners: two sides of two. The side that bid loses the bid where it does not reach it; melds and a point besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.rules.base import Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Choice, ask
from scorekeeper.rules.words import gettext as _, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules."""

    target: int = ask(50, Ask(label=_("Target"), kind="number", low=1, high=999, help=_("What ends the game.")))
    handicap: int = ask(0, Ask(label=_("Handicap"), kind="number", high=999, help=_("Counts for nothing.")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is recorded of a hand."""

    bidder: int | None = ask(None, Ask(label=_("Bidder"), kind="seat", needed=True, help=_("Who bid.")))
    bid: int | None = ask(None, Ask(label=_("Bid"), kind="number", low=5, high=40, needed=True, help=_("How much.")))
    winner: str | None = ask(
        None,
        Ask(
            label=_("Point"),
            kind="choice",
            key="point.winner",
            choices=(Choice(value="first", label=_("first side")), Choice(value="second", label=_("second side"))),
            help=_("Who has the point."),
        ),
    )
    lengths: tuple[int, ...] | None = ask(
        None, Ask(label=_("Lengths"), kind="numbers", key="point.lengths", low=3, high=8, help=_("How long."))
    )
    meld: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Meld"),
            kind="number",
            per="side",
            high=9999,
            needed=True,
            help=_("The worth of the cards shown."),
            tally=((_("Run"), (15, 150, 225, 300)), (_("Aces"), (10, 100)), (_("Odd card"), 1)),
        ),
    )
    tricks: tuple[int | None, ...] = ask(
        (), Ask(label=_("Tricks"), kind="number", per="side", low=-20, high=20, needed=True, help=_("Taken."))
    )
    last: tuple[bool, ...] = ask((), Ask(label=_("Last trick"), kind="flag", per="side", help=_("Who took it.")))


class Partners(Rules[Options, Entry]):
    """Four players, partners opposite."""

    slug = "partners"
    name = _("Partners")
    players = range(4, 5)
    legend: ClassVar[tuple[Mark, ...]] = (Mark(key="failed", sign="✗", label=_("failed the bid")),)
    options = Options
    entry = Entry

    def sides(self, table: Table[Options]) -> tuple[tuple[int, ...], ...]:
        """Partners sit opposite."""
        return ((0, 2), (1, 3))

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        """The handicap is below the target."""
        if table.options.handicap < table.options.target:
            return None
        return Problem(path="handicap", message=_("The handicap is below the target."))

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Everything needed is there; one side alone took the last trick."""
        for name in ("bidder", "bid"):
            if getattr(entry, name) is None:
                yield Problem(path=f"hand.{name}", message=_("This is missing."))
        for side in (0, 1):
            for name in ("meld", "tricks"):
                if getattr(entry, name)[side] is None:
                    yield Problem(path=f"sides.{side}.{name}", message=_("This is missing."))
        if entry.last.count(True) != 1:
            yield Problem(path="sides", message=_("One side took the last trick."))
        if entry.bid == 40:
            yield Problem(path="hand.bid", message=_("Really?"), level="warning")

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Meld and tricks; the bid is lost where they are less."""
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
        """Whoever reaches the target."""
        ranking = self.ranking(sheet)
        if sheet.totals[ranking[0][0]] < points(sheet.table.options.target):
            return None
        return Outcome(reason=_("the target was reached"), winners=ranking[0], ranking=ranking)
