"""Reading valid score sheet files: which values are kept or compared. `test_sheets_refused` covers invalid files."""

import json
from datetime import UTC, date, datetime

from hypothesis import given, strategies as st

from scorekeeper.formats import sheets
from scorekeeper.formats.sheets import read_sheets
from tests.formats.documents import GOOD, document, game, hand, read, said


def test_omitted_keys_get_defaults():
    game_file = read(game())
    assert (game_file.id, game_file.night, game_file.started, game_file.ended) == ("", None, None, None)
    assert (game_file.stopped, game_file.place, game_file.note) == ("", "", "")
    assert game_file.table.first_dealer == 2
    assert game_file.table.options == game_file.rules.options()
    assert game_file.hands[0].dealer == 2
    assert list(game_file.sheet.totals.values()) == [56, 0, 6, 26]


def test_null_means_the_same_as_an_omitted_key():
    empty = dict.fromkeys(("id", "options", "night", "started", "ended", "stopped", "place", "note", "first_dealer"))
    blank = hand(hand=None, dealer=None, score_anyway=None, after_end=None, result=None)
    blank["players"] = {name: {"peeked": None} | values for name, values in GOOD["players"].items()}
    assert read(game(blank, **empty, outcome=None)).sheet == read(game()).sheet


def test_every_value_given_is_kept():
    game_file = read(
        game(
            hand(dealer=" Bob ", hand={"gnome": "red_joker", "trump": "hearts", "taker": "Ann"}),
            id="0193-abc",
            night="2026-11-14",
            started="2026-11-14T19:40:00-05:00",
            ended="2026-11-15T01:02:03.5Z",
            stopped="leader_wins",
            place="At Ann’s",
            note="first\r\nsecond",
            options={"odd_half": "gnome", "player_target": 9999},
            first_dealer="Ann",
        )
    )
    assert (game_file.id, game_file.night) == ("0193-abc", date(2026, 11, 14))
    assert game_file.started == datetime(2026, 11, 15, 0, 40, tzinfo=UTC)
    assert game_file.ended == datetime(2026, 11, 15, 1, 2, 3, 500_000, tzinfo=UTC)
    assert (game_file.place, game_file.note) == ("At Ann’s", "first\nsecond")
    assert (game_file.table.options.odd_half, game_file.table.options.player_target) == ("gnome", 9999)
    assert game_file.outcome.winners == ("0",)
    entry = game_file.scored[0].entry
    assert (game_file.hands[0].dealer, entry.gnome, entry.trump, entry.taker) == (1, "red_joker", "hearts", 0)
    assert game_file.table.first_dealer == 0


def test_a_hand_that_names_no_dealer_is_dealt_by_the_next_player():
    game_file = read(game(GOOD, hand(dealer="Bob"), GOOD, GOOD))
    assert [played.dealer for played in game_file.hands] == [2, 1, 2, 0]


def test_the_deal_passes_even_after_a_hand_with_an_error():
    """The messages name the player who is elder, a role that passes to the other player with each deal."""
    impossible = {"hand": {"elder_tricks": 12, "last_trick": "younger", "play": {"elder": 12, "younger": 0}}}
    piquet = {"rules": "piquet", "players": ["Ann", "Bob"], "hands": [impossible, {"hand": 3}, impossible, impossible]}
    assert said(document(piquet)) == [
        "games[0].hands[0].hand: error: Ann won all twelve tricks, including the last.",
        "games[0].hands[1].hand: error: Expected an object.",
        "games[0].hands[2].hand: error: Ann won all twelve tricks, including the last.",
        "games[0].hands[3].hand: error: Bob won all twelve tricks, including the last.",
    ]


def test_a_note_names_every_winner():
    hands = [{"players": {name: {"points": points} for name, points in (("Ann", 46), ("Bob", 50), ("Cy", 50))}}]
    scarto = {"rules": "scarto", "players": ["Ann", "Bob", "Cy"], "options": {"hands": 1}, "hands": hands}
    assert said(document(scarto | {"outcome": {"winners": ["Bob"]}})) == [
        "games[0].outcome: note: By the rules: Bob and Cy win."
    ]


def test_names_are_cleaned_everywhere_in_a_file():
    sloppy = hand(players={" Zoe\u0308": {"bid": 12, "taken": 14}, "Bob  Lee ": {"taken": 8}, "Cy": {"taken": 8}})
    game_file = read(game(sloppy, players=["Zoe\u0308 ", " Bob Lee", "Cy"], first_dealer="Bob   Lee"))
    assert game_file.table.names == ("Zoë", "Bob Lee", "Cy")


SHORT = {"options": {"player_target": 20}}


def test_an_unmarked_hand_after_the_end_is_an_error():
    assert said(document(game(GOOD, GOOD, GOOD | {"after_end": True}, **SHORT))) == [
        "games[0].hands[1]: error: The game was already over before this hand."
    ]


def test_a_hand_marked_as_after_the_end_is_kept_but_does_not_count():
    late = GOOD | {"after_end": True}
    game_file = read(game(GOOD, late, late, **SHORT))
    assert len(game_file.hands) == 3
    assert game_file.sheet == read(game(GOOD, **SHORT)).sheet
    assert [played.dealer for played in game_file.hands] == [2, 0, 1]


