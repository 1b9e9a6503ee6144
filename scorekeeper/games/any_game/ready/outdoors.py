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
    "petanque": ReadyGame(
        name=pgettext("game", "Pétanque"),
        also=(pgettext("game", "Boules"), pgettext("game", "Jeu de boules")),
        by_hand=(
            _("Four play as two pairs, who sit across from each other here. For triples, enter each team as a player."),
            _("If an end is void, as when both teams still have boules and the jack is lost, leave it out."),
        ),
        source="FIPJP, official rules of pétanque",
    ),
    "table-tennis": ReadyGame(
        name=pgettext("game", "Table tennis"),
        also=(pgettext("game", "Ping-pong"),),
        by_hand=(
            _("A game here is one game to 11. For the next one of a match, start a new game."),
            _("The serve changes after every two points and, from 10–10 on, after each."),
            _("For doubles, partners sit across from each other here."),
        ),
        source="ITTF, The Laws of Table Tennis",
    ),
}
