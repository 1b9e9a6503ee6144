"""Any game according to RULES.md: which options are asked, and which are refused, also at a table and in a file."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.rules.declaration import fields_of
from tests.formats.documents import document
from tests.games.any_game_notation import table

RULES = ANY_GAME.rules
EXACT_100 = {"ends": "target", "target": 100, "past": "back"}


CONTRADICTIONS = [
    ({}, None),
    ({"template": "Uno!"}, "template: Use lowercase letters, digits and hyphens."),
    ({"rows": "categories"}, "categories: Enter the rows, one per line."),
    ({"rows": "categories", "categories": "A" * 41}, "categories: The name of a row can have at most 40 characters."),
    ({"ends": "target", "target": 7, "start": 7}, "target: The target can’t be what everyone starts with."),
    (EXACT_100 | {"back": 100}, "back: This must be short of the target."),
    ({"rows": "turns", "categories": "A\nA × 2"}, "categories: Two rows have the same name."),
    ({"sum": "fixed"}, "sums: Enter what a round’s points add up to."),
    ({"buttons": (-5, 5)}, "buttons: Points can’t be negative in this game."),
    ({"fewest": 3, "most": 2}, "most: This must be at least the fewest players."),
    ({"sides": "partners", "most": 3}, "most: Partners need at least 4 players."),
    ({"sides": "partners", "sum": "winner"}, "sum: For this, everyone must play alone."),
    ({"out": 0}, "out: Everyone would be out at once."),
    ({"out": 50, "ends": "target"}, "out: At 50, everyone would be out before the target."),
    ({"rows": "categories", "categories": "A\nBonus + 0 from 3"}, "categories: A bonus can’t be 0."),
]


def test_options_that_contradict_each_other_are_refused():
    for options, expected in CONTRADICTIONS:
        problem = RULES.refuse_options(Options(**options))
        assert (problem and f"{problem.path}: {sentence(problem.message)}") == expected, options


TABLES = [
    (5, {"sides": "partners"}, "players: Partners need 4, 6, 8 or 10 players."),
    (5, {"bids": "exact", "ends": "rounds", "cards": 4}, "cards: The deck needs at least one card per player."),
    (2, {"joined": (0,)}, "joined: Expected a number for each player."),
    (2, {"joined": (0, 0, 0, 5)}, "joined: Nobody can come back who hasn’t left."),
    (2, {"joined": (0, 0, 7, 0), "left": (5, 4, 0, 9)}, "left: Nobody can leave who hasn’t come back."),
    (
        4,
        {"bids": "exact", "cards": 9, "ends": "rounds", "joined": (0, 0, 0, 3)},
        "joined: With another player, the game would be over, so it’s too late to join.",
    ),
    (2, {"joined": (0, 3), "left": (0, 2)}, "left: Nobody can leave before they join."),
    (2, {"joined": (0, 3), "joined_with": (0, 100), "ends": "target"}, "joined_with: Nobody can join with the target."),
    (
        2,
        {"joined": (0, 3), "joined_with": (0, 100), "out": 100},
        "joined_with: Nobody can join with a total that is out.",
    ),
    (4, {"sides": "partners", "left": (0, 0, 0, 3)}, "sides: Someone has joined or left, so there can’t be partners."),
]


def test_tables_that_cannot_be_scored_are_refused():
    for players, options, expected in TABLES:
        problem = RULES.refuse_table(table(players, **options))
        assert (problem and f"{problem.path}: {sentence(problem.message)}") == expected, players


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"sides": "partners"}, id="three partners"),
        pytest.param({"rows": "categories"}, id="no rows"),
        pytest.param({"joined": (0, 5), "left": (1,)}, id="lists that are too short"),
    ],
)
def test_a_file_with_contradictory_options_is_refused(options):
    game = {"rules": "any_game", "options": options, "players": ["Ann", "Bob", "Cy"], "hands": [{"players": {}}]}
    places = [message.place for message in read_sheets(document(game)).messages]
    assert any(place.startswith(("games[0].options", "games[0].players")) for place in places)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"out": 50, "ends": "target"}, id="out before the target"),
        pytest.param({"rows": "turns", "categories": "A\na"}, id="rows whose names differ in case"),
        pytest.param({"rows": "turns", "categories": "A\nBonus + 0 from 3"}, id="a bonus of 0"),
        pytest.param(
            {"bids": "exact", "cards": 6, "ends": "rounds", "joined": [0, 0, 3]}, id="joining without enough cards"
        ),
    ],
)
def test_a_file_with_options_that_earlier_versions_accepted_is_read(options):
    game = {"rules": "any_game", "options": options, "players": ["Ann", "Bob", "Cy"], "hands": []}
    assert read_sheets(document(game)).messages == ()


TARGET = {"ends": "target"}
MATTERS = [
    pytest.param({}, "target", False, id="no target in a game that ends by hand"),
    pytest.param(TARGET, "target", True, id="a target"),
    pytest.param(TARGET | {"rows": "categories"}, "ends", False, id="rows end the game"),
    pytest.param(TARGET, "at_once", False, id="nobody is first in a round"),
    pytest.param(TARGET | {"dealer": True}, "at_once", True, id="on the dealer’s left, too"),
    pytest.param(TARGET, "past", True, id="past the target"),
    pytest.param({"wins": "nobody"}, "ties", False, id="nobody can be tied for the win"),
    pytest.param({"sum": "zero"}, "negative", False, id="points must be negative"),
    pytest.param({"sum": "winner"}, "worth", True, id="what a card is worth"),
    pytest.param({"bids": "exact"}, "over", False, id="no extra tricks if a bid must be exact"),
    pytest.param({"bids": "least", "bags": 10}, "penalty", True, id="a penalty"),
    pytest.param({"bids": "exact", "ends": "rounds", "cards": 60}, "rounds", False, id="cards decide how many"),
]


@pytest.mark.parametrize(("options", "key", "matters"), MATTERS)
def test_only_options_that_matter_are_asked(options, key, matters):
    field = next(field for field in fields_of(Options) if field.key == key)
    assert field.matters(None, Options(**options)) == matters
