"""What the statistics count of Pinochle, and the short page of its rules.

Bids belong to the player who bid, melds and tricks to both partners. Every amount is in half points.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules._pinochle_cards import LAST_TRICK, MELDS, Entry, bidding_side
from scorekeeper.rules.base import Guide, Hand
from scorekeeper.rules.facts import HANDS, Fact, Feat, Figure
from scorekeeper.rules.words import gettext as _, points

_BIDDING = _("Who wins the bidding, and makes it?")
_PLAY = _("Where a side’s points come from: each hand")

FIGURES = (
    Figure(label=_("points a hand"), key=HANDS, show="each"),
    Figure(label=_("best hand"), key=HANDS, show="most"),
    Figure(label=_("won the bidding"), key="bid", show="share", heading=_BIDDING),
    Figure(label=_("average bid"), key="bid", show="each", heading=_BIDDING),
    Figure(label=_("bids made, of those won"), key="made", show="share", of="bid", heading=_BIDDING),
    Figure(label=_("highest bid made"), key="made", show="most", heading=_BIDDING),
    Figure(label=_("had no marriage, of the bids won"), key="no_marriage", show="share", of="bid", heading=_BIDDING),
    Figure(label=_("meld"), key="meld", show="each", heading=_PLAY),
    Figure(label=_("highest meld"), key="meld", show="most", heading=_PLAY),
    Figure(label=_("trick points"), key="tricks", show="each", heading=_PLAY),
)

FEATS = (
    Feat(label=_("best hand"), key=HANDS),
    Feat(label=_("highest meld"), key="meld"),
    Feat(label=_("highest bid made"), key="made"),
    Feat(label=_("costliest failed bid"), key="failed"),
)

GUIDE = (
    Guide(
        heading=_("Table and deck"),
        paragraphs=(
            _(
                "Four play, partners opposite. The deck has four copies of A 10 K Q J in each suit, which rank in"
                " that order."
            ),
            _("Everybody is dealt 20 cards. The first side to the target, usually 500, wins."),
        ),
    ),
    Guide(
        heading=_("Bidding"),
        paragraphs=(
            _("The first bid is at least 50. A raise is at least 1, and once the bidding has reached 60 at least 5."),
            _("A pass is final. If the first three pass, the dealer must bid."),
            _(
                "Whoever bid most names trump, and needs its king and queen to do so. Without a king and queen of one"
                " suit the bidding side loses the bid, the others score nothing, and the hand is over."
            ),
        ),
    ),
    Guide(
        heading=_("Melds"),
        paragraphs=(
            _("Each player counts the melds in their own hand of cards; partners add theirs up."),
            _("Two of a kind, three and four have values of their own: a double run is 150 in all."),
            _(
                "A king and queen of trump do not count in both a run and a royal marriage. A card may be in other"
                " melds too."
            ),
        ),
        table=(
            (_("Meld"), *(_("×{times}", times=times) for times in range(1, 5))),
            *((label, *(_("{points}", points=worth) for worth in values)) for label, values in MELDS),
        ),
    ),
    Guide(
        heading=_("Tricks"),
        paragraphs=(_("The tricks of a hand are worth 50 together."),),
        table=(
            (_("Taken"), _("points")),
            (_("each ace, ten and king"), _("{points}", points=1)),
            (_("the last trick"), _("{points}", points=LAST_TRICK)),
        ),
    ),
    Guide(
        heading=_("Scoring"),
        paragraphs=(
            _("A side’s meld and trick points together are what it has made."),
            _("If the bidding side has made its bid, both sides add what they have made."),
            _("If not, it loses the bid and adds nothing; the other side adds what it has made."),
            _("If both sides reach the target in one hand, the bidding side wins. A total may fall below 0."),
        ),
    ),
)


def facts(hand: Hand[Entry]) -> Iterator[Fact]:
    """The facts of a hand beyond that it was played: what became of the bid, and what each side had."""
    entry, side = hand.entry, f"side{bidding_side(hand.entry)}"
    stake = points(entry.bid or 0)
    made = any(line.mark == "made" for line in hand.lines)
    kinds = ["bid", "made" if made else "failed"] + ["no_marriage"] * entry.no_marriage
    yield from (Fact(column=side, key=key, amount=stake, seat=entry.bidder) for key in kinds)
    if entry.no_marriage:
        return
    for number, meld in enumerate(entry.meld):
        tricks = (entry.counters[number] or 0) + LAST_TRICK * bool(entry.last_trick[number])
        yield Fact(column=f"side{number}", key="meld", amount=points(meld or 0))
        yield Fact(column=f"side{number}", key="tricks", amount=points(tricks))
