"""The statistics for Trumplestiltskin: the facts taken from a scored hand, and the figures and feats based on them.

All amounts are in half points, even bids and points taken, because one table stores them all. RULES.md: Statistics.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.rules.sheet import ScoredHand, Table
from scorekeeper.rules.statistics import HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import Half, gettext as _, points

_BIDDING = _("Do bids promise too much?")
_PEEKING = _("How peeking pays: points of a hand")


class TrumplestiltskinStatistics(Statistics[Options, Entry]):
    figures = (
        Figure(label=_("points a hand"), key=HANDS, show="each"),
        Figure(label=_("best hand"), key=HANDS, show="most"),
        Figure(label=_("took the bid"), key="taker", show="share"),
        Figure(label=_("bids made, of those taken"), key="made", show="share", of="taker"),
        Figure(label=_("made without peeking, of those taken"), key="blind", show="share", of="taker"),
        Figure(label=_("boldest bid made without peeking"), key="blind", show="most"),
        Figure(label=_("peeked at the Gnome"), key="peeked", show="share"),
        Figure(label=_("points lost by taking more than was bid"), key="capped", show="points"),
        Figure(label=_("points given to the Gnome"), key="to_gnome", show="points"),
        Figure(label=_("average bid"), key="bid", show="each", heading=_BIDDING),
        Figure(label=_("average taken with a bid"), key="bid_taken", show="each", heading=_BIDDING),
        Figure(label=_("took the bid without peeking"), key="taker_blind", show="each", heading=_PEEKING),
        Figure(label=_("took the bid and had peeked"), key="taker_peeked", show="each", heading=_PEEKING),
        Figure(label=_("another bidder, without peeking"), key="other_blind", show="each", heading=_PEEKING),
        Figure(label=_("another bidder who had peeked"), key="other_peeked", show="each", heading=_PEEKING),
        Figure(label=_("points a hand"), key=HANDS, show="each", seatless=True),
        Figure(label=_("points in all"), key=HANDS, show="points", seatless=True),
        Figure(label=_("best hand"), key=HANDS, show="most", seatless=True),
    )
    feats = (
        Feat(label=_("best hand"), key=HANDS),
        Feat(label=_("boldest blind bid made"), key="blind"),
        Feat(label=_("costliest failed bid"), key="failed"),
        Feat(label=_("the Gnome’s best customer"), key="to_gnome", whole=True),
    )

    def facts(self, table: Table[Options], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Yield each seat's facts. If everyone passed, they say only that the hand was played and who peeked."""
        yield from super().facts(table, hand)
        for seat, peeked in enumerate(hand.entry.peeked):
            amounts = {} if hand.entry.all_passed else _amounts_of_seat(hand, seat)
            if peeked:
                amounts["peeked"] = Half(0)
            yield from (Fact(column=str(seat), key=key, amount=amount) for key, amount in amounts.items())


def _amounts_of_seat(hand: ScoredHand[Entry], seat: int) -> dict[str, Half]:
    """Return the amounts for all of a seat's facts except peeking, by key."""
    entry, change = hand.entry, hand.points[str(seat)]
    bid, taken, peeked = entry.bid[seat], points(entry.taken[seat] or 0), entry.peeked[seat]
    amounts: dict[str, Half] = {}
    failed = False
    if bid is not None:
        stake = points(bid)
        amounts |= {"bid": stake, "bid_taken": taken}
        role = "taker" if seat == taker_of(entry.bid) else "other"
        amounts[f"{role}_peeked" if peeked else f"{role}_blind"] = change
        failed = role == "taker" and taken < stake
        if role == "other" and taken > stake:
            amounts["capped"] = Half(taken - stake)
        if role == "taker":
            amounts |= {"taker": stake, "failed" if failed else "made": stake}
        if role == "taker" and not failed and not peeked:
            amounts["blind"] = stake
    if given := _to_gnome(taken, change, failed=failed, peeked=peeked):
        amounts["to_gnome"] = given
    return amounts


def _to_gnome(taken: Half, change: Half, *, failed: bool, peeked: bool) -> Half:
    """Return how many points a player gave the Gnome: after a failed bid, all points taken, or double for peeking."""
    if failed:
        return Half(2 * taken if peeked else taken)
    return Half(max(taken - change, 0))
