"""The app's short guide to Pinochle."""

from scorekeeper.games.pinochle.hand import LAST_TRICK, MELDS
from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import gettext as _

GUIDE = (
    Guide(
        _("Table and deck"),
        _(
            "Four players, with partners opposite each other. The deck has four each of A 10 K Q J in every suit,"
            " ranking in that order."
        ),
        _("Everyone gets 20 cards. The first side to 500 wins."),
    ),
    Guide(
        _("Bidding"),
        _("Bidding opens at 50 or more. Raise by 1 or more, and from 60 on by 5 or more."),
        _("Once you pass, you’re out of the bidding. If the first three players pass, the dealer must bid."),
        _(
            "The high bidder names trump, but must hold its king and queen. Without a king and queen of any one suit,"
            " the bidding side loses the bid, the other side scores nothing, and the hand is over."
        ),
    ),
    Guide(
        _("Melds"),
        _("Each player counts their own melds, and partners add theirs together."),
        _("Doubles, triples and quadruples have their own values: a double run is 150 in all."),
        _(
            "A king and queen of trump can’t count in both a run and a royal marriage. Otherwise a card can count in"
            " several melds."
        ),
        table=(
            (_("Meld"), *(_("×{times}", times=times) for times in range(1, 5))),
            *((label, *(_("{points}", points=worth) for worth in values)) for label, values in MELDS),
        ),
    ),
    Guide(
        _("Tricks"),
        _("The tricks in a hand are worth 50 in all."),
        table=(
            (_("Taken"), _("Points")),
            (_("each ace, ten and king"), _("{points}", points=1)),
            (_("the last trick"), _("{points}", points=LAST_TRICK)),
        ),
    ),
    Guide(
        _("Scoring"),
        _("Add up each side’s meld and trick points."),
        _("If the bidding side made its bid, both sides score what they have."),
        _("If not, the bidding side loses the bid, and the other side scores what it has."),
        _("If both sides reach the target in the same hand, the bidding side wins. Totals can go below 0."),
    ),
)
