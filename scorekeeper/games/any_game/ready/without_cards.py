"""Games without cards that come with the app: with a board or tiles, with dice, and darts and games played outdoors."""

from scorekeeper.games.any_game.ready.ready_game import ReadyGame
from scorekeeper.rules.text import gettext as _, pgettext

# The contexts, "game" and "row", are written out each time because makemessages reads only literals.
TILES: dict[str, ReadyGame] = {
    "7-wonders": ReadyGame(
        name=pgettext("game", "7 Wonders"),
        rows=(
            pgettext("row", "Military victories"),
            pgettext("row", "Military defeats"),
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
        once=(pgettext("row", "Military conflicts"),),
        tie=_("In 7 Wonders, more coins win."),
        by_hand=(
            _("Fill it in at the end of the game. For the symbols, enter how many you have."),
            _("A symbol of your choice, as from the Scientists Guild, counts as whichever brings you the most."),
        ),
        source="7 Wonders, Repos Production (both editions)",
    ),
    "azul": ReadyGame(
        name=pgettext("game", "Azul"),
        rows=(
            pgettext("row", "Score track"),
            pgettext("row", "Horizontal lines"),
            pgettext("row", "Vertical lines"),
            pgettext("row", "Complete colors"),
        ),
        tie=_("In Azul, more complete horizontal lines win."),
        by_hand=(_("Fill it in at the end of the game. The score track is what it shows before the bonuses."),),
        source="Azul, Plan B Games (2017)",
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
        also=(pgettext("game", "The Settlers of Catan"),),
        tie=_("In Catan, you can win only on your own turn."),
        by_hand=(
            _("Fill it in at the end of the game: when someone has 10 points on their own turn."),
            _("Only one player has the longest road, and only one the largest army."),
        ),
        source="Catan, Catan GmbH (catan.com)",
    ),
    "dominoes": ReadyGame(
        name=pgettext("game", "Dominoes"),
        also=(pgettext("game", "Block dominoes"), pgettext("game", "Draw dominoes"), pgettext("game", "Bones")),
        by_hand=(
            _("If nobody can play, the fewest pips win the round. Take the winner’s own pips off someone else’s."),
            _("If two are tied for the fewest, nobody scores: leave that round out."),
        ),
        source="block and draw dominoes at gambiter.com and onlinedominogames.com",
    ),
    "mexican-train": ReadyGame(
        name=pgettext("game", "Mexican Train"),
        by_hand=(
            _("With double twelves, you play 13 rounds, from the double twelve down to the double blank."),
            _("With double nines, it’s 10: change the rounds before you start."),
            _("Agree on what the double blank costs: nothing or, as many play it, 50."),
        ),
        source="the official rules at mexicantrain.com",
    ),
    "qwirkle": ReadyGame(
        name=pgettext("game", "Qwirkle"),
        by_hand=(
            _("Once the bag is empty, whoever places their last tile gets 6 more. Then end the game."),
            _("If you trade tiles, you score 0."),
        ),
        source="Qwirkle, MindWare",
    ),
    "rummikub": ReadyGame(
        name=pgettext("game", "Rummikub"),
        also=(pgettext("game", "Rummy Cube"), pgettext("game", "Tile rummy")),
        by_hand=(
            _("A joker you’re left with counts 30."),
            _("If nobody can play, the fewest points win the round. Enter for the others how much more they have."),
            _("Agree on how many rounds you play, and end the game after the last."),
        ),
        source="Rummikub, scoring by rummikub.org",
    ),
    "scrabble": ReadyGame(
        name=pgettext("game", "Scrabble"),
        tie=_("In Scrabble, whoever was ahead before the last tiles were counted wins."),
        by_hand=(
            _("At the end, whoever has used all their tiles adds everyone else’s to their last word."),
            _("The others have one more turn on the sheet: minus their own tiles. Then end the game."),
        ),
        source="Scrabble, Hasbro",
    ),
    "splendor": ReadyGame(
        name=pgettext("game", "Splendor"),
        rows=(pgettext("row", "Prestige points"),),
        tie=_("In Splendor, fewer cards win."),
        by_hand=(_("Fill it in at the end of the game: once someone has 15 points, the round is played out."),),
        source="Splendor, Space Cowboys",
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
        also=(pgettext("game", "Zug um Zug"),),
        tie=_("In Ticket to Ride, more completed tickets win, then the longest path."),
        by_hand=(
            _("Fill it in at the end of the game. Take the tickets that you didn’t complete off the others."),
            _("If several have the longest path, each of them gets the 10."),
            _("The rows are those of the first map, of the United States. Other maps have other routes."),
        ),
        source="Ticket to Ride, Days of Wonder",
    ),
    "triominos": ReadyGame(
        name=pgettext("game", "Triominos"),
        also=(pgettext("game", "Tri-Ominos"),),
        tie=_("In Triominos, whoever won the last round wins."),
        by_hand=(
            _("Once someone has 400, you still finish the round. Then end the game: whoever has 400 wins."),
            _("If several have 400 by then, whoever won that round wins, even with fewer points."),
            _("Whoever goes out adds 25 and everyone else’s tiles to that turn."),
            _("If nobody can play, whoever is left with the fewest points gets everyone else’s, less their own."),
            _("The highest triple starts each round. Enter 0 for anyone who’s skipped."),
        ),
        source="Deluxe Tri-Ominos, Pressman",
    ),
}
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
