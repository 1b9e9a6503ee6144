"""Darts, and games played outdoors that come with the app."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import gettext as _, pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
OUTDOORS: dict[str, ReadyGame] = {
    "darts-501": ReadyGame(
        name=pgettext("game", "Darts 501"),
        also=(pgettext("game", "X01"),),
        by_hand=(
            _("Your last dart must hit a double or the bull. If it doesn’t, or if 1 is left, enter 0."),
            _("A game is one leg. For the next one, start a new game."),
        ),
        source="British Darts Organisation, playing rules",
    ),
    "moelkky": ReadyGame(
        name=pgettext("game", "Mölkky"),
        also=(pgettext("game", "Finnish skittles"),),
        by_hand=(
            _("Three misses in a row and you’re out: say on the sheet that you leave."),
            _("If only one player is left, they’ve won: end the game."),
        ),
        source="Mölkky, Tactic (molkky.com)",
    ),
}
