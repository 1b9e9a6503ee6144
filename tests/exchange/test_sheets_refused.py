"""Score sheet files that are rejected because of an error in the document, a game, or a hand."""

import pytest

from scorekeeper.exchange.sheets import read_sheets
from tests.exchange.documents import GOOD, PASSED, document, game, hand, read, said


def players(**changes):
    """Return the legal hand with some players' fields changed."""
    return hand(players={name: GOOD["players"][name] | changes.get(name, {}) for name in GOOD["players"]})


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        pytest.param(b"[]", ["error: Expected an object with “format” and “games”."], id="a list"),
        pytest.param(b"null", ["error: Expected an object with “format” and “games”."], id="null"),
        pytest.param(
            b'{"format": "scorekeeper-sheets/1"}',
            ["games: error: Missing. Expected a list of games."],
            id="no games",
        ),
        pytest.param(
            document(format="scorekeeper-sheets/2"),
            ["format: error: Expected “scorekeeper-sheets/1”."],
            id="another format",
        ),
        pytest.param(document(title="x"), ["title: error: Unknown field."], id="an unknown field"),
        pytest.param(document([]), ["games[0]: error: Expected an object."], id="a game that is a list"),
        pytest.param(
            document(game(), game(id="a"), game(id="a")),
            ["games[2].id: error: Another game in this file has the same id."],
            id="the same id twice",
        ),
        pytest.param(
            document(game()).replace(b'"taken": 8', b'"taken": NaN', 1),
            ["games[0].hands[0].players.Bob.taken: error: NaN isn’t allowed as a number."],
            id="NaN",
        ),
        pytest.param(
            document(game()).replace(b'"bid": 12', b'"bid": 12, "bid": 12', 1),
            ["games[0].hands[0].players.Ann.bid: error: This key appears more than once."],
            id="the same field twice",
        ),
    ],
)
def test_an_invalid_document_is_refused(raw, lines):
    assert said(raw) == lines


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        pytest.param({"rules": ...}, ".rules: error: Missing. Expected one of ", id="no rules"),
        pytest.param({"rules": "bridge"}, ".rules: error: Expected one of ", id="unknown rules"),
        pytest.param({"rules": ["x"]}, ".rules: error: Expected one of ", id="rules that are a list"),
        pytest.param(
            {"players": ...}, ".players: error: Missing. Expected a list of players, clockwise.", id="no players"
        ),
        pytest.param(
            {"players": "Ann"}, ".players: error: Expected a list of players, clockwise.", id="a string of players"
        ),
        pytest.param({"hands": ...}, ".hands: error: Missing. Expected a list of hands.", id="no hands"),
        pytest.param({"hands": None}, ".hands: error: Missing. Expected a list of hands.", id="null hands"),
        pytest.param({"hands": 3}, ".hands: error: Expected a list of hands.", id="a number of hands"),
        pytest.param({"hands": [3]}, ".hands[0]: error: Expected an object.", id="a hand that is a number"),
        pytest.param({"score": 1}, ".score: error: Unknown field.", id="an unknown field"),
        pytest.param(
            {"players": ["Ann", "Bob"]},
            ".players: error: Trumplestiltskin is for 3 to 5 players, not 2.",
            id="too few players",
        ),
        pytest.param(
            {"rules": "scarto", "players": list("ABCD"), "options": {}},
            ".players: error: Scarto is for 3 players, not 4.",
            id="the wrong number of players",
        ),
        pytest.param(
            {"players": list("ABCDEF")},
            ".players: error: Trumplestiltskin is for 3 to 5 players, not 6.",
            id="too many players",
        ),
        pytest.param(
            {"players": ["Ann", "Bob", "ANN "]},
            ".players: error: Two players have the same name.",
            id="the same name in another case",
        ),
        pytest.param(
            {"players": ["Ann", "Bob", "gNOME"]},
            ".players[2]: error: The game uses this name itself.",
            id="the Gnome's name",
        ),
        pytest.param({"players": ["Ann", 7, "Cy"]}, ".players[1]: error: Expected a name.", id="a number for a name"),
        pytest.param(
            {"players": ["Ann", "B\u202eb", "Cy"]},
            ".players[1]: error: A name can’t contain control characters.",
            id="a bidirectional control character",
        ),
        pytest.param(
            {"players": ["Ann", "Bob", "x" * 41]},
            ".players[2]: error: A name can have at most 40 characters.",
            id="a long name",
        ),
        pytest.param(
            {"first_dealer": "Eve"},
            ".first_dealer: error: This isn’t one of the players.",
            id="a first dealer who does not play",
        ),
        pytest.param(
            {"first_dealer": 1}, ".first_dealer: error: Expected a name.", id="a seat number for the first dealer"
        ),
        pytest.param({"options": []}, ".options: error: Expected an object.", id="options that are a list"),
        pytest.param({"options": {"odd": 1}}, ".options.odd: error: Unknown field.", id="an unknown option"),
        pytest.param(
            {"options": {"tie": "both"}},
            ".options.tie: error: Expected shared or play_on.",
            id="an unknown choice",
        ),
        pytest.param(
            {"options": {"player_target": 0}},
            ".options.player_target: error: Enter a whole number from 1 to 9999.",
            id="a target of 0",
        ),
        pytest.param(
            {"options": {"gnome_target": 10000}},
            ".options.gnome_target: error: Enter a whole number from 1 to 9999.",
            id="a target that is too high",
        ),
        pytest.param(
            {"options": {"lowest_bid": True}},
            ".options.lowest_bid: error: Enter a whole number.",
            id="true for a whole number",
        ),
        pytest.param(
            {"options": {"lowest_bid": 2}},
            ".options.lowest_bid: error: Enter a whole number from 0 to 1.",
            id="a lowest bid of 2",
        ),
        pytest.param(
            {"night": "14.11.2026"},
            ".night: error: Expected a date like 2026-11-14.",
            id="a date in another format",
        ),
        pytest.param(
            {"night": "2026-02-30"},
            ".night: error: Expected a date like 2026-11-14.",
            id="a date that does not exist",
        ),
        pytest.param(
            {"night": "20261114"}, ".night: error: Expected a date like 2026-11-14.", id="a date without hyphens"
        ),
        pytest.param({"night": 20261114}, ".night: error: Expected a date like 2026-11-14.", id="a date as a number"),
        pytest.param(
            {"started": "2026-11-14T19:40:00"},
            ".started: error: Expected a time with its UTC offset, like",
            id="a time without an offset",
        ),
        pytest.param(
            {"ended": "0001-01-01T00:00:00+14:00"},
            ".ended: error: Expected a time with its UTC offset, like",
            id="a time before the year 1",
        ),
        pytest.param(
            {"ended": "2026-11-14T25:00:00Z"},
            ".ended: error: Expected a time with its UTC offset, like",
            id="an hour that does not exist",
        ),
        pytest.param(
            {"started": "2026-11-14T19:40:00Z", "ended": "2026-11-14T19:39:59Z"},
            ": error: The game ended before it started.",
            id="an end before the start",
        ),
        pytest.param(
            {"stopped": "bob_wins"},
            ".stopped: error: Expected “leader_wins”, “no_winner” or null.",
            id="an unknown way to stop",
        ),
        pytest.param(
            {"stopped": True}, ".stopped: error: Expected “leader_wins”, “no_winner” or null.", id="true for stopped"
        ),
        pytest.param({"place": 3}, ".place: error: Expected text.", id="a place that is a number"),
        pytest.param(
            {"note": "x" * 20_001},
            ".note: error: Text can have at most 20000 characters.",
            id="a note that is too long",
        ),
        pytest.param(
            {"place": "a" + "\u0301" * 31},
            ".place: error: A character can have at most 30 accents.",
            id="a character with thirty-one accents",
        ),
        pytest.param(
            {"note": "a\tb"},
            ".note: error: Text can’t contain control characters other than line breaks.",
            id="a tab in a note",
        ),
        pytest.param({"id": "a\nb"}, ".id: error: Use 1–100 characters on one line.", id="a two-line id"),
    ],
)
def test_an_invalid_game_is_refused(changes, line):
    (message,) = said(document(game(**changes)))
    assert message.startswith(f"games[0]{line}")


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        pytest.param({"hand": []}, [".hand: error: Expected an object."], id="a hand's fields as a list"),
        pytest.param({"hand": {"gnom": "9S"}}, [".hand.gnom: error: Unknown field."], id="an unknown field"),
        pytest.param({"sides": []}, [".sides: error: Unknown field."], id="sides in a game without them"),
        pytest.param(
            {"hand": {"gnome": "9s"}},
            [".hand.gnome: error: Expected 9S, 9H, 9D, 9C, red_joker or black_joker."],
            id="an unknown Gnome",
        ),
        pytest.param(
            {"hand": {"gnome": "9S", "trump": "hearts"}},
            [".hand.trump: error: With this Gnome (Nine of spades), trump is Spades."],
            id="a trump suit that the Gnome excludes",
        ),
        pytest.param(
            {"hand": {"taker": "Bob"}}, [".hand.taker: error: Bob isn’t the highest bidder."], id="the wrong taker"
        ),
        pytest.param(
            {"hand": {"taker": "Eve"}},
            [".hand.taker: error: This isn’t one of the players."],
            id="a taker who does not play",
        ),
        pytest.param(
            {"hand": {"taker": 0}}, [".hand.taker: error: This isn’t one of the players."], id="a taker given by seat"
        ),
        pytest.param(
            {"hand": {"all_passed": "yes"}},
            [".hand.all_passed: error: Expected true or false."],
            id="a string for true",
        ),
        pytest.param(
            {"dealer": "Eve"}, [".dealer: error: This isn’t one of the players."], id="a dealer who does not play"
        ),
        pytest.param({"score_anyway": 1}, [".score_anyway: error: Expected true or false."], id="1 for true"),
        pytest.param(
            {"players": None},
            [".players: error: Missing. Expected an object with the players’ names."],
            id="no players",
        ),
        pytest.param({"players": []}, [".players: error: Expected an object."], id="players as a list"),
        pytest.param(
            {"players": GOOD["players"] | {"Eve": {}}},
            [".players.Eve: error: This isn’t one of the players."],
            id="a player who does not play",
        ),
        pytest.param(
            {"players": GOOD["players"] | {"bob": {}}},
            [".players.bob: error: This isn’t one of the players."],
            id="a name in another case",
        ),
        pytest.param(
            {"players": GOOD["players"] | {"Bob ": {}}},
            [".players.Bob : error: This player appears more than once."],
            id="the same player twice",
        ),
        pytest.param(
            {"players": GOOD["players"] | {"Cy": 8}},
            [".players.Cy: error: Expected an object."],
            id="a number for a player",
        ),
        pytest.param(players(Ann={"bid": 12.0}), [".players.Ann.bid: error: Enter a whole number."], id="12.0"),
        pytest.param(
            players(Ann={"bid": True}), [".players.Ann.bid: error: Enter a whole number."], id="true for a number"
        ),
        pytest.param(
            players(Ann={"bid": "12"}), [".players.Ann.bid: error: Enter a whole number."], id="a string for a number"
        ),
        pytest.param(
            players(Ann={"bid": [12]}), [".players.Ann.bid: error: Enter a whole number."], id="a list for a number"
        ),
        pytest.param(
            players(Bob={"taken": -1}),
            [".players.Bob.taken: error: Enter a whole number from 0 to 9999."],
            id="a negative number",
        ),
        pytest.param(
            players(Bob={"taken": None}),
            [".players.Bob.taken: error: Missing: Taken (Bob)."],
            id="points taken are missing",
        ),
        pytest.param(
            players(Bob={"took": 3}),
            [".players.Bob.took: error: Unknown field."],
            id="an unknown field of a player",
        ),
        pytest.param(
            players(Bob={"bid": 12}), [".players: error: Ann and Bob have the same bid, 12."], id="equal bids"
        ),
        pytest.param(players(Ann={"bid": 0}), [".players.Ann.bid: error: The lowest bid is 1."], id="a bid of 0"),
        pytest.param(
            players(Ann={"bid": None}, Cy={"bid": None}),
            [": error: Nobody bid. If everyone passed, record that."],
            id="nobody bid",
        ),
        pytest.param(
            players(Bob={"taken": 20}),
            [".players: warning: The points taken add up to 42, not 27, 28, 29, 30, 31 or 32."],
            id="an impossible sum",
        ),
        pytest.param(
            players(Ann={"bid": 33}),
            [".players.Ann.bid: warning: A bid above 32 can never be made."],
            id="an impossible bid",
        ),
        pytest.param(
            PASSED | {"players": {"Bob": {"bid": 3}}},
            [".players.Bob.bid: error: Everyone passed, so nobody bid."],
            id="a bid although everyone passed",
        ),
        pytest.param(
            {"after_end": True},
            [".after_end: error: The game wasn’t over before this hand."],
            id="marked as after the end of an unfinished game",
        ),
        pytest.param({"bids": {}}, [".bids: error: Unknown field."], id="an unknown field next to the hand"),
    ],
)
def test_an_invalid_hand_is_refused(changes, lines):
    assert said(document(game(hand(**changes)))) == [f"games[0].hands[0]{line}" for line in lines]


