"""Files with one value that is far too long, which is refused before anything is done with it. FORMAT.md: Limits."""

from time import perf_counter as clock

import pytest

from tests.formats.documents import GOOD, document, game, hand, said

LONG = "a " * 1_000_000
MANY = [0] * 1_000_000
BAD_BID = hand(players=GOOD["players"] | {"Ann": {"bid": MANY, "taken": 14}})


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        pytest.param({"id": LONG}, ".id", id="an id"),
        pytest.param({"rules": LONG}, ".rules", id="rules"),
        pytest.param({"night": LONG}, ".night", id="a night"),
        pytest.param({"started": LONG}, ".started", id="a time"),
        pytest.param({"stopped": LONG}, ".stopped", id="how it was stopped"),
        pytest.param({"place": LONG}, ".place", id="a place"),
        pytest.param({"note": "\u0300" * 1_000_000}, ".note", id="a note of accents"),
        pytest.param({"players": ["Ann", "Bob", LONG]}, ".players[2]", id="a name"),
        pytest.param({"players": ["Ann", "Bob", "\u0300" * 1_000_000]}, ".players[2]", id="a name of accents"),
        pytest.param({"players": MANY}, ".players", id="players"),
        pytest.param({"first_dealer": LONG}, ".first_dealer", id="the first dealer"),
        pytest.param({"hands": MANY}, ".hands", id="hands"),
        pytest.param({"outcome": {"winners": [LONG]}}, ".outcome", id="a winner"),
        pytest.param({"outcome": {"winners": MANY}}, ".outcome", id="winners"),
        pytest.param({"options": {"tie": LONG}}, ".options.tie", id="a choice"),
        pytest.param(
            {"rules": "any_game", "options": {"joined": MANY}}, ".options.joined", id="a number for each player"
        ),
        pytest.param({"rules": "any_game", "options": {"name": LONG}}, ".options.name", id="a game's name"),
        pytest.param({"hands": [hand(hand={"gnome": LONG})]}, ".hands[0].hand.gnome", id="a card"),
        pytest.param({"hands": [hand(dealer=LONG)]}, ".hands[0].dealer", id="a dealer"),
        pytest.param(
            {"hands": [BAD_BID]},
            ".hands[0].players.Ann.bid",
            id="a bid",
        ),
    ],
)
def test_whatever_is_too_long_is_refused_before_anything_is_done_with_it(changes, place):
    raw, began = document(game(**({"players": ["Ann", "Bob", "Cy"], "hands": [], "outcome": None} | changes))), clock()
    messages = said(raw)
    assert clock() - began < 5
    assert [message.partition(":")[0].removeprefix("games[0]") for message in messages] == [place]
