"""Just the result of a game: every game can have one, and a file gives it in a key of its own."""

import json
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.formats.documents import write_entries
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.tables import games_table, hands_table
from scorekeeper.games import all_games
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.rules import limits
from scorekeeper.rules.played import PlayedGame
from scorekeeper.rules.sheet import Table
from tests.formats.documents import GOOD, document, game, read, said, write_document
from tests.results import columns_of, result_file

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
EVERY = {**all_games(), **supplied()}
MOST = limits.LARGEST_TOTAL
TRUMPLESTILTSKIN, UNO, TICHU = EVERY["trumplestiltskin"], EVERY["any_game:uno"], EVERY["any_game:tichu"]


def seated(card_game, **options):
    """Yield a table with each number of players that can play by the house rules, but for these options."""
    rules = replace(card_game.rules.house_rules, **options)
    for count in card_game.rules.for_options(rules).players:
        table = Table(names=NAMES[:count], options=rules, first_dealer=count - 1)
        if card_game.rules.for_options(rules).refuse_table(table) is None:
            yield table


def table_of(card_game, count, **options):
    return next(table for table in seated(card_game, **options) if len(table.names) == count)


def places(result):
    """Return everybody's place with a mark for who won, as in "1! 2 3", by column."""
    at = {key: place for place, keys in enumerate(result.outcome.ranking, 1) for key in keys}
    won = result.outcome.winners
    return " ".join(f"{at[column.key]}{'!' * (column.key in won)}" for column in result.sheet.columns)


def reread(result):
    """Return a game after it was written to a file and read from there, without a message and to the same bytes."""
    raw = write_document([result])
    document = read_sheets(raw)
    assert document.messages == ()
    assert write_document(document.games) == raw
    (brief,) = read_sheets(write_entries(result).encode()).games
    assert brief == document.games[0]
    return brief


@pytest.mark.parametrize("slug", EVERY)
def test_every_game_can_have_a_result(slug):
    """With any totals, the best side wins; the table's word is above them; and only who won can be known."""
    rng = Random(slug)
    for table in seated(EVERY[slug]):
        columns = columns_of(EVERY[slug], table)
        totals = rng.sample([-MOST, MOST, *range(-99, 99)], len(columns))
        low = EVERY[slug].rules.for_options(table.options).low_wins
        best = sorted(columns, key=lambda column: totals[columns.index(column)] * (1 if low else -1))
        result = reread(result_file(EVERY[slug], table, totals))
        assert result.outcome.winners == (best[0].key,)
        assert result.outcome.ranking == tuple((column.key,) for column in best)
        assert [result.sheet.totals[column.key] for column in columns] == totals
        assert result.sheet.columns == tuple(columns), "of the Gnome, nothing is known"
        last = reread(result_file(EVERY[slug], table, totals, won=best[-1].seats))
        assert last.outcome.ranking[0] == last.outcome.winners == (best[-1].key,)
        assert reread(result_file(EVERY[slug], table, totals, won=())).outcome.winners == ()
        one = reread(result_file(EVERY[slug], table, won=columns[-1].seats))
        assert (one.has_totals, one.outcome.winners) == (False, (columns[-1].key,))
        nobody = reread(result_file(EVERY[slug], table, won=()))
        assert (nobody.is_result, nobody.has_totals, nobody.outcome.winners) == (True, False, ())