def test_a_warning_stops_the_import_unless_the_hand_sets_score_anyway():
    odd = players(Bob={"taken": 20})
    assert read_sheets(document(game(odd))).stopped
    game_file = read(game(odd | {"score_anyway": True}))
    assert game_file.hands[0].score_anyway
    assert game_file.sheet.totals["gnome"] == 50


def test_a_hand_with_an_error_cannot_be_scored_anyway():
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
    monkeypatch.setattr("scorekeeper.limits.MOST_GAMES", 2)
    monkeypatch.setattr("scorekeeper.limits.MOST_HANDS", 3)
    assert said(document(*[game()] * 3)) == ["games: error: A file can have at most 2 games."]
    assert said(document(game(*[PASSED] * 4))) == ["games[0].hands: error: A game can have at most 3 hands."]
    assert said(document(*[game(*[PASSED] * 3)] * 2)) == []


def test_the_number_of_messages_is_limited(monkeypatch):
    monkeypatch.setattr("scorekeeper.limits.MOST_MESSAGES", 5)
    lines = said(document(game(**{f"x{number}": 1 for number in range(100)})))
    assert len(lines) == 6
    assert lines[-1] == "error: Stopped reading after 5 problems."


def test_reading_stops_at_the_first_flaws_of_the_json_as_well(monkeypatch):
    monkeypatch.setattr("scorekeeper.limits.MOST_MESSAGES", 5)
    lines = said(b'{"games": [' + b"NaN, " * 100 + b"1]}")
    assert lines[4:] == [
        "games[4]: error: NaN isn’t allowed as a number.",
        "error: Stopped reading after 5 problems.",
    ]


def test_notes_alone_never_cause_a_file_to_be_refused(monkeypatch):
    monkeypatch.setattr("scorekeeper.limits.MOST_MESSAGES", 5)
    lines = said(document(game(*[GOOD | {"result": {"points": {"Ann": 1}}}] * 7)))
    assert len(lines) == 5
    assert all(": note: " in line for line in lines)


def test_messages_contain_no_control_characters():
    (line,) = said(document(game(hand(players=GOOD["players"] | {"\x1b[2J\n": {}}))))
    assert line.isprintable()
