"""The number board: every number stays in the same place, from question to question and on every phone."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.cast import Cast, start_game

WITH_BARS = {"width": 390, "height": 664}  # a phone with its browser's bars
LYING = {"width": 844, "height": 390}
SMALL = {"width": 320, "height": 568}
LARGEST = 32
BOX = """e => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  return [left, top + scrollY, right, bottom + scrollY];
}"""
BIDS = ("12", "Pass", "Pass", "Pass")
POINTS = ("12", "9", "4")


def open_hand(page: Page, cast: Cast, home: str, players: int = 4) -> Thumb:
    sign_in(page, cast.owner, home)
    return Thumb(page).open(start_game(cast.owner, players=players), 1)


def place(page: Page, label: str) -> tuple[float, float, float, float]:
    """Return the left, top, right, and bottom of a button."""
    button = page.get_by_role("main").get_by_role("button", name=label, exact=label.isdecimal()).first
    left, top, right, bottom = button.evaluate(BOX)
    return left, top, right, bottom


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    left, top, right, bottom = one
    return left < other[2] and other[0] < right and top < other[3] and other[1] < bottom


@pytest.mark.parametrize(
    ("size", "players"),
    [
        pytest.param(WITH_BARS, 4, id="with bars, four"),
        pytest.param(SMALL, 3, id="small, three"),
        pytest.param(SMALL, 5, id="small, five"),
        pytest.param(LYING, 5, id="lying, five"),
    ],
)
def test_numbers_keep_their_places(open_page: OpenPage, cast, live_server, console, size, players):
    console.expect("status of 422")
    thumb = open_hand(open_page(size), cast, live_server.url, players)
    page = thumb.page
    places = [place(page, "7")]
    thumb.tap("12")
    places.append(place(page, "7"))
    thumb.rest()
    thumb.find("12").tap(force=True)  # taken: refused with the reason
    page.locator("[data-refused]").wait_for()
    places.append(place(page, "7"))
    thumb.tap("8", *("Pass",) * (players - 2), "Nine of spades")
    for points in POINTS[: players - 1]:
        places.append(place(page, "7"))
        thumb.tap(points)
    places.append(place(page, "7"))
    assert len(set(places)) == 1, places


def test_the_last_number_is_never_under_save(open_page: OpenPage, cast, live_server):
    for size in (WITH_BARS, SMALL, LYING):
        thumb = open_hand(open_page(size), cast, live_server.url).tap(*BIDS, "Nine of spades", *POINTS)
        numbers = [place(thumb.page, str(number)) for number in range(LARGEST + 1)]
        thumb.tap("6")
        save = place(thumb.page, "Save")
        assert not any(overlap(number, save) for number in numbers)


def test_a_standing_phone_shows_players_board_and_pass_at_once(open_page: OpenPage, cast, live_server):
    page = open_hand(open_page(WITH_BARS), cast, live_server.url).page
    *_rest, bottom = place(page, "Pass")
    assert bottom <= WITH_BARS["height"]
    assert page.locator(".strip").bounding_box()["height"] <= 92
    left, top, right, bottom = place(page, str(LARGEST))
    assert (right - left >= 56, bottom - top >= 56) == (True, True)


def test_a_lying_phone_has_players_and_pass_left_of_the_board(open_page: OpenPage, cast, live_server):
    page = open_hand(open_page(LYING), cast, live_server.url).page
    board, tabs, head = (page.locator(part).bounding_box() for part in (".numbers", ".stages", ".bar"))
    for part in (page.locator(".strip").bounding_box(), page.get_by_role("button", name="Pass").bounding_box()):
        assert part["x"] + part["width"] <= board["x"]
    assert board["y"] + board["height"] <= LYING["height"]
    assert abs(tabs["y"] - head["y"]) < 4, "the tabs share the header's line"


def test_forced_colors_keep_what_colors_say(open_page: OpenPage, cast, live_server):
    page = open_page(WITH_BARS, forced_colors="active")
    thumb = open_hand(page, cast, live_server.url).tap("12")
    width = "e => parseFloat(getComputedStyle(e).borderBottomWidth)"
    assert page.locator(".stages [aria-current]").evaluate(width) >= 4
    assert page.locator(".rows .now a").evaluate(width) >= 4
    thumb.tap("Ann: Peeked")
    assert page.locator(".peek[aria-pressed=true]").first.evaluate(width) >= 4
    thumb.tap("Pass", "Pass", "Pass", "Nine of spades", *POINTS, "6")
    assert page.locator("button.main").evaluate(width) >= 3
