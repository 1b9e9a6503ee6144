"""Nothing moves when the display face arrives after the first paint, on any kind of page."""

from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import Page, Route

from tests.browser.states import Visit
from tests.browser.test_pages import STATES
from tests.cast import make_cast
from tests.web.test_matrix import MATRIX

pytestmark = pytest.mark.django_db(transaction=True)

SHOW = {state.id: state.values[0] for state in STATES}
EACH_TIME = ("group, full", "sheet, thirty hands of every kind", "hand, points, five long names", "watch, a night")
"""The states that every run looks at; the nightly run looks at every kind of page."""
FILES = {
    *("watch_version", "group_version", "health", "manifest", "home_manifest", "worker"),
    *("export_group", "export_night", "export_game", "download_recipe"),
}
"""Routes that answer something other than a page."""
FONTS = "**/fonts/*"
MOST = 0.02
OBSERVE = """
window.shifts = {sum: 0, add: (entries) => { for (const entry of entries) shifts.sum += entry.value; }};
shifts.observer = new PerformanceObserver((list) => shifts.add(list.getEntries()));
shifts.observer.observe({type: "layout-shift", buffered: true});
"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
# Shifts shortly after an input count too: to Chromium, the emulated screen is one, and these pages get no other.
SUM = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  shifts.add(shifts.observer.takeRecords());
  return shifts.sum;
}"""


def shift(page: Page) -> float:
    """Reload the page, with fonts that arrive only after the first paint. Return how much of it moves."""
    held: list[Route] = []
    page.route(FONTS, lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    page.wait_for_function(PAINTED)
    assert held
    page.route(FONTS, lambda route: route.continue_())
    for route in held:
        route.continue_()
    page.wait_for_load_state()
    total = page.evaluate(SUM)
    page.unroute_all()
    return total


@pytest.mark.parametrize("names", [EACH_TIME, pytest.param(tuple(SHOW), marks=pytest.mark.nightly)], ids=["some", "all"])
def test_no_page_shifts(phone: Page, live_server, monkeypatch, console, names):
    console.expect(EXPECTED)
    phone.add_init_script(OBSERVE)
    shifts = {}
    for name in names:
        phone.goto("about:blank")  # where nothing polls
        phone.context.clear_cookies()
        SHOW[name](Visit(phone, make_cast(), live_server.url, monkeypatch))
        shifts[name] = shift(phone)
    assert {name: total for name, total in shifts.items() if total > MOST} == {}
