"""The table of a running game's setup, with scripts and without them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.driving import sign_in
from tests.cast import A_HAND, play
from tests.recording.seats import seated


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def setup(request, open_page: OpenPage, cast, game, live_server) -> Page:
    """The setup of a game with one hand."""
    play(game, A_HAND, by=cast.owner)
    page = open_page(PHONE, scripts=request.param)
    sign_in(page, cast.owner, live_server.url)
    page.goto(f"/games/{game.pk}/setup/")
    return page


def test_a_tap_opens_the_seat_another_shows_what_changes_and_red_saves(setup: Page, game):
    expect(setup.locator("#seat-1")).to_be_hidden()
    expect(setup.locator(".main")).to_have_count(0)
    setup.locator(".round").get_by_role("button", name="Ann").tap()
    seat = setup.locator("#seat-1")
    expect(seat.get_by_role("heading", name="Ann’s seat")).to_be_visible()
    seat.get_by_role("button", name="Bob", exact=True).tap()
    expect(setup.locator(".effect li")).to_have_text(["Bob in Ann’s seat", "Ann in Bob’s seat"])
    expect(setup.locator(".round .name")).to_have_text(["Bob", "Ann", "Cy", "Dee"])
    setup.get_by_role("button", name="Save setup").tap()
    setup.wait_for_url(f"**/games/{game.pk}/")
    assert seated(game) == ["Bob", "Ann", "Cy", "Dee"]


def test_a_seat_is_closed_without_a_change(setup: Page):
    chip = setup.locator(".round").get_by_role("button", name="Cy")
    chip.focus()
    for close in (lambda: setup.keyboard.press("Escape"), lambda: setup.get_by_role("button", name="Close").tap()):
        setup.keyboard.press("Enter")
        expect(setup.locator("#seat-3")).to_be_visible()
        close()
        expect(setup.locator("#seat-3")).to_be_hidden()
        expect(chip).to_be_focused()


def test_enter_in_a_house_rule_previews_it_and_leaves_the_seats_alone(setup: Page):
    setup.locator("summary", has_text="All as usual").tap()
    setup.locator("[name=option_player_target]").fill("150")
    setup.keyboard.press("Enter")
    expect(setup.locator(".effect li")).to_have_text(["Player target: 200 → 150"])
    expect(setup.locator(".round .name")).to_have_text(["Ann", "Bob", "Cy", "Dee"])
