"""What the statistics count of Piquet: the facts of a scored deal, and the figures and feats made of them.

Every amount is in half points, tricks too, so that one table holds them all.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules._piquet_count import declared
from scorekeeper.rules._piquet_deal import ELDER, TRICKS, YOUNGER, Entry, Options
from scorekeeper.rules.base import Hand, Table
from scorekeeper.rules.facts import HANDS, Fact, Feat, Figure
from scorekeeper.rules.words import gettext as _, points

_ROLES = _("Does it pay to be elder? Points of a deal")

FIGURES = (
    Figure(label=_("points a deal"), key=HANDS, show="each"),
    Figure(label=_("best deal"), key=HANDS, show="most"),
    Figure(label=_("declared a deal"), key="declared", show="each"),
    Figure(label=_("tricks a deal"), key="tricks", show="each"),
    Figure(label=_("piques"), key="pique", show="times"),
    Figure(label=_("repiques"), key="repique", show="times"),
    Figure(label=_("capots"), key="capot", show="times"),
    Figure(label=_("as elder"), key=ELDER, show="each", heading=_ROLES),
    Figure(label=_("as younger"), key=YOUNGER, show="each", heading=_ROLES),
)

FEATS = (
    Feat(label=_("best deal"), key=HANDS),
    Feat(label=_("most declared in a deal"), key="declared"),
)


def facts(table: Table[Options], hand: Hand[Entry], *, again: bool) -> Iterator[Fact]:
    """The facts of a deal beyond that it was played; a deal that was dealt `again` was nobody's as elder."""
    entry, elder = hand.entry, table.after(hand.dealer)
    for line in hand.lines:
        if line.mark in ("pique", "repique", "capot", "carte_blanche"):
            yield Fact(column=line.column, key=line.mark, amount=line.points)
    if again:
        return
    for role, seat in ((ELDER, elder), (YOUNGER, hand.dealer)):
        column = str(seat)
        yield Fact(column=column, key=role, amount=hand.points[column])
        if entry.elder_tricks is not None:
            tricks = entry.elder_tricks if role == ELDER else TRICKS - entry.elder_tricks
            yield Fact(column=column, key="tricks", amount=points(tricks))
            yield Fact(column=column, key="declared", amount=points(declared(entry, role)))
