"""The app's short guide to Shnarbles."""

from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import gettext as _

GUIDE = (
    Guide(
        _("The aim"),
        _("Two to ten players, no partners. Everyone gets five cards from a deck of 52."),
        _("Everyone starts at 16 and tries to get down to 0. At 32, you’re out."),
    ),
    Guide(
        _("Bidding"),
        _("Once around, from the dealer’s left: pass, or bid how many of the five tricks you’ll take."),
        _("No number can be bid twice, so there’s one high bidder."),
        _("If everyone passes, nobody scores and the same dealer deals again. Otherwise the deal passes to the left."),
    ),
    Guide(
        _("Folding"),
        _("Everyone but the bidder may fold and sit out the hand, which costs nothing."),
        _("Nobody can fold when spades are trump, and nobody can fold three hands in a row."),
        _("Any hand you play ends the run, even as the bidder or with spades. A hand everyone passed doesn’t count."),
    ),
    Guide(
        _("What a hand is worth"),
        table=(
            (_("Who"), _("What happened"), _("Points")),
            (_("Bidder"), _("everyone else folded"), _("−5, whatever the bid")),
            (_("Bidder"), _("made the bid"), _("−1 per trick")),
            (_("Bidder"), _("took less than the bid"), _("+5")),
            (_("Bidder"), _("took all five tricks with spades as trump: a spade-out"), _("wins the game at once")),
            (_("Others"), _("took tricks"), _("−1 per trick")),
            (_("Others"), _("stayed in, but took no tricks"), _("+5")),
            (_("Others"), _("folded"), _("0")),
        ),
    ),
    Guide(
        _("The end"),
        _("A spade-out wins right away, whatever the scores."),
        _("Otherwise, a score of 0 or below wins. Players who get there in the same hand share the win."),
        _("Otherwise, anyone with 32 or more is out, and no longer dealt in. The last player left wins."),
    ),
    Guide(
        _("House rules"),
        _("A failed bid can cost 5 minus the tricks taken."),
        _("Only exactly 0 wins: a player below 0 plays on and may come back up."),
        _("If more than one gets there, the bidder alone or the lowest score can win."),
        _("The starting score and the score that puts you out can be changed."),
    ),
)
