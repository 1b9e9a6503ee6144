"""Files with one value that is far too long, which is refused before anything is done with it. FORMAT.md: Limits."""

from tests.formats.documents import GOOD, document, game, hand, said

LONG = "a " * 100_000
ACCENTS = "\u0300\u0316" * 100_000
"""Accents above and below: a normal form sorts them, which takes minutes."""
MANY = [0] * 100_000
BAD_BID = hand(players=GOOD["players"] | {"Ann": {"bid": MANY, "taken": 14}})
TOO_LONG = [
    ({"id": LONG}, ".id"),
    ({"rules": LONG}, ".rules"),
    ({"night": LONG}, ".night"),
    ({"started": LONG}, ".started"),
    ({"stopped": LONG}, ".stopped"),
    ({"place": LONG}, ".place"),
    ({"note": ACCENTS}, ".note"),
    ({"players": ["Ann", "Bob", LONG]}, ".players[2]"),
    ({"players": ["Ann", "Bob", ACCENTS]}, ".players[2]"),
    ({"players": MANY}, ".players"),
    ({"first_dealer": LONG}, ".first_dealer"),
    ({"hands": MANY}, ".hands"),
    ({"outcome": {"winners": [LONG]}}, ".outcome"),
    ({"outcome": {"winners": MANY}}, ".outcome"),
    ({"options": {"tie": LONG}}, ".options.tie"),
    ({"rules": "any_game", "options": {"joined": MANY}}, ".options.joined"),
    ({"rules": "any_game", "options": {"name": LONG}}, ".options.name"),
    ({"hands": [hand(hand={"gnome": LONG})]}, ".hands[0].hand.gnome"),
    ({"hands": [hand(dealer=LONG)]}, ".hands[0].dealer"),
    ({"hands": [BAD_BID]}, ".hands[0].players.Ann.bid"),
]


def test_whatever_is_too_long_is_refused_before_anything_is_done_with_it():
    for changes, place in TOO_LONG:
        messages = said(document(game(**({"players": ["Ann", "Bob", "Cy"], "hands": [], "outcome": None} | changes))))
        assert [message.partition(":")[0].removeprefix("games[0]") for message in messages] == [place]
