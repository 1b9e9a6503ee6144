"""Any game according to RULES.md: what is refused, in options, at a table, and in a round, a row or a turn."""

import pytest

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.rules.declaration import fields_of
from scorekeeper.text import sentence
from tests.exchange.documents import document
from tests.games.any_game_notation import blank, entry_of, game_of, played, problems, table

RULES = ANY_GAME.rules
ROWS = "A\nB"
EXACT_100 = {"ends": "target", "target": 100, "past": "back"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({}, None, id="nothing"),
        pytest.param(
            {"template": "Uno!"}, "template: Use lowercase letters, digits and hyphens.", id="a template's id"
        ),
        pytest.param({"rows": "categories"}, "categories: Enter the rows, one per line.", id="no rows"),
        pytest.param(
            {"rows": "turns", "categories": "Bonus + 35 from 63"},
            "categories: Enter the rows, one per line.",
            id="no rows but a bonus",
        ),
        pytest.param({"rows": "turns"}, None, id="turns without rows"),
        pytest.param(
            {"rows": "turns", "categories": "A\nA × 2"}, "categories: Two rows have the same name.", id="a name"
        ),
        pytest.param(
            {"rows": "categories", "categories": "A" * 41},
            "categories: The name of a row can have at most 40 characters.",
            id="a long name",
        ),
        pytest.param(
            {"ends": "target", "target": 7, "start": 7},
            "target: The target can’t be what everyone starts with.",
            id="a target that is reached already",
        ),
        pytest.param(EXACT_100 | {"back": 100}, "back: This must be short of the target.", id="back to the target"),
        pytest.param(
            EXACT_100 | {"start": 200, "wins": "least", "back": 50},
            "back: This must be short of the target.",
            id="back past the target, counting down",
        ),
        pytest.param(EXACT_100 | {"wins": "least", "back": 100}, None, id="a target that doesn’t win"),
        pytest.param({"sum": "fixed"}, "sums: Enter what a round’s points add up to.", id="no sums"),
        pytest.param({"sum": "fixed", "sums": (26,)}, None, id="a sum"),
        pytest.param({"buttons": (-5, 5)}, "buttons: Points can’t be negative in this game.", id="a negative button"),
        pytest.param({"buttons": (-5, 5), "negative": True}, None, id="a negative button where points can be"),
        pytest.param({"buttons": (-5, 5), "sum": "zero"}, None, id="a negative button where points must be"),
        pytest.param({"fewest": 3, "most": 2}, "most: This must be at least the fewest players.", id="players"),
        pytest.param({"sides": "partners", "most": 3}, "most: Partners need at least 4 players.", id="partners"),
        pytest.param(
            {"sides": "partners", "sum": "winner"},
            "sum: For this, everyone must play alone.",
            id="a winner with partners",
        ),
        pytest.param({"out": 0}, "out: Everyone would be out at once.", id="out at the start"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, expected):
    problem = RULES.refuse_options(Options(**options))
    assert (problem and f"{problem.path}: {sentence(problem.message)}") == expected


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        pytest.param(1, {}, None, id="a player alone"),
        pytest.param(5, {"sides": "partners"}, "players: Partners need 4, 6, 8 or 10 players.", id="five partners"),
        pytest.param(2, {"sides": "partners"}, "players: Partners need 4, 6, 8 or 10 players.", id="two partners"),
        pytest.param(6, {"sides": "partners"}, None, id="six partners"),
        pytest.param(
            5,
            {"bids": "exact", "ends": "rounds", "cards": 4},
            "cards: The deck needs at least one card per player.",
            id="too few cards",
        ),
        pytest.param(2, {"out": 0}, "out: Everyone would be out at once.", id="options that contradict each other"),
        pytest.param(2, {"joined": (0,)}, "joined: Expected a number for each player.", id="a number is missing"),
        pytest.param(2, {"left": (0, 0, 3)}, "left: Expected a number for each player.", id="a number is left over"),
        pytest.param(
            2, {"joined_with": (0, 1, 2, 3)}, "joined_with: Expected a number for each player.", id="joining twice"
        ),
        pytest.param(2, {"joined": (0, 3), "left": (5, 6)}, None, id="joining and leaving"),
        pytest.param(2, {"joined": (0, 3, 0, 7), "left": (0, 5, 0, 0)}, None, id="coming back"),
        pytest.param(
            2,
            {"joined": (0, 3), "left": (0, 2)},
            "left: Nobody can leave before they join.",
            id="leaving before joining",
        ),
        pytest.param(
            2,
            {"joined": (0, 3), "joined_with": (0, 100), "ends": "target"},
            "joined_with: Nobody can join with the target.",
            id="joining at the target",
        ),
        pytest.param(
            2,
            {"joined": (0, 3), "joined_with": (0, 100), "out": 100},
            "joined_with: Nobody can join with a total that is out.",
            id="joining out",
        ),
        pytest.param(
            4,
            {"sides": "partners", "left": (0, 0, 0, 3)},
            "sides: Someone has joined or left, so there can’t be partners.",
            id="a partner leaves",
        ),
        pytest.param(
            4,
            {"sides": "partners", "joined": (0, 0, 1, 0), "joined_with": (0, 5, 0, 0), "left": (0, 0, 0, 0)},
            None,
            id="partners who have all stayed",
        ),
    ],
)
def test_tables_that_cannot_be_scored_are_refused(players, options, expected):
    problem = RULES.refuse_table(table(players, **options))
    assert (problem and f"{problem.path}: {sentence(problem.message)}") == expected


