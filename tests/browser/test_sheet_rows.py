"""A hand on the sheet opens in place, wherever its row is tapped; so it does for those who watch. Totals fit."""

import pytest
from playwright.sync_api import Page

from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.browser.conftest import SMALL, OpenPage
from tests.browser.driving import sign_in
from tests.cast import A_HAND, play, start_game
from tests.recording.turns import played

HANDS = 6
ROOM = """() => Math.min(...[...document.querySelectorAll(".totals .fig")].map((well) => {
  const text = document.createRange();
  text.selectNodeContents(well);
  return well.clientWidth - text.getBoundingClientRect().width;
}))"""


@pytest.fixture
def game(cast):
    game = start_game(cast.owner)
    play(game, *[A_HAND] * HANDS, by=cast.owner)
    return game


@pytest.fixture(params=["member", "watcher"])
def sheet(request, phone: Page, cast, game, live_server) -> Page:
    """The sheet of a game with six hands, scrolled to its end."""
    if request.param == "member":
        sign_in(phone, cast.owner, live_server.url)
        phone.goto(f"/games/{game.pk}/")
    else:
        phone.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    phone.evaluate("document.querySelector('#hand-1').scrollIntoView({block: 'end'}); window.same = true")
    return phone


def tap_last_cell(page: Page, number: int) -> None:
    """Tap the cell that is farthest from the row's link."""
    box = page.locator(f"#hand-{number} td").last.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_tap_anywhere_in_the_row_opens_the_hand_in_place(sheet: Page):
    scrolled = sheet.evaluate("scrollY")
    tap_last_cell(sheet, 2)
    sheet.wait_for_selector("#hand-2.opened + .reasons")
    assert sheet.evaluate("[window.same, scrollY]") == [True, scrolled]
    assert "hand=2" in sheet.url
    assert sheet.locator("#hand-2 a").evaluate("link => link === document.activeElement")


def test_another_tap_closes_it(sheet: Page):
    tap_last_cell(sheet, 2)
    sheet.wait_for_selector("#hand-2.opened")
    tap_last_cell(sheet, 2)
    sheet.wait_for_selector("#hand-2:not(.opened)")
    assert not sheet.locator(".reasons").count()
    assert sheet.evaluate("window.same")


def test_without_a_connection_the_row_stays_closed_and_its_address_unchanged(sheet: Page, console):
    console.expect("net::ERR_|failed request|htmx:(afterRequest|sendError)|script error")
    before = sheet.url
    sheet.context.set_offline(True)
    with sheet.expect_event("requestfailed"):
        tap_last_cell(sheet, 2)
    sheet.wait_for_function("url => location.href === url", arg=before)
    assert not sheet.locator(".reasons").count()
    sheet.context.set_offline(False)


def test_totals_with_halves_fit_into_their_wells(phone: Page, cast, live_server):
    game = start_game(cast.owner)
    play(game, *["10 6 - 8 | BC | 13 1 9 7"] * 3, by=cast.owner)
    sign_in(phone, cast.owner, live_server.url)
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 700})
        phone.goto(f"/games/{game.pk}/")
        assert "½" in phone.locator(".totals").inner_text()
        assert phone.evaluate(ROOM) >= 6


def test_ten_columns_of_five_digits_fit_above_the_keys_of_a_small_phone(open_page: OpenPage, cast, live_server):
    game = played(cast.owner, [10450] * 13, players=10)
    page = open_page(SMALL)
    sign_in(page, cast.owner, live_server.url)
    page.goto(f"/games/{game.pk}/hands/14/")
    cells = page.locator(".brief td a")
    assert cells.first.inner_text().split() == ["10450", "20900"]
    assert cells.evaluate_all(
        """cells => cells.every((cell) => {
          const lines = [...cell.children].map((figure) => {
            const text = document.createRange();
            text.selectNodeContents(figure);
            return text;
          });
          const fits = (text) => text.getBoundingClientRect().width < cell.clientWidth;
          return lines.every((text) => text.getClientRects().length === 1 && fits(text));
        })"""
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hand_opens_in_place_on_a_lying_phone_too(open_page: OpenPage, cast, game, live_server):
    page = open_page({"width": 844, "height": 390})
    sign_in(page, cast.owner, live_server.url)
    page.goto(f"/games/{game.pk}/")
    page.evaluate("scrollTo(0, 150)")
    page.locator("#hand-4 a").tap()
    page.wait_for_selector("#hand-4.opened + .reasons")
    assert page.evaluate("scrollY") == 150


def test_only_the_column_beside_a_wide_sheet_has_the_standings(open_page: OpenPage, cast, live_server):
    page = open_page({"width": 1280, "height": 800})
    sign_in(page, cast.owner, live_server.url)
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    page.goto(f"/games/{game.pk}/")
    ranked = page.locator(".top .standings li")
    assert ranked.locator(".name").all_inner_texts() == ["Ann", "Dee", "Bob", "Cy", "Gnome"]
    assert ranked.locator(".fig").all_inner_texts() == ["24", "7", "6", "0", "6"]
    box = ranked.last.bounding_box()
    assert box["y"] + box["height"] <= 800, "without scrolling"
    page.set_viewport_size({"width": 1279, "height": 800})
    assert not ranked.first.is_visible()


def test_the_key_is_whole_on_a_small_phone(open_page: OpenPage, cast, live_server):
    page = open_page(SMALL)
    sign_in(page, cast.owner, live_server.url)
    game = start_game(cast.owner)
    play(game, "10 6 - 8 | CE | 12 4 8 7", "12 8 - 5 | AD | 10 7 6 8", by=cast.owner, anyway=True)
    page.goto(f"/games/{game.pk}/")
    key = page.locator(".key .aside")
    assert "missed" in key.inner_text()
    assert key.evaluate("line => line.scrollWidth <= line.clientWidth")
