"""The chart in a browser: choosing a hand by mouse, touch or keyboard highlights it in both the chart and the sheet."""

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Game
from tests.browser.conftest import OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, Cast, Phone, enter_hand, play, start_short_game
from tests.recording.turns import played

POINTED = """expected => expected === ["row", "hit"].map((what) =>
  [...document.querySelectorAll(what === "row" ? ".sheet tr.pointed" : ".hits a.pointed")]
    .map((e) => (e.id || e.getAttribute("href")).split("-")[1]).join()).join()"""
DESK = {"width": 1280, "height": 900}


@pytest.fixture
def over(cast) -> Game:
    """A game that ended with its third hand."""
    game = start_short_game(cast.owner, target=70)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    return game


def open_sheet(page: Page, cast: Cast, game: Game, home: str) -> Page:
    sign_in(page, cast.owner, home)
    page.goto(f"/games/{game.pk}/")
    return page


def pointed(page: Page, expected: str) -> None:
    """Wait until these hands are highlighted: in the sheet, and in the chart."""
    page.wait_for_function(POINTED, arg=expected)


def middle(page: Page, number: int) -> tuple[float, float]:
    page.locator(".chart").scroll_into_view_if_needed()
    box = page.locator(".hits a").nth(number - 1).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mouse_over_the_chart_highlights_the_hand_in_the_sheet(open_page: OpenPage, cast, over, live_server):
    page = open_sheet(open_page(DESK, is_mobile=False, has_touch=False), cast, over, live_server.url)
    before = page.locator("#hand-2").evaluate("e => getComputedStyle(e).backgroundColor")
    page.mouse.move(*middle(page, 2))
    pointed(page, "2,2")
    assert page.locator(".readout").inner_text() == "Hand 2: Ann 48, Bob 12, Cy 0, Dee 14, Gnome 12"
    assert page.locator("#hand-2").evaluate("e => getComputedStyle(e).backgroundColor") != before
    page.mouse.move(*middle(page, 3))
    pointed(page, "3,3")
    page.mouse.move(5, 5)
    pointed(page, ",")
    page.locator("#hand-1").hover()
    pointed(page, "1,1")


def test_a_mouse_over_a_round_of_turns_tells_what_everybody_had_then(open_page: OpenPage, cast, live_server):
    game = played(cast.owner, 11)
    page = open_sheet(open_page(DESK, is_mobile=False, has_touch=False), cast, game, live_server.url)
    page.mouse.move(*middle(page, 2))
    pointed(page, "2,2")
    assert page.locator(".readout").inner_text().endswith(" 2: Ann 5, Bob 7, Cy 9")
    page.locator("#row-1").hover()
    pointed(page, "1,1")
    page.locator("#hand-5 a").click()
    page.wait_for_selector("#hand-5.opened")
    assert page.evaluate("[document.activeElement.closest('[id]').id, location.search, location.hash]") == [
        *("hand-5", "?hand=5", "#hand-5"),
    ]


def test_the_tab_key_moves_through_the_sheet_and_skips_the_chart(open_page: OpenPage, cast, over, live_server):
    page = open_sheet(open_page(DESK, is_mobile=False, has_touch=False), cast, over, live_server.url)
    page.locator(".story a").last.focus()
    for hand in "321":
        page.keyboard.press("Tab")
        pointed(page, f"{hand},{hand}")


def test_sliding_a_finger_highlights_one_hand_after_another(phone: Page, cast, over, live_server):
    page = open_sheet(phone, cast, over, live_server.url)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    first, second, third = (middle(page, number) for number in (1, 2, 3))
    touch("touchStart", first)
    pointed(page, "1,1")
    for at in (second, third):
        touch("touchMove", at)
    pointed(page, "3,3")
    touch("touchEnd")
    assert page.url.endswith(f"/games/{over.pk}/")


def test_a_tap_opens_the_hand(phone: Page, cast, over, live_server):
    page = open_sheet(phone, cast, over, live_server.url)
    page.touchscreen.tap(*middle(page, 2))
    page.wait_for_url("**/?hand=2#hand-2")
    assert page.locator("#hand-2").get_attribute("class").split() == ["opened"]


