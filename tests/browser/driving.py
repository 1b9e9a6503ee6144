"""A thumb on a phone: it taps what a person would tap, and counts its taps.

A person waits before the next tap. Here the page's watch is put forward instead.
"""

import re
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page

from scorekeeper.models import Game, Membership

GUARD = 300  # ms after a swap in which the page lets no tap count
WATCH = """
window.swaps = {count: 0, at: -Infinity};
swaps.rest = (pause) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + pause;
  return swaps.count;
};
document.addEventListener("htmx:afterSettle", () => { swaps.count += 1; swaps.at = performance.now(); });
window.addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
}, true);
"""
CALM = f"() => performance.now() - swaps.at > {GUARD + 5}"


def sign_in(page: Page, member: Membership, home: str) -> None:
    """Make the page's browser that of this member."""
    client = Client()
    client.force_login(member.user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": home}])


class Thumb:
    """What is done on one page. `scripts` says whether the page runs any; then taps wait for what they bring."""

    def __init__(self, page: Page, *, scripts: bool = True) -> None:
        self.page, self.scripts = page, scripts
        if scripts:
            page.add_init_script(WATCH)

    def open(self, game: Game, number: int | None = None, at: str = "") -> "Thumb":
        """Go to the sheet of a game, or to the screen of one of its hands."""
        hand = "" if number is None else f"hands/{number}/"
        self.page.goto(f"/games/{game.pk}/{hand}" + (f"?at={at}" if at else ""))
        return self

    def find(self, words: str) -> Locator:
        """The button or link that says this, or begins with it; a number is said exactly."""
        name: Any = words if words.isdecimal() else re.compile(rf"^{re.escape(words)}(?!\w)")
        exact = words.isdecimal()
        main = self.page.get_by_role("main")
        found = main.get_by_role("button", name=name, exact=exact)
        return found if words.isdecimal() else found.or_(main.get_by_role("link", name=name, exact=exact))

    def tap(self, *words: str) -> "Thumb":
        """Tap these, one after the other, each when the one before has been answered."""
        for each in words:
            self.press(self.find(each).first)
        return self

    def press(self, target: Locator) -> None:
        """Tap an element and wait for what it brings."""
        swapped = self.scripts and self.swaps(target)
        count = self.rest()
        if not swapped:
            with self.page.expect_navigation():
                target.tap()
            return
        target.tap()
        self.page.wait_for_function("count => swaps.count > count", arg=count)

    def rest(self) -> int:
        """Let the page believe that the pause is over in which no tap counts; how many swaps it has seen."""
        return int(self.page.evaluate("pause => swaps.rest(pause)", GUARD)) if self.scripts else 0

    def swaps(self, target: Locator) -> bool:
        """Whether a tap on it swaps a part of the page, instead of going to another."""
        return bool(target.evaluate("e => (e.form || e).matches('[hx-post], [hx-get]')"))

    def fill(self, **fields: str) -> "Thumb":
        """Type into the fields with these names."""
        for name, text in fields.items():
            self.page.locator(f"input[name={name}]").first.fill(text)
        return self

    def unfold(self, words: str) -> "Thumb":
        """Open or close what is folded away."""
        self.rest()
        self.page.locator("summary", has_text=words).first.tap()
        return self

    @property
    def clicks(self) -> int:
        """How many real clicks this browser tab has seen."""
        return int(self.page.evaluate("Number(sessionStorage.getItem('clicks'))"))

    @property
    def asked(self) -> str:
        """The heading of what is asked."""
        return self.page.locator("#asked").inner_text().strip()

    @property
    def said(self) -> str:
        """The sentence above the sheet."""
        return self.page.locator(".said p").inner_text().strip()

    @property
    def totals(self) -> str:
        """The totals in the head of the sheet, from the left, the Gnome last."""
        return " ".join(self.page.locator(".totals strong").all_inner_texts())
