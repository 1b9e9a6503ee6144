"""Hands made impossible by the correction of an earlier hand: how pages show them, and how they are fixed."""

import pytest

from tests.cast import Phone
from tests.made_up_play import each, play, start
from tests.web.browser import Browser

pytestmark = pytest.mark.usefixtures("made_up")
WHY = "Hand 2 is no longer possible: This player is out."


@pytest.fixture
def game(cast):
    """A game in which a correction puts Ann out after the first hand, although she played the second and third."""
    game = start(cast.owner, "knockout")
    play(game, cast.owner, each("lost", 2, 0, 0, 0), each("lost", 0, 1, 0, 0), each("lost", 0, 0, 1, 0))
    phone = Phone(game, cast.owner, 1)
    phone.write("players.0.lost", 3)
    phone.save()
    return game


def test_every_impossible_hand_can_be_fixed_from_the_sheet(olga, game):
    olga.open(f"/games/{game.pk}/")
    assert olga.problems == [WHY]
    assert "Record hand" not in olga.text
    olga.follow("Fix hand 2")
    assert olga.problems == ["No longer possible: This player is out."]
    olga.press("Save correction: Bob +1")
    assert "Hand 2 corrected: Bob +1" in olga.text
    olga.follow("Fix hand 3").press("Save correction: Cy +1")
    assert olga.problems == []
    assert "Record hand 4" in olga.text


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_stale_page_for_the_next_hand_says_which_hand_comes_first(cast, htmx):
    game = start(cast.owner, "knockout")
    play(game, cast.owner, each("lost", 2, 0, 0, 0), each("lost", 0, 1, 0, 0))
    late = Browser(cast.recorder, htmx=htmx)
    late.open(f"/games/{game.pk}/hands/3/")
    phone = Phone(game, cast.owner, 1)
    phone.write("players.0.lost", 3)
    phone.save()
    late.press("1")
    assert (late.status, late.problems) == (422, ["Fix hand 2 first: it’s no longer possible."])


@pytest.mark.parametrize("address", ["", "print/"])
def test_the_sheet_and_the_printed_page_say_why_hands_do_not_count(olga, game, address):
    texts = [olga.open(f"/games/{game.pk}/{address}?hand={number}").text for number in (2, 3)]
    assert "No longer possible: This player is out." in texts[0]
    assert "Doesn’t count until hand 2 is fixed." in texts[1]
