"""The statistics for Pinochle. RULES.md: Statistics."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.pinochle.hand import Entry, Options
from scorekeeper.rules.sheet import ScoredHand, Table
from scorekeeper.rules.statistics import HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import gettext as _, points

BIDDING = _("Who wins the bidding, and makes it?")
PLAY = _("Where a side’s points come from: each hand")


class PinochleStatistics(Statistics[Options, Entry]):
    """How often bids are made, and where a side's points come from."""

    figures = (
        Figure(label=_("points a hand"), key=HANDS, show="each"),
        Figure(label=_("best hand"), key=HANDS, show="most"),
        Figure(label=_("won the bidding"), key="bid", show="share", heading=BIDDING),
        Figure(label=_("average bid"), key="bid", show="each", heading=BIDDING),
        Figure(label=_("bids made, of those won"), key="made", show="share", of="bid", heading=BIDDING),
        Figure(label=_("highest bid made"), key="made", show="most", heading=BIDDING),
        Figure(label=_("had no marriage, of the bids won"), key="no_marriage", show="share", of="bid", heading=BIDDING),
        Figure(label=_("meld"), key="meld", show="each", heading=PLAY),
        Figure(label=_("highest meld"), key="meld", show="most", heading=PLAY),
        Figure(label=_("trick points"), key="tricks", show="each", heading=PLAY),
    )
    feats = (
        Feat(label=_("best hand"), key=HANDS),
        Feat(label=_("highest meld"), key="meld"),
        Feat(label=_("highest bid made"), key="made"),
        Feat(label=_("costliest failed bid"), key="failed"),
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
