"""Points as they are made, on the tiles of a tally: a tap each, once only, however late the answers are."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.models import Game, Hand
from tests.browser.driving import Held, Thumb, kept
from tests.cast import Phone
from tests.own_games import SCRABBLE, start_own
from tests.rounds import totals

IDLE = "() => !document.querySelector('#page.sending')"
WRITES = re.compile("/(tap|save)/$")
PACE = 180  # ms from one tap to the next
LOOK = 400  # ms to see what a button saves


@pytest.fixture
def game(cast) -> Game:
    """Table tennis."""
    return start_own(cast.owner, SCRABBLE, 2, rows="tally", ends="target", target=11, negative=False)


@pytest.fixture
def page(thumb: Thumb, game, still_phone) -> Page:
    """The owner's phone, on the page of the game, which has been painted."""
    thumb.open(game, 1)
    still_phone.clock.run_for(PACE)
    return still_phone


def tile(page: Page, name: str) -> Locator:
    """Return the tile that counts a point for somebody."""
    return page.locator(".plus", has_text=name)


def make(page: Page, *names: str, pace: int = PACE) -> None:
    """Count a point for each of these without waiting for an answer."""
    for name in names:
        tile(page, name).tap()
        page.clock.run_for(pace)


def shown(page: Page) -> list[str]:
    """Return the numbers on the tiles."""
    return page.locator(".side .fig").all_inner_texts()


def points(game: Game) -> list[int]:
    """Return the points that are stored for the one hand that isn't saved."""
    answers = Phone(game, game.group.memberships.first()).draft
    return [answers.get(f"players.{seat}.points") or 0 for seat in range(2)]


def test_a_game_takes_a_tap_for_each_point_and_one_to_save_its_end(page, thumb, game):
    before = thumb.clicks
    for number in range(11):
        make(page, "Ann")
        page.wait_for_function(IDLE)
        assert shown(page) == [str(number + 1), "0"]
    assert thumb.clicks - before == 11
    page.clock.run_for(LOOK)
    thumb.find("Save: Ann wins 11 : 0").tap()
    expect(page.locator("#end")).to_contain_text("Ann wins")
    assert (thumb.clicks - before, totals(game)) == (12, {"Ann": 11, "Bob": 0})


@pytest.mark.nightly
def test_the_button_that_saves_the_end_is_not_tapped_by_a_finger_that_was_on_its_way(page, thumb, game):
    make(page, *["Ann"] * 11)
    page.wait_for_function(IDLE)
    thumb.find("Save: Ann wins 11 : 0").tap()
    line = page.locator("main").evaluate("main => getComputedStyle(main, '::after').content")
    assert "Tap not counted: it came too soon." in line
    assert points(game) == [11, 0]


@pytest.mark.nightly
def test_points_are_counted_before_any_answer_and_none_is_lost(page, game):
    held = Held(page, "**/tap/", "POST")
    make(page, "Ann", "Bob", "Ann", "Ann", "Bob")
    assert (shown(page), points(game)) == (["3", "2"], [0, 0])
    while page.evaluate("Boolean(document.querySelector('#page.sending'))"):
        if held.routes:
            page.clock.run_for(1500)
            held.take().continue_()
    assert (shown(page), points(game)) == (["3", "2"], [3, 2])


@pytest.mark.nightly
@pytest.mark.parametrize(("between", "counted"), [(80, 1), (200, 2)])
def test_a_double_tap_counts_once(page, game, between, counted):
    make(page, "Ann", "Ann", pace=between)
    page.wait_for_function(IDLE)
    assert (shown(page), points(game)) == ([str(counted), "0"], [counted, 0])


@pytest.mark.nightly
def test_the_same_point_on_two_phones_counts_once_and_another_number_is_asked(page, cast, game, console):
    console.expect("status of 409")
    Phone(game, cast.recorder).write("players.0.points", 1)
    make(page, "Ann")
    page.wait_for_function(IDLE)
    assert (shown(page), points(game)) == (["1", "0"], [1, 0])
    phone = Phone(game, cast.recorder)
    for number in (2, 3):
        phone.write("players.0.points", number)
    make(page, "Ann")
    page.wait_for_function(IDLE)
    problem = "Rex answered at the same time: 3. You chose 2. Tap again to change it."
    assert page.locator("[data-refused]").inner_text() == problem
    assert (shown(page), points(game)) == (["3", "0"], [3, 0])


@pytest.mark.nightly
def test_points_without_network_are_sent_later_also_after_a_reload(page, game, console):
    console.expect("net::ERR_|failed request")
    page.route(WRITES, lambda route: route.abort("connectionfailed"))
    make(page, "Ann", "Bob", "Ann")
    kept(page, 3)
    page.reload()
    expect(page.locator("#trouble span")).to_contain_text("Waiting to be sent")
    assert shown(page) == ["2", "1"]
    page.clock.run_for(PACE)
    make(page, "Ann")
    page.unroute(WRITES)
    while points(game) != [3, 1]:
        page.clock.run_for(1000)
    page.wait_for_function(IDLE)
    assert (shown(page), kept(page)) == (["3", "1"], [])
    assert [path for path, *_rest in Hand.objects.get().taps] == [f"players.{seat}.points" for seat in (0, 1, 0, 0)]


@pytest.mark.nightly
def test_a_point_is_taken_back_and_undo_takes_back_the_last_tap(page, game):
    make(page, "Ann", "Ann", "Bob")
    page.wait_for_function(IDLE)
    page.get_by_label("Ann: take a point back").tap()
    page.clock.run_for(LOOK)
    page.wait_for_function(IDLE)
    assert points(game) == [1, 1]
    page.get_by_label("Undo").tap()
    page.clock.run_for(LOOK)
    page.wait_for_function(IDLE)
    assert (shown(page), points(game)) == (["2", "1"], [2, 1])
