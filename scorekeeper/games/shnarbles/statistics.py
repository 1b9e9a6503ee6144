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

BIDDING = _("How bidding pays")
FOLDING = _("To fold or to play")


class ShnarblesStatistics(Statistics[Options, Entry]):
    """How well bidding and folding pay off."""

    figures = (
        Figure(label=_("points a hand: fewer are better"), key=HANDS, show="each"),
        Figure(label=_("most points off in a hand"), key="off", show="most"),
        Figure(label=_("went out"), key="out", show="times"),
        Figure(label=_("spade-outs"), key="spade_out", show="times"),
        Figure(label=_("took the bid"), key="bidder", show="share", heading=BIDDING),
        Figure(label=_("bids made, of those taken"), key="made", show="share", of="bidder", heading=BIDDING),
        Figure(label=_("average bid"), key="bidder", show="each", heading=BIDDING),
        Figure(label=_("highest bid made"), key="made", show="most", heading=BIDDING),
        Figure(label=_("folded"), key="folded", show="share", heading=FOLDING),
        Figure(
            label=_("no trick, of the hands stayed in"), key="trickless", show="share", of="stayed", heading=FOLDING
        ),
        Figure(label=_("points a hand stayed in"), key="stayed", show="each", heading=FOLDING),
    )
    feats = (Feat(label=_("most points off in a hand"), key="off"), Feat(label=_("boldest bid made"), key="made"))

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
