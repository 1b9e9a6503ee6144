"""Nothing moves when the display face arrives after the first paint, on any kind of page, nor while one taps a hand."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.driving import Thumb
from tests.browser.states import Visit
from tests.browser.states_hands import hand_first
from tests.browser.test_pages import STATES
from tests.cast import make_cast

OTHERS = ("tests.browser.states_away", "tests.browser.states_faults")
"""Modules of states in which a page is only changed by scripts, or can't be loaded again."""
EACH_TIME = {"group, full", "sheet, thirty hands of every kind", "hand, points, five long names", "join"}
"""The states that every run looks at; the nightly run looks at every kind of page."""
FONTS = "**/fonts/*"
FONTS_AND_SCRIPTS = re.compile(r"/fonts/|\.js$")
MOST = 0.02
MOST_OF_HAND = 0.01
OBSERVE = """
window.shifts = {sum: 0, add: (entries) => { for (const entry of entries) shifts.sum += entry.value; }};
shifts.observer = new PerformanceObserver((list) => shifts.add(list.getEntries()));
shifts.observer.observe({type: "layout-shift", buffered: true});
"""
TOP_AND_HEIGHT = "e => [e.getBoundingClientRect().top, e.offsetHeight]"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
# Shifts shortly after an input count too: to Chromium, the emulated screen is one, and these pages get no other.
SUM = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  shifts.add(shifts.observer.takeRecords());
  return shifts.sum;
}"""


def shift(page: Page, late: str | re.Pattern[str] = FONTS) -> float:
    """Reload the page, with files that arrive only after the first paint. Return how much of it moves."""
    held: list[Route] = []
    page.route(late, lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    page.wait_for_function(PAINTED)
    assert held
    page.route(late, lambda route: route.continue_())
    for route in held:
        route.continue_()
    page.wait_for_load_state()
    total = page.evaluate(SUM)
    page.unroute_all()
    return total


def each_kind() -> Iterator[Any]:
    """Yield one state of each kind of page."""
    for state in STATES:
        show, is_judged = state.values
        if is_judged and show.__module__ not in OTHERS and state.id != "remove a member, asked first":
            yield pytest.param(show, id=state.id, marks=[] if state.id in EACH_TIME else [pytest.mark.nightly])


@pytest.mark.parametrize("show", list(each_kind()))
def test_no_page_shifts(phone: Page, live_server, monkeypatch, console, show):
    console.expect("status of 4")
    phone.add_init_script(OBSERVE)
    show(Visit(Thumb(phone), make_cast(), live_server.url, monkeypatch))
    assert shift(phone) <= MOST


@pytest.mark.nightly
def test_a_hand_hardly_shifts_from_its_first_tap_to_its_last(phone: Page, live_server, monkeypatch, console):
    phone.add_init_script(OBSERVE)
    visit = Visit(Thumb(phone), make_cast(), live_server.url, monkeypatch)
    hand_first(visit)
    assert shift(phone, FONTS_AND_SCRIPTS) <= MOST_OF_HAND
    visit.thumb.tap("10", "Pass", "Pass", "Pass", "Nine of spades", "12", "9", "4", "6").find("Save").wait_for()
    assert phone.evaluate(SUM) <= MOST_OF_HAND


@pytest.mark.nightly
def test_header_seats_and_dock_stay_where_they_are_through_a_hand(phone: Page, live_server, monkeypatch, console):
    console.expect("status of 422")
    visit = Visit(Thumb(phone), make_cast(), live_server.url, monkeypatch)
    hand_first(visit)
    thumb, places = visit.thumb, set[str]()

    def look() -> None:
        places.add(
            str([phone.locator(part).evaluate(TOP_AND_HEIGHT) for part in (".bar", ".stages", ".rows", ".dock")])
        )

    look()
    for label in ("10", "Pass"):
        thumb.tap(label)
        look()
    thumb.rest()
    thumb.find("10").tap(force=True)  # Ann has bid it
    phone.locator("[data-refused]").wait_for()
    look()
    for label in ("Undo", "Pass", "Pass", "Pass", "Nine of spades", "12", "9", "4", "Undo", "4", "6"):
        thumb.tap(label)
        look()
    thumb.tap("Save")
    thumb.tap("Undo")
    look()
    assert len(places) == 1, places
