"""The app's icons for home screens and shared links, drawn from `static/icon.svg`.

    .venv/bin/python -m tests.browser.icons

draws them with Chromium and writes `static/icon-192.png`, `static/icon-512.png` and `static/apple-touch-icon.png`.
"""

from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from scorekeeper.web.configuration import ROOT
from tests.browser.chromium import chromium

STATIC = ROOT / "static"
SIZES = {"icon-192": 192, "icon-512": 512, "apple-touch-icon": 180}
PAPER = "#f3ead7"
COLORS = 64
LARGEST = 6_000
"""The most bytes that an icon may have."""


def file_of(name: str) -> Path:
    """Return the file of an icon."""
    return STATIC / f"{name}.png"


def draw(page: Page, name: str) -> None:
    """Draw an icon on paper, inside the circle that every mask shows, with few colors to keep the file small."""
    size = SIZES[name]
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    style = f"body {{margin: 7vh 7vw; background: {PAPER}}} svg {{display: block}}"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>{style}</style>{drawing}")
    file = file_of(name)
    page.screenshot(path=file)
    with Image.open(file) as screenshot:
        small = screenshot.convert("RGB").quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    print(f"{name}: {file.stat().st_size} bytes")


def main() -> None:
    """Draw all the icons."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium())
        page = browser.new_page()
        for name in SIZES:
            draw(page, name)
        browser.close()


if __name__ == "__main__":
    main()
