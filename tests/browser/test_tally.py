"""The tiles of a tally: by thumb and keyboard, with and without scripts, on any screen. See also test_points.py."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game, Hand
from tests.browser.away import OFFLINE
from tests.browser.conftest import OpenPage
from tests.browser.driving import Held, Thumb, kept, sign_in
from tests.cast import Phone, make_cast, refresh
from tests.rounds import start_rounds

pytestmark = pytest.mark.django_db(transaction=True)

ANN, BOB = "players.0.points", "players.1.points"
TENNIS = {"rows": "tally", "ends": "target", "target": 11, "negative": False}
IDLE = "() => !document.querySelector('#page.sending')"
LYING = {"width": 844, "height": 390}
NARROW = {"width": 320, "height": 640}
BOXES = """() => [...document.querySelectorAll(".plus, .minus:not([hidden]), .rally, .dock")].map((e) => {
  const { left, top, right, bottom, width, height } = e.getBoundingClientRect();
  return { look: e.className, left, top, right, bottom, width, height };
})"""
CUT = """() => [...document.querySelectorAll(".plus .fig")].filter((e) => {
  const [figure, tile] = [e, e.closest("button")].map((each) => each.getBoundingClientRect());
  return figure.left < tile.left || figure.right > tile.right + 1;
}).map((e) => e.textContent)"""


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def game(cast) -> Game:
    return start_rounds(cast.owner, 2, **TENNIS)


@pytest.fixture
def thumb(phone: Page, cast, game, live_server) -> Thumb:
    sign_in(phone, cast.owner, live_server.url)
    return Thumb(phone).open(game, 1)


def numbers(thumb: Thumb) -> list[str]:
    return thumb.page.locator(".plus .fig").all_inner_texts()


def settled(thumb: Thumb) -> list[list[object]]:
    """Wait until everything is sent; return the taps."""
    thumb.page.wait_for_function(IDLE)
    return [tap[:2] for tap in Hand.objects.get().taps]


def test_a_number_rises_before_the_answer_and_quick_honest_taps_all_count(thumb):
    held = Held(thumb.page, "**/tap/", most=1)
    for shown in ("1", "2", "3"):
        thumb.rest()
        thumb.page.locator(".plus").first.tap()
        assert numbers(thumb) == [shown, "0"]
    thumb.rest()
    thumb.page.locator(".minus").first.tap()
    assert numbers(thumb) == ["2", "0"]
    held.take().continue_()
    assert settled(thumb) == [[ANN, 1], [ANN, 2], [ANN, 3], [ANN, 2]]
    assert numbers(thumb) == ["2", "0"]


@pytest.mark.nightly
def test_taking_a_point_back_comes_and_goes_with_what_there_is_to_take(thumb):
    less = thumb.page.locator(".minus").first
    held = Held(thumb.page, "**/tap/", most=1)
    expect(less).to_be_hidden()
    thumb.page.locator(".plus").first.tap()
    expect(less).to_be_visible()
    thumb.rest()
    less.tap()
    expect(less).to_be_hidden()
    held.take().continue_()
    assert settled(thumb) == [[ANN, 1], [ANN, 0]]


@pytest.mark.nightly
def test_a_tile_takes_a_point_while_the_button_that_saves_appears(thumb, cast, game):
    Phone(game, cast.owner).put([(ANN, 10), (BOB, 2)])
    thumb.page.reload()
    thumb.tap("Ann")
    thumb.page.locator(".plus").nth(1).tap()
    assert settled(thumb)[-1] == [BOB, 3]


@pytest.mark.nightly
def test_what_is_saved_is_what_was_shown(thumb, cast, game):
    Phone(game, cast.owner).put([(ANN, 11), (BOB, 2)])
    thumb.page.reload()
    held = Held(thumb.page, "**/tap/", most=1)
    thumb.rest()
    thumb.page.locator(".plus").nth(1).tap()
    expect(thumb.page.locator(".save button")).to_be_disabled()
    held.take().continue_()
    thumb.tap("Save: Ann wins 11 : 3")
    assert refresh(game).state == Game.State.OVER


@pytest.mark.nightly
def test_a_reload_loses_no_point_and_the_tiles_go_on_from_what_waits(thumb, console):
    console.expect(f"{OFFLINE}|ERR_ABORTED")
    Held(thumb.page, "**/tap/", most=1)
    for _time in range(2):
        thumb.rest()
        thumb.page.locator(".plus").first.tap()
    kept(thumb.page, 2)
    held = Held(thumb.page, "**/tap/", most=1)
    thumb.page.reload()
    route = held.take()
    assert numbers(thumb) == ["2", "0"]
    thumb.rest()
    thumb.page.locator(".plus").first.tap()
    assert numbers(thumb) == ["3", "0"]
    route.continue_()
    assert settled(thumb) == [[ANN, 1], [ANN, 2], [ANN, 3]]


@pytest.mark.nightly
def test_others_points_appear_and_back_shows_how_it_stands(thumb, cast, game):
    Phone(game, cast.recorder).write(ANN, 1)
    expect(thumb.page.locator(".plus .fig").first).to_have_text("1")
    thumb.tap("Sheet")
    Phone(game, cast.recorder).write(BOB, 1)
    thumb.page.go_back()
    expect(thumb.page.locator(".plus .fig").nth(1)).to_have_text("1")
    thumb.tap("Ann")
    assert settled(thumb) == [[ANN, 1], [BOB, 1], [ANN, 2]]


@pytest.mark.nightly
def test_the_keyboard_makes_points_and_the_focus_stays_on_the_tile(thumb):
    thumb.page.locator(".plus").nth(1).focus()
    for shown in ("1", "2"):
        thumb.page.keyboard.press("Enter")
        thumb.page.wait_for_function(IDLE)
        assert numbers(thumb) == ["0", shown]
        assert thumb.page.evaluate("document.activeElement.id") == "point-2"
    assert settled(thumb) == [[BOB, 1], [BOB, 2]]


def test_without_a_script_the_tiles_are_plain_buttons(open_page: OpenPage, cast, game, live_server):
    page = open_page(scripts=False)
    sign_in(page, cast.owner, live_server.url)
    thumb = Thumb(page, scripts=False).open(game, 1)
    thumb.tap("Ann", "Bob", "Ann", "Ann: take a point back", "Undo")
    assert numbers(thumb) == ["2", "1"]


@pytest.mark.nightly
@pytest.mark.parametrize("size", [NARROW, LYING, {"width": 390, "height": 844}], ids=["narrow", "lying", "usual"])
@pytest.mark.parametrize("players", [2, 5, 10])
def test_all_of_it_fits_on_the_screen_with_room_for_a_finger(open_page: OpenPage, cast, live_server, size, players):
    page = open_page(size)
    sign_in(page, cast.owner, live_server.url)
    names = ["Maximiliane-Wilhelmine von Hohenstaufen", "Bo", *(f"Player number {number}" for number in range(8))]
    seats = tuple(cast.group.players.create(name=name, name_key=name.lower()).pk for name in names[:players])
    game = start_rounds(cast.owner, seats, **TENNIS | {"negative": True, "ends": "hand"})
    long = {0: 1234, 1: -12345}
    Phone(game, cast.owner).put((f"players.{seat}.points", long.get(seat, 88)) for seat in range(players))
    thumb = Thumb(page).open(game, 1)
    boxes = page.evaluate(BOXES)
    assert all(box["left"] >= 0 and box["right"] <= size["width"] for box in boxes)
    assert all(box["top"] >= 0 and box["bottom"] <= size["height"] + 1 for box in boxes)
    buttons = [box for box in boxes if "plus" in box["look"] or "minus" in box["look"]]
    assert min(min(box["width"], box["height"]) for box in buttons) >= 44
    tops = {round(box["top"]) for box in boxes if "plus" in box["look"]}
    assert len(tops) * 2 >= players if size != LYING else len(tops) <= 2
    assert page.evaluate(CUT) == []
    assert numbers(thumb)[:2] == ["1234", "−12345"]