def test_the_chart_works_after_the_sheet_is_swapped_in(phone: Page, cast, live_server):
    game = start_short_game(cast.owner, target=70)
    play(game, A_HAND, A_HAND, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    sign_in(phone, cast.owner, live_server.url)
    Thumb(phone).open(game, 3).tap("Save")
    phone.locator(".hits a").nth(1).hover()
    pointed(phone, "2,2")


FIRST_FRAME = """() => {
  window.drawn = 0;
  document.addEventListener("animationstart", ({ target, animationName }) => {
    if (animationName !== "new") return;
    drawn += 1;
    for (const animation of target.getAnimations()) { animation.pause(); animation.currentTime = 0; }
  });
  document.addEventListener("transitionrun", ({ target }) => (drawn += target.matches(".hero .crown")));
}"""
HIDDEN = "getComputedStyle(document.querySelector('.hero .curve')).clipPath.split(' ')[1]"
FRAMES = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then(drawn))))"


@pytest.mark.parametrize(
    ("motion", "times"),
    [pytest.param("no-preference", 1, id="once"), pytest.param("reduce", 0, id="unless unwanted")],
)
def test_the_chart_draws_itself_when_a_game_ends_and_not_at_the_next_refresh(
    phone: Page, cast, live_server, motion, times
):
    game = start_short_game(cast.owner, target=70)
    play(game, A_HAND, A_HAND, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    phone.emulate_media(reduced_motion=motion)
    sign_in(phone, cast.owner, live_server.url)
    thumb = Thumb(phone).open(game, 3)
    phone.evaluate(FIRST_FRAME)
    thumb.tap("Save")
    phone.wait_for_function(f"() => drawn === {times}")
    assert phone.evaluate(HIDDEN) == ("100%" if times else "0%")
    phone.evaluate("document.body.getAnimations().forEach((animation) => animation.finish())")
    phone.wait_for_function(f"() => drawn === {2 * times}")
    phone.locator("#hand-1 th a").tap()
    phone.locator("#hand-1.opened").wait_for()
    assert (phone.evaluate(FRAMES), phone.evaluate(HIDDEN)) == (2 * times, "0%")


def test_a_tap_makes_the_strip_large_and_it_stays_so_while_others_record(phone: Page, cast, live_server):
    game = start_short_game(cast.owner, target=100)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    open_sheet(phone, cast, game, live_server.url)
    chart = phone.locator("#chart figure")
    assert phone.locator("#chart .strip").bounding_box()["height"] <= 96
    assert not chart.is_visible()
    phone.locator("#chart .strip").tap()
    chart.wait_for()
    play(game, A_HAND, by=cast.owner)
    phone.locator("#hand-4").wait_for()
    assert chart.is_visible()
    phone.locator("#chart .strip").tap()
    chart.wait_for(state="hidden")


def test_totals_count_up_after_a_save_and_stay_marked_until_the_next_tap(phone: Page, cast, live_server):
    game = start_short_game(cast.owner, target=100)
    enter_hand(game, A_HAND, cast.owner)
    phone.emulate_media(reduced_motion="no-preference")
    sign_in(phone, cast.owner, live_server.url)
    thumb = Thumb(phone).open(game, 1).tap("Save")
    phone.wait_for_function("() => document.querySelector('.totals strong').textContent === '24'")
    assert phone.locator(".totals [data-from]").count() == 4
    marked = "getComputedStyle(document.querySelector('[data-from]')).boxShadow !== 'none'"
    assert phone.evaluate(marked)
    thumb.page.touchscreen.tap(5, 5)
    assert not phone.evaluate(marked)


SLIDING = "getComputedStyle(document.querySelector('#hand-4 > td')).animationName"
TOPS = "[...document.querySelectorAll('.top > *, .dock')].map((part) => part.getBoundingClientRect().top)"


@pytest.mark.parametrize(
    ("motion", "animation"), [("no-preference", "come"), pytest.param("reduce", "none", marks=pytest.mark.nightly)]
)
def test_a_new_row_slides_in_while_header_seats_and_dock_stay(phone: Page, cast, live_server, motion, animation):
    game = start_short_game(cast.owner, target=200)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    phone.emulate_media(reduced_motion=motion)
    open_sheet(phone, cast, game, live_server.url)
    Phone(game, cast.owner, 4).tap("A bid 10")  # so that nothing can be undone
    phone.locator(".bar button").wait_for(state="detached")
    before = phone.evaluate(TOPS)
    enter_hand(game, A_HAND, cast.owner)
    Thumb(phone).open(game, 4).tap("Save")
    assert phone.locator(".bar button").inner_text().strip() == "Undo hand 4"
    assert phone.locator(".news").inner_text() == "Ann took it at 10 and doubled: +24"
    assert phone.evaluate(SLIDING) == animation
    assert phone.evaluate(TOPS) == before
    phone.locator(".key summary").tap()
    Phone(game, cast.owner, 5).tap("A bid 10")
    phone.locator(".bar button").wait_for(state="detached")
