"""The number board: every number stays in the same place, from question to question and on every phone."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.driving import SWAPPED, Thumb, sign_in
from tests.browser.states_hands import ten_bid
from tests.cast import Cast, Phone, start_game, taps_from_shorthand
from tests.samples import start_sample

WITH_BARS = {"width": 390, "height": 664}  # a phone with its browser's bars
LYING = {"width": 844, "height": 390}
NARROW = {"width": 320, "height": 700}
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
    button = page.locator("#page").get_by_role("button", name=label, exact=label.isdecimal()).first
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
        thumb = open_hand(open_page(size), cast, live_server.url)
        Phone(Game.objects.latest("pk"), cast.owner).put(taps_from_shorthand("12 - - - | | 12 9 4", 4))
        thumb.page.reload()
        numbers = [thumb.find(str(number)).bounding_box() for number in range(LARGEST + 1)]
        dock = thumb.page.locator(".dock").bounding_box()
        thumb.tap("6")
        save = thumb.find("Save").bounding_box()
        assert save["y"] >= dock["y"], "it stands where numbers are covered"
        assert not any(overlap(seen(number, dock), edges(save)) for number in numbers)


def edges(box):
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def seen(box, dock):
    """Return the edges of what the dock leaves of a number that is below it."""
    left, top, right, bottom = edges(box)
    is_below = left < dock["x"] + dock["width"] and dock["x"] < right
    return left, top, right, min(bottom, dock["y"]) if is_below else bottom


def test_dead_numbers_are_fainter_than_live_ones(thumb, game):
    thumb.open(game, 1).tap("10")
    looks = "e => { const { fontSize, fontWeight } = getComputedStyle(e); return [parseFloat(fontSize), +fontWeight]; }"
    (dead, dead_weight), (live, live_weight) = (thumb.find(number).evaluate(looks) for number in ("10", "12"))
    assert (16 <= dead < live, dead_weight < live_weight) == (True, True)


@pytest.mark.parametrize(
    "players", [pytest.param(3, marks=pytest.mark.nightly), pytest.param(4, marks=pytest.mark.nightly), 5]
)
def test_nothing_beside_the_numbers_is_under_the_dock(open_page: OpenPage, cast, live_server, players):
    thumb = open_hand(open_page(PHONE), cast, live_server.url, players)
    page = thumb.page

    def check(*opened: str):
        for label in opened:
            thumb.tap(label)
        dock = page.locator(".dock").bounding_box()["y"]
        boxes = [edges(one.bounding_box()) for one in page.locator(".helpers > :visible").all()]
        assert max(bottom for *_rest, bottom in boxes) <= dock, opened

    check()
    for label in ("12", *("Pass",) * (players - 1)):
        check(label)
    thumb.tap("Nine of spades")
    for label in ("12", "9", "4", "6", "0")[: players - 1]:
        check()
        thumb.tap(label)
    check()
    thumb.tap(str(31 - sum((12, 9, 4, 6, 0)[: players - 1])))
    check("Ann")
    thumb.tap("12")
    check("Bids", "Ann")


def test_what_comes_where_a_finger_tapped_is_not_saved_by_it(thumb, cast):
    game = start_sample("any_game", cast.owner)
    page = thumb.open(game, 1).page
    for button in ("Next", "Next", "Save"):
        thumb.rest()
        page.locator("input[name=other]").fill("7")
        thumb.tap(button)
    page.locator(".pad .main").tap()
    assert " 1 saved" in page.locator("[data-say]").first.get_attribute("data-say")
    assert [hand.entry is not None for hand in game.hands.order_by("number")] == [True]


def test_a_standing_phone_shows_players_board_and_pass_at_once(open_page: OpenPage, cast, live_server):
    page = open_hand(open_page(WITH_BARS), cast, live_server.url).page
    *_rest, bottom = place(page, "Pass")
    assert bottom <= WITH_BARS["height"]
    assert page.locator(".rows").bounding_box()["height"] <= 120
    left, top, right, bottom = place(page, str(LARGEST))
    assert (right - left >= 56, bottom - top >= 56) == (True, True)


@pytest.mark.parametrize(
    ("size", "last"),
    [
        pytest.param(PHONE, "10", id="phone"),
        pytest.param(WITH_BARS, "10", id="with bars"),
        pytest.param(SMALL, "5", id="small"),
    ],
)
def test_ten_with_long_names_see_the_numbers_which_keep_their_places(
    open_page: OpenPage, cast, live_server, size, last
):
    page = open_page(size)
    sign_in(page, cast.owner, live_server.url)
    thumb = Thumb(page).open(ten_bid(cast.owner, 1, 2, 2, 2), 10)
    dock, places = page.locator(".dock").bounding_box()["y"], []
    for bid in ("2", "0", "1", "5", "0"):
        places.append(place(page, last))
        thumb.tap(bid)
    assert len(set(places)) == 1, places
    assert places[0][-1] <= dock


def test_a_lying_phone_has_players_and_pass_left_of_the_board(open_page: OpenPage, cast, live_server):
    page = open_hand(open_page(LYING), cast, live_server.url).page
    board = page.locator(".numbers").bounding_box()
    for part in (
        page.locator(".rows").bounding_box(),
        page.get_by_role("button", name="Pass", exact=True).bounding_box(),
    ):
        assert part["x"] + part["width"] <= board["x"]
    assert board["y"] + board["height"] <= LYING["height"]


def test_who_deals_is_asked_over_the_board_and_closed_by_escape_or_a_tap_outside(thumb, game, cast):
    page = thumb.open(game, 1).page
    menu, asked = page.locator("#dealer"), page.locator("#asked")
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(388, 2)):
        thumb.rest()
        page.locator("button.dealer").tap()
        expect(menu).to_be_visible()
        expect(asked).to_be_visible()
        close()
        expect(menu).to_be_hidden()
    thumb.rest()
    page.locator("button.dealer").tap()
    thumb.press(menu.get_by_role("button", name="Bob"))
    expect(page.locator("button.dealer")).to_contain_text("Bob deals")
    assert thumb.asked == "What does Cy bid?"


def test_forced_colors_keep_what_colors_say(open_page: OpenPage, cast, live_server):
    page = open_page(WITH_BARS, forced_colors="active")
    thumb = open_hand(page, cast, live_server.url).tap("12")
    width = "e => parseFloat(getComputedStyle(e).borderBottomWidth)"
    assert page.locator(".stages [aria-current]").evaluate(width) >= 4
    assert page.locator(".rows .now a").evaluate(width) >= 4
    thumb.tap("Ann: Peeked")
    assert page.locator(".switch[aria-pressed=true]").first.evaluate(width) >= 4
    thumb.tap("Pass", "Pass", "Pass", "Nine of spades", *POINTS, "6")
    assert page.locator("button.main").evaluate(width) >= 3


def test_another_kind_of_question_begins_at_the_top_and_the_next_player_where_the_thumb_is(
    open_page: OpenPage, cast, live_server
):
    thumb, places = open_hand(open_page(SMALL), cast, live_server.url), []
    for label in BIDS:
        button = thumb.find(label)
        kind, before = thumb.kind_of(button), thumb.rest()
        thumb.page.evaluate("scrollTo(0, 100)")
        button.evaluate("button => button.click()")  # a tap would scroll to it
        thumb.page.wait_for_function(SWAPPED, arg=[kind, before[kind]])
        places.append(thumb.page.evaluate("scrollY"))
    assert places == [100, 100, 100, 0]


def test_what_was_opened_can_be_seen(open_page: OpenPage, cast, live_server):
    thumb = open_hand(open_page(SMALL), cast, live_server.url).tap(*BIDS, "Nine of spades")
    page = thumb.page
    thumb.rest()
    page.locator(".counted summary").tap()
    total, dock = page.get_by_role("button", name="Use this total"), page.locator(".dock")
    page.wait_for_function("scrollY > 0")
    assert total.bounding_box()["y"] < dock.bounding_box()["y"]


@pytest.mark.parametrize("players", [3, 5])
def test_the_hint_of_the_first_hand_is_above_its_questions(open_page: OpenPage, cast, live_server, players):
    thumb = open_hand(open_page(NARROW), cast, live_server.url, players)
    hint, asked, dock = (thumb.page.locator(one) for one in ("text=Every tap is kept", "#asked", ".dock"))
    for label in ("12", *("Pass",) * (players - 1), "Nine of spades", "9"):
        for size in (PHONE, NARROW):
            thumb.page.set_viewport_size(size)
            left, top, right, bottom = edges(hint.bounding_box())
            assert 0 <= left < right <= size["width"]
            assert 0 <= top < bottom <= min(asked.bounding_box()["y"], dock.bounding_box()["y"], size["height"])
        thumb.tap(label)


def test_beside_a_wide_board_each_player_has_a_line(open_page: OpenPage, cast, live_server):
    page = open_hand(open_page({"width": 1280, "height": 800}), cast, live_server.url).page
    first, second, *_rest = [tile.bounding_box() for tile in page.locator(".tile").all()]
    assert (first["x"], first["y"] + first["height"] <= second["y"]) == (second["x"], True)
