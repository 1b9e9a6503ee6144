"""The app's short guide to Shnarbles."""

from __future__ import annotations

from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import gettext as _

GUIDE = (
    Guide(
        _("The aim"),
        _("Two to ten players, each alone, with 52 cards and five for everybody."),
        _("Everybody starts at 16 and wants to come down to 0. Whoever climbs to 32 is out."),
    ),
    Guide(
        _("Bidding"),
        _("Once around, from the dealer’s left: pass, or say how many of the five tricks you will take, 1 to 5."),
        _("No number is bid twice, so there is one highest bidder."),
        _("If everyone passes, nobody scores and the same dealer deals again. Otherwise the deal passes left."),
    ),
    Guide(
        _("Folding"),
        _("The others may stay out of the hand, which costs nothing. The bidder cannot."),
        _("Nobody may fold when spades are trump, and nobody folds three hands running."),
        _(
            "A hand that you play ends the run, also as the bidder or because of spades; one that all passed is not"
            " counted."
        ),
    ),
    Guide(
        _("What a hand is worth"),
        table=(
            (_("Who"), _("What happened"), _("Points")),
            (_("Bidder"), _("all the others folded"), _("−5, whatever the bid")),
            (_("Bidder"), _("took the bid or more"), _("−1 a trick")),
            (_("Bidder"), _("took less than the bid"), _("+5")),
            (_("Bidder"), _("all five tricks with spades as trump: a spade-out"), _("wins the game at once")),
            (_("Another"), _("took tricks"), _("−1 a trick")),
            (_("Another"), _("took no trick"), _("+5")),
            (_("Another"), _("folded"), _("0")),
        ),
    ),
    Guide(
        _("The end"),
        _("A spade-out wins before anything else is looked at."),
        _("Then a score of 0 or below wins; two who get there in the same hand share the win."),
        _("Then whoever has 32 or more is out: no longer dealt in, and skipped by the deal. The last one in wins."),
    ),
    Guide(
        _("House rules"),
        _("A failed bid may cost 5 less the tricks that were taken."),
        _("Only exactly 0 may win: whoever is below plays on, and may come back up."),
        _("When several get there together, the bidder alone may win, or the lowest score."),
        _("The start, and the score that is out, may be others."),
    ),
)
