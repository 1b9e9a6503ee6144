"""The README's pictures, taken from the running app.

    .venv/bin/python -m tests.browser.pictures

fills an empty data folder with `manage.py demo`, browses it with Chromium, continues the hand in progress by tapping,
and writes `.readme/*.png`.
"""

import re
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from scorekeeper.web.configuration import ROOT
from tests.browser.chromium import chromium
from tests.serving import Served, manage

PICTURES = ROOT / ".readme"
PHONE = {"width": 390, "height": 844}
SCALE = 1.5
COLORS = 256
LARGEST = 80_000
"""The most bytes a picture may have; the limit is low because people also read READMEs on phones."""
GNOME, POINTS = "9S", (4, 3, 6)
"""The rest of the hand in progress: the Gnome, then the points of all players but the last, in order of entry."""


def press(page: Page, button: Locator) -> None:
    """Tap a button, and wait for the response."""
    page.wait_for_timeout(200)  # sooner, a tap at the same place would be ignored
    before = page.input_value("input[name=taps] >> nth=0")
    button.first.click()
    page.wait_for_function("before => document.querySelector('input[name=taps]').value !== before", arg=before)


def picture(page: Page, name: str) -> None:
    """Take one picture, with few colors to keep the file small."""
    page.wait_for_timeout(350)
    assert page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus") == 200, page.url
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    with Image.open(file) as screenshot:
        small = screenshot.convert("RGB").quantize(COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    size = file.stat().st_size
    assert size <= LARGEST, f"{name} has {size} bytes"
    print(f"{name}: {size / 1000:.0f} kB")


def join(page: Page, served: Served, address: str) -> None:
    """Join through the link that the demo printed."""
    page.goto(served.url + address)
    page.fill("[name=name]", "Nora")
    page.click("button.main")
    page.wait_for_selector("ol.nights")


def look_back(page: Page) -> None:
    """Take pictures of a night, the end of its first game, that game's chart in dark mode, statistics, and a player."""
    group = page.url
    page.locator("ol.nights > li").nth(1).locator("a").first.click()
    page.wait_for_selector(".lede")
    picture(page, "night")
    page.click("section h2 a.chip >> nth=0")
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
    """Take pictures of the game in progress while continuing its hand up to the preview."""
    page.click("a.seats >> nth=0")
    picture(page, "sheet")
    page.click(".dock .main")
    picture(page, "bidding")
    while (passing := page.locator('.dock button[value$=".passed=true"]')).count():
        press(page, passing)
    picture(page, "gnome")
    press(page, page.locator(f'button[value="hand.gnome={GNOME}"]'))
    for points in POINTS:
        press(page, page.locator(f'button[value$=".taken={points}"]'))
    picture(page, "points")
    press(page, page.locator('button.likely[value*=".taken="]'))
    picture(page, "preview")


def main() -> None:
    """Take all the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "data")
        demo = manage("demo", patience=120, **served.variables)
        address = re.search(r"http\S+?(/j/\S+)", demo.stdout)
        assert address, demo.stderr
        served.start()
        try:
            browser = playwright.chromium.launch(**chromium())
            page = browser.new_page(
                viewport=PHONE, device_scale_factor=SCALE, reduced_motion="reduce", color_scheme="light", locale="en-GB"
            )
            join(page, served, address[1])
            look_back(page)
            record(page)
            browser.close()
        finally:
            served.stop()


if __name__ == "__main__":
    main()
