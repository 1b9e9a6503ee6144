"""Board games and games with tiles that come with the app."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import gettext as _, pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
TILES: dict[str, ReadyGame] = {
    "7-wonders": ReadyGame(
        name=pgettext("game", "7 Wonders"),
        rows=(
            pgettext("row", "Military conflicts"),
            pgettext("row", "Coins"),
            pgettext("row", "Wonder stages"),
            pgettext("row", "Civilian structures"),
            pgettext("row", "Commercial structures"),
            pgettext("row", "Guilds"),
            pgettext("row", "Compasses"),
            pgettext("row", "Gears"),
            pgettext("row", "Tablets"),
            pgettext("row", "Sets of three symbols"),
        ),
        tie=_("In 7 Wonders, more coins win."),
    ),
    "catan": ReadyGame(
        name=pgettext("game", "Catan"),
        rows=(
            pgettext("row", "Settlements"),
            pgettext("row", "Cities"),
            pgettext("row", "Longest road"),
            pgettext("row", "Largest army"),
            pgettext("row", "Victory point cards"),
        ),
    ),
    "qwirkle": ReadyGame(
        name=pgettext("game", "Qwirkle"),
    ),
    "scrabble": ReadyGame(
        name=pgettext("game", "Scrabble"),
    ),
    "ticket-to-ride": ReadyGame(
        name=pgettext("game", "Ticket to Ride"),
        rows=(
            pgettext("row", "1-train routes"),
            pgettext("row", "2-train routes"),
            pgettext("row", "3-train routes"),
            pgettext("row", "4-train routes"),
            pgettext("row", "5-train routes"),
            pgettext("row", "6-train routes"),
            pgettext("row", "Destination tickets"),
            pgettext("row", "Longest path"),
        ),
        tie=_("In Ticket to Ride, more completed tickets win, then the longest path."),
    ),
    "triominos": ReadyGame(
        name=pgettext("game", "Triominos"),
    ),
}
