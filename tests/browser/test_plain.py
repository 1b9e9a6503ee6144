"""The app without JavaScript: everything works with plain forms and links."""

from playwright.sync_api import Page

from tests.browser.driving import Thumb, sign_in
from tests.browser.test_evening import EVENING, start_a_game, start_a_group
from tests.cast import make_cast, start_game


def test_a_new_group_can_record_a_hand_and_undo_it(plain_phone: Page):
    thumb = start_a_game(start_a_group(Thumb(plain_phone, scripts=False)), "Ann", "Bob", "Cy", "Dee")
    taps, totals = EVENING[0]
    thumb.tap("Record hand 1", *taps, "Save")
    assert thumb.said == "Hand 1 saved: Ann +4½, Bob −12, Gnome +26½"
    assert thumb.totals == totals
    thumb.tap("Undo")
    assert plain_phone.locator(".rows .answer").all_inner_texts() == ["9", "3", "7", "12"]
    thumb.tap("Save")
    assert thumb.totals == totals


def test_a_typed_number_a_card_count_and_a_different_dealer_can_be_entered(plain_phone: Page, live_server):
    cast, page, thumb = make_cast(), plain_phone, Thumb(plain_phone, scripts=False)
    sign_in(page, cast.owner, live_server.url)
    thumb.open(start_game(cast.owner), 1)
    thumb.toggle("Other").fill(other="33").tap("Use this number")
    assert page.locator(".rows .answer").first.inner_text() == "33"
    thumb.tap("End the bidding", "Skip").toggle("Count the cards")
    thumb.fill(**{"'tally.0'": "5", "'tally.1'": "4", "'tally.2'": "1"}).tap("Use this total")
    assert page.locator(".rows .answer").first.inner_text() == "11"
    thumb.toggle("Dee deals")
    thumb.press(page.locator(".dealer button", has_text="Ann"))
    assert page.locator(".dealer summary").inner_text().startswith("Ann deals")
