"""Score sheet files on the way in: what is kept, what is compared. `test_sheets_refused` has what stops a file."""

import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, strategies as st

from scorekeeper.exchange import sheets
from scorekeeper.exchange.sheets import read_sheets
from tests.exchange.documents import GOOD, document, game, hand, read, said


def test_what_is_left_out_has_its_default():
    found = read(game())
    assert (found.id, found.night, found.started, found.ended) == ("", None, None, None)
    assert (found.stopped, found.place, found.note) == ("", "", "")
    assert found.table.first_dealer == 2
    assert found.table.options == found.rules.options()
    assert found.hands[0].dealer == 2
    assert list(found.sheet.totals.values()) == [56, 0, 6, 26]


def test_null_is_not_given():
    empty = dict.fromkeys(("id", "options", "night", "started", "ended", "stopped", "place", "note", "first_dealer"))
    blank = hand(hand=None, dealer=None, score_anyway=None, after_end=None, result=None)
    blank["players"] = {name: {"peeked": None} | values for name, values in GOOD["players"].items()}
    assert read(game(blank, **empty, outcome=None)).sheet == read(game()).sheet


def test_everything_that_can_be_given_is_kept():
    found = read(
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
    assert (found.id, found.night) == ("0193-abc", date(2026, 11, 14))
    assert found.started == datetime(2026, 11, 15, 0, 40, tzinfo=UTC)
    assert found.ended == datetime(2026, 11, 15, 1, 2, 3, 500_000, tzinfo=UTC)
    assert (found.place, found.note) == ("At Ann’s", "first\nsecond")
    assert (found.table.options.odd_half, found.table.options.player_target) == ("gnome", 9999)
    assert found.outcome.winners == ("0",)
    entry = found.hands[0].entry
    assert (found.hands[0].dealer, entry.gnome, entry.trump, entry.taker) == (1, "red_joker", "hearts", 0)
    assert found.table.first_dealer == 0


def test_the_deal_passes_from_the_dealer_before_given_or_not():
    found = read(game(GOOD, hand(dealer="Bob"), GOOD, GOOD))
    assert [one.dealer for one in found.hands] == [2, 1, 2, 0]


def test_the_deal_passes_after_a_hand_that_cannot_be_too():
    """Of two the other is elder in the next deal: the message names that one."""
    impossible = {"hand": {"elder_tricks": 12, "last_trick": "younger", "play": {"elder": 12, "younger": 0}}}
    piquet = {"rules": "piquet", "players": ["Ann", "Bob"], "hands": [impossible, {"hand": 3}, impossible, impossible]}
    assert said(document(piquet)) == [
        "games[0].hands[0].hand: error: Ann won all twelve tricks, and so the last one.",
        "games[0].hands[1].hand: error: This is an object.",
        "games[0].hands[2].hand: error: Ann won all twelve tricks, and so the last one.",
        "games[0].hands[3].hand: error: Bob won all twelve tricks, and so the last one.",
    ]


def test_winners_who_share_are_named_together():
    hands = [{"players": {name: {"points": points} for name, points in (("Ann", 46), ("Bob", 50), ("Cy", 50))}}]
    scarto = {"rules": "scarto", "players": ["Ann", "Bob", "Cy"], "options": {"hands": 1}, "hands": hands}
    assert said(document(scarto | {"outcome": {"winners": ["Bob"]}})) == [
        "games[0].outcome: note: By the rules: the winners are Bob and Cy."
    ]


def test_names_are_cleaned_everywhere():
    sloppy = hand(players={" Zoe\u0308": {"bid": 12, "taken": 14}, "Bob  Lee ": {"taken": 8}, "Cy": {"taken": 8}})
    found = read(game(sloppy, players=["Zoe\u0308 ", " Bob Lee", "Cy"], first_dealer="Bob   Lee"))
    assert found.table.names == ("Zoë", "Bob Lee", "Cy")


SHORT = {"options": {"player_target": 20}}


def test_hands_after_the_end_are_an_error():
    assert said(document(game(GOOD, GOOD, GOOD | {"after_end": True}, **SHORT))) == [
        "games[0].hands[1]: error: The game was over before this hand."
    ]


def test_hands_after_the_end_are_kept_and_not_counted_when_they_say_so():
    late = GOOD | {"after_end": True}
    found = read(game(GOOD, late, late, **SHORT))
    assert len(found.hands) == 3
    assert found.sheet == read(game(GOOD, **SHORT)).sheet
    assert [one.dealer for one in found.hands] == [2, 0, 1]


def test_a_stopped_game_that_had_ended_ends_as_it_had():
    raw = document(game(GOOD, **SHORT, stopped="no_winner"))
    assert said(raw) == ["games[0].stopped: note: The game was not stopped: it had ended by its rules."]
    assert read_sheets(raw).games[0].outcome.winners == ("0",)


@pytest.mark.parametrize(
    ("result", "note"),
    [
        pytest.param({"points": {"Ann": 28, "Bob": 0, "Cy": 3, "Gnome": 13.0}}, None, id="the same"),
        pytest.param({"totals": {"Ann": 28}, "lines": "?"}, None, id="only what is there is compared"),
        pytest.param({}, None, id="nothing claimed"),
        pytest.param({"points": {"Ann": 27}}, "By the rules: points of Ann 28.", id="other points"),
        pytest.param({"points": {"Ann": "28"}}, "By the rules: points of Ann 28.", id="points as text"),
        pytest.param(
            {"totals": {"Gnome": 13.5, "Ann": True}},
            "By the rules: total of Ann 28; total of Gnome 13.",
            id="other totals",
        ),
        pytest.param({"points": {"Eve": 1}}, "By the rules: there is no column Eve.", id="another column"),
        pytest.param({"points": 3}, "By the rules: “points” is no object.", id="points that are a number"),
        pytest.param([], "By the rules: this is no object.", id="a list"),
    ],
)
def test_a_result_that_disagrees_is_noted_and_stops_nothing(result, note):
    raw = document(game(GOOD | {"result": result}))
    assert said(raw) == ([f"games[0].hands[0].result: note: {note}"] if note else [])
    assert not read_sheets(raw).stopped


@pytest.mark.parametrize(
    ("outcome", "note"),
    [
        pytest.param({"winners": ["Ann"], "totals": {"Ann": 28, "Gnome": 13}}, None, id="the same"),
        pytest.param({"reason": "luck"}, None, id="a reason is never compared"),
        pytest.param({"winners": ["Bob"]}, "By the rules: the winner is Ann.", id="another winner"),
        pytest.param({"winners": "Ann"}, "By the rules: the winner is Ann.", id="winners that are a text"),
        pytest.param({"winners": [["Ann"]]}, "By the rules: the winner is Ann.", id="winners in lists"),
        pytest.param({"winners": ["Ann"], "totals": {"Cy": 4}}, "By the rules: total of Cy 3.", id="other totals"),
    ],
)
def test_an_outcome_that_disagrees_is_noted(outcome, note):
    assert said(document(game(outcome=outcome, **SHORT))) == ([f"games[0].outcome: note: {note}"] if note else [])


def test_an_outcome_of_a_game_that_goes_on_is_noted():
    assert said(document(game(outcome={"winners": ["Ann"]}))) == [
        "games[0].outcome: note: By the rules: the game is not over."
    ]


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
def test_nothing_anywhere_raises(place, value):
    tree = json.loads(document(game(options={}, outcome={})))
    node, *steps = tree, *place
    for step in steps[:-1]:
        node = node[step]
    if steps:
        node[steps[-1]] = value
    found = read_sheets(json.dumps(tree if steps else value).encode())
    assert found.stopped or len(found.games) == len(tree["games"])
