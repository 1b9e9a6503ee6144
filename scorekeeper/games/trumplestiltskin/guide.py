"""The app's short guide to Trumplestiltskin; the full rules are in RULES.md."""

from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import gettext as _

GUIDE = (
    Guide(
        _("The game in brief"),
        _(
            "Bid how many points you’ll take in tricks. Bid highest and make it, and you score double. Peek at the "
            "hidden trump first, and the Gnome gets half of what you make."
        ),
    ),
    Guide(
        _("Cards and deal"),
        _("A Pinochle deck (two each of ace, king, queen, jack, ten and nine in every suit) and two Jokers."),
        _(
            "One nine of each suit and both Jokers are the Blanket. The player on the dealer’s right secretly picks "
            "one of them: the Gnome, which decides trump. Each player gets one of the others, and the rest of the deck "
            "is dealt."
        ),
        _(
            "A nine makes its own suit trump. With the Red Joker, the taker picks diamonds or hearts; with the Black "
            "Joker, spades or clubs."
        ),
    ),
    Guide(
        _("Bidding"),
        _(
            "The player on the dealer’s left bids first. Each bid must be higher than the last; once you pass, you’re "
            "out of the bidding. On any of your turns, you may peek at the Gnome."
        ),
        _("The highest bidder takes the bid and leads to the first trick. If everyone passes, nobody scores."),
    ),
    Guide(
        _("What the cards are worth"),
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
            (_("took the bid and made it"), _("twice what you took"), _("nothing")),
            (_("peeked, took the bid and made it"), _("half of what you took"), _("the other half")),
            (_("took the bid and missed it"), _("minus the bid"), _("what you took")),
            (_("peeked, took the bid and missed it"), _("minus the bid"), _("twice what you took")),
            (_("bid, but someone bid higher"), _("what you took, up to your bid"), _("anything over your bid")),
            (_("peeked and bid, but someone bid higher"), _("half of that"), _("the rest of what you took")),
            (_("never bid"), _("nothing"), _("what you took")),
        ),
    ),
    Guide(
        _("The end"),
        _("The game ends when a player reaches 200 points or the Gnome reaches 350."),
        _(
            "If the player who took the last bid has more than 200, that player wins, even if someone has more. "
            "Otherwise the highest total wins, and ties share the win. The Gnome never wins."
        ),
    ),
)
