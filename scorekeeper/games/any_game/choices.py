"""What options have in common: their values and what these are called, ranges, conditions, and long explanations."""

from typing import Any

from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Choice
from scorekeeper.rules.text import gettext as _

SLUG = "any_game"
LONGEST_ID, LONGEST_NAME = 30, 40
MOST_ROWS, MOST_PLAYERS, MOST_TRICKS = 30, 10, 60
MOST_NUMBERS = 30  # buttons, or possible sums
# Whoever has come back takes part in at least one row, and has been away for one.
MOST_STAYS = MOST_PLAYERS * (1 + limits.MOST_TURNS // 2)
LARGEST = 99_999  # points: some games go to 10,000
EITHER_SIGN: dict[str, Any] = {"low": -LARGEST, "high": LARGEST}
PLAYERS: dict[str, Any] = {"low": 1, "high": MOST_PLAYERS}
OF_STAYS: dict[str, Any] = {"per": "player", "derived": True}
MOST, LEAST, NOBODY = "most", "least", "nobody"
ROUNDS, CATEGORIES, TURNS, TALLY, WON = "rounds", "categories", "turns", "tally", "won"
TARGET, BY_HAND = "target", "hand"
COUNTS, STAYS, BACK = "counts", "stays", "back"
FREE, ZERO, FIXED, WINNER, ONE = "free", "zero", "fixed", "winner", "one"
NO_BIDS, EXACT, AT_LEAST = "none", "exact", "least"
SHARED, PLAY_ON, AHEAD = "shared", "play_on", "ahead"
ALONE, PARTNERS, TOGETHER = "alone", "partners", "together"
LEADS = {SHARED: 1, PLAY_ON: 1, AHEAD: 2}  # By so many points somebody is ahead if it isn't a tie.

WINS = (Choice(MOST, _("The most points")), Choice(LEAST, _("The fewest points")), Choice(NOBODY, _("Nobody")))
ENDS = (
    Choice(TARGET, _("At a number of points")),
    Choice(ROUNDS, _("After a number of rounds")),
    Choice(BY_HAND, _("When we say so")),
)
ROWS = (
    Choice(ROUNDS, _("Rounds")),
    Choice(TURNS, _("Turns")),
    Choice(TALLY, _("Points as they’re made")),
    Choice(CATEGORIES, _("Named rows")),
    Choice(WON, _("Just who won")),
)
PAST = (Choice(COUNTS, _("It counts")), Choice(STAYS, _("It doesn’t count")), Choice(BACK, _("Back to a lower total")))
TIES = (
    Choice(SHARED, _("They share the win")),
    Choice(PLAY_ON, _("Play on")),
    Choice(AHEAD, _("Play on until someone is ahead by two")),
)
SIDES = (
    Choice(ALONE, _("Everyone alone")),
    Choice(PARTNERS, _("Partners")),
    Choice(TOGETHER, _("All win or lose together")),
)
SUMS = (
    Choice(FREE, _("Anything")),
    Choice(ZERO, _("Zero")),
    Choice(FIXED, _("A fixed number")),
    Choice(WINNER, _("The winner gets what the others are left with")),
    Choice(ONE, _("Only the winner scores")),
)
BIDS = (
    Choice(NO_BIDS, _("No bids")),
    Choice(EXACT, _("Make exactly the bid")),
    Choice(AT_LEAST, _("Make at least the bid")),
)
IF_SCORED: dict[str, Any] = {"applies": lambda options: options.rows != WON}
IF_BIDDING: dict[str, Any] = {"applies": lambda options: options.bidding}
IF_AT_LEAST: dict[str, Any] = {"applies": lambda options: options.bids_at_least}
IF_GATHERED: dict[str, Any] = {"applies": lambda options: options.gathers}
JOINED_HELP = _("For each player, the first row with them, or 0 if they were there from the start.")
JOINED_WITH_HELP = _("For each player, the total they started with if they joined later.")
LEFT_HELP = _("For each player, the first row without them, or 0 if they stayed.")
NAMED_ROWS = _(
    "One per line. After a name, “× 5” is 5 points each, “÷ 3” a point for every 3, “= 0 1 4 9” what none, one, two and"
    " three are worth, “+ 35 from 63” a bonus of 35 for at least 63 in the rows above, and “+ 100 each time”, in turns,"
    " 100 beside the row that a turn fills, as often as it happens."
)
