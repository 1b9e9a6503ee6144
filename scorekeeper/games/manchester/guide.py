"""The app's short guides to the two Manchester games."""

from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import Text, gettext as _


def _worth(card: Text, points: int) -> tuple[Text, Text]:
    return card, _("{value}", value=points)


FIRST_PART = (
    Guide(
        _("What the cards are worth"),
        _("The 78 cards add up to 146 card points. If your house rule is that aces count 1, they add up to 130."),
        table=(
            (_("Card"), _("Card points")),
            _worth(_("Honor: the Magician, the World, the Fool"), 5),
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
        _("Each player gets 13 cards and announces what they’re worth, from 13 to 63. That’s the start."),
        _(
            "After the first part, each player counts their own pile. The first three discards are in the piles, so"
            " together they’re worth as much as the two starts."
        ),
        _("Your first score is your pile minus your start. What one player gains, the other loses."),
    ),
)

THE_HAND = (
    Guide(
        _("What a hand is worth"),
        _(
            "Add your first and second scores: that’s your final score. The player with the higher one gets the"
            " difference in game points. On a tie, nobody does."
        ),
        _("With no tricks in the second part, you have no card points."),
    ),
    Guide(
        _("End of the game"),
        _(
            "A game is two hands, so each player deals once. The player with the most game points wins, and a tie is"
            " a shared win."
        ),
    ),
)

PICCADILLY_GUIDE = (
    *FIRST_PART,
    Guide(
        _("Second part: Piccadilly"),
        _("There are 13 tricks, with all the card points that weren’t in the starts."),
        _("Your second score is the card points you took, plus 1 for each trick."),
    ),
    *THE_HAND,
)

TRUFFLE_GUIDE = (
    *FIRST_PART,
    Guide(
        _("Second part: Truffle"),
        _("Both players and a dummy get 16 cards each. There are 16 tricks; the dummy’s count for nobody."),
        _(
            "Your second score is the card points you took, plus 1 for each trick. The dealer also counts the three"
            " discards from the second deal. A dealer with no tricks loses them to the other player."
        ),
        _("One card can be out of play, so the card points may come up short."),
    ),
    *THE_HAND,
)