RESULTS = {
    "the most points win": (UNO, 4, {}, (9, 30, 7, -4), None, "2 1! 3 4"),
    "the fewest points win": (UNO, 4, {"wins": "least"}, (9, 30, 7, -4), None, "3 4 2 1!"),
    "a shared win": (UNO, 4, {}, (30, 9, 30, 4), None, "1! 2 1! 3"),
    "all share it": (UNO, 2, {}, (0, 0), None, "1! 1!"),
    "the table's word on a tie": (UNO, 4, {}, (30, 9, 30, 4), (2,), "2 3 1! 4"),
    "the table's word against the totals": (UNO, 4, {}, (30, 9, 20, 4), (3,), "2 4 3 1!"),
    "several by the table's word": (UNO, 4, {}, (30, 9, 20, 4), (1, 3), "2 1! 3 1!"),
    "nobody, whatever the totals": (UNO, 4, {}, (30, 9, 20, 4), (), "1 3 2 4"),
    "only who won": (UNO, 4, {}, (), (1,), "2 1! 2 2"),
    "only that nobody won": (UNO, 4, {}, (), (), "1 1 1 1"),
    "a game that nobody wins": (UNO, 4, {"wins": "nobody"}, (30, 9, 20, 4), None, "1 3 2 4"),
    "half points": (TRUMPLESTILTSKIN, 3, {}, (407, 406, 1), None, "1! 2 3"),
    "a taker with fewer points": (TRUMPLESTILTSKIN, 3, {}, (407, 401, 1), (1,), "2 1! 3"),
    "partners": (TICHU, 4, {}, (1010, 790), None, "1! 2"),
    "one of the partners named": (TICHU, 4, {}, (1010, 790), (3,), "2 1!"),
    "together, won": (UNO, 3, {"rows": "won", "sides": "together"}, (), (0, 1, 2), "1!"),
    "together, lost": (UNO, 3, {"rows": "won", "sides": "together"}, (), (), "1"),
}


@pytest.mark.parametrize(
    ("card_game", "players", "options", "totals", "won", "expected"),
    [pytest.param(*row, id=name) for name, row in RESULTS.items()],
)
def test_who_won_and_everybodys_place(card_game, players, options, totals, won, expected):
    result = reread(result_file(card_game, table_of(card_game, players, **options), totals, won))
    assert places(result) == expected


REASONS = {
    "the best total": ((407, 20, 1), None, "Ann had the best total: 203½"),
    "the best total, and the table says so": ((407, 20, 1), (0,), "Ann had the best total: 203½"),
    "a shared one": ((40, 40, 1), None, "Ann and Bob had the best total: 20"),
    "the table's word": ((407, 20, 1), (1,), "The win went to Bob"),
    "nobody": ((407, 20, 1), (), "The totals were written down"),
    "no totals": ((), (2,), "Only who won was noted"),
}


@pytest.mark.parametrize(("totals", "won", "reason"), [pytest.param(*row, id=name) for name, row in REASONS.items()])
def test_why_somebody_won(totals, won, reason):
    result = result_file(TRUMPLESTILTSKIN, table_of(TRUMPLESTILTSKIN, 3), totals, won)
    assert sentence(result.outcome.reason) == reason


def test_a_winner_by_the_tables_word_has_not_won_by_points():
    """So that there is no margin between such a winner and the next."""
    table = table_of(TRUMPLESTILTSKIN, 3)
    for won, by_points in ((None, True), ((0,), True), ((1,), False)):
        result = result_file(TRUMPLESTILTSKIN, table, (407, 401, 1), won)
        assert result.won_by_points(result.outcome.winners[0]) == by_points, won


def test_a_game_of_hands_has_no_result():
    assert (PlayedGame.given.fget(read(game())), read(game()).given, read(game()).is_result) == (None, None, False)


# In files


def result(**changes):
    """Return the result of a game of three as JSON, with these changes."""
    return game(**{"hands": [], "totals": {"Ann": 203.5, "Bob": 10, "Cy": -1.5}} | changes)


def test_a_result_is_read_as_it_is_given():
    file = read(result(won=["Cy"], night="2024-03-09", place="At Ann’s"))
    assert (file.given, file.won, file.stopped) == ({"0": 407, "1": 20, "2": -3}, (2,), "")
    assert places(file) == "2 3 1!"
    assert read(result(totals={}, won=[])).given == {}
    assert read(result(totals=None)).given is None
    with_sides = result(rules="any_game", totals={"Ann & Cy": 12, "Bob & Dee": 7}, players=[*NAMES[:4]])
    file = read(with_sides | {"options": {"sides": "partners"}})
    assert (file.given, places(file)) == ({"side0": 24, "side1": 14}, "1! 2")


