"""The app's short guide to Pinochle."""

from __future__ import annotations

from scorekeeper.games.pinochle.hand import LAST_TRICK, MELDS
from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import gettext as _

GUIDE = (
    Guide(
        _("Table and deck"),
        _(
            "Four play, partners opposite. The deck has four copies of A 10 K Q J in each suit, which rank in that"
            " order."
        ),
        _("Everybody is dealt 20 cards. The first side to the target, usually 500, wins."),
    ),
    Guide(
        _("Bidding"),
        _("The first bid is at least 50. A raise is at least 1, and once the bidding has reached 60 at least 5."),
        _("A pass is final. If the first three pass, the dealer must bid."),
        _(
            "Whoever bid most names trump, and needs its king and queen to do so. Without a king and queen of one"
            " suit the bidding side loses the bid, the others score nothing, and the hand is over."
        ),
    ),
    Guide(
        _("Melds"),
        _("Each player counts the melds in their own hand of cards; partners add theirs up."),
        _("Two of a kind, three and four have values of their own: a double run is 150 in all."),
        _(
            "A king and queen of trump do not count in both a run and a royal marriage. A card may be in other"
            " melds too."
        ),
        table=(
            (_("Meld"), *(_("×{times}", times=times) for times in range(1, 5))),
            *((label, *(_("{points}", points=worth) for worth in values)) for label, values in MELDS),
        ),
    ),
    Guide(
        _("Tricks"),
        _("The tricks of a hand are worth 50 together."),
        table=(
            (_("Taken"), _("points")),
            (_("each ace, ten and king"), _("{points}", points=1)),
            (_("the last trick"), _("{points}", points=LAST_TRICK)),
        ),
    ),
    Guide(
        _("Scoring"),
        _("A side’s meld and trick points together are what it has made."),
        _("If the bidding side has made its bid, both sides add what they have made."),
        _("If not, it loses the bid and adds nothing; the other side adds what it has made."),
        _("If both sides reach the target in one hand, the bidding side wins. A total may fall below 0."),
    ),
)
