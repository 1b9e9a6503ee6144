"""The app's short guide to Trumplestiltskin; the full rules are in RULES.md."""

from __future__ import annotations

from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import gettext as _

GUIDE = (
    Guide(
        _("The game in short"),
        _(
            "Bid on the points that you will take in tricks. Whoever bids highest and makes it scores double; "
            "whoever looks at the hidden trump first pays half of what was made to the Gnome."
        ),
    ),
    Guide(
        _("Cards and deal"),
        _("A Pinochle pack (two each of ace, king, queen, jack, ten and nine in every suit) and two Jokers."),
        _(
            "One nine of each suit and both Jokers are the Blanket. The player on the dealer’s right takes one of "
            "them, unseen by the others: the Gnome, which says what is trump. All other cards are dealt."
        ),
        _(
            "A nine makes its own suit trump. With the Red Joker trump is diamonds or hearts, with the Black Joker "
            "spades or clubs."
        ),
    ),
    Guide(
        _("Bidding"),
        _(
            "The player on the dealer’s left speaks first. Each bids more than all before, or passes and is out. "
            "At any of your turns you may peek at the Gnome; it is remembered until the hand is scored."
        ),
        _("The highest bidder takes the bid and leads to the first trick. If all pass, nobody scores."),
    ),
    Guide(
        _("What cards are worth"),
        table=(
            (_("Card"), _("Points"), _("As trump")),
            (_("Ace or king"), _("1"), _("2")),
            (_("Queen, jack, ten or nine"), _("0"), _("1")),
            (_("Joker"), _("2"), _("3")),
        ),
    ),
    Guide(
        _("What a hand is worth"),
        table=(
            (_("You"), _("You score"), _("The Gnome scores")),
            (_("took the bid and made it, unpeeked"), _("twice what you took"), _("nothing")),
            (_("took the bid and made it, peeked"), _("half of what you took"), _("the other half")),
            (_("took the bid and failed, unpeeked"), _("minus the bid"), _("what you took")),
            (_("took the bid and failed, peeked"), _("minus the bid"), _("twice what you took")),
            (_("bid less than another"), _("what you took, at most your bid"), _("what is over your bid")),
            (_("bid less than another, peeked"), _("half of that"), _("the other half, and what is over")),
            (_("never bid"), _("nothing"), _("what you took")),
        ),
    ),
    Guide(
        _("The end"),
        _("The game is over when a player has 200 points, or the Gnome 350."),
        _(
            "Whoever took the bid last wins with more than 200 points, even against somebody with more. Otherwise "
            "most points win; equal ones share. The Gnome never wins."
        ),
    ),
)
"""The sections, in the order in which players learn the game."""
