"""The short page of the rules of Piquet, and the words of its sheet."""

from __future__ import annotations

from scorekeeper.rules.base import Guide, Mark
from scorekeeper.rules.words import gettext as _

LEGEND = (
    Mark(key="carte_blanche", sign="□", label=_("carte blanche: no king, queen or jack was dealt")),
    Mark(key="repique", sign="+60", label=_("repique: 30 in declarations before the other had anything")),
    Mark(key="pique", sign="+30", label=_("pique: 30 in declarations and play before the other had anything")),
    Mark(key="capot", sign="12", label=_("capot: won all twelve tricks")),
    Mark(key="doubled", sign="×2", label=_("this deal counts twice")),
)

_DEAL = Guide(
    heading=_("The deal"),
    paragraphs=(
        _("Two players, 32 cards, twelve for each. The deal alternates. The dealer is younger, the other is elder."),
        _("Before the play both declare: the longest suit (the point), sequences in a suit, sets of four or three."),
        _("Only the better one scores in each of them; where they are equal, nobody does."),
        _("Whoever has the best sequence also scores all of his or her others; so it is with the best set."),
    ),
)
_VALUES = Guide(
    heading=_("What it is worth"),
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
)
_PIQUE = Guide(
    heading=_("Pique and repique"),
    paragraphs=(
        _("Repique: 30 reached by declarations alone, in the order of the table, while the other has none so far."),
        _("Pique: elder reaches 30 by declarations and play before younger has anything."),
        _("Where it is not plain, the screen asks for the tricks that elder won before younger’s first."),
        _("The points for the cards never help to either; what is equal stands in nobody’s way."),
    ),
)
_MATCH = Guide(
    heading=_("The match"),
    paragraphs=(
        _("Rubicon: after six deals the higher total wins 100 and the difference."),
        _("A loser below 100 is rubiconed: then it is 100 and both totals together."),
        _("Equal totals are played off in two more deals; if they are equal again, the match is drawn."),
        _("In a Rubicon of four deals the first and the fourth count twice."),
        _("Au cent: the first to reach 100 wins one game, or two if the loser has below 50."),
        _("Where one deal takes both there, it is counted in the order of the table, play before cards, elder first."),
    ),
)
GUIDE = (_DEAL, _VALUES, _PIQUE, _MATCH)
