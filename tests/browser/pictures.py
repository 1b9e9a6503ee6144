"""The README's pictures, taken from the running app.

    .venv/bin/python -m tests.browser.pictures

fills an empty data folder as `manage.py demo` does, looks around in it with Chromium, goes on with the hand that is
being bid there by tapping, and writes `.readme/*.png`. The same pictures each time: the demo ends on a fixed night.
"""

import re
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from scorekeeper.configuration import ROOT
from tests.serving import Served, manage

PICTURES = ROOT / ".readme"
LAST_NIGHT = "2026-11-13"
PHONE = {"width": 390, "height": 844}
SCALE = 1.5
COLOURS = 256
LARGEST = 80_000
"""Bytes of a picture: a README is read on phones too."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
]
GNOME, POINTS = "9S", (4, 3, 6)
"""How the hand goes on that is being bid: the Gnome, and the points of all but the last player, as they are asked."""


def press(page: Page, button: Locator) -> None:
    """Tap a button, as soon as the app takes taps again, and wait until it has."""
    page.wait_for_timeout(350)  # the app ignores a tap right after a change
    seen = page.input_value("input[name=taps] >> nth=0")
    button.first.click()
    page.wait_for_function("seen => document.querySelector('input[name=taps]').value !== seen", arg=seen)


def picture(page: Page, name: str) -> None:
    """Write one picture, with few colours and so with few bytes."""
    page.wait_for_timeout(350)
    assert page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus") == 200, page.url
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    with Image.open(file) as taken:
        small = taken.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    size = file.stat().st_size
    assert size <= LARGEST, f"{name} has {size} bytes"
    print(f"{name}: {size / 1000:.0f} kB")


def come_in(page: Page, served: Served, address: str) -> None:
    """Open the link that the demo printed."""
    page.goto(served.url + address)
    page.fill("[name=name]", "Nora")
    page.click("button.main")
    page.wait_for_selector("ol.nights")


def look_back(page: Page) -> None:
    """A night, the end of its first game and its chart in the dark, the statistics, a player."""
    group = page.url
    page.locator("ol.nights > li").nth(1).locator("a").first.click()
    page.wait_for_selector(".recap")
    picture(page, "night")
    page.click("ol.sheets a.head >> nth=0")
    page.wait_for_selector("table.sheet")
    picture(page, "end")
    page.evaluate("document.querySelector('figure.chart').scrollIntoView()")
    page.emulate_media(color_scheme="dark")
    picture(page, "chart")
    page.emulate_media(color_scheme="light")
    page.goto(group)
    page.click("text=Statistics")
    page.wait_for_url(re.compile("/statistics/"))
    picture(page, "statistics")
    page.click("a[href^='/players/'] >> nth=0")
    page.wait_for_url(re.compile("/players/"))
    picture(page, "player")
    page.goto(group)


def record(page: Page) -> None:
    """Go on with the hand that is being bid in the game being played, and save it."""
    page.click("ul.games a >> nth=0")
    picture(page, "sheet")
    page.click(".next a")
    picture(page, "bidding")
    while (passing := page.locator('.extras button[value$=".passed=true"]')).count():
        press(page, passing)
    picture(page, "gnome")
    press(page, page.locator(f'button[value="hand.gnome={GNOME}"]'))
    for points in POINTS:
        press(page, page.locator(f'button[value$=".taken={points}"]'))
    picture(page, "points")
    press(page, page.locator('button[value*=".taken="]'))
    picture(page, "preview")


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "data")
        filled = manage("demo", "--until", LAST_NIGHT, patience=120, **served.variables)
        address = re.search(r"http\S+?(/j/\S+)", filled.stdout)
        assert address, filled.stderr
        served.start()
        try:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page(viewport=PHONE, device_scale_factor=SCALE, color_scheme="light", locale="en-GB")
            come_in(page, served, address[1])
            look_back(page)
            record(page)
            browser.close()
        finally:
            served.stop()


if __name__ == "__main__":
    main()
