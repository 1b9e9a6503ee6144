"""What the two Manchester games say of themselves: their page of rules, the marks of the sheet, the statistics."""

from __future__ import annotations

from scorekeeper.rules.base import Guide, Mark
from scorekeeper.rules.facts import HANDS, Feat, Figure
from scorekeeper.rules.words import Text, gettext as _

LEGEND = (
    Mark(key="higher", sign="▸", label=_("had the higher final score")),
    Mark(key="level", sign="=", label=_("both had the same final score")),
)

_PARTS = _("How do the two parts of a hand go?")

FIGURES = (
    Figure(label=_("points a hand"), key=HANDS, show="each"),
    Figure(label=_("best hand"), key=HANDS, show="most"),
    Figure(label=_("had the higher final score"), key="higher", show="share"),
    Figure(label=_("highest final score"), key="final", show="most"),
    Figure(label=_("average first score"), key="first", show="each", heading=_PARTS),
    Figure(label=_("average second score"), key="second", show="each", heading=_PARTS),
    Figure(label=_("average tricks of the second part"), key="tricks", show="each", heading=_PARTS),
)

FEATS = (
    Feat(label=_("best hand"), key=HANDS),
    Feat(label=_("highest final score"), key="final"),
    Feat(label=_("best first score"), key="first"),
)


def _worth(card: Text, points: int) -> tuple[Text, Text]:
    return card, _("{value}", value=points)


FIRST_PART = (
    Guide(
        heading=_("What the cards are worth"),
        paragraphs=(
            _(
                "The pack has 78 cards and holds 146 card points. Where aces count 1, which is a house rule, it holds"
                " 130."
            ),
        ),
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
        heading=_("First part: Manchester"),
        paragraphs=(
            _("Both players get 13 cards and announce what these are worth: the start, from 13 to 63."),
            _(
                "At the end of the part each counts the own pile, with the first three discards in it. The two piles"
                " are worth as much as the two starts."
            ),
            _("The first score is the pile less the start. What one player gains here, the other loses."),
        ),
    ),
)

PICCADILLY = Guide(
    heading=_("Second part: Piccadilly"),
    paragraphs=(
        _("There are 13 tricks. All card points that were not in the starts are in them."),
        _("The second score is the card points a player took, and 1 more for each trick."),
    ),
)

TRUFFLE = Guide(
    heading=_("Second part: Truffle"),
    paragraphs=(
        _("Both players and a neutral dummy get 16 cards. There are 16 tricks; those of the dummy count for nobody."),
        _(
            "The second score is the card points a player took, and 1 more for each trick. The dealer counts the three"
            " discards of the second deal too, but without any trick they go to the other player."
        ),
        _("One card may lie out of play, so the card points need not be complete."),
    ),
)

THE_HAND = (
    Guide(
        heading=_("What a hand is worth"),
        paragraphs=(
            _(
                "The final score is the first and the second score together. Who has the higher one gets the difference"
                " in game points, the other nothing; with equal ones nobody gets any."
            ),
            _("A player without a trick in the second part has no card points."),
        ),
    ),
    Guide(
        heading=_("End of the game"),
        paragraphs=(
            _(
                "A game is two hands, so that each player deals once, or any even number by house rule. Who has the"
                " most game points wins; players with equally many share the win."
            ),
        ),
    ),
)
