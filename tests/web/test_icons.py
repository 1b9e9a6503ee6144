"""The icons in `static`, as `tests/browser/icons.py` draws them from `static/icon.svg`."""

import re

import pytest
from PIL import Image

from tests.browser import icons

icon_names = pytest.mark.parametrize("name", icons.SIZES)


def opened(name):
    with Image.open(icons.file_of(name)) as image:
        return image.convert("RGB")


@icon_names
def test_an_icon_is_small_and_has_the_colors_of_the_drawing(name):
    image = opened(name)
    assert image.size == (icons.SIZES[name],) * 2
    assert icons.file_of(name).stat().st_size <= icons.LARGEST
    painted = {f"#{red:02x}{green:02x}{blue:02x}" for _count, (red, green, blue) in image.getcolors(99_999)}
    drawing = (icons.STATIC / "icon.svg").read_text(encoding="utf-8")
    assert painted >= {icons.PAPER, *re.findall(r'fill="(#\w+)"', drawing)}


@icon_names
def test_the_drawing_stays_inside_the_circle_that_every_mask_shows(name):
    image = opened(name)
    paper, half = image.getpixel((0, 0)), image.width / 2
    reach = max(
        (x - half) ** 2 + (y - half) ** 2
        for x in range(image.width)
        for y in range(image.height)
        if image.getpixel((x, y)) != paper
    )
    assert half * 0.7 < reach**0.5 <= half * 0.8
