"""Card games that come with the app: those played with ordinary cards, then those with a deck of their own."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import gettext as _, pgettext

# The context "game" is written out each time because makemessages reads only literals.
CARDS: dict[str, ReadyGame] = {
    "canasta": ReadyGame(
        name=pgettext("game", "Canasta"),
        by_hand=(
            _("Add up a side’s melds, canastas and bonuses, take off what they’re left with, and enter that."),
            _(
                "The sheet doesn’t check your first meld: it needs 50 points, 90 from 1,500 and 120 from 3,000, but"
                " only 15 below 0."
            ),
        ),
        source="Hoyle’s Rules of Games",
    ),
    "cribbage": ReadyGame(
        name=pgettext("game", "Cribbage"),
        also=(pgettext("game", "Crib"),),
        by_hand=(
            _("A deal is entered as a whole. If it ends early, enter what everybody has pegged by then."),
            _(
                "If two get to 121 in the same deal, whoever sits first from the dealer’s left wins, since hands are"
                " counted in that order. If someone pegged out before that, enter only what the others had by then."
            ),
            _("The sheet doesn’t count a skunk as two games."),
        ),
        source="Bicycle Cards, Cribbage and Four-Hand Cribbage",
    ),
    "doppelkopf": ReadyGame(
        name=pgettext("game", "Doppelkopf"),
        also=(pgettext("game", "Doko"),),
        by_hand=(
            _("Add up a deal with its announcements and extra points, and enter what each player gets or pays."),
            _("In a solo, the soloist gets or pays three times as much as the others."),
            _("If five play, the dealer sits out and gets 0."),
            _("Tournaments play 24 deals, with a solo for everybody. The sheet goes on until you end the game."),
        ),
        source="Deutscher Doppelkopf-Verband, Turnier-Spielregeln (2000)",
    ),
    "euchre": ReadyGame(
        name=pgettext("game", "Euchre"),
        by_hand=(
            _("Makers get 1 point for three or four tricks, 2 for all five, and 4 for all five alone."),
            _("If they’re euchred, the other side gets 2."),
            _("If everybody passes, enter 0 for either side, and the deal passes on."),
        ),
        source="Bicycle Cards, Euchre",
    ),
    "gin-rummy": ReadyGame(
        name=pgettext("game", "Gin Rummy"),
        also=(pgettext("game", "Gin"),),
        by_hand=(
            _("The bonus for gin or an undercut is part of a hand: add it before you enter the points."),
            _("A hand that nobody wins isn’t written down."),
            _(
                "What comes after the last hand isn’t on the sheet: 100 for the game, more if the loser never scored,"
                " and 20 or 25 for each hand won."
            ),
            _("The deal isn’t on the sheet, as some let the winner of a hand deal the next one, others the loser."),
        ),
        source="ginrummy.com",
    ),
    "golf": ReadyGame(
        name=pgettext("game", "Golf"),
        also=(pgettext("game", "Polish Polka"), pgettext("game", "Polish Poker")),
        by_hand=(_("Agree on what the cards are worth, and what a pair in a column brings."),),
        source="Pagat, Golf",
    ),
    "hearts": ReadyGame(
        name=pgettext("game", "Hearts"),
        also=(pgettext("game", "Black Lady"),),
        by_hand=(
            _("If someone shoots the moon, enter 26 for each of the others."),
            _(
                "If you take 26 off instead, choose “Points can be negative” in the house rules, and add −26 to"
                " “Possible sums”. If the jack of diamonds takes off 10, add 16, too."
            ),
            _("The sheet doesn’t say which way to pass cards."),
        ),
        source="Bicycle Cards, Hearts",
    ),
    "jass": ReadyGame(
        name=pgettext("game", "Jass"),
        also=(pgettext("game", "Schieber"),),
        by_hand=(
            _("Melds and Stöck are part of a side’s points: add them before you enter the points."),
            _(
                "If both sides get to 1,000 in the same deal, whoever was first has won: Stöck count before melds, and"
                " melds before tricks. Enter only what the others had by then."
            ),
            _(
                "All suits count once. If some count double or triple, choose another target, and “Anything” under"
                " “What a round adds up to”."
            ),
            _("The deal passes to the right, so it isn’t on the sheet."),
        ),
        source="Swisslos, Schieber",
    ),
    "rummy": ReadyGame(
        name=pgettext("game", "Rummy"),
        also=(pgettext("game", "Rum"),),
        by_hand=(
            _("Whoever goes rummy, with the whole hand at once, gets double: enter twice what the others hold."),
            _("If two play, the winner of a hand deals the next one, whatever the sheet says."),
        ),
        source="Bicycle Cards, Rummy",
    ),
    "spades": ReadyGame(
        name=pgettext("game", "Spades"),
        by_hand=(
            _("There’s no blind nil: any bid of 0 brings or costs 100."),
            _("If a side loses at −200, end the game yourselves."),
        ),
        source="Pagat, Spades",
    ),
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
