"""How a group makes a game of its own: by the picture of one of six ways to score, which says what is asked first.

What can be written in a named row is chosen and told in words, not in the notation of the option `categories`.
"""

from collections.abc import Sequence
from typing import cast

from scorekeeper.games.any_game import choices
from scorekeeper.games.any_game.names import NamedRow, rows_of
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.declaration import Choice, Field, Value
from scorekeeper.rules.game import Asked, Picture, Row, RowKind, SettingUp
from scorekeeper.rules.text import Amount, Text, gettext as _, points, with_commas

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
            WHO_PLAYS,
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


DICE = 5
LARGEST = 9999


def _number(label: Text, low: int = 1, high: int = LARGEST) -> Field:
    return Field(label=label, kind="number", low=low, high=high)


KINDS = {
    "any": RowKind(_("Any points")),
    "either": RowKind(_("This or nothing"), (_number(_("Points"), low=-LARGEST),)),
    "dice": RowKind(_("Dice of one number"), (_number(_("Number"), high=20),), is_named=True),
    "each": RowKind(_("So much for each"), (_number(_("Points"), low=-999, high=999),)),
    "share": RowKind(_("Several make a point"), (_number(_("How many"), low=2),), _("3 coins: 1 point")),
    "list": RowKind(
        _("By how many: 0, 1, 4 …"),
        (Field(label=_("Points"), kind="numbers", low=-LARGEST, high=LARGEST, most=60),),
    ),
    "bonus": RowKind(_("A bonus for the rows above"), (_number(_("Bonus")), _number(_("From")))),
    "beside": RowKind(_("A bonus each time"), (_number(_("Each time")),), _("another Yahtzee: +100")),
}
# How its numbers follow on the name of a row, if they are written as they are.
NOTATION = {
    "either": "{} = 0 {}",
    "each": "{} × {}",
    "share": "{} ÷ {}",
    "bonus": "{} + {} from {}",
    "beside": "{} + {} each time",
}


def kind_of(row: NamedRow) -> tuple[str, tuple[Value, ...]]:
    """Return the kind of a row, and the numbers that say what it is worth."""
    if row.bonus:
        return "bonus", (row.bonus, row.least)
    if row.beside:
        return "beside", (row.beside,)
    if len(row.table) == 2 and row.table[0] == 0:
        return "either", row.table[1:]
    if row.table and row.table == _multiples(row.table[1] if len(row.table) > 1 else 0):
        return "dice", row.table[1:2]
    if row.table:
        return "list", (row.table,)
    if row.factor is not None:
        return "each", (row.factor,)
    return ("share", (row.divisor,)) if row.divisor > 1 else ("any", ())


def words_for(row: NamedRow, *, dice: bool = True) -> Text:
    """Return what a row is worth, as a player would say it, where what is counted are `dice` or something else."""
    match kind_of(row)[0]:
        case "bonus":
            return _("{bonus} from {least} above", bonus=row.bonus or 0, least=row.least)
        case "beside":
            return _("{points} each time", points=row.beside)
        case "either":
            return _("{points} or nothing", points=Amount(half=points(row.table[1])))
        case "dice" if dice:
            return _("add up those dice")
        case "dice" | "list" if len(row.table) > 1 and row.table == _multiples(row.table[1], len(row.table) - 1):
            return _("{points} each", points=Amount(half=points(row.table[1])))
        case "list":
            return _("{values} points", values=with_commas(_("{points}", points=worth) for worth in row.table))
        case "each":
            return _("{points} each", points=Amount(half=points(row.worth(1))))
        case "share":
            return _("a point for every {divisor}", divisor=row.divisor)
    return _("any points")


def read_rows(categories: str) -> tuple[Row, ...]:
    """Return the rows of the option `categories` as they are told."""
    return tuple(Row(row.name, *kind_of(row), words_for(row)) for row in rows_of(categories))


def written_row(name: str, kind: str, numbers: Sequence[Value]) -> str:
    """Return a line of the option `categories`. RULES.md: Rows with names."""
    if kind in ("dice", "list"):
        table = cast(tuple[int, ...], numbers[0]) if kind == "list" else _multiples(cast(int, numbers[0]))
        return f"{name} = {' '.join(map(str, table))}"
    return NOTATION.get(kind, "{}").format(name, *numbers)


def _multiples(number: int, most: int = DICE) -> tuple[int, ...]:
    return tuple(number * count for count in range(most + 1))


RESULTS = {
    "most": (_("The most points win"), {}),
    "least": (_("The fewest points win"), {"wins": choices.LEAST}),
    "who": (_("There are no points"), {"rows": choices.WON}),
    "together": (_("All win or lose together"), {"rows": choices.WON, "sides": choices.TOGETHER}),
}
SETTING_UP = SettingUp(PICTURES, pictured, "categories", KINDS, read_rows, written_row, RESULTS)
