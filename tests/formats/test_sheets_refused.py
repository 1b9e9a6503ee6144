"""Score sheet files that are rejected because of an error in the document, a game, or a hand."""

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.rules.base import Rules
from tests.formats.documents import GOOD, PASSED, document, game, hand, read, said


def players(**changes):
    """Return the legal hand with some players' fields changed."""
    return hand(players={name: GOOD["players"][name] | changes.get(name, {}) for name in GOOD["players"]})


def test_an_invalid_document_is_refused():
    for raw, line in (
        (b'{"format": "scorekeeper-sheets/1"}', "games: error: Missing. Expected a list of games."),
        (
            document(format="scorekeeper-sheets/2"),
            "format: error: This file comes from another version of the app. Expected “scorekeeper-sheets/1”.",
        ),
        (document(title="x"), "title: error: Unknown field."),
        (
            document(game(), game(id="a"), game(id="a")),
            "games[2].id: error: Another game in this file has the same id.",
        ),
    ):
        assert said(raw) == [line]


WRONG_GAMES = [
    ({"rules": ...}, ".rules: error: Missing. Expected one of "),
    ({"rules": "bridge"}, ".rules: error: Expected one of "),
    ({"players": ...}, ".players: error: Missing. Expected a list of players, clockwise."),
    ({"hands": ...}, ".hands: error: Missing. Expected a list of hands."),
    ({"score": 1}, ".score: error: Unknown field."),
    ({"players": ["Ann", "Bob"]}, ".players: error: Trumplestiltskin is for 3 to 5 players, not 2."),
    ({"players": ["Ann", "Bob", "ANN "]}, ".players: error: Two players have the same name."),
    ({"players": ["Ann", "Bob", "gNOME"]}, ".players[2]: error: The game uses this name itself."),
    ({"rules": "tontine", "options": {"base": "tarocchi"}, "hands": []}, ".players: error: Played as Tarocchi, "),
    ({"first_dealer": "Eve"}, ".first_dealer: error: This isn’t one of the players."),
    ({"options": []}, ".options: error: Expected an object."),
    ({"options": {"odd": 1}}, ".options.odd: error: Unknown field."),
    ({"options": {"player_target": 0}}, ".options.player_target: error: Enter a whole number from 1 to 9999."),
    ({"night": "14.11.2026"}, ".night: error: Expected a date like 2026-11-14."),
    ({"started": "2026-11-14T19:40:00"}, ".started: error: Expected a time with its UTC offset, like"),
    (
        {"started": "2026-11-14T19:40:00Z", "ended": "2026-11-14T19:39:59Z"},
        ": error: The game ended before it started.",
    ),
    ({"stopped": "bob_wins"}, ".stopped: error: Expected “leader_wins”, “no_winner” or null."),
    ({"place": 3}, ".place: error: Expected text."),
    ({"note": "x" * 20_001}, ".note: error: Text can have at most 20000 characters."),
    ({"place": "a" + "\u0301" * 31}, ".place: error: A character can have at most 30 accents."),
    ({"note": "a\tb"}, ".note: error: Text can’t contain control characters other than line breaks."),
    ({"id": "a\nb"}, ".id: error: Use 1–100 characters on one line."),
]


def test_an_invalid_game_is_refused():
    for changes, line in WRONG_GAMES:
        (message,) = said(document(game(**changes)))
        assert message.startswith(f"games[0]{line}"), changes


WRONG_HANDS = [
    ({"hand": {"gnom": "9S"}}, [".hand.gnom: error: Unknown field."]),
    ({"hand": {"taker": "Eve"}}, [".hand.taker: error: This isn’t one of the players."]),
    ({"dealer": "Eve"}, [".dealer: error: This isn’t one of the players."]),
    ({"players": None}, [".players: error: Missing. Expected an object with the players’ names."]),
    ({"players": GOOD["players"] | {"Eve": {}}}, [".players.Eve: error: This isn’t one of the players."]),
    ({"players": GOOD["players"] | {"Bob ": {}}}, [".players.Bob : error: This player appears more than once."]),
    ({"players": GOOD["players"] | {"Cy": 8}}, [".players.Cy: error: Expected an object."]),
    (players(Bob={"taken": None}), [".players.Bob.taken: error: Missing: Taken (Bob)."]),
    (players(Bob={"took": 3}), [".players.Bob.took: error: Unknown field."]),
    (players(Bob={"taken": 20}), [".players: warning: The points taken add up to 42, not 27–32."]),
    ({"after_end": True}, [".after_end: error: The game wasn’t over before this hand."]),
]


def test_an_invalid_hand_is_refused():
    for changes, lines in WRONG_HANDS:
        assert said(document(game(hand(**changes)))) == [f"games[0].hands[0]{line}" for line in lines], changes


def test_a_warning_stops_the_import_unless_the_hand_sets_score_anyway():
    odd = players(Bob={"taken": 20})
    assert read_sheets(document(game(odd))).stopped
    game_file = read(game(odd | {"score_anyway": True}))
    assert game_file.hands[0].accepted
    assert game_file.sheet.totals["gnome"] == 50
    assert read_sheets(document(game(players(Ann={"bid": 0}) | {"score_anyway": True}))).stopped


def test_one_error_rejects_the_file_and_all_errors_are_listed_in_order():
    bad = players(Ann={"bid": 12.0})
    odd = players(Bob={"taken": 20})
    file = read_sheets(document(game(), game(bad, GOOD, odd), game(night="x")))
    assert file.games == ()
    assert [message.place for message in file.messages] == [
        "games[1].hands[0].players.Ann.bid",
        "games[1].hands[2].players",
        "games[2].night",
    ]


def test_a_file_with_too_many_games_or_hands_is_refused(monkeypatch):
    monkeypatch.setattr("scorekeeper.rules.limits.MOST_GAMES", 2)
    monkeypatch.setattr(Rules, "most_hands", 3)
    assert said(document(*[game()] * 3)) == ["games: error: A file can have at most 2 games."]
    assert said(document(game(*[PASSED] * 4))) == ["games[0].hands: error: A game can have at most 3 hands."]
    assert said(document(*[game(*[PASSED] * 3)] * 2)) == []


def test_the_number_of_messages_is_limited_but_notes_never_refuse_a_file(monkeypatch):
    monkeypatch.setattr("scorekeeper.rules.limits.MOST_MESSAGES", 5)
    lines = said(document(game(**{f"x{number}": 1 for number in range(100)})))
    assert (len(lines), lines[-1]) == (6, "error: Stopped reading after 5 problems.")
    flaws = said(b'{"games": [' + b"NaN, " * 100 + b"1]}")
    assert flaws[4:] == ["games[4]: error: NaN isn’t allowed as a number.", "error: Stopped reading after 5 problems."]
    notes = said(document(game(*[GOOD | {"result": {"points": {"Ann": 1}}}] * 7)))
    assert len(notes) == 5
    assert all(": note: " in line for line in notes)


def test_messages_contain_no_control_characters():
    (line,) = said(document(game(hand(players=GOOD["players"] | {"\x1b[2J\n": {}}))))
    assert line.isprintable()