NEGATIVE = "Points can’t be negative here."
NOT_HERE = "This game doesn’t record that here"
TURNS = {"rows": "turns"}
YAHTZEE = {"rows": "turns", "categories": "Ones × 1\nFull house = 0 25\nChance"}
ERRORS = [
    pytest.param({}, [], "1 0 -", "players.2.points: Missing: Points (Cy).", id="a player is missing"),
    pytest.param({}, [], "1 0 -1", f"players.2.points: {NEGATIVE}", id="a negative number"),
    pytest.param({"negative": True}, [], "1 0 -1", None, id="a negative number that is allowed"),
    pytest.param({"sum": "zero"}, [], "1 0 0", "players: The points add up to 1, not to zero.", id="not zero"),
    pytest.param({"sum": "zero"}, [], "1 0 -1", None, id="zero"),
    pytest.param(
        {}, [], {"points": "1 0 0", "phase": "A"}, f"players.0.phase: {NOT_HERE}: Completed a phase.", id="a phase"
    ),
    pytest.param({}, [], {"points": "1 0 0", "bid": "1 - -"}, f"players.0.bid: {NOT_HERE}: Bid.", id="a bid"),
    pytest.param(
        {}, [], {"points": "1 0 0", "winner": "Ann"}, f"hand.winner: {NOT_HERE}: Won the round.", id="a winner"
    ),
    pytest.param({}, [], {"points": "1 0 0", "row": 1}, f"hand.row: {NOT_HERE}: Row.", id="a row"),
    pytest.param(
        {"phases": 1, "wins": "least", "ties": "play_on"},
        [{"points": "5 5 0", "phase": "AB"}],
        {"points": "0 0 0", "phase": "A"},
        f"players.0.phase: {NOT_HERE}: Completed a phase.",
        id="a phase too many",
    ),
    pytest.param({"sum": "winner"}, [], "- - -", "hand.winner: Missing: Won the round.", id="no winner"),
    pytest.param(
        {"sum": "winner"},
        [],
        {"points": "1 0 0", "winner": "Ann"},
        f"players.0.points: {NOT_HERE}: Points.",
        id="points",
    ),
    pytest.param(
        {"sum": "winner", "left": (2, 0, 0)},
        [{"points": "- 0 0", "winner": "Ann"}],
        {"points": "- 0 0", "winner": "Ann"},
        "hand.winner: Ann doesn’t take part in this round.",
        id="a winner who left",
    ),
    pytest.param({"left": (0, 1, 0)}, [], "1 0 0", f"players.1.points: {NOT_HERE}: Points.", id="somebody who left"),
    pytest.param({"joined": (0, 2, 0)}, [], "1 0 0", f"players.1.points: {NOT_HERE}: Points.", id="too early"),
    pytest.param(
        {"wins": "least", "out": 9},
        ["9 0 0"],
        "0 0 0",
        f"players.0.points: {NOT_HERE}: Points.",
        id="somebody who is out",
    ),
    pytest.param(TURNS, [], "- 5 -", "players.1.points: It isn’t Bob’s turn.", id="out of turn"),
    pytest.param(TURNS, ["5 - -"], "- 5 -", None, id="in turn"),
    pytest.param(TURNS, [], "- - -", "players.0.points: Missing: Points (Ann).", id="an empty turn"),
    pytest.param(TURNS, [], "5 5 -", f"players.1.points: {NOT_HERE}: Points.", id="two turns at once"),
    pytest.param(YAHTZEE, [], "5 - -", "hand.row: Missing: Row.", id="no row"),
    pytest.param(YAHTZEE, [], {"points": "5 - -", "row": 4}, "hand.row: There is no such row.", id="a row too far"),
    pytest.param(YAHTZEE, [], {"points": "2 - -", "row": 2}, "players.0.points: Full house: at most 1.", id="too many"),
    pytest.param(
        YAHTZEE | {"negative": True},
        [],
        {"points": "-1 - -", "row": 1},
        f"players.0.points: {NEGATIVE}",
        id="minus one die",
    ),
    pytest.param(
        YAHTZEE,
        [{"points": "1 - -", "row": 3}, {"points": "- 1 -", "row": 3}, {"points": "- - 1", "row": 3}],
        {"points": "1 - -", "row": 3},
        "hand.row: Ann has filled this row already.",
        id="a row that is full",
    ),
    pytest.param(
        {"rows": "categories", "categories": "A = 0 1"}, [], "2 0 0", "players.0.points: A: at most 1.", id="a table"
    ),
    pytest.param(
        {"rows": "categories", "categories": "A × 9"},
        [],
        "1000 0 0",
        "players.0.points: Enter at most 999.",
        id="pieces",
    ),
    pytest.param(
        {"sum": "winner", "worth": 5},
        [],
        {"winner": "Ann", "points": "- 0 1000"},
        "players.2.points: Enter at most 999.",
        id="cards",
    ),
    pytest.param(
        {"bids": "exact"},
        [],
        {"bid": "1 0 0", "tricks": "1 0 -"},
        "players.2.tricks: Missing: Tricks (Cy).",
        id="no tricks",
    ),
    pytest.param(
        {"bids": "exact"},
        [],
        {"bid": "1 0 0", "tricks": "1 0 0", "points": "5 - -"},
        f"players.0.points: {NOT_HERE}: Points.",
        id="points with bids",
    ),
]