def test_a_hand_with_a_result_may_come_after_the_end_or_not_unlike_the_file_says():
    """A typed hand is an error; one with a result was written by a version with other rules."""
    place = "games[0].hands[1]"
    for result, level in ((None, "error"), ({}, "note")):
        late, early = GOOD | {"result": result}, GOOD | {"result": result, "after_end": True}
        for hands, options, counted, line in (
            ((GOOD, late), SHORT, 1, f"{place}: {level}: The game was already over before this hand."),
            ((GOOD, early), {}, 2, f"{place}.after_end: {level}: The game wasn’t over before this hand."),
        ):
            raw = document(game(*hands, **options))
            assert said(raw) == [line]
            for read_game in read_sheets(raw).games:
                assert (len(read_game.hands), len(read_game.sheet.hands)) == (2, counted)
            assert read_sheets(raw).stopped == (level == "error")


TALLY = {"rules": "any_game", "options": {"wins": "nobody"}, "players": ["Ann", "Bob"], "stopped": "leader_wins"}
ROUND = {"players": {"Ann": {"points": 3}, "Bob": {"points": 5}}}


def test_the_leader_of_a_game_that_nobody_wins_can_not_win():
    assert said(document(game(ROUND, **TALLY))) == ["games[0].stopped: error: Nobody wins this game."]
    assert said(document(game(ROUND, **TALLY, outcome=None))) == ["games[0].stopped: error: Nobody wins this game."]


def test_nobody_wins_a_written_game_that_a_correction_made_one_that_nobody_wins():
    raw = document(game(ROUND, **TALLY, outcome={"winners": ["Bob"]}))
    assert said(raw) == ["games[0].outcome: note: By the rules: nobody wins."]
    (read_game,) = read_sheets(raw).games
    assert (read_game.stopped, read_game.outcome.winners) == ("no_winner", ())


def test_a_game_marked_as_stopped_after_its_end_keeps_its_outcome():
    raw = document(game(GOOD, **SHORT, stopped="no_winner"))
    assert said(raw) == ["games[0].stopped: note: The game wasn’t cut short: it had already ended by its rules."]
    assert read_sheets(raw).games[0].outcome.winners == ("0",)


def test_what_a_file_says_wrongly_of_a_result_or_an_outcome_produces_a_note():
    late = {"after_end": True}
    for hands, changes, place, note in (
        ([{"result": {"points": {"Ann": 28, "Bob": 0, "Cy": 3, "Gnome": 13.0}}}], {}, "", ""),
        ([{"result": {"points": {"Ann": 27}}}], {}, "hands[0].result", "28 for Ann in this hand."),
        (
            [{"result": {"totals": {"Gnome": 13.5, "Ann": True}}}],
            {},
            "hands[0].result",
            "28 for Ann in all; 13 for Gnome in all.",
        ),
        ([{"result": {"points": {"Eve": 1}}}], {}, "hands[0].result", "there’s no column Eve."),
        ([{}, late | {"result": {"lines": [], "points": {"Ann": 0}, "totals": {"Ann": 28}}}], SHORT, "", ""),
        ([{}, late | {"result": {"totals": {"Ann": 56}}}], SHORT, "hands[1].result", "28 for Ann in all."),
        ([{}], SHORT | {"outcome": {"winners": ["Ann"], "totals": {"Ann": 28, "Gnome": 13}}}, "", ""),
        ([{}], SHORT | {"outcome": {"winners": ["Bob"]}}, "outcome", "Ann wins."),
        ([{}], SHORT | {"outcome": {"winners": ["Ann"], "totals": {"Cy": 4}}}, "outcome", "3 for Cy in all."),
        ([{}], {"outcome": {"winners": ["Ann"]}}, "outcome", "the game isn’t over."),
    ):
        raw = document(game(*(GOOD | hand for hand in hands), **changes))
        assert said(raw) == ([f"games[0].{place}: note: By the rules: {note}"] if note else [])
        assert not read_sheets(raw).stopped


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
PLACES = [
    (),
    ("games",),
    ("games", 0),
    *(("games", 0, key) for key in sorted(sheets.GAME_KEYS)),
    ("games", 0, "hands", 0),
    *(("games", 0, "hands", 0, key) for key in sorted(sheets.HAND_KEYS)),
    ("games", 0, "players", 1),
    ("games", 0, "hands", 0, "players", "Ann"),
    ("games", 0, "hands", 0, "players", "Ann", "bid"),
    ("games", 0, "hands", 0, "hand", "taker"),
    ("games", 0, "options", "tie"),
]


@given(st.sampled_from(PLACES), anything)
def test_no_value_anywhere_in_a_file_causes_an_exception(place, value):
    tree = json.loads(document(game(options={}, outcome={})))
    node, *steps = tree, *place
    for step in steps[:-1]:
        node = node[step]
    if steps:
        node[steps[-1]] = value
    file = read_sheets(json.dumps(tree if steps else value).encode())
    assert file.stopped or len(file.games) == len(tree["games"])
