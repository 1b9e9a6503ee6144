"""The icons in `static`, as `tests/browser/icons.py` draws them from `static/icon.svg`."""

import re

from PIL import Image

from tests.browser import icons


def opened(name):
    with Image.open(icons.file_of(name)) as image:
        return image.convert("RGB")


def test_an_icon_is_small_and_has_the_colors_of_the_drawing():
    drawing = (icons.STATIC / "icon.svg").read_text(encoding="utf-8")
    for name, size in icons.SIZES.items():
        image = opened(name)
        assert image.size == (size, size), name
        assert icons.file_of(name).stat().st_size <= icons.LARGEST, name
        painted = {f"#{red:02x}{green:02x}{blue:02x}" for _count, (red, green, blue) in image.getcolors(99_999)}
        assert painted >= {icons.PAPER, *re.findall(r'fill="(#\w+)"', drawing)}, name


def test_the_drawing_stays_inside_the_circle_that_every_mask_shows():
    for name in icons.SIZES:
        image = opened(name)
        paper, half = image.getpixel((0, 0)), image.width / 2
        places = [(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) != paper]
        reach = max((x - half) ** 2 + (y - half) ** 2 for x, y in places) ** 0.5
        assert half * 0.7 < reach <= half * 0.8, name
