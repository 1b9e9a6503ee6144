"""The hand screen of any game: what is asked and in which words, the quick buttons, and what hands are called."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.any_game import ANY_GAME
from tests.games.any_game_notation import blank, entered, entry_of, game_of, played
from tests.games.entering import likely_values, open_values

ROWS = "Coins ÷ 3\nScience = 0 1 4\nTrade"
TURNS = {"rows": "turns"}


def asked(sheet, *taps):
    """Return the title of the question after these taps, or None if nothing more is asked."""
    question = entered(sheet, taps).view().question
    return sentence(question.title) if question else None


QUESTIONS = [
    ({}, [], [], "How many points did Ann score?"),
    ({"dealer": True}, ["0 0 0"], [], "How many points did Bob score?"),
    ({"sum": "winner"}, [], [], "Who won the round?"),
    ({"sum": "winner"}, [], ["hand.winner=0"], "How many points is Bob left with?"),
    ({"sum": "winner", "worth": 5}, [], ["hand.winner=1"], "How many cards is Ann left with?"),
    ({"bids": "exact"}, [], [], "What does Ann bid?"),
    (TURNS, ["5 - -"], ["players.1.points=3"], None),
    (TURNS | {"categories": ROWS}, [], [], "Which row does Ann fill?"),
    ({"rows": "categories", "categories": ROWS}, [], [], "Coins: how many for Ann?"),
    ({"rows": "categories", "categories": ROWS}, ["0 0 0"] * 2, [], "Trade: how many points for Ann?"),
]


def test_questions_are_asked_in_plain_words():
    for options, hands, taps, title in QUESTIONS:
        assert asked(played(blank(3, **options), *hands), *taps) == title, options


def test_nothing_is_asked_when_everyone_has_left():
    for options in ({}, {"sum": "winner"}, {"bids": "exact"}, TURNS | {"categories": ROWS}):
        assert entered(blank(2, left=(1, 1), **options), []).steps == (), options


def test_partners_are_asked_together():
    assert asked(blank(4, sides="partners")) == "How many points did Ann & Cy score?"


LIKELY = [
    ({}, [], [0], []),
    ({"buttons": (1, 5, 10)}, [], [], [0, 1, 5, 10]),
    ({"sum": "zero"}, ["players.0.points=5", "players.1.points=-8"], [3], []),
    ({"sum": "fixed", "sums": (26, 78)}, ["players.0.points=20", "players.1.points=0"], [6, 58], []),
    ({"sum": "winner", "left": (0, 1, 0)}, [], [], [0, 2]),
    ({"bids": "exact", "tricks": 3}, [], [], [0, 1, 2, 3]),
    (
        {"bids": "exact", "tricks": 3},
        [*(f"players.{seat}.bid=1" for seat in range(3)), "players.0.tricks=2", "players.1.tricks=1"],
        [0],
        [0, 1, 2, 3],
    ),
    ({"rows": "categories", "categories": "A = 0 1 4"}, [], [], [0, 1, 2]),
    ({"rows": "turns", "categories": "A\nB"}, [], [], [1, 2]),
]


def test_the_likely_numbers_are_on_buttons():
    for options, taps, likely, buttons in LIKELY:
        question = entered(blank(3, **options), taps).view().question
        assert likely_values(question) == likely
        assert open_values(question) == buttons, options


def test_rows_are_on_buttons_by_name_until_they_are_full():
    sheet = played(blank(1, rows="turns", categories="A\nBonus + 5 from 3\nB"), {"points": "5", "row": 1})
    offers = entered(sheet, []).view().question.offers
    assert [(offer.value, sentence(offer.label), offer.look) for offer in offers] == [(2, "B", "wide")]


@pytest.mark.parametrize(
    ("options", "value", "expected"),
    [
        pytest.param({}, -1, "Enter a whole number from 0 to 99999.", id="negative"),
        pytest.param({"rows": "categories", "categories": "A = 0 1 4"}, 3, "You can’t choose that now.", id="a table"),
    ],
)
def test_numbers_that_cannot_be_are_refused(options, value, expected):
    why = entered(blank(2, **options), []).refuse("players.0.points", value)
    assert (why and sentence(why)) == expected


def test_a_phase_is_completed_beside_the_points():
    sheet = played(blank(2, phases=2), {"points": "0 5", "phase": "A"})
    screen = entered(sheet, [])
    (button,) = screen.view().question.extras
    assert (sentence(button.label), button.path, button.value) == ("Completed phase 2", "players.0.phase", True)
    screen = entered(sheet, ["players.0.phase=true", "players.0.points=0", "players.1.points=5"])
    (row, _other), screen = screen.view().rows, screen
    assert [sentence(note) for note in row.notes] == ["Completed phase 2"]
    assert screen.entry() == entry_of(sheet, {"points": "0 5", "phase": "A"})


def test_a_player_with_all_phases_completes_no_more():
    sheet = played(blank(2, phases=1, ties="play_on"), {"points": "0 0", "phase": "AB"})
    assert entered(sheet, []).view().question.extras == ()


def test_each_bid_stands_beside_the_tricks():
    bids = [f"players.{seat}.bid={bid}" for seat, bid in enumerate((2, 0, 1))]
    rows = entered(blank(3, bids="exact", tricks=5), bids).view().rows
    assert [[sentence(note) for note in row.notes] for row in rows] == [["Bid: 2"], ["Bid: 0"], ["Bid: 1"]]


def test_the_hints_say_how_many_tricks_were_bid():
    hints = entered(blank(3, bids="exact", tricks=5), ["players.0.bid=2", "players.1.bid=1"]).hints()
    assert [sentence(hint) for hint in hints] == ["bid: 3 of 5 tricks"]


@pytest.mark.parametrize(
    ("options", "hands", "expected"),
    [
        pytest.param({"target": 50}, ["30 -"], ["Bob needs 50"], id="counting up"),
        pytest.param({"target": 0, "start": 501}, ["60 -", "- 100", "41 -"], ["Bob needs 401"], id="counting down"),
        pytest.param(
            {"target": 10, "ties": "play_on"}, ["12 -", "- 12"], [], id="nothing to reach after a tie at the target"
        ),
    ],
)
def test_the_hints_say_what_whoever_is_on_turn_needs(options, hands, expected):
    sheet = played(blank(2, rows="turns", ends="target", **options), *hands)
    assert [sentence(hint) for hint in entered(sheet, []).hints()] == expected


@pytest.mark.parametrize(
    ("options", "hands", "name"),
    [
        pytest.param({}, ["0 0"], "round 2", id="a round"),
        pytest.param({"ends": "rounds", "rounds": 1, "ties": "play_on"}, ["0 0"], "round 2", id="a round after a tie"),
        pytest.param({"rows": "categories", "categories": "A\nB"}, ["0 0"], "B", id="a row"),
        pytest.param(
            {"bids": "exact", "ends": "rounds", "cards": 7},
            [],
            "round 1 of 3",
            id="as many rounds as cards for everyone",
        ),
    ],
)
def test_hands_are_named(options, hands, name):
    sheet = played(blank(2, **options), *hands)
    assert sentence(game_of(sheet.table).rules.hand_name(sheet)) == name


@pytest.mark.parametrize(
    ("options", "given", "label"),
    [
        pytest.param({}, "0 0", None, id="a round"),
        pytest.param({"rows": "categories", "categories": "A\nB"}, "0 0", "A", id="a row"),
        pytest.param(TURNS | {"categories": "A\nB"}, {"points": "0 -", "row": 2}, "B", id="a row in a turn"),
    ],
)
def test_rows_are_labeled_on_the_sheet(options, given, label):
    sheet = blank(2, **options)
    found = game_of(sheet.table).rules.label(sheet, entry_of(sheet, given))
    assert (found and sentence(found)) == label


def test_a_game_has_its_name():
    for options, name in (({}, "Another game"), ({"template": "ours", "name": "Hunt"}, "Hunt")):
        assert sentence(ANY_GAME.made(blank(2, **options).table.options).rules.name) == name
