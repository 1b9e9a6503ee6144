"""Shnarbles in files: reading a game, reporting where each error is, and writing a game as plain text."""

import json

from scorekeeper.exchange.plain import write_plain
from scorekeeper.exchange.sheets import read_sheets
from tests.games.shnarbles_notation import DOWN, LAST_IN, NAMES, end, hand, totals


def read_file(players, hands, **options):
    """Write a game as a sheet file and return the result of reading it."""
    written = []
    for notation, _scores in hands:
        entry = hand(notation)
        bidding = {"bidder": entry.bidder, "bid": entry.bid, "trump": entry.trump}
        if entry.bidder is None:
            written.append({"hand": {"all_passed": True}, "players": {}})
            continue
        seats = {NAMES[seat]: {"tricks": taken} for seat, taken in enumerate(entry.tricks) if taken is not None}
        seats |= {NAMES[seat]: {"folded": True} for seat, folded in enumerate(entry.folded) if folded}
        written.append({"hand": bidding | {"bidder": NAMES[entry.bidder]}, "players": seats})
    game = {"rules": "shnarbles", "players": NAMES[:players], "options": options, "hands": written}
    return read_sheets(json.dumps({"format": "scorekeeper-sheets/1", "games": [game]}).encode())


PLAIN = """\
Shnarbles
Ann, Bob, Cy; Cy deals first
Failed bid: 5 points minus the tricks
Out at: 24

      dealer     Ann     Bob      Cy
────────────────────────────────────
   1  Cy          +1      −1      +5
                  17      15      21
      Ann       0  had the high bid, 5
               +5  took 4, missed the bid of 5
               −4  minus the 4 tricks taken
      Bob      −1  took 1 trick
      Cy       +5  took no tricks

   2  Ann         +5      −5      +5
                  22      10      26
      Ann      +5  took no tricks
      Bob      −5  took 5 tricks
      Cy        0  had the high bid, 5
               +5  took 0, missed the bid of 5
                0  has 26, and 24 is out

   3  Bob         −1      −4       0
                  21       6      26
      Ann      −1  took 1 trick
      Bob      −4  took 4, made the bid of 2

   4  Ann         +3      −3       0
                  24       3      26
      Ann       0  had the high bid, 3
               +5  took 2, missed the bid of 3
               −2  minus the 2 tricks taken
                0  has 24, and 24 is out
      Bob      −3  took 3 tricks


Bob is the last player left. Won by Bob.
"""


class TestFiles:
    def test_the_text_says_only_once_that_a_spade_out_wins(self):
        text = "".join(write_plain(read_file(3, [("A3♠ 5 0 0", "")]).games))
        assert text.endswith("\nAnn took all 5 tricks with spades as trump: a spade-out. Won by Ann.\n")

    def test_a_whole_game_is_read(self):
        document = read_file(4, DOWN)
        assert document.messages == ()
        sheet = document.games[0].sheet
        assert totals(sheet) == [1, 0, 27, 36]
        assert end(sheet) == (["Bob"], "Bob got down to 0, and 0 or below wins")
        assert [NAMES[hand.dealer] for hand in sheet.hands] == (
            ["Dee", "Ann", "Bob", "Cy", "Cy", "Dee", "Ann", "Bob", "Cy"]
        )

    def test_each_error_names_its_location(self):
        document = read_file(4, [("A3♥ 3 3 0 -", ""), ("A3♠ 3 2 0 -", "")])
        assert [str(message) for message in document.messages] == [
            "games[0].hands[0].players: error: The tricks add up to 6, not 5.",
            "games[0].hands[1].players.Dee.folded: error: Spades are trump, so Dee can’t fold.",
        ]

    def test_a_game_is_written_as_text(self):
        assert "".join(write_plain(read_file(3, LAST_IN, failed_bid="net", out_at=24).games)) == PLAIN
