"""Download sizes from the real server: at most 66 kB for a first page with all its files, and 6 kB for a swap."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE, browser_type_launch_args
from tests.browser.driving import Thumb
from tests.serving import Served, manage
from tests.trials.phones import Phone

FIRST_LOAD = 66_000  # bytes, headers included
SWAP = 6_000
HANDS = 30
REACHED = 260  # Christabel's total is 252 before the last imported hand, and 261 after it
SEATS = ("Maximiliane", "Bartholomew", "Christabel", "Desdemona", "Evangeline")
BIDDING = tuple(f"players.{seat}.bid={bid}" for seat, bid in ((1, 10), (2, 9), (3, 8), (4, 7), (0, 6)))
PEEKS = ("players.1.peeked=true", "players.3.peeked=true", "hand.bidding_done=true", "hand.no_gnome=true")
TAKEN = tuple(f"players.{seat}.taken={points}" for seat, points in ((1, 5), (2, 10), (3, 9), (4, 4), (0, 3)))
ENTRY = {
    name: {"bid": bid, "taken": taken, "peeked": bool(peeked)}
    for name, bid, taken, peeked in zip(SEATS, (6, 10, 9, 8, 7), (3, 5, 10, 9, 4), (0, 1, 0, 1, 0), strict=True)
}
"""The hand that `BIDDING`, `PEEKS` and `TAKEN` enter, as it appears in a sheet file."""

__all__ = ["browser_type_launch_args"]


class Scale:
    """Adds up a page's downloads, compressed and with headers, as the browser counts them."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.bytes = 0
        self.session.on("Network.loadingFinished", self._finished)

    def _finished(self, event: dict) -> None:
        self.bytes += int(event["encodedDataLength"])

    def weigh(self) -> int:
        """Return the bytes downloaded since the last call."""
        weight, self.bytes = self.bytes, 0
        return weight


@pytest.fixture
def games(served: Served, tmp_path: Path) -> Iterator[tuple[Phone, int, int, int]]:
    """A phone, its group, a long game that has ended, and one in progress whose last hand is ready to save."""
    phone = Phone(served.port)
    group = phone.start_group()
    sheet = tmp_path / "sheet.json"
    hands = [{"hand": {}, "players": ENTRY}] * (HANDS - 1)
    game = {"rules": "trumplestiltskin", "players": SEATS, "first_dealer": SEATS[0], "hands": hands}
    games = [game | {"options": {"player_target": target, "gnome_target": 9999}} for target in (REACHED, 9999)]
    sheet.write_text(json.dumps({"format": "scorekeeper-sheets/1", "games": games}), encoding="utf-8")
    imported = manage("import_sheets", "--yes", str(sheet), **served.variables)
    assert imported.returncode == 0, imported.stderr
    ended, playing = sorted(set(map(int, re.findall(r"/games/(\d+)/", phone.get(f"/groups/{group}/")))))
    phone.tap(playing, HANDS, *BIDDING, *PEEKS, *TAKEN)
    yield phone, group, ended, playing
    phone.close()


def open_cold(browser: Browser, served: Served, phone: Phone) -> Page:
    """Return a blank page in a browser with an empty cache and the phone's cookies."""
    context = browser.new_context(base_url=served.url, viewport=PHONE, has_touch=True, is_mobile=True)
    context.add_cookies([{"name": name, "value": value, "url": served.url} for name, value in phone.cookies.items()])
    return context.new_page()


def test_first_pages_and_swaps_are_small(served: Served, browser: Browser, games, capsys):
    phone, group, ended, playing = games
    pages = {
        "start": "/",
        "group": f"/groups/{group}/",
        "new game": f"/groups/{group}/new/",
        "statistics": f"/groups/{group}/statistics/",
        "end": f"/games/{ended}/",
        f"sheet of {HANDS - 1} hands": f"/games/{playing}/",
        "hand": f"/games/{playing}/hands/{HANDS}/",
    }
    phone.get("/")
    icon = len(phone.get(re.search(r'rel="icon" href="([^"]+)"', phone.page)[1]))
    first, swaps = {}, {}
    for name, path in pages.items():
        page = open_cold(browser, served, phone)
        thumb, scale = Thumb(page), Scale(page)
        page.goto(path, wait_until="networkidle")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        # Headless browsers don't fetch the icon.
        first[name] = scale.weigh() + icon
        if name != "hand":
            page.context.close()
    words = ("Bids", "Maximiliane", "Gnome", "Points", "Bartholomew", "6", "Save", "Undo")
    for word in words:
        with page.expect_event("requestfinished"):
            thumb.tap(word)
        thumb.rest()
        swaps[word] = scale.weigh()
    page.context.close()
    with capsys.disabled():
        print("\nfirst load:", ", ".join(f"{name} {weight / 1000:.1f} kB" for name, weight in first.items()))
        print("swap after:", ", ".join(f"{name} {weight / 1000:.1f} kB" for name, weight in swaps.items()), end=" ")
    assert max(first.values()) <= FIRST_LOAD
    assert max(swaps.values()) <= SWAP
