"""Plain-text score sheets for a terminal: alignment with names of any width, and a reason for every score."""

import re

from scorekeeper.formats.plain import width, write_plain
from scorekeeper.formats.sheets import read_sheets
from tests.formats.documents import GOOD, PASSED, document, game, hand
from tests.web.isolating import exposed

EVENING = """\
Trumplestiltskin · 2026-11-14 · At Ann’s
Ann, Bob, Cy; Cy deals first
Player target: 20

      dealer     Ann     Bob      Cy   Gnome
────────────────────────────────────────────
   1  Cy           0       0       0       0
                   0       0       0       0
      nobody scored

   2  Ann        +28       0      +3     +13
                  28       0       3      13
      Ann       +14  took 14, made the bid of 12
                +14  doubled: made it without peeking
      Bob         0  never bid: 8 points to the Gnome
      Cy         +8  took 8, bid 3
                 −5  over the bid: to the Gnome
      Gnome      +8  Bob never bid
                 +5  over Cy’s bid of 3

   3  Bob     after the end: doesn’t count

Ann reached the target of 20 with 28 points. Won by Ann.
"""


def plain_text(*several):
    return "".join(write_plain(read_sheets(document(*several)).games))


def test_a_complete_game_as_plain_text():
    played = game(
        PASSED,
        GOOD,
        PASSED | {"after_end": True},
        options={"player_target": 20},
        night="2026-11-14",
        place="At Ann’s",
    )
    assert plain_text(played) == EVENING


def test_names_written_from_right_to_left_are_isolated():
    played = game(PASSED, GOOD, options={"player_target": 20}, place="Ann")
    text = "".join(write_plain(read_sheets(document(played).replace(b"Ann", "שרה".encode())).games))
    assert "שרה" in text
    assert not exposed(text, re.compile("שרה"))


def test_hands_that_were_scored_anyway_are_marked():
    unlikely = hand(players=GOOD["players"] | {"Bob": {"taken": 20}}, score_anyway=True)
    text = plain_text(game(GOOD, unlikely, unlikely | {"after_end": True}, options={"player_target": 40}))
    first, second, third = re.split(r"\n   [123]  ", text)[1:]
    mark = "\n      scored despite a warning\n"
    assert [mark in first, mark in second, mark in third] == [False, True, True]


def test_columns_stay_aligned_under_wide_names():
    assert [width(text) for text in ("Ann", "赵敏", "Zoe\u0308", "6½")] == [3, 4, 3, 2]
    lines = plain_text(game(PASSED, players=["赵敏赵敏赵敏", "Maximiliane", "Cy"])).splitlines()
    assert len({width(line) for line in lines[3:7]}) == 1


def test_a_text_says_how_a_game_stands_and_its_unusual_options():
    assert plain_text(game(hands=[])).endswith("The game isn’t over yet.\n")
    assert plain_text(game(), game()).count("The game isn’t over yet.") == 2
    assert plain_text(game(stopped="no_winner")).endswith("\nThe game ended early without a winner.\n")
    assert "Odd point when halving: To the Gnome\n" in plain_text(game(options={"odd_half": "gnome"}))
