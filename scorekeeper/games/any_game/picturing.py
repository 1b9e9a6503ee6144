"""The six ways to score that a group chooses from by pictures, and what is asked first for each."""

from scorekeeper.games.any_game import choices
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.row_kinds import KINDS, read_rows, written_row
from scorekeeper.rules.declaration import Choice
from scorekeeper.rules.setting_up import Asked, Picture, SettingUp
from scorekeeper.rules.text import gettext as _

ROUND, TURN, POINT, COLLECTS, CARD, WHO = "round", "turn", "point", "collects", "card", "who"
BY_PARTNERS = Choice(choices.PARTNERS, _("Partners"), _("4, 6, 8 or 10 play"))
OVER = (Asked("ends"), Asked("target"), Asked("rounds"))
WINNER_GETS = Asked(
    "sum",
    _("What does the winner of a round get?"),
    (
        Choice(choices.WINNER, _("What the others are left with")),
        Choice(choices.ONE, _("Points that only the winner scores")),
    ),
)
WHO_PLAYS = Asked("sides", _("Who plays?"), (choices.SIDES[0], BY_PARTNERS))

PICTURES = {
    ROUND: Picture(
        _("Everyone’s number each round"),
        _("Skyjo, Hearts, Wizard"),
        {"rows": choices.ROUNDS},
        {"ends": choices.TARGET},
        (
            Asked("wins"),
            *OVER,
            Asked(
                "sum",
                _("Does a round always add up to the same?"),
                (
                    Choice(choices.FREE, _("No")),
                    Choice(choices.ZERO, _("Yes, to zero")),
                    Choice(choices.FIXED, _("Yes, to")),
                ),
            ),
            Asked("sums"),
            WHO_PLAYS,
        ),
    ),
    TURN: Picture(
        _("One turn at a time"),
        _("Farkle, Scrabble, darts"),
        {"rows": choices.TURNS, "categories": ""},
        {"ends": choices.TARGET, "target": 1000},
        (Asked("wins"), *OVER, Asked("last_turn"), WHO_PLAYS),
    ),
    POINT: Picture(
        _("Tap each point as it’s made"),
        _("Table tennis, Munchkin"),
        {"rows": choices.TALLY},
        {"ends": choices.TARGET, "target": 11},
        (
            Asked("ends", choices=(choices.ENDS[0], choices.ENDS[2])),
            Asked("target"),
            Asked("ties"),
            Asked("wins"),
            WHO_PLAYS,
        ),
    ),
    COLLECTS: Picture(
        _("The winner collects"),
        _("Uno, dominoes, pétanque"),
        {"rows": choices.ROUNDS, "bids": choices.NO_BIDS},
        {"ends": choices.TARGET, "sum": choices.WINNER},
        (
            WINNER_GETS,
            Asked("lose"),
            WHO_PLAYS._replace(applies=lambda options: options.sum == choices.ONE),
            *OVER,
            Asked("wins"),
        ),
    ),
    CARD: Picture(
        _("A card with rows"),
        _("Yahtzee, Wingspan, 7 Wonders"),
        {"ends": choices.BY_HAND},
        {"rows": choices.TURNS},
        (
            Asked("categories", applies=lambda _options: True),
            Asked(
                "rows",
                _("Who fills a row?"),
                (
                    Choice(choices.TURNS, _("Whoever’s turn it is, any row")),
                    Choice(choices.CATEGORIES, _("Everyone, row by row")),
                ),
            ),
            Asked("wins"),
            WHO_PLAYS,
        ),
        like=f"{choices.SLUG}:yahtzee",
    ),
    WHO: Picture(
        _("Just who won"),
        _("Splendor, chess, Hanabi"),
        {"rows": choices.WON},
        {},
        (Asked("sides", _("Who plays?"), (choices.SIDES[0], BY_PARTNERS, choices.SIDES[2])),),
    ),
}


def pictured(options: Options) -> str:
    """Return the key of the picture that shows how these options score."""
    if options.ends_when_full:
        return CARD
    ways = {choices.TURNS: TURN, choices.TALLY: POINT, choices.WON: WHO}
    return ways.get(options.rows, COLLECTS if options.names_winner else ROUND)


SETTING_UP = SettingUp(PICTURES, pictured, "categories", KINDS, read_rows, written_row)
