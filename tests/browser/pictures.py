"""The README's pictures, taken from the running app as a person would play it.

    .venv/bin/python -m tests.browser.pictures

starts the app on an empty data folder, plays an evening in Chromium by tapping, and writes `.readme/*.png`.
"""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from scorekeeper.configuration import ROOT
from tests.serving import Served

PICTURES = ROOT / ".readme"
PHONE = {"width": 390, "height": 844}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
]
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
# Bids by seat, who peeked, the Gnome and trump, points by seat.
EVENING = (
    ((10, 12, None, None), (1,), ("9S",), (12, 9, 3, 7)),
    ((None, 8, 14, None), (), ("red_joker", "hearts"), (4, 7, 16, 3)),
    ((16, None, 9, 11), (2,), ("9D",), (17, 2, 5, 7)),
    ((None, None, None, None), (), (), ()),
    ((7, 13, None, 6), (), ("black_joker", "clubs"), (6, 15, 2, 6)),
    ((9, 20, None, None), (), ("9H",), (3, 24, 2, 2)),
    ((None, 9, None, 15), (), ("9C",), (3, 8, 2, 18)),
    ((18, 7, None, None), (), ("9S",), (19, 5, 2, 5)),
    ((6, 21, None, None), (), ("9D",), (5, 22, 1, 3)),
    ((22, None, 8, None), (), ("9H",), (23, 2, 5, 1)),
    ((8, 19, None, None), (), ("9C",), (8, 20, 1, 2)),
    ((10, 13, None, None), (), ("9H",), (10, 13, 4, 4)),
    ((5, 6, None, None), (), ("9D",), (5, 6, 11, 9)),
    ((21, 11, None, None), (), ("9S",), (21, 10, 0, 0)),
)


def press(page: Page, button: str) -> None:
    """Tap the button that carries this value, as soon as the app takes taps again."""
    page.wait_for_timeout(350)  # the app ignores a tap right after a change
    seen = page.input_value("input[name=taps] >> nth=0")
    page.click(f'button[value="{button}"]')
    page.wait_for_function("seen => document.querySelector('input[name=taps]').value !== seen", arg=seen)


def speaker(page: Page) -> int | None:
    """The seat of whoever speaks, or None when the bidding is over."""
    button = page.query_selector('.extras button[value$=".passed=true"]')
    return None if button is None else int((button.get_attribute("value") or "").split(".")[1])


def bid(page: Page, bids: tuple[int | None, ...], peeked: tuple[int, ...]) -> None:
    """Say everybody's bid in turn, and pass once it is said."""
    said: set[int] = set()
    while (seat := speaker(page)) is not None:
        wanted = bids[seat]
        if seat in peeked and seat not in said:
            press(page, f"players.{seat}.peeked=true")
        if wanted is None or seat in said or not page.query_selector(f'button[value="players.{seat}.bid={wanted}"]'):
            press(page, f"players.{seat}.passed=true")
        else:
            press(page, f"players.{seat}.bid={wanted}")
        said.add(seat)


def save(page: Page) -> None:
    """Save the hand and wait for the sheet."""
    page.wait_for_timeout(700)
    page.click(".preview button.main")
    page.wait_for_selector("table.sheet")
    page.wait_for_timeout(350)


def picture(page: Page, name: str, *, full: bool = False) -> None:
    """Write one picture."""
    page.wait_for_timeout(350)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=full)


def start(page: Page, url: str) -> None:
    """A group, four players, a game."""
    page.goto(url)
    page.fill("[name=name]", "Thursday cards")
    page.fill("[name=owner_name]", "Ann")
    page.click("button.main")
    page.click("text=New game")
    for name in PLAYERS:
        page.fill("#add [name=name]", name)
        page.click("#add button")
    page.check('input[name=dealer][value="3"]', force=True)
    page.click("text=Start the game")


def evening(page: Page) -> None:
    """Play to the end, with pictures on the way."""
    for number, (bids, peeked, gnome, points) in enumerate(EVENING, start=1):
        page.click(".next a")
        if number == 2:
            press(page, "players.1.bid=8")
            picture(page, "bidding")
        bid(page, bids, peeked)
        if number == 1:
            picture(page, "gnome")
        for path, value in zip(("hand.gnome", "hand.trump"), gnome, strict=False):
            press(page, f"{path}={value}")
        order = [(number + step - 1) % 4 for step in range(4)] if points else []
        for seat in order:
            if number == 3 and seat == order[-1]:
                picture(page, "points")
            press(page, f"players.{seat}.taken={points[seat]}")
        if number == 3:
            picture(page, "preview")
        save(page)
        if number == len(EVENING) - 3:
            picture(page, "sheet")


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "data")
        served.start()
        try:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page(viewport=PHONE, device_scale_factor=1.5, color_scheme="light", locale="en-GB")
            start(page, served.url)
            evening(page)
            picture(page, "end")
            page.emulate_media(color_scheme="dark")
            picture(page, "end-dark")
            browser.close()
        finally:
            served.stop()


if __name__ == "__main__":
    main()
