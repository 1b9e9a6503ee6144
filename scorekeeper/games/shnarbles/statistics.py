"""The statistics for Shnarbles. RULES.md: Statistics.

Fewer points are better, so the best hand is the one that lowers a player's score the most; `off` is the amount of the
reduction. All amounts are in half points, including bids.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.shnarbles.hand import Entry, Options, staying_opponents
from scorekeeper.rules.sheet import ScoredHand, Table
from scorekeeper.rules.statistics import HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import NOTHING, Half, gettext as _, points

BIDDING = _("Bidding")
FOLDING = _("Folding and staying in")


class ShnarblesStatistics(Statistics[Options, Entry]):
    """How well bidding and folding pay off."""

    figures = (
        Figure(label=_("Points per hand (fewer is better)"), key=HANDS, show="each"),
        Figure(label=_("Most points off in a hand"), key="off", show="most"),
        Figure(label=_("Went out"), key="out", show="times"),
        Figure(label=_("Spade-outs"), key="spade_out", show="times"),
        Figure(label=_("Took the bid"), key="bidder", show="share", heading=BIDDING),
        Figure(label=_("Bids made after taking the bid"), key="made", show="share", of="bidder", heading=BIDDING),
        Figure(label=_("Average bid"), key="bidder", show="each", heading=BIDDING),
        Figure(label=_("Highest bid made"), key="made", show="most", heading=BIDDING),
        Figure(label=_("Folded"), key="folded", show="share", heading=FOLDING),
        Figure(
            label=_("Stayed in but took no tricks"),
            key="trickless",
            show="share",
            of="stayed",
            heading=FOLDING,
        ),
        Figure(label=_("Points per hand when staying in"), key="stayed", show="each", heading=FOLDING),
    )
    feats = (
        Feat(
            label=_("Most points off in a hand"),
            key="off",
            told=_("{names} took the most points off in a hand: {points}."),
        ),
        Feat(label=_("Boldest bid made"), key="made"),
    )

    def facts(self, table: Table[Options], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Yield facts for everyone who was dealt in; there are none for players who were already out."""
        for column, moved in hand.points.items():
            if hand.totals[column] - moved < points(table.options.out_at):
                amounts = {HANDS: moved, **_amounts(hand, int(column), moved)}
                yield from (Fact(column=column, key=key, amount=amount) for key, amount in amounts.items())


def _amounts(hand: ScoredHand[Entry], seat: int, moved: Half) -> dict[str, Half]:
    """Return the amounts for a player's facts, by key."""
    marks = {line.mark for line in hand.lines if line.column == str(seat)}
    amounts: dict[str, Half] = {key: NOTHING for key in ("folded", "trickless", "spade_out", "out") if key in marks}
    if moved < 0:
        amounts["off"] = Half(-moved)
    if "bidder" in marks:
        bid = points(hand.entry.bid or 0)
        amounts |= {"bidder": bid, "failed" if "failed" in marks else "made": bid}
    if seat in staying_opponents(hand.entry):
        amounts["stayed"] = moved
    return amounts
