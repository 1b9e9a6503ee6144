"""Dice games that come with the app."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import gettext as _, pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
DICE: dict[str, ReadyGame] = {
    "farkle": ReadyGame(
        name=pgettext("game", "Farkle"),
        also=(
            pgettext("game", "Ten Thousand"),
            pgettext("game", "10,000"),
            pgettext("game", "Zilch"),
            pgettext("game", "Zonk"),
        ),
        by_hand=(
            _("To get on the sheet, you need at least 500 in one turn. Until then, enter 0."),
            _("What a roll brings differs from box to box: three 1s are 300 in some, 1,000 in others."),
        ),
        source="Farkle, PlayMonster",
    ),
    "qwixx": ReadyGame(
        name=pgettext("game", "Qwixx"),
        rows=(
            pgettext("row", "Crosses in red"),
            pgettext("row", "Crosses in yellow"),
            pgettext("row", "Crosses in green"),
            pgettext("row", "Crosses in blue"),
            pgettext("row", "Penalties"),
        ),
        by_hand=(_("Fill it in at the end of the game. A lock counts as a cross."),),
        source="Qwixx, Gamewright",
    ),
    "yahtzee": ReadyGame(
        name=pgettext("game", "Yahtzee"),
        rows=(
            pgettext("row", "Ones"),
            pgettext("row", "Twos"),
            pgettext("row", "Threes"),
            pgettext("row", "Fours"),
            pgettext("row", "Fives"),
            pgettext("row", "Sixes"),
            pgettext("row", "Upper bonus"),
            pgettext("row", "Three of a kind"),
            pgettext("row", "Four of a kind"),
            pgettext("row", "Full house"),
            pgettext("row", "Small straight"),
            pgettext("row", "Large straight"),
            pgettext("row", "Yahtzee"),
            pgettext("row", "Chance"),
            pgettext("row", "Yahtzee bonuses"),
        ),
        also=(pgettext("game", "Kniffel"), pgettext("game", "Yams")),
        by_hand=(
            _("A further yahtzee brings the 100 only if your Yahtzee row has 50, not if you scratched it."),
            _("It also fills a row: its own at the top or, if that’s full, any lower row, for that row’s full points."),
        ),
        source="Yahtzee, Hasbro",
    ),
}
