"""The statistics for Pinochle. RULES.md: Statistics."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.pinochle.hand import Entry, Options
from scorekeeper.rules.sheet import ScoredHand, Table
from scorekeeper.rules.statistics import BEST_HAND, HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import gettext as _, points

BIDDING = _("Bidding")
PLAY = _("Points per hand, and where they come from")


class PinochleStatistics(Statistics[Options, Entry]):
    """How often bids are made, and where a side's points come from."""

    figures = (
        Figure(label=_("Points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Won the bidding"), key="bid", show="share", heading=BIDDING),
        Figure(label=_("Average bid"), key="bid", show="each", heading=BIDDING),
        Figure(label=_("Bids made after winning the auction"), key="made", show="share", of="bid", heading=BIDDING),
        Figure(label=_("Highest bid made"), key="made", show="most", heading=BIDDING),
        Figure(label=_("Won the bid without a marriage"), key="no_marriage", show="share", of="bid", heading=BIDDING),
        Figure(label=_("Meld"), key="meld", show="each", heading=PLAY),
        Figure(label=_("Highest meld"), key="meld", show="most", heading=PLAY),
        Figure(label=_("Trick points"), key="tricks", show="each", heading=PLAY),
    )
    feats = (
        BEST_HAND,
        Feat(label=_("Highest meld"), key="meld"),
        Feat(label=_("Highest bid made"), key="made"),
        Feat(label=_("Costliest missed bid"), key="failed"),
    )

    def facts(self, table: Table[Options], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        yield from super().facts(table, hand)
        entry, stake = hand.entry, points(hand.entry.bid or 0)
        made = any(line.mark == "made" for line in hand.lines)
        for key in ("bid", "made" if made else "failed", *["no_marriage"] * entry.no_marriage):
            yield Fact(column=f"side{entry.bidding_side}", key=key, amount=stake, seat=entry.bidder)
        for side, meld in enumerate(() if entry.no_marriage else entry.meld):
            yield Fact(column=f"side{side}", key="meld", amount=points(meld or 0))
            yield Fact(column=f"side{side}", key="tricks", amount=points(entry.tricks(side)))
