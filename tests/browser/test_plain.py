"""The app without JavaScript: everything works with plain forms and links."""

from tests.browser.conftest import OpenPage
from tests.browser.driving import Thumb
from tests.browser.test_evening import EVENING, start_a_game, start_a_group


def test_a_new_group_can_record_a_hand_and_undo_it(open_page: OpenPage):
    plain_phone = open_page(scripts=False)
    thumb = start_a_game(start_a_group(Thumb(plain_phone, scripts=False)), "Ann", "Bob", "Cy", "Dee")
    taps, totals = EVENING[0]
    thumb.tap("Record hand 1", *taps, "Save")
    assert thumb.said.startswith("Hand 1 saved.")
    assert thumb.totals == totals
    thumb.tap("Undo")
    assert plain_phone.locator(".rows .answer").all_inner_texts() == ["9", "3", "7", "12"]
    thumb.tap("Save")
    assert thumb.totals == totals
