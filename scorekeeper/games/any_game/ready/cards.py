"""Card games that come with the app."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
CARDS: dict[str, ReadyGame] = {
    "6-nimmt": ReadyGame(
        name=pgettext("game", "6 nimmt!"),
    ),
    "canasta": ReadyGame(
        name=pgettext("game", "Canasta"),
    ),
    "cribbage": ReadyGame(
        name=pgettext("game", "Cribbage"),
    ),
    "doppelkopf": ReadyGame(
        name=pgettext("game", "Doppelkopf"),
    ),
    "flip-7": ReadyGame(
        name=pgettext("game", "Flip 7"),
    ),
    "gin-rummy": ReadyGame(
        name=pgettext("game", "Gin Rummy"),
    ),
    "golf": ReadyGame(
        name=pgettext("game", "Golf"),
    ),
    "hearts": ReadyGame(
        name=pgettext("game", "Hearts"),
    ),
    "jass": ReadyGame(
        name=pgettext("game", "Jass"),
    ),
    "lama": ReadyGame(
        name=pgettext("game", "L.A.M.A."),
    ),
    "phase-10": ReadyGame(
        name=pgettext("game", "Phase 10"),
    ),
    "rummy": ReadyGame(
        name=pgettext("game", "Rummy"),
    ),
    "skip-bo": ReadyGame(
        name=pgettext("game", "Skip-Bo"),
    ),
    "skyjo": ReadyGame(
        name=pgettext("game", "Skyjo"),
    ),
    "spades": ReadyGame(
        name=pgettext("game", "Spades"),
    ),
    "uno": ReadyGame(
        name=pgettext("game", "Uno"),
    ),
    "wizard": ReadyGame(
        name=pgettext("game", "Wizard"),
    ),
}
