"""Manchester Piccadilly and Manchester Truffle in sheet files and as plain text."""

import pytest

from scorekeeper.exchange.plain import write_plain
from tests.exchange.documents import document, read, said
from tests.games.test_manchester import ANN, BOB, MA1, MA2, TR1, hand

KEYS = ("start", "pile", "points", "tricks")


def players_of(notation, dealer):
    """Return what a sheet file records for each player."""
    entry = hand(notation, dealer)
    return {name: {key: getattr(entry, key)[seat] for key in KEYS} for seat, name in enumerate(("Ann", "Bob"))}


FILE_HANDS = [{"players": players_of(MA1, BOB)}, {"players": players_of(MA2, ANN)}]
PLAIN = """\
Manchester Piccadilly
Ann, Bob; Bob deals first

      dealer     Ann     Bob
────────────────────────────
   1  Bob          0     +22
                   0      22
      Ann       0  final score 41 (−6 and 47) to 63 (6 and 57)
      Bob     +22  final score 63 (6 and 57) to 41 (−6 and 47)

   2  Ann          0     +21
                   0      43
      Ann       0  final score 44 (−7 and 51) to 65 (7 and 58)
      Bob     +21  final score 65 (7 and 58) to 44 (−7 and 51)


After 2 hands, Bob had the best total: 43. Won by Bob.
"""


class TestFiles:
    def test_a_game_is_read_and_written_as_plain_text(self):
        game = read(file(*FILE_HANDS))
        assert [recorded.entry for recorded in game.hands] == [hand(MA1, BOB), hand(MA2, ANN)]
        assert "".join(write_plain([game])) == PLAIN

    def test_a_truffle_hand_includes_the_dummys_tricks(self):
        players = players_of(TR1, BOB)
        game = read(file({"hand": {"dummy_tricks": 3}, "players": players}, rules="manchester_truffle"))
        assert game.hands[0].entry == hand(TR1, BOB)
        assert said(document(file({"players": players}, rules="manchester_truffle"))) == [
            "games[0].hands[0].hand.dummy_tricks: error: Missing: The dummy’s tricks."
        ]

    @pytest.mark.parametrize(("start", "refused"), [(12, True), (13, False), (63, False), (64, True)])
    def test_a_start_must_be_between_13_and_63(self, start, refused):
        ann = {"start": start, "pile": start, "points": 116 - start, "tricks": 7}
        bob = {"start": 30, "pile": 30, "points": 0, "tricks": 6}
        why = "games[0].hands[0].players.Ann.start: error: Enter a whole number from 13 to 63."
        assert said(document(file({"players": {"Ann": ann, "Bob": bob}}))) == ([why] if refused else [])

    def test_an_odd_number_of_hands_is_refused(self):
        (message,) = said(document(file(options={"hands": 3})))
        assert message.startswith("games[0].options.hands: error: ")

    def test_the_same_dealer_twice_in_a_row_is_refused(self):
        twice = [FILE_HANDS[0], FILE_HANDS[1] | {"dealer": "Bob"}]
        assert [message.split(": ")[0] for message in said(document(file(*twice)))] == ["games[0].hands[1].dealer"]


def file(*played, **more):
    """Return a game as it appears in a sheet file."""
    return {"rules": "manchester_piccadilly", "players": ["Ann", "Bob"], "hands": list(played)} | more
