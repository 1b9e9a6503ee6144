"""Files for made-up games: games with sides, without dealers, or with players who drop out."""

import csv
import json

import pytest

from scorekeeper.formats.tables import games_table, hands_table
from tests.formats import documents
from tests.formats.documents import document, read, write_document

pytestmark = pytest.mark.usefixtures("made_up")

SIDES = [{"meld": 30, "tricks": -2, "last": True}, {"meld": 4, "tricks": 7}]
BID = {"bidder": "Ann", "bid": 20, "sides": SIDES}
POINT = {"winner": "second", "lengths": [5, 3]}


def hand(**changes):
    return {"hand": {key: value for key, value in (BID | changes).items() if value is not ...}}


def partners(*hands, **changes):
    return {"rules": "partners", "players": ["Ann", "Bob", "Cy", "Dee"], "hands": list(hands or [hand()])} | changes


def race(*hands, **changes):
    return {"rules": "race", "players": ["Ann", "Bob"], "hands": list(hands)} | changes


def knockout(*hands, players=("Ann", "Bob", "Cy"), **changes):
    dealt = [{"hand": {}, "players": {name: {"lost": count} for name, count in lost.items()}} for lost in hands]
    for hand, dealer in zip(dealt, changes.pop("dealers", ()), strict=False):
        hand["dealer"] = dealer
    return {"rules": "knockout", "players": list(players), "hands": dealt} | changes


def said(raw):
    """Return the messages about a document, without their levels."""
    return [line.replace(" error: ", " ") for line in documents.said(raw)]


def written(game):
    return json.loads(write_document([game]))["games"][0]


def test_an_error_in_a_side_or_nested_field_is_reported_with_its_location():
    for changed, message in (
        ({"sides": [{}]}, "hand.sides: Expected a list of 2 objects"),
        ({"sides": [SIDES[0], {"meld": 4}]}, "hand.sides[1].tricks: Missing: Tricks (Bob & Dee)."),
        ({"point": {"winner": "third"}}, "hand.point.winner: Expected first or"),
        ({"point": {"lengths": [3, 2]}}, "hand.point.lengths: Enter a whole number"),
    ):
        lines = said(document(partners(hand(**changed))))
        assert any(f"games[0].hands[0].{message}" in line for line in lines), (changed, lines)
    names = ["A", "A & B", "B & C", "C"]
    assert "games[0].players: Two columns" in said(document(partners(players=names, hands=[])))[0]


def test_partners_appear_in_tables():
    game = read(partners(hand(point=POINT)))
    rows = "".join(hands_table([game], [game.rules])).splitlines()
    heads, first, second = (row.split(",") for row in rows)
    assert dict(zip(heads, first, strict=True)).items() >= {
        ("column", "Ann & Cy"), ("seat", ""), ("hand.point.lengths", "5 3"), ("hand.bidder", "Ann"),
        ("side.meld", "30"), ("side.tricks", "-2"), ("side.last", "yes"), ("dealer", "Dee"),
    }  # fmt: skip
    assert dict(zip(heads, second, strict=True))["side.meld"] == "4"
    (row,) = csv.DictReader("".join(games_table([game], [game.rules])).splitlines())
    assert [row[f"column_{place}"] for place in (1, 2, 3, 4)] == ["Ann & Cy", "Bob & Dee", "", ""]
    assert "column_5" not in row


def test_a_game_without_dealers_shows_none_in_any_format():
    hand = {"hand": {}, "players": {"Ann": {"steps": -9999}, "Bob": {"steps": 7}}}
    messages = said(document(race(hand | {"dealer": "Ann"})))
    assert messages == ["games[0].hands[0].dealer: This game has no dealer."]
    game = read(race(hand, first_dealer="Ann"))
    assert game.table.first_dealer == 1
    out = written(game)
    assert "first_dealer" not in out
    assert "dealer" not in out["hands"][0]
    heads, row, _other = "".join(hands_table([game], [game.rules])).splitlines()
    assert dict(zip(heads.split(","), row.split(","), strict=True))["dealer"] == ""


def test_players_take_turns_dealing_but_neither_deal_nor_play_once_they_are_out():
    out = knockout({"Ann": 3, "Bob": 0, "Cy": 0}, {"Bob": 0, "Cy": 0}, dealers=["Cy", "Ann"])
    assert said(document(out)) == ["games[0].hands[1].dealer: Ann is out and can’t deal."]
    two = knockout({"Ann": 1, "Bob": 0}, {"Ann": 1, "Bob": 0}, players=["Ann", "Bob"], dealers=["Bob", "Bob"])
    assert said(document(two)) == ["games[0].hands[1].dealer: It’s Ann’s deal."]
