"""Taps are quick and safe: double taps, a failing network, keyboard focus, and announcements."""

import pytest
from playwright.sync_api import Page, Route

from scorekeeper.models import Hand
from tests.browser.driving import CALM, Thumb, sign_in
from tests.cast import A_HAND, enter_hand, make_cast, start_game

pytestmark = pytest.mark.django_db(transaction=True)

FOCUSED = "document.activeElement.id || document.activeElement.tagName"
# The unavoidable messages that the browser and htmx log when the network fails.
OFFLINE = "net::ERR_|failed request|htmx:(afterRequest|sendError)"
ALOUD = "document.getElementById('said').textContent"


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def thumb(phone: Page, cast, live_server) -> Thumb:
    sign_in(phone, cast.owner, live_server.url)
    return Thumb(phone)


def test_a_double_tap_does_not_count_for_the_next_person(thumb, cast):
    game = start_game(cast.owner)
    page = thumb.open(game, 1).page
    # The second tap comes as soon as the next question appears: in the same place, without a pause.
    box = thumb.find("Pass").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    page.wait_for_function("() => swaps.count > 0")
    page.touchscreen.tap(x, y)
    page.wait_for_function(CALM)
    assert thumb.asked == "Bob speaks"
    assert Hand.objects.get().taps == [["players.0.passed", True, cast.owner.pk]]


def test_a_tap_made_while_another_is_being_sent_does_not_count(thumb, cast):
    game = start_game(cast.owner)
    page = thumb.open(game, 1).page
    page.evaluate("() => document.querySelectorAll('.numbers button').forEach((button, n) => n < 2 && button.click())")
    page.wait_for_function("() => swaps.count > 0")
    page.wait_for_function(CALM)
    assert Hand.objects.get().taps == [["players.0.bid", 1, cast.owner.pk]]


def failing_route(page: Page, times: int) -> list[str]:
    """Make the first `times` POST requests fail; return a list that collects their addresses."""
    failures: list[str] = []

    def handle(route: Route) -> None:
        if route.request.method == "POST" and len(failures) < times:
            failures.append(route.request.url)
            route.abort("connectionfailed")
        else:
            route.continue_()

    page.route("**/*", handle)
    return failures


def test_a_failed_save_is_announced_and_retried_while_its_button_stays_pressed(thumb, cast, console):
    console.expect(OFFLINE)
    game = start_game(cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    page = thumb.open(game, 1).page
    failures = failing_route(page, 2)
    thumb.find("Save").tap()
    page.locator("#trouble").wait_for(state="visible")
    assert page.locator("#trouble").inner_text() == "Not saved. Trying again…"
    assert page.locator("button.pressed").inner_text().startswith("Save:")
    page.locator(".said").wait_for()
    assert len(failures) == 2
    assert not page.locator("#trouble").is_visible()
    assert page.locator(".pressed").count() == 0
    assert thumb.totals == "24 6 0 7 6"
    assert Hand.objects.count() == 1


def test_a_lost_response_creates_no_second_hand(thumb, cast, console):
    console.expect(OFFLINE)
    game = start_game(cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    page = thumb.open(game, 1).page
    lost = []

    def handle(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())  # the request reaches the server, but the response doesn't reach the phone
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/*", handle)
    thumb.find("Save").tap()
    page.locator(".said").wait_for()
    assert (len(lost), lost[0].ok) == (1, True)
    hand = Hand.objects.get()
    assert hand.revisions.count() == 1
    assert thumb.said.startswith("Hand 1 saved")


def test_a_failed_tap_is_retried_once(thumb, cast, console):
    console.expect(OFFLINE)
    page = thumb.open(start_game(cast.owner), 1).page
    failing_route(page, 1)
    thumb.find("10").tap()
    page.locator("#trouble").wait_for(state="visible")
    page.locator("#asked", has_text="Bob speaks").wait_for()
    assert Hand.objects.get().taps == [["players.0.bid", 10, cast.owner.pk]]


def test_a_server_error_is_reported_and_the_tap_is_not_retried(thumb, cast, console, monkeypatch):
    console.expect("status of 500|Status Error Code 500")
    page = thumb.open(start_game(cast.owner), 1).page
    tries = []

    def broken(**_more: object) -> None:
        tries.append(1)
        raise RuntimeError("a test breaks this")

    monkeypatch.setattr("scorekeeper.services.hands.tap", broken)
    thumb.find("10").tap()
    page.locator("#trouble").wait_for(state="visible")
    assert "something went wrong" in page.locator("#trouble").inner_text()
    assert page.locator(".pressed").count() == 0
    page.wait_for_function("() => performance.now() - swaps.at > 2000")
    assert tries == [1]


def test_focus_goes_to_the_next_question_and_never_to_the_body(thumb, cast):
    page = thumb.open(start_game(cast.owner), 1).page
    taps = (
        "10",
        "12",
        "Ann",
        "Peeked",
        "Points",
        "Bids",
        "Pass",
        "Pass",
        "Pass",
        "Nine of spades",
        "9",
        "3",
        "7",
        "12",
    )
    for label in taps:
        thumb.tap(label)
        assert page.evaluate(FOCUSED) == "asked", label
    thumb.tap("Save")
    assert page.evaluate("document.activeElement.textContent").strip().startswith("Record hand 2")
    thumb.tap("Undo")
    assert page.evaluate(FOCUSED) == "asked"
    thumb.tap("One step back")
    assert page.evaluate(FOCUSED) == "asked"
    thumb.tap("Start this hand over")
    assert page.evaluate(FOCUSED) == "asked"


def test_focus_goes_to_the_end_when_the_game_ends(thumb, cast):
    game = start_game(cast.owner, player_target=20)
    enter_hand(game, A_HAND, cast.owner)
    thumb.open(game, 1).tap("Save")
    assert thumb.page.evaluate(FOCUSED) == "end"


def test_a_refusal_keeps_the_focus_on_the_question(thumb, cast, console):
    console.expect("status of 422")
    page = thumb.open(start_game(cast.owner), 1).tap("10").toggle("Other").fill(other="9").tap("Take it").page
    assert "Ann has bid 10" in page.locator("[role=alert]").first.inner_text()
    assert page.evaluate(FOCUSED) == "asked"


def test_changes_are_announced(thumb, cast):
    page = thumb.open(start_game(cast.owner), 1).page
    thumb.tap("10")
    assert page.evaluate(ALOUD) == "Bob speaks"
    thumb.tap("Pass", "Pass", "Pass", "Nine of spades", "12")
    assert page.evaluate(ALOUD).startswith("Points of Bob: 12 so far")
    thumb.tap("9", "4", "6", "Save")
    assert page.evaluate(ALOUD).startswith("Hand 1 saved: Ann +24")
    assert page.locator("#said").get_attribute("role") == "status"
