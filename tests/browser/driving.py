"""A thumb that taps on a phone as a person would, and counts its taps.

A person pauses before the next tap; here, the page's clock is moved forward instead.
"""

import re
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Locator, Page, Route

from scorekeeper.models import Game, Membership

PAUSE = 700  # ms, after which a tap counts at the same place, and on a question that a refusal has brought back
WATCH = """
window.swaps = {taps: 0, others: 0, late: 0};
swaps.rest = (pause) => {
  swaps.late += pause;
  return {...swaps};
};
const now = performance.now.bind(performance);
performance.now = () => now() + swaps.late;
const stamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
Object.defineProperty(Event.prototype, "timeStamp", {get() { return stamp.call(this) + swaps.late; }});
// The page also follows what others do, and then says what it has requested.
document.addEventListener("htmx:afterSettle", ({detail}) => { swaps[detail.requestConfig ? "others" : "taps"] += 1; });
window.addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
}, true);
"""
KIND = """e => {
  const form = e.form || e;
  return form.matches("[data-queue]") ? "taps" : form.matches("[data-open]") ? "others" : "";
}"""
SWAPPED = """([kind, count]) => swaps[kind] > count && !document.querySelector("#page.sending")"""
KEPT = """
() => new Promise((found) => {
  const opened = indexedDB.open("scorekeeper", 1);
  opened.onsuccess = () => {
    const request = opened.result.transaction("queue").objectStore("queue").getAll();
    request.onsuccess = () => found(request.result.sort((one, other) => one.order - other.order));
    opened.result.close();
  };
})
"""


def kept(page: Page, count: int | None = None) -> list[dict[str, Any]]:
    """Return what the browser keeps because it couldn't send it yet, oldest first; with `count`, once it's so much."""
    while True:
        with suppress(Error):  # the page is just returning to the sheet
            items: list[dict[str, Any]] = page.evaluate(KEPT)
            if count in (None, len(items)):
                return items


def sign_in(page: Page, member: Membership, home: str) -> None:
    """Sign in as this member in the page's browser."""
    client = Client()
    client.force_login(member.user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": home}])


class Held:
    """The first requests of a page whose addresses match a pattern, which go on when a test says so."""

    def __init__(self, page: Page, pattern: str | re.Pattern[str], method: str = "", most: int = 100) -> None:
        self.page, self.method, self.left, self.routes = page, method, most, list[Route]()
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self.left and self.method in ("", route.request.method):
            self.left -= 1
            self.routes.append(route)
        else:
            route.continue_()

    def take(self) -> Route:
        """Wait until a request is held, and return the oldest."""
        while not self.routes:
            self.page.evaluate("0")  # which gives it time to arrive
        return self.routes.pop(0)


class Thumb:
    """A thumb on one page. With `scripts`, JavaScript is on, and a tap waits for any part of the page that it swaps."""

    def __init__(self, page: Page, *, scripts: bool = True) -> None:
        self.page, self.scripts = page, scripts
        if scripts:
            page.add_init_script(WATCH)

    def open(self, game: Game, number: int | None = None, at: str = "") -> "Thumb":
        """Open the sheet of a game, or the screen of one of its hands."""
        hand = "" if number is None else f"hands/{number}/"
        self.page.goto(f"/games/{game.pk}/{hand}" + (f"?at={at}" if at else ""))
        return self

    def find(self, words: str) -> Locator:
        """Return the button or link whose label starts with these words; a number must match exactly."""
        exact = words.isdecimal()
        name: Any = words if exact else re.compile(rf"^{re.escape(words)}(?!\w)")
        main = self.page.locator("#page")
        buttons = main.get_by_role("button", name=name, exact=exact)
        return buttons if exact else buttons.or_(main.get_by_role("link", name=name, exact=exact))

    def tap(self, *words: str) -> "Thumb":
        """Tap the buttons or links with these labels in order, waiting for each response."""
        for label in words:
            self.press(self.find(label).first)
        return self

    def press(self, target: Locator) -> None:
        """Tap an element and wait for the response."""
        kind, before = self.kind_of(target), self.rest()
        if not kind:
            with self.page.expect_navigation():
                target.tap()
            return
        target.tap()
        self.page.wait_for_function(SWAPPED, arg=[kind, before[kind]])

    def rest(self) -> dict[str, int]:
        """Let enough time pass for any tap to count; return the numbers of swaps so far."""
        return dict(self.page.evaluate("pause => swaps.rest(pause)", PAUSE)) if self.scripts else {}

    def kind_of(self, target: Locator) -> str:
        """Return which swaps of a part of the page a tap belongs to, or nothing if it opens another page."""
        if not self.scripts:
            return ""
        return str(target.evaluate(KIND))

    @property
    def why(self) -> str:
        """Why the last tap didn't count, as it stands below the question, or nothing."""
        line = self.page.locator("#asked").evaluate("line => getComputedStyle(line, '::after').content")
        return "" if line == "none" else "".join(re.findall(r'"([^"]*)"', line))

    def fill(self, **fields: str) -> "Thumb":
        """Type into the fields with these names, not those that Undo sends along."""
        for name, text in fields.items():
            self.page.locator(f"input[name={name}]:not([type=hidden])").first.fill(text)
        return self

    def add(self, name: str) -> "Thumb":
        """Add a player on the new game page, and wait until the player has a seat."""
        self.fill(name=name).rest()
        self.find("Add").tap()
        self.page.locator(".round .chip", has_text=name).wait_for()
        return self

    def toggle(self, words: str) -> "Thumb":
        """Open or close what is folded away."""
        self.rest()
        self.page.locator("summary, [popovertarget]", has_text=words).first.tap()
        return self

    @property
    def clicks(self) -> int:
        """The number of real clicks in this browser tab."""
        return int(self.page.evaluate("Number(sessionStorage.getItem('clicks'))"))

    @property
    def asked(self) -> str:
        """The current question, without its note."""
        return self.page.locator("#asked").inner_text().strip().split("\n")[0]

    @property
    def said(self) -> str:
        """What a sheet says aloud of the last write."""
        return str(self.page.locator(".said, .news").first.get_attribute("data-say"))

    @property
    def winner(self) -> str:
        """The heading that says who won, on one line."""
        return " ".join(self.page.locator("#end").inner_text().split())

    @property
    def totals(self) -> str:
        """The totals in the sheet's header, from left to right; the Gnome's is last."""
        return " ".join(self.page.locator(".totals strong").all_inner_texts())