@pytest.mark.parametrize(("options", "hands", "given", "expected"), ERRORS)
def test_what_cannot_be_is_an_error(options, hands, given, expected):
    sheet = played(blank(3, **options), *hands)
    assert problems(sheet, given) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("options", "given", "expected"),
    [
        pytest.param(
            {"sum": "fixed", "sums": (26, 78)},
            "1 0 0",
            "players: The points add up to 1, not to 26 or 78.",
            id="a fixed sum",
        ),
        pytest.param({"sum": "fixed", "sums": (26, 78)}, "78 0 0", None, id="one of the sums"),
        pytest.param(
            {"bids": "exact", "tricks": 13},
            {"bid": "4 4 4", "tricks": "4 4 4"},
            "players: The tricks add up to 12, not 13.",
            id="a trick is missing",
        ),
        pytest.param({"bids": "exact"}, {"bid": "4 4 4", "tricks": "1 0 0"}, None, id="one trick in the first round"),
    ],
)
def test_what_is_unlikely_is_a_warning(options, given, expected):
    sheet = blank(3, **options)
    assert problems(sheet, given) == []
    assert problems(sheet, given, "warning") == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("options", "hands", "late"),
    [
        pytest.param(
            {"rows": "turns", "ends": "target", "target": 9, "at_once": True}, ["9 - -"], "- - 5", id="another turn"
        ),
        pytest.param({"ends": "rounds", "rounds": 1, "joined": (0, 0, 3)}, ["1 2 -"], "1 2 3", id="a newcomer"),
        pytest.param({"ends": "rounds", "rounds": 1, "left": (0, 0, 3)}, ["1 2 3"], "1 2 -", id="one fewer"),
        pytest.param({"wins": "least", "out": 9}, ["9 9 0"], "0 0 0", id="players who are out now"),
    ],
)
def test_a_hand_from_before_a_correction_ended_the_game_stays_possible(options, hands, late):
    sheet = played(blank(3, **options), *hands)
    assert sheet.outcome is not None
    assert problems(sheet, late) == []
    entry = entry_of(sheet, late)
    assert game_of(sheet.table).type(sheet, 0).correcting(entry).entry() == entry


