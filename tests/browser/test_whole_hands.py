"""A whole hand on one form, in a browser: typed without scripts, put right, corrected."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, make_cast, play, start_game, totals

pytestmark = pytest.mark.django_db(transaction=True)

BIDS, TAKEN = ("10", "6", "", "8"), ("12", "9", "3", "7")


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def thumb(plain_phone: Page, cast, live_server) -> Thumb:
    sign_in(plain_phone, cast.owner, live_server.url)
    return Thumb(plain_phone, scripts=False)


def fill(page: Page, key: str, values: tuple[str, ...]) -> None:
    """Type a column as a reader of the table finds its inputs."""
    for name, value in zip(("Ann", "Bob", "Cy", "Dee"), values, strict=True):
        page.get_by_label(f"{name}: {key}", exact=True).fill(value)


def test_a_hand_is_typed_and_put_right_without_scripts(thumb, cast, console):
    console.expect("status of 422")
    page = thumb.page
    thumb.open(game := start_game(cast.owner), 1)
    page.get_by_role("link", name="Type the whole hand").click()
    fill(page, "Bid", BIDS)
    fill(page, "Taken", (*TAKEN[:3], "seven"))
    page.get_by_role("button", name="Save").click()
    wrong = page.get_by_label("Dee: Taken")
    expect(wrong).to_have_value("seven")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description("! Enter a whole number from 0 to 9999.")
    wrong.fill("7")
    wrong.press("Enter")
    expect(page.get_by_text("Hand 1 saved:").first).to_be_visible()
    assert totals(game) == "24 6 0 7 | 6"


def test_a_saved_hand_is_corrected_without_scripts(thumb, cast):
    page = thumb.page
    play(game := start_game(cast.owner), A_HAND, by=cast.owner)
    thumb.open(game, 1)
    page.get_by_role("link", name="Type the whole hand").click()
    expect(page.get_by_label("Dealer")).to_have_value("3")
    page.get_by_label("Ann: Peeked").check()
    page.get_by_role("button", name="Save correction").click()
    assert totals(game) == "6 6 0 7 | 12"


def test_four_players_are_typed_without_scrolling_on_a_small_phone(phone: Page, cast, live_server):
    sign_in(phone, cast.owner, live_server.url)
    game = start_game(cast.owner)
    phone.set_viewport_size({"width": 320, "height": 568})
    phone.goto(f"{live_server.url}/games/{game.pk}/hands/1/whole/")
    first, last = (phone.get_by_label(label).bounding_box() for label in ("Ann: Bid", "Dee: Taken"))
    assert last["y"] + last["height"] - first["y"] < 200
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