SPAN = "Expected points from −4999999½ to 4999999½, whole or half."
ALL_OR_NONE = "Expected the totals of Ann, Bob and Cy, or of nobody."
NO_WINNER = {"rules": "any_game", "options": {"wins": "nobody"}}
WRONG_RESULTS = {
    "a number": ({"totals": 12}, ".totals: Expected an object."),
    "a list": ({"totals": [1, 2, 3]}, ".totals: Expected an object."),
    "somebody is missing": ({"totals": {"Ann": 1, "Bob": 2}}, f".totals: {ALL_OR_NONE}"),
    "somebody else": ({"totals": {"Ann": 1, "Bob": 2, "Eve": 3}}, f".totals: {ALL_OR_NONE}"),
    "somebody twice": ({"totals": {"Ann": 1, "Ann ": 2, "Bob": 3, "Cy": 4}}, f".totals: {ALL_OR_NONE}"),
    "no name": ({"totals": {"": 1, "Bob": 2, "Cy": 3}}, f".totals: {ALL_OR_NONE}"),
    "the Gnome": ({"totals": {"Ann": 1, "Bob": 2, "Cy": 3, "Gnome": 4}}, f".totals: {ALL_OR_NONE}"),
    "nothing is known": ({"totals": {}}, ".totals: Without totals, “won” must say who won."),
    "a stranger won": ({"won": ["Eve"]}, ".won: Expected a list of players who won."),
    "nobody can win": (NO_WINNER | {"won": ["Ann"]}, ".won: Nobody wins this game."),
    "hands, too": ({"hands": [GOOD]}, ".totals: A game with “totals” is over, and has no hands."),
    "cut short": ({"stopped": "no_winner"}, ".totals: A game with “totals” is over, and has no hands."),
} | {
    f"a total that is {what}": ({"totals": {"Ann": value, "Bob": 2, "Cy": 3}}, f".totals.Ann: {SPAN}")
    for what, value in {
        "text": "12",
        "none": None,
        "true": True,
        "a list": [1],
        "a quarter": 12.25,
        "too large": 5_000_000,
        "too small": -5_000_000,
        "huge": 1e300,
        "tiny": 1e-300,
    }.items()
}


@pytest.mark.parametrize(("changes", "line"), [pytest.param(*row, id=name) for name, row in WRONG_RESULTS.items()])
def test_a_wrong_result_is_refused_in_words(changes, line):
    errors = [message for message in said(document(result(**changes))) if "error: " in message]
    assert errors == [f"games[0]{line}".replace(": ", ": error: ", 1)]


@pytest.mark.parametrize("total", [4999999.5, -4999999.5, 0.5, -0.0, 3.0])
def test_totals_are_whole_or_half_points_within_the_limit(total):
    assert read(result(totals={"Ann": total, "Bob": 0, "Cy": 0})).given["0"] == 2 * total


def test_an_outcome_that_a_file_claims_is_compared():
    claimed = {"winners": ["Ann"], "totals": {"Ann": 203.5, "Bob": 10, "Cy": -1.5}}
    assert said(document(result(outcome=claimed))) == []
    (line,) = said(document(result(outcome=claimed | {"winners": ["Bob"]})))
    assert line == "games[0].outcome: note: By the rules: Ann wins."
    unknown = {"totals": {}, "won": ["Ann"], "outcome": {"winners": ["Ann"]}}
    assert said(document(result(**unknown))) == []


def test_in_tables_a_result_has_no_hands_and_unknown_totals_are_empty():
    files = [read(result(**more)) for more in ({}, {"totals": {}, "won": ["Cy"]})]
    assert len("".join(hands_table(files, [files[0].rules])).splitlines()) == 1
    _head, known, unknown = "".join(games_table(files, [files[0].rules])).splitlines()
    assert known.endswith(",0,Ann,Ann,203.5,Bob,10,Cy,-1.5,,,,,,")
    assert unknown.endswith(",0,Cy,Ann,,Bob,,Cy,,,,,,,")
    assert json.loads(write_entries(files[1]))["games"][0]["totals"] == {}
