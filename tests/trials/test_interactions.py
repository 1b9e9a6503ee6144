"""A tap is shown within 200 ms on a phone with a quarter of this machine's speed and fast 3G, in ten whole hands.

Measured as browsers measure "interaction to next paint": from the finger to the frame that shows what it did, with all
that the page was busy with. Other programs on the machine disturb some taps, but not the same ones in each evening:
for each tap, the quietest evening counts.
"""

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Locator, Page, expect

from tests.browser.conftest import PHONE, browser_type_launch_args
from tests.serving import Served
from tests.trials.phones import Phone as HttpPhone

LONGEST = 200  # ms
HANDS, FULL = 2, 10
EVENINGS = 3
SLOWER = 4
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
PACES = (300, 450, 700, 1100, 2000)
"""How long a thumb rests between two taps, in ms, one after the other: taps meet whatever the page is busy with."""
BIDS = ("10", "Pass", "Pass", "Pass")
TAKEN = ("12", "9", "4", "6")
OBSERVE = """
const kept = JSON.parse(sessionStorage.getItem("measured") ?? "[]");
window.measured = kept;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries().filter(({ interactionId }) => interactionId)) {
    kept.push({ kind: "tap", duration: entry.duration });
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) kept.push({ kind: "task", duration });
}).observe({ type: "longtask", buffered: true });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) kept.push({ kind: "shift", duration: value });
  }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("pagehide", () => sessionStorage.setItem("measured", JSON.stringify(kept)));
"""

__all__ = ["browser_type_launch_args"]


class Evening:
    """One phone that records hands, and the longest interaction of each of its taps, in ms."""

    def __init__(self, page: Page) -> None:
        self.page, self.longest, self.tasks, self.shift = page, list[float](), list[float](), 0.0
        page.evaluate("() => measured.splice(0)")

    def tap(self, target: Locator) -> None:
        """Rest for a while, then tap."""
        target.wait_for()
        self.rest()
        self.longest.append(0)
        target.tap()

    def rest(self) -> None:
        """Wait for what follows the last tap, and note what was measured meanwhile."""
        self.page.wait_for_timeout(PACES[len(self.longest) % len(PACES)])
        for item in self.page.evaluate("measured.splice(0)"):
            if item["kind"] == "task":
                self.tasks.append(item["duration"])
            elif item["kind"] == "shift":
                self.shift += item["duration"]
            elif self.longest:
                self.longest[-1] = max(self.longest[-1], item["duration"])

    def play(self) -> None:
        """Tap a whole hand, save it, and open the next one."""
        asked = self.page.locator("#asked")
        offer = self.page.locator(".numbers, .dock")
        for label in BIDS:
            self.tap(offer.get_by_role("button", name=label, exact=True))
        self.tap(self.page.locator(".pcard").first)
        expect(asked).to_contain_text("take?")
        for label in TAKEN:
            self.tap(offer.get_by_role("button", name=label, exact=True))
        self.tap(self.page.locator(".save button"))
        self.page.locator(".news[data-say]").wait_for()
        self.tap(self.page.get_by_role("link", name="Record hand"))
        expect(asked).to_contain_text("bid?")


@pytest.fixture
def page(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], served: Served) -> Iterator[Page]:
    """A slow phone with a slow connection, on the first hand of a game."""
    owner = HttpPhone(served.port)
    game = owner.start_game(owner.start_group(), "Ann", "Bob", "Cy", "Dee")
    browser = browser_type.launch(**browser_type_launch_args)
    context = browser.new_context(base_url=served.url, viewport=PHONE, has_touch=True, is_mobile=True)
    context.add_cookies([{"name": name, "value": value, "url": served.url} for name, value in owner.cookies.items()])
    page = context.new_page()
    page.add_init_script(OBSERVE)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", FAST_3G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"/games/{game}/hands/1/")
    yield page
    browser.close()


def test_every_tap_of_whole_hands_is_shown_within_200_ms(page: Page, full: bool, capsys):
    quietest: list[float] = []
    for _evening in range(EVENINGS):
        evening = Evening(page)
        for _hand in range(FULL if full else HANDS):
            evening.play()
        evening.rest()
        quietest = [min(both) for both in zip(quietest or evening.longest, evening.longest, strict=True)]
        with capsys.disabled():
            print(
                f"\n{len(quietest)} taps: {max(evening.longest)} ms, in the median {median(evening.longest)} ms;",
                end=" ",
            )
            print(
                f"at the quietest {max(quietest)} ms; tasks {sorted(evening.tasks)[-5:]}; shift {evening.shift:.3f}",
                end=" ",
            )
        if max(quietest) <= LONGEST:
            return
    assert max(quietest) <= LONGEST, quietest
