"""Darts, and games played outdoors that come with the app."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
OUTDOORS: dict[str, ReadyGame] = {
    "darts-501": ReadyGame(
        name=pgettext("game", "Darts 501"),
    ),
    "moelkky": ReadyGame(
        name=pgettext("game", "Mölkky"),
    ),
}
