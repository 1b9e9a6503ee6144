"""A hand from the keyboard."""

import pytest

from scorekeeper.models import Hand
from tests.browser.driving import Thumb, sign_in
from tests.cast import make_cast, start_game

pytestmark = pytest.mark.django_db(transaction=True)

BIDS = ("1", "0", "Enter", "p", "p", "p")
GNOME = ("ArrowDown", "Enter")
POINTS = ("1", "2", "Enter", "9", "Enter", "4", "Enter", "6", "Enter")
KEYS = (*BIDS, *GNOME, *POINTS, "ArrowDown", "Enter")


def test_a_hand_takes_at_most_forty_keys(open_page, live_server):
    cast = make_cast()
    page = open_page({"width": 1024, "height": 768}, has_touch=False, is_mobile=False)
    sign_in(page, cast.owner, live_server.url)
    Thumb(page).open(start_game(cast.owner), 1)
    page.locator("#asked").focus()
    for key in KEYS:
        page.keyboard.press(key)
        page.wait_for_function("() => !document.querySelector('#page.sending')")
    page.locator(".news[data-say]").wait_for()
    assert [seat["taken"] for seat in Hand.objects.get().entry["players"]] == [12, 9, 4, 6]
    assert len(KEYS) <= 40


def test_keys_mean_nothing_where_the_focus_is_elsewhere(open_page, live_server):
    cast = make_cast()
    page = open_page({"width": 1024, "height": 768}, has_touch=False, is_mobile=False)
    sign_in(page, cast.owner, live_server.url)
    Thumb(page).open(start_game(cast.owner), 1)
    page.get_by_role("link", name="Sheet").focus()
    for key in ("p", "?", "1"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.textContent.trim()") == "Sheet"
    assert not Hand.objects.exists()
    page.locator("#asked").focus()
    page.keyboard.press("?")
    assert "P passes" in page.locator(".keys").inner_text()
