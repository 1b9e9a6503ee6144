"""The app's short guide to Piquet."""

from __future__ import annotations

from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import gettext as _

GUIDE = (
    Guide(
        _("The deal"),
        _("Two players, 32 cards, twelve for each. The deal alternates. The dealer is younger, the other is elder."),
        _("Before the play both declare: the longest suit (the point), sequences in a suit, sets of four or three."),
        _("Only the better one scores in each of them; where they are equal, nobody does."),
        _("Whoever has the best sequence also scores all of his or her others; so it is with the best set."),
    ),
    Guide(
        _("What it is worth"),
        table=(
            (_("What"), _("Points")),
            (_("Carte blanche: no king, queen or jack"), _("10")),
            (_("Point"), _("1 a card")),
            (_("Sequence of 3 or 4"), _("3 or 4")),
            (_("Sequence of 5, 6, 7 or 8"), _("15, 16, 17 or 18")),
            (_("Trio, a set of three"), _("3")),
            (_("Quatorze, a set of four"), _("14")),
            (_("Leading to a trick"), _("1")),
            (_("Winning a trick that the other led"), _("1")),
            (_("Winning the last trick"), _("1 more")),
            (_("The cards: 7 to 11 tricks"), _("10")),
            (_("Capot: all twelve tricks, instead of the cards"), _("40")),
            (_("Pique"), _("30")),
            (_("Repique"), _("60")),
        ),
    ),
    Guide(
        _("Pique and repique"),
        _("Repique: 30 reached by declarations alone, in the order of the table, while the other has none so far."),
        _("Pique: elder reaches 30 by declarations and play before younger has anything."),
        _("Where it is not plain, the screen asks for the tricks that elder won before younger’s first."),
        _("The points for the cards never help to either; what is equal stands in nobody’s way."),
    ),
    Guide(
        _("The match"),
        _("Rubicon: after six deals the higher total wins 100 and the difference."),
        _("A loser below 100 is rubiconed: then it is 100 and both totals together."),
        _("Equal totals are played off in two more deals; if they are equal again, the match is drawn."),
        _("In a Rubicon of four deals the first and the fourth count twice."),
        _("Au cent: the first to reach 100 wins one game, or two if the loser has below 50."),
        _("Where one deal takes both there, it is counted in the order of the table, play before cards, elder first."),
    ),
)
