"""Manchester Piccadilly and Truffle according to the tables of RULES.md. Their hands and games are in `manchester/`."""

import re

from scorekeeper.games import manchester
from scorekeeper.games.manchester import PACKS, Entry
from scorekeeper.rules.declaration import fields_of
from tests.games.notations import Manchester
from tests.pages import rows

PAGE = "games/manchester/RULES.md"


def hand_of(row):
    """Return the game and the hand of a row in the tables of worked hands."""
    game = "manchester_truffle" if row["tricks"].count("/") == 2 else "manchester_piccadilly"
    return game, " ".join(row[part] for part in ("start", "pile", "card points", "tricks"))


def test_the_worked_hands_score_as_shown():
    for row in rows(PAGE, "Worked hands"):
        for dealer in ("Ann", "Bob"):
            slug, hand = hand_of(row)
            game = Manchester(game=slug, first=dealer)
            assert game.problems(hand) == [], row
            scores = f"{row['first scores']} {row['final scores']}".replace("−", "-")
            assert game.finals(hand) == scores, row
            points = game.scores(hand).split()
            assert "/".join(points if dealer == "Ann" else reversed(points)) == row["game points"], row


def test_a_hand_with_an_error_is_refused():
    for row in rows(PAGE, "Worked hands", table=1):
        slug, hand = hand_of(row)
        (problem,) = Manchester(game=slug, first="Ann").problems(hand)
        assert problem.startswith("players: ")
        assert re.findall(r"\d+", problem) == re.findall(r"\d+", row["error"]), row


def test_the_card_values_add_up_to_the_whole_pack():
    *cards, whole_pack = rows(PAGE, "The pack")
    assert sum(int(card["in the pack"]) for card in cards) == int(whole_pack["in the pack"]) == 78
    for column, pack in (("aces count 5", "loka_78"), ("aces count 1", "plain_78")):
        worth = sum(int(card["in the pack"]) * int(card[column]) for card in cards)
        assert worth == int(whole_pack[column]) == PACKS[pack]


def test_the_limits_follow_from_the_cards():
    kinds = rows(PAGE, "The pack")[:-1]
    cards = sorted(int(kind["aces count 5"]) for kind in kinds for _card in range(int(kind["in the pack"])))
    start = next(field for field in fields_of(Entry) if field.name == "start")
    assert (start.low, start.high) == (sum(cards[:13]), sum(cards[-13:]))
    assert cards[-1] == manchester.OUT_OF_PLAY
    assert 3 * cards[-1] == manchester.DUMMY_TRICK


def test_card_points_in_truffle_have_the_limits_in_the_table():
    table = rows(PAGE, "Truffle")
    assert len(table) == 3
    for row in table:
        pack = {"5": "loka_78", "1": "plain_78"}[row["aces count"]]
        least, most, dummy = int(row["fewest without a warning"]), int(row["most"]), int(row["dummy's tricks"])
        found = {}
        for taken in (least - 1, least, most, most + 1):
            hand = f"{row['starts']} {row['starts']} {taken}/0 8/{8 - dummy}/{dummy}"
            problems = Manchester(game="manchester_truffle", pack=pack).problems(hand)
            found[taken] = [problem.split(" ")[0] for problem in problems]
        assert found == {least - 1: ["?"], least: [], most: [], most + 1: ["players:"]}
