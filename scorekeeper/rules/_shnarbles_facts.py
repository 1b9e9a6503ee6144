"""What the statistics count of Shnarbles: the facts of a scored hand, and the figures and feats made of them.

Fewer points are better here, so what is told as a best hand is what came off: `off` is minus the change. Every amount
is in half points, bids too.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules._shnarbles_hand import Entry, rivals
from scorekeeper.rules.base import Hand
from scorekeeper.rules.facts import HANDS, Fact, Feat, Figure
from scorekeeper.rules.words import Half, gettext as _, points

_BIDDING = _("How bidding pays")
_FOLDING = _("To fold or to play")

FIGURES = (
    Figure(label=_("points a hand: fewer are better"), key=HANDS, show="each"),
    Figure(label=_("most points off in a hand"), key="off", show="most"),
    Figure(label=_("went out"), key="out", show="times"),
    Figure(label=_("spade-outs"), key="spade_out", show="times"),
    Figure(label=_("took the bid"), key="bidder", show="share", heading=_BIDDING),
    Figure(label=_("bids made, of those taken"), key="made", show="share", of="bidder", heading=_BIDDING),
    Figure(label=_("average bid"), key="bidder", show="each", heading=_BIDDING),
    Figure(label=_("highest bid made"), key="made", show="most", heading=_BIDDING),
    Figure(label=_("folded"), key="folded", show="share", heading=_FOLDING),
    Figure(label=_("no trick, of the hands stayed in"), key="trickless", show="share", of="stayed", heading=_FOLDING),
    Figure(label=_("points a hand stayed in"), key="stayed", show="each", heading=_FOLDING),
)

FEATS = (
    Feat(label=_("most points off in a hand"), key="off"),
    Feat(label=_("boldest bid made"), key="made"),
)


def facts(hand: Hand[Entry], out_at: Half) -> Iterator[Fact]:
    """The facts of everybody who was dealt in; who was out before the hand has none."""
    for column, moved in hand.points.items():
        if hand.totals[column] - moved < out_at:
            found = {HANDS: moved, **_facts_of_seat(hand, int(column), moved)}
            yield from (Fact(column=column, key=key, amount=amount) for key, amount in found.items())


def _facts_of_seat(hand: Hand[Entry], seat: int, moved: Half) -> dict[str, Half]:
    entry, marks = hand.entry, {line.mark for line in hand.lines if line.column == str(seat)}
    found: dict[str, Half] = {key: Half(0) for key in ("folded", "trickless", "spade_out", "out") if key in marks}
    if moved < 0:
        found["off"] = Half(-moved)
    if "bidder" in marks:
        bid = points(entry.bid or 0)
        found |= {"bidder": bid, "failed" if "failed" in marks else "made": bid}
    if seat in rivals(entry):
        found["stayed"] = moved
    return found
