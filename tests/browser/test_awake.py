"""The display stays on while a hand is on the screen, where the browser allows it and nobody has switched it off."""

import pytest

from tests.browser.driving import Thumb
from tests.browser.test_live import HIDE
from tests.cast import A_HAND, enter_hand

LOCKS = """
window.locks = [];
navigator.wakeLock.request = async (kind) => {
  const lock = { released: false };
  lock.release = async () => { locks.push("released"); lock.released = true; };
  locks.push(kind);
  window.lock = lock;
  return lock;
};
"""
LIMIT = "Screen timeout on Android"


@pytest.fixture
def thumb(thumb: Thumb) -> Thumb:
    thumb.page.add_init_script(LOCKS)
    return thumb


def locks(thumb, *expected):
    """Wait until the page has asked for these locks and let go of them."""
    thumb.page.wait_for_function("expected => locks.join(' ') === expected", arg=" ".join(expected))


def test_a_hand_keeps_the_display_on_until_it_is_saved(thumb, game, cast):
    enter_hand(game, A_HAND, cast.owner)
    thumb.open(game, 1)
    locks(thumb, "screen")
    assert thumb.page.get_by_label("Keep the screen on").is_checked()
    thumb.tap("Save")
    locks(thumb, "screen", "released")
    assert not thumb.page.locator("#awake").is_visible()


def test_taps_keep_it_and_it_is_taken_again_when_the_page_returns(thumb, game):
    page = thumb.open(game, 1).page
    thumb.tap("10", "12")
    locks(thumb, "screen")
    page.evaluate("() => { lock.released = true; }")  # as when a phone is locked
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    locks(thumb, "screen", "screen")


def test_it_can_be_switched_off_for_good(thumb, game):
    page = thumb.open(game, 1).toggle("More").page
    locks(thumb, "screen")
    page.get_by_label("Keep the screen on").uncheck()
    locks(thumb, "screen", "released")
    page.reload()
    thumb.toggle("More")
    assert not page.get_by_label("Keep the screen on").is_checked()
    locks(thumb)
    page.get_by_label("Keep the screen on").check()
    locks(thumb, "screen")
    page.evaluate("() => localStorage.clear()")


def test_over_http_it_says_what_the_phone_can_do(thumb, game):
    thumb.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    page = thumb.open(game, 1).toggle("More").page
    assert LIMIT in page.locator("#awake").inner_text()
    assert not page.get_by_label("Keep the screen on").is_visible()
