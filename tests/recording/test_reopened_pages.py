"""Pages of hand 2 that meet the undo of hand 1: they say which hand comes first, and show it."""

import pytest

from scorekeeper.models import Hand, Revision
from tests.cast import A_HAND, Phone, play, start_game
from tests.web.browser import Browser

WHY = "Hand 1 was reopened. Save it first; then record hand 2."


@pytest.fixture
def late(cast, request):
    """The recorder's browser with hand 2 open, although the owner has undone hand 1 since."""
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    late = Browser(cast.recorder, htmx=request.param)
    late.open(f"/games/{game.pk}/hands/2/")
    Phone(game, cast.owner, 1).undo(Revision.objects.get(hand__game=game))
    return late


@pytest.mark.parametrize("late", [False, True], ids=["plain", "htmx"], indirect=True)
def test_a_tap_is_refused_in_words(late):
    late.press("10")
    assert (late.status, late.problems) == (409, [WHY])
    assert "Ann +24" in late.text, "it shows hand 1, with its answers"
    assert not Hand.objects.filter(number=2).exists()


@pytest.mark.parametrize("late", [False, True], ids=["plain", "htmx"], indirect=True)
def test_the_page_itself_says_so_when_it_is_loaded_again(late):
    late.open(late.address)
    assert (late.status, late.problems) == (409, [WHY])
