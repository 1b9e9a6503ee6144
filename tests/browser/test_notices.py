"""The notice of the last write, with JavaScript: it is announced, and its Undo button opens the hand from any page."""

import pytest
from playwright.sync_api import Page

from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, enter_hand, make_cast, play, start_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_save_is_announced_and_can_be_undone_on_another_page(phone: Page, live_server):
    cast = make_cast()
    game = start_game(cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    sign_in(phone, cast.owner, live_server.url)
    thumb = Thumb(phone)
    phone.goto(f"/games/{game.pk}/hands/1/")
    thumb.tap("Save")
    phone.wait_for_url(f"**/games/{game.pk}/")
    assert phone.locator("#said").text_content() == thumb.said == "Hand 1 saved: Ann +24, Bob +6, Dee +7, Gnome +6"
    phone.goto(f"/groups/{cast.group.pk}/")
    thumb.tap("Undo")
    phone.wait_for_url(f"**/games/{game.pk}/hands/1/")
    assert thumb.said == "Hand 1 is open again."


def test_the_notice_does_not_shift_the_hand_page(phone: Page, live_server):
    cast = make_cast()
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    sign_in(phone, cast.owner, live_server.url)
    phone.goto(f"/games/{game.pk}/hands/2/")
    assert phone.locator(".said").count() == 1
    before = phone.locator(".board").bounding_box()
    phone.evaluate("document.querySelector('.said').remove()")
    assert phone.locator(".board").bounding_box() == before
