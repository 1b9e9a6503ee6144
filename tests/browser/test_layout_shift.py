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
PAGES = (
    "home, a stranger",
    "join",
    "for the table, found by name, with the Wi-Fi",
    "go on",
    "add to home screen",
    "home screen, first start",
    "sign up",
    "sign in",
    "forgotten password",
    "account",
    "group, full",
    "new game, choosing the game",
    "new game, 5 of six",
    "another game",
    "own game, shared",
    "own game, someone joins or leaves",
    "shared game, to a stranger",
    "delete an account that owns nothing",
    "people, the owner, with links",
    "activity",
    "delete a group",
    "link to join",
    "roster, long names, the owner",
    "statistics, one game, long names",
    "player, one year of many, with an alias",
    "sheet, thirty hands of every kind",
    "sheet, over, long names share the win",
    "hand, points, five long names",
    "hand, preview, five long names",
    "whole hand",
    "rules, with house rules",
    "stop",
    "setup",
    "night, long names, a hidden game and a stopped game",
    "print, five long names, a finished game",
    "print, a night with a game of unknown rules",
    "blank sheet, a new group",
    "board game stats",
    "files, no game yet",
    "files, preview of many additions",
    "watch, a hand in progress, five long names",
    "watch, a night",
)
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


def test_no_page_shifts(phone: Page, live_server, monkeypatch):
    phone.add_init_script(OBSERVE)
    routes, shifts = set(), {}
    for name in PAGES:
        phone.goto("about:blank")  # where nothing polls
        phone.context.clear_cookies()
        SHOW[name](Visit(phone, make_cast(), live_server.url, monkeypatch))
        routes.add(resolve(urlsplit(phone.url).path).url_name)
        shifts[name] = shift(phone)
    assert {name: total for name, total in shifts.items() if total > MOST} == {}
    assert routes == {route for route, (get, _post) in MATRIX.items() if "200" in get} - FILES
