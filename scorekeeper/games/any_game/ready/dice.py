"""Dice games that come with the app."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
DICE: dict[str, ReadyGame] = {
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
    ),
}
