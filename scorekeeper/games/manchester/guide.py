"""The app's short guides to the two Manchester games."""

from __future__ import annotations

from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import Text, gettext as _


def _worth(card: Text, points: int) -> tuple[Text, Text]:
    return card, _("{value}", value=points)


FIRST_PART = (
    Guide(
        _("What the cards are worth"),
        _("The pack has 78 cards and holds 146 card points. Where aces count 1, which is a house rule, it holds 130."),
        table=(
            (_("Card"), _("Card points")),
            _worth(_("Honour: the Magician, the World, the Fool"), 5),
            _worth(_("King"), 5),
            _worth(_("Queen"), 4),
            _worth(_("Cavalier"), 3),
            _worth(_("Jack"), 2),
            (_("Ace"), _("5, or 1 by house rule")),
            _worth(_("Any other card"), 1),
        ),
    ),
    Guide(
        _("First part: Manchester"),
        _("Both players get 13 cards and announce what these are worth: the start, from 13 to 63."),
        _(
            "At the end of the part each counts the own pile, with the first three discards in it. The two piles"
            " are worth as much as the two starts."
        ),
        _("The first score is the pile less the start. What one player gains here, the other loses."),
    ),
)

THE_HAND = (
    Guide(
        _("What a hand is worth"),
        _(
            "The final score is the first and the second score together. Who has the higher one gets the difference"
            " in game points, the other nothing; with equal ones nobody gets any."
        ),
        _("A player without a trick in the second part has no card points."),
    ),
    Guide(
        _("End of the game"),
        _(
            "A game is two hands, so that each player deals once, or any even number by house rule. Who has the"
            " most game points wins; players with equally many share the win."
        ),
    ),
)

PICCADILLY_GUIDE = (
    *FIRST_PART,
    Guide(
        _("Second part: Piccadilly"),
        _("There are 13 tricks. All card points that were not in the starts are in them."),
        _("The second score is the card points a player took, and 1 more for each trick."),
    ),
    *THE_HAND,
)

TRUFFLE_GUIDE = (
    *FIRST_PART,
    Guide(
        _("Second part: Truffle"),
        _("Both players and a neutral dummy get 16 cards. There are 16 tricks; those of the dummy count for nobody."),
        _(
            "The second score is the card points a player took, and 1 more for each trick. The dealer counts the three"
            " discards of the second deal too, but without any trick they go to the other player."
        ),
        _("One card may lie out of play, so the card points need not be complete."),
    ),
    *THE_HAND,
)
