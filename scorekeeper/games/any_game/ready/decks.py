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
    "cabo": ReadyGame(
        name=pgettext("game", "Cabo"),
        also=(pgettext("game", "Cambio"), pgettext("game", "Cactus"), pgettext("game", "Pablo")),
        by_hand=(
            _("Whoever called cabo gets 0 if nobody has less, and otherwise 10 more than their cards."),
            _("If someone has two 12s and two 13s, they get 0, and everybody else gets 50."),
            _(
                "Once in a game, landing on exactly 100 takes you back to 50: enter the number that does, such as −35"
                " from 85."
            ),
        ),
        source="Bézier Games, Cabo, second edition (2019)",
    ),
    "dutch-blitz": ReadyGame(
        name=pgettext("game", "Dutch Blitz"),
        also=(pgettext("game", "Ligretto"), pgettext("game", "Vonage Blitz")),
        by_hand=(_("Enter a point for each of your cards in the middle, less 2 for each one in your blitz pile."),),
        source="Dutch Blitz Game Company, Dutch Blitz",
    ),
    "five-crowns": ReadyGame(
        name=pgettext("game", "Five Crowns"),
        also=(pgettext("game", "5 Crowns"),),
        by_hand=(_("The round says how many cards you get and which are wild: three in the first, then one more."),),
        source="Set Enterprises, Five Crowns",
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
        tie=_("In Phase 10, those who are level play phase 10 again, and the first to go out wins."),
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
    "tichu": ReadyGame(
        name=pgettext("game", "Tichu"),
        also=(pgettext("game", "Tai-Pan"),),
        by_hand=(
            _("Calls are part of a side’s points: 100 for tichu and 200 for grand tichu, made or lost."),
            _("For a double victory, enter 200 and 0, and then the calls."),
        ),
        source="Fata Morgana, Tichu Nanjing",
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
