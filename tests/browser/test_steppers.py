"""Counting melds with − and + instead of a keyboard."""

from playwright.sync_api import expect

from tests.browser.conftest import SMALL, OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.samples import enter_taps, start_sample

BIDDING = ("hand.bidder=0", "hand.bid=50", "hand.call=clubs")
THUMB = 44  # px


def test_melds_are_counted_by_tapping(open_page: OpenPage, cast, live_server):
    page = open_page(SMALL)
    game = start_sample("pinochle", cast.owner)
    enter_taps(game, BIDDING, cast.owner)
    sign_in(page, cast.owner, live_server.url)
    thumb = Thumb(page).open(game, 1, at="players.0.meld")
    thumb.toggle("Count the cards")
    less, more = (page.get_by_role("button", name=f"One {way}: Run: A 10 K Q J of trump") for way in ("less", "more"))
    for button, count in ((less, 0), (more, 1), (more, 2), (more, 3), (more, 4), (more, 4), (less, 3), (less, 2)):
        thumb.rest()
        button.tap()
        expect(page.locator("[name='tally.0']")).to_have_value(str(count))
    expect(page.locator("#said")).to_have_text("Run: A 10 K Q J of trump: 2")
    for button in (less, more):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= THUMB
    thumb.rest()
    page.get_by_role("button", name="Use this total").tap()
    expect(page.locator(".rows")).to_contain_text("150")


def test_what_is_typed_and_its_sum_are_on_the_pad_and_the_tile(thumb: Thumb, cast):
    page = thumb.open(start_sample("any_game", cast.owner), 1).page
    field, total = page.locator("input[name=other]"), page.locator(".tile.now .answer")
    nothing = total.inner_html()
    for key, typed, result in (
        ("+", "", "–nothing yet"),
        ("1", "1", "1"),
        ("2", "12", "12"),
        ("+", "12+", "12"),
        ("−", "12−", "12"),
        ("7", "12−7", "5"),
        ("0", "12−70", "−58"),
        ("", "12−7", "5"),
    ):
        page.locator(f'[data-digit="{key}"]').tap()
        expect(field).to_have_value(typed)
        expect(total).to_have_text(result)
    for _digit in range(4):
        page.locator('[data-digit=""]').tap()
    assert total.inner_html() == nothing
    for key in "12−7":
        page.locator(f'[data-digit="{key}"]').tap()
    thumb.tap("Next")
    expect(page.locator(".rows .answer").first).to_have_text("5")
