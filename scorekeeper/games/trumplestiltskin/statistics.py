"""The statistics for Trumplestiltskin: the facts taken from a scored hand, and the figures and feats based on them.

All amounts are in half points, even bids and points taken, because one table stores them all. RULES.md: Statistics.
"""

from collections.abc import Iterator

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.rules.sheet import ScoredHand, Table
from scorekeeper.rules.statistics import BEST_HAND, HANDS, Comparison, Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import Half, gettext as _, ngettext, points

_BIDDING = _("Bids and points taken")
_PEEKING = _("Does peeking pay? Points per hand")


class TrumplestiltskinStatistics(Statistics[Options, Entry]):
    figures = (
        Figure(label=_("Points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Took the bid"), key="taker", show="share"),
        Figure(label=_("Bids made after taking the bid"), key="made", show="share", of="taker"),
        Figure(label=_("Bids made without peeking"), key="blind", show="share", of="taker"),
        Figure(label=_("Boldest bid made without peeking"), key="blind", show="most"),
        Figure(label=_("Peeked at the Gnome"), key="peeked", show="share"),
        Figure(label=_("Points lost by taking more than bid"), key="capped", show="points"),
        Figure(label=_("Points given to the Gnome"), key="to_gnome", show="points"),
        Figure(label=_("Average bid"), key="bid", show="each", heading=_BIDDING),
        Figure(label=_("Average points taken with a bid"), key="bid_taken", show="each", heading=_BIDDING),
        Figure(label=_("Took the bid without peeking"), key="taker_blind", show="each", heading=_PEEKING),
        Figure(label=_("Took the bid after peeking"), key="taker_peeked", show="each", heading=_PEEKING),
        Figure(label=_("Outbid, without peeking"), key="other_blind", show="each", heading=_PEEKING),
        Figure(label=_("Outbid, after peeking"), key="other_peeked", show="each", heading=_PEEKING),
        Figure(label=_("Points per hand"), key=HANDS, show="each", seatless=True),
        Figure(label=_("Total points"), key=HANDS, show="points", seatless=True),
        Figure(label=_("Best hand"), key=HANDS, show="most", seatless=True),
    )
    feats = (
        BEST_HAND,
        Feat(label=_("Boldest blind bid made"), key="blind"),
        Feat(label=_("Costliest missed bid"), key="failed"),
        Feat(label=_("The Gnome’s best customer"), key="to_gnome", whole=True),
    )
    comparisons = (
        Comparison(
            keys=("taker_peeked", "other_peeked"),
            others=("taker_blind", "other_blind"),
            more=ngettext(
                "Hands with a peek averaged {count} point more.", "Hands with a peek averaged {count} points more.", 1
            ),
            less=ngettext(
                "Hands with a peek averaged {count} point less.", "Hands with a peek averaged {count} points less.", 1
            ),
        ),
    )

    def facts(self, table: Table[Options], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Yield each seat's facts. If everyone passed, they say only that the hand was played and who peeked."""
        yield from super().facts(table, hand)
        entry = hand.entry
        for seat, peeked in enumerate(entry.peeked):
            bid, taken, change = entry.bid[seat], points(entry.taken[seat] or 0), hand.points[str(seat)]
            amounts: dict[str, int] = {}
            to_gnome = max(taken - change, 0)
            if bid is not None:
                stake = points(bid)
                amounts |= {"bid": stake, "bid_taken": taken}
                role = "taker" if seat == taker_of(entry.bid) else "other"
                amounts[f"{role}_peeked" if peeked else f"{role}_blind"] = change
                if role == "other" and taken > stake:
                    amounts["capped"] = taken - stake
                elif role == "taker" and taken < stake:
                    to_gnome = 2 * taken if peeked else taken
                    amounts |= {"taker": stake, "failed": stake}
                elif role == "taker":
                    amounts |= {"taker": stake, "made": stake} | ({} if peeked else {"blind": stake})
            if to_gnome and not entry.all_passed:
                amounts["to_gnome"] = to_gnome
            if peeked:
                amounts["peeked"] = 0
            yield from (Fact(column=str(seat), key=key, amount=Half(amount)) for key, amount in amounts.items())
