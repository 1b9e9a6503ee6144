"""Card games that come with the app and have a deck of their own."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import gettext as _, pgettext

# The context "game" is written out each time because makemessages reads only literals.
DECKS: dict[str, ReadyGame] = {
    "6-nimmt": ReadyGame(
        name=pgettext("game", "6 nimmt!"),
        also=(pgettext("game", "Take 6!"), pgettext("game", "Take 5!"), pgettext("game", "Category 5")),
        source="Amigo, 6 nimmt! (1994)",
    ),
    "flip-7": ReadyGame(
        name=pgettext("game", "Flip 7"),
        source="The Op Games, Flip 7 (2024)",
    ),
    "lama": ReadyGame(
        name=pgettext("game", "L.A.M.A."),
        also=(pgettext("game", "Lama"),),
        by_hand=(_("Whoever plays all their cards gives back a chip: −1 or −10, or 0 without any chips."),),
        source="Amigo, L.A.M.A. (2019)",
    ),
    "phase-10": ReadyGame(
        name=pgettext("game", "Phase 10"),
        tie=_("In Phase 10, those who are level play the last phase again, and the first to go out wins."),
        source="Fundex Games, Phase 10 Deluxe",
    ),
    "skip-bo": ReadyGame(
        name=pgettext("game", "Skip-Bo"),
        source="Mattel, Skip-Bo",
    ),
    "skyjo": ReadyGame(
        name=pgettext("game", "Skyjo"),
        by_hand=(
            _("If whoever ends a round doesn’t have the fewest points alone, enter theirs doubled if they’re above 0."),
        ),
        source="Magilano, Skyjo",
    ),
    "uno": ReadyGame(
        name=pgettext("game", "Uno"),
        source="Mattel, Uno",
    ),
    "wizard": ReadyGame(
        name=pgettext("game", "Wizard"),
        by_hand=(_("If a card takes a trick away, the tricks don’t add up: score the round anyway."),),
        source="Amigo, Wizard (1996)",
    ),
}
