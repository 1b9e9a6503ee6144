"""The card of a game with named rows: where points stand, what a bonus still takes, and whose column is whose."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import any_game
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.sheet import Table

ROWS = "Ones\nTwos = 0 2 4\nBonus + 35 from 5\nChance\nCoins ÷ 3\nShips × 5"
TURNS = {"rows": "turns", "categories": ROWS}
FILLED = {"rows": "categories", "categories": ROWS}


def played(*hands, players=2, **options):
    """Return the rules and the sheet after these hands: in turns "row points" of whoever is next, else all points.

    A turn that ends in "1" ticks the row beside it.
    """
    made = Options(**options)
    rules = any_game.AnyGame(made)
    names = ("Ann", "Bob", "Cy", "Dee")[:players]
    sheet = rules.blank(Table(names=names, options=made, first_dealer=0))
    for hand in hands:
        numbers = [int(number) for number in hand.split()]
        if made.rows == "turns":
            (turn,) = rules.seats(sheet)
            answers = {"hand.row": numbers[0], f"players.{turn}.points": numbers[1], "hand.beside": numbers[2:] == [1]}
        else:
            group = "sides" if rules.sides(sheet.table) else "players"
            answers = {f"{group}.{index}.points": number for index, number in enumerate(numbers)}
        sheet = rules.record(sheet, 0, rules.entry_from(answers, sheet.table))
    return rules, sheet


def drawn(*hands, **options):
    """Return the card after these hands as lines of text; the hands count from 0."""
    rules, sheet = played(*hands, **options)
    lines = []
    for row in rules.card(sheet).rows:
        boxes = [
            "-"
            if box is None
            else f"{box.half // 2}"
            + (f"@{box.hand}" if box.hand is not None else "")
            + (f" ({sentence(box.note)})" if box.note else "")
            for box in row.boxes
        ]
        hint = f" ({sentence(row.hint)})" if row.hint else ""
        lines.append(f"{row.number} {sentence(row.name)}{hint}: {' | '.join(boxes)}")
    return lines


BESIDE = {"rows": "turns", "categories": "A\nMore + 100 each time\nB\nC"}
NEGATIVE = {"rows": "categories", "categories": "A\nB\nBonus + 9 from 5", "negative": True}


@pytest.mark.parametrize(
    ("hands", "options", "lines"),
    [
        pytest.param(
            ("1 3", "4 20", "2 1", "2 0"),
            TURNS,
            [
                "1 Ones: 3@0 | -",
                "2 Twos: 2@2 | 0@3",
                "0 Bonus (35 from 5): 5 (+35) | 0 (5 to go)",
                "3 Chance: - | -",
                "4 Coins (1 for 3): - | 6@1",
                "5 Ships (5 each): - | -",
            ],
            id="turns fill their own rows in any order",
        ),
        pytest.param(
            ("3 4", "2 0"),
            FILLED,
            ["1 Ones: 3@0 | 4@0", "2 Twos: 4@1 | 0@1", "0 Bonus (35 from 5): 7 (+35) | 4 (1 to go)", "3 Chance: - | -"],
            id="everybody fills the rows in order",
        ),
        pytest.param(
            ("5 -2", "1 1"),
            NEGATIVE,
            ["1 A: 5@0 | -2@0", "2 B: 1@1 | 1@1", "0 Bonus (9 from 5): 6 (+9) | -1 (6 to go)"],
            id="what a bonus lacks counts what was lost",
        ),
        pytest.param(
            ("6 0", "-3 5"),
            NEGATIVE,
            ["1 A: 6@0 | 0@0", "2 B: -3@1 | 5@1", "0 Bonus (9 from 5): 3 (+9) | 5 (+9)"],
            id="a bonus isn’t lost again",
        ),
        pytest.param(
            ("3 5 1", "2 20", "1 0 1"),
            BESIDE,
            ["1 A: 0@2 | -", "0 More (100 each time): 200 | -", "2 B: - | 20@1", "3 C: 5@0 | -"],
            id="a row beside adds up",
        ),
    ],
)
def test_points_stand_where_they_were_made(hands, options, lines):
    assert drawn(*hands, **options)[: len(lines)] == lines


def test_partners_share_a_column_where_they_are_asked_together_and_have_their_own_in_turns():
    partners = {"players": 4, "sides": "partners"}
    rules, sheet = played("3 4", **FILLED, **partners)
    assert rules.card(sheet).columns == ((0, 2), (1, 3))
    rules, sheet = played("1 3", "1 4", "1 5", **TURNS, **partners)
    assert rules.card(sheet).columns == ((0,), (1,), (2,), (3,))
    assert drawn("1 3", "1 4", "1 5", **TURNS, **partners)[:3] == [
        "1 Ones: 3@0 | 4@1 | 5@2 | -",
        "2 Twos: - | - | - | -",
        "0 Bonus (35 from 5): 3 (2 to go) | 4 (1 to go) | 5 (+35) | 0 (5 to go)",
    ]


def test_a_card_adds_up_to_the_totals():
    rules, sheet = played("1 3", "4 20", "2 0", "5 2", "3 18", "1 4", **TURNS)
    for boxes, column in zip(
        zip(*(row.boxes for row in rules.card(sheet).rows), strict=True), sheet.columns, strict=True
    ):
        assert sum(box.half for box in boxes if box and box.hand is not None) == sheet.totals[column.key]


def test_a_row_beside_says_which_hands_ticked_it_and_how():
    rules, sheet = played("3 5 1", "2 20", "1 0 1", **BESIDE)
    row = rules.card(sheet).rows[1]
    assert (row.path, row.each, row.boxes[0].ticks) == ("hand.beside", 200, (0, 2))
    assert sheet.totals == {"0": 2 * 205, "1": 2 * 20}


def test_a_tap_chooses_the_row_only_where_it_can_be_any():
    assert played(**TURNS)[0].card(played(**TURNS)[1]).path == "hand.row"
    assert played(**FILLED)[0].card(played(**FILLED)[1]).path == ""


@pytest.mark.parametrize("options", [{}, {"rows": "turns"}, {"rows": "tally"}])
def test_other_games_have_no_card(options):
    rules, sheet = played(**options)
    assert rules.card(sheet) is None
