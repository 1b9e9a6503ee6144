"""The app's short guide to Piquet."""

from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import gettext as _

GUIDE = (
    Guide(
        _("The deal"),
        _(
            "Two players get twelve cards each from a 32-card deck. The deal alternates: the dealer is younger, the"
            " other is elder."
        ),
        _("Before the play, both declare their longest suit (the point), sequences, and sets of three or four."),
        _("In each of these, only the better one scores. If they’re equal, nobody does."),
        _("The player with the best sequence scores all their sequences, and likewise with sets."),
    ),
    Guide(
        _("What it’s worth"),
        table=(
            (_("What"), _("Points")),
            (_("Carte blanche: no king, queen or jack"), _("10")),
            (_("Point"), _("1 per card")),
            (_("Tierce or quart, a sequence of 3 or 4"), _("3 or 4")),
            (_("Quint, sixième, septième or huitième: 5, 6, 7 or 8"), _("15, 16, 17 or 18")),
            (_("Trio, a set of three"), _("3")),
            (_("Quatorze, a set of four"), _("14")),
            (_("Leading to a trick"), _("1")),
            (_("Winning a trick the other player led"), _("1")),
            (_("Winning the last trick"), _("1 more")),
            (_("The cards: 7 to 11 tricks"), _("10")),
            (_("Capot: all twelve tricks, instead of the cards"), _("40")),
            (_("Pique"), _("30")),
            (_("Repique"), _("60")),
        ),
    ),
    Guide(
        _("Pique and repique"),
        _("Repique: you reach 30 in declarations alone, counted in the order above, before the other player scores."),
        _("Pique: elder reaches 30 in declarations and play before younger scores."),
        _("If that isn’t clear, you’ll be asked how many tricks elder won before younger’s first."),
        _("Points for the cards don’t count toward either. Equal declarations score nothing, so they prevent neither."),
    ),
    Guide(
        _("The match"),
        _("Rubicon: after six deals, the higher total wins the difference plus 100."),
        _("A loser with fewer than 100 is rubiconed: the winner wins both totals plus 100."),
        _("A tie is played off in two more deals. If it’s still a tie, the match is drawn."),
        _("In a Rubicon of four deals, the first and the fourth count twice."),
        _("Au cent: the first to reach 100 wins one game, or two if the loser has fewer than 50."),
        _("If both get there in the same deal, count it in order: play before cards, elder first."),
    ),
)
