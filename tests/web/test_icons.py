"""The icons in `static`: the app's own, as `tests/browser/icons.py` draws them, and the drawings of `icons.svg`."""

import re
from itertools import chain

from PIL import Image

from scorekeeper.games import all_games
from scorekeeper.recording.own_games.reading import setting_up
from scorekeeper.recording.setup.reading import KINDS
from scorekeeper.web.configuration import ROOT
from tests.browser import icons

CODE = {".css", ".html", ".js", ".py"}
TAG = re.compile(r'\{% icon (?:"([\w-]+)"|([\w.]+))')
NAMED = re.compile(r"icons\.svg[^#\n]{0,5}#([\w-]+)")
INSIDE = re.compile(r"""(?:href=["']|url\(["']?)#([\w-]+)""")


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


def pictures(game):
    """Yield the pictures that a game declares."""
    rules, toggles = game.rules, [field.toggle for field in game.fields if field.toggle]
    yield rules.picture
    yield from (each.picture for each in (*rules.seatless, *rules.legend, *game.statistics.figures, *toggles))
    yield from (toggle.picture_off for toggle in toggles)


def test_every_drawing_is_in_the_file_and_on_some_page():
    files = (file for room in ("scorekeeper", "static", "templates") for file in (ROOT / room).rglob("*.*"))
    code = "\n".join(file.read_text(encoding="utf-8") for file in files if file.suffix in CODE)
    drawings = (icons.STATIC / "icons.svg").read_text(encoding="utf-8")
    quoted, computed = (set(filter(None, names)) for names in zip(*TAG.findall(code), strict=True))
    assert {name.rpartition(".")[2] for name in computed} == {"picture", "picture_off"}
    used = {*quoted, *NAMED.findall(code), *chain(*map(pictures, all_games().values()))} - {""}
    ways = re.findall(r'<symbol id="([\w-]+)"', (icons.STATIC / "ways.svg").read_text(encoding="utf-8"))
    assert {*ways} == {*setting_up().pictures, "k-own", *(f"k-{kind}" for kind in KINDS)}
    assert {*INSIDE.findall(drawings)} <= {*re.findall(r'id="([\w-]+)"', drawings)}
    assert used - {*ways} == {*re.findall(r'<symbol id="([\w-]+)"', drawings)}