STRANGE = pytest.mark.parametrize(
    "options",
    [
        pytest.param({"sides": "partners"}, id="three partners"),
        pytest.param({"rows": "categories"}, id="no rows"),
        pytest.param({"rows": "turns", "categories": "Bonus + 5 from 5"}, id="only a bonus"),
        pytest.param({"fewest": 9, "most": 2}, id="no number of players"),
        pytest.param({"joined": (0, 5), "left": (1,)}, id="lists that are too short"),
        pytest.param({"joined": (0,) * 40, "joined_with": (7,) * 40}, id="lists that are too long"),
        pytest.param({"bids": "exact", "ends": "rounds", "cards": 1}, id="no rounds"),
        pytest.param({"sum": "fixed"}, id="no sums"),
        pytest.param({"sum": "winner", "phases": 3, "sides": "partners"}, id="everything at once"),
    ],
)


@STRANGE
def test_a_file_with_contradictory_options_can_be_read_to_its_end(options):
    sheet = blank(3, **options)
    rules = game_of(sheet.table).rules
    assert rules.refuse_table(sheet.table) is not None
    assert rules.players
    every = {
        field.name: "1 1 1" for field in fields_of(rules.entry) if field.kind == "number" and field.per == "player"
    }
    for given in ("", "1 - -", every | {"phase": "ABC", "row": 30, "winner": "Cy"}):
        entry = entry_of(sheet, given)
        assert list(rules.problems(sheet, 0, entry)) or list(rules.score(sheet, 0, entry)) is not None
        assert rules.hand_name(sheet)
    assert rules.record(sheet, 0, entry_of(sheet, "1 1 1")).hands


@STRANGE
def test_a_file_with_contradictory_options_is_refused(options):
    game = {"rules": "any_game", "options": options, "players": ["Ann", "Bob", "Cy"], "hands": [{"players": {}}]}
    places = [message.place for message in read_sheets(document(game)).messages]
    assert any(place.startswith(("games[0].options", "games[0].players")) for place in places)


TARGET = {"ends": "target"}
MATTERS = [
    pytest.param({}, "target", False, id="no target in a game that ends by hand"),
    pytest.param(TARGET, "target", True, id="a target"),
    pytest.param(TARGET | {"rows": "categories"}, "target", False, id="no target if rows end the game"),
    pytest.param(TARGET | {"rows": "categories"}, "ends", False, id="rows end the game"),
    pytest.param({"rows": "turns"}, "ends", True, id="turns without rows don’t"),
    pytest.param(TARGET, "at_once", False, id="nobody is first in a round"),
    pytest.param(TARGET | {"rows": "turns"}, "at_once", True, id="in turns, somebody is"),
    pytest.param(TARGET | {"dealer": True}, "at_once", True, id="on the dealer’s left, too"),
    pytest.param(TARGET | {"dealer": True, "wins": "least"}, "at_once", False, id="if reaching the target wins"),
    pytest.param(TARGET, "past", True, id="past the target"),
    pytest.param(TARGET | {"wins": "least"}, "past", False, id="a target that doesn’t win isn’t exact"),
    pytest.param(TARGET | {"wins": "least", "start": 501}, "past", True, id="counting down to it"),
    pytest.param(TARGET | {"past": "stays"}, "back", False, id="nobody goes back"),
    pytest.param(TARGET | {"past": "back"}, "back", True, id="back to what"),
    pytest.param({"wins": "nobody"}, "ties", False, id="nobody can be tied for the win"),
    pytest.param({"rows": "turns"}, "dealer", False, id="no dealer in turns"),
    pytest.param({"sum": "winner"}, "negative", False, id="nobody is left with less than nothing"),
    pytest.param({"sum": "zero"}, "negative", False, id="points must be negative"),
    pytest.param({"sum": "winner"}, "worth", True, id="what a card is worth"),
    pytest.param({"bids": "exact"}, "sum", False, id="bids make the points"),
    pytest.param({"bids": "exact"}, "over", False, id="no extra tricks if a bid must be exact"),
    pytest.param({"bids": "least"}, "penalty", False, id="no penalty without a limit"),
    pytest.param({"bids": "least", "bags": 10}, "penalty", True, id="a penalty"),
    pytest.param({"bids": "exact"}, "cards", False, id="cards only decide how many rounds there are"),
    pytest.param({"bids": "exact", "ends": "rounds", "cards": 60}, "rounds", False, id="cards decide how many"),
    pytest.param({"sides": "partners"}, "out", False, id="partners are never out"),
    pytest.param({"sum": "winner"}, "phases", False, id="no phases beside a winner"),
]


@pytest.mark.parametrize(("options", "key", "matters"), MATTERS)
def test_only_options_that_matter_are_asked(options, key, matters):
    field = next(field for field in fields_of(Options) if field.key == key)
    assert field.matters(None, Options(**options)) == matters
