"""Fonts: our own has every sign that the app shows, in legible reds, and what stands in for the display face fits."""

import math
import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from scorekeeper.formats.language import SIGNS
from scorekeeper.web.configuration import ROOT
from tests.colors import contrast
from tests.suits import AS_TEXT, DRAWINGS, FILE, RED, RED_SIGNS, SUITS, make

LARGEST = 2500
"""The most bytes the font may have: most pages load it."""
SIGN = re.compile("[†\u2190-\u2211\u2213-\u24ff\u25a0-\u2bff]")
"""A character that devices draw in their own ways: an arrow, a symbol, a shape. The minus sign isn't one."""
STATIC = ROOT / "static"
CSS = (STATIC / "scorekeeper.css").read_text(encoding="utf-8")
LIGHT, NIGHT = (
    re.search(rf"^{start} \{{[^}}]*--ground[^}}]*\}}", CSS, re.MULTILINE)[0] for start in (":root", r"\.night.*")
)
SUFFIXES = {".py", ".html", ".css", ".js"}
STAND_IN = re.compile(
    r'"Grenze like [^}]+size-adjust: (?P<size>[\d.]+)%;\s+ascent-override: (?P<ascent>[\d.]+)%;\s+'
    r"descent-override: (?P<descent>[\d.]+)%"
)


def tables(file):
    font = TTFont(file)
    return {tag: font.reader[tag] for tag in font.reader.tables}


def token(css, name):
    return re.search(rf"--{name}: #(\w{{6}});", css)[1]


def palette(name):
    return re.search(rf"@font-palette-values --{name} \{{[^}}]*override-colors: 0 #(\w{{6}});", CSS)[1]


@pytest.fixture(scope="module")
def font():
    return TTFont(FILE)


def test_the_font_is_what_the_drawings_make():
    made = BytesIO()
    make().save(made)
    assert tables(made) == tables(FILE), "run .venv/bin/python -m tests.suits"
    assert FILE.stat().st_size <= LARGEST


def test_the_font_has_exactly_the_signs_that_the_app_shows(font):
    files = [path for room in ("scorekeeper", "templates", "static") for path in (ROOT / room).rglob("*")]
    texts = [path.read_text(encoding="utf-8") for path in files if path.suffix in SUFFIXES]
    assert {sign for text in texts for sign in SIGN.findall(text)} == set(DRAWINGS)
    assert set(map(ord, DRAWINGS)) == set(font.getBestCmap())


def test_the_style_sheet_takes_these_signs_from_the_font_and_leaves_letters_and_spaces_to_others():
    [ranges] = re.findall(r"unicode-range:([^;]+);", CSS)
    taken = set()
    for low, high in re.findall(r"U\+(\w+)(?:-(\w+))?", ranges):
        taken |= set(range(int(low, 16), int(high or low, 16) + 1))
    assert taken >= {*map(ord, DRAWINGS), AS_TEXT}
    assert not taken & {*range(0x2020), *range(0x2021, 0x2190)}, "spaces, letters, digits, marks of text"


def test_a_suit_that_asks_to_be_text_is_drawn_by_the_font(font):
    [variations] = [table for table in font["cmap"].tables if table.format == 14]
    assert variations.uvsDict == {AS_TEXT: [(ord(suit), None) for suit in sorted(SUITS)]}


def test_the_suits_stand_on_the_baseline_and_are_as_high_as_capitals(font):
    display = TTFont(STATIC / "fonts/grenze-600.woff2")
    capitals = display["OS/2"].sCapHeight / display["head"].unitsPerEm
    names = font.getBestCmap()
    for suit in SUITS:
        shape = font["glyf"][names[ord(suit)]]
        assert -30 <= shape.yMin <= 0
        assert capitals <= shape.yMax / font["head"].unitsPerEm <= capitals + 0.05
    assert len({font["hmtx"][names[ord(suit)]][0] for suit in SUITS}) == 1


@pytest.mark.parametrize("sign", [sign for sign, _word in SIGNS])
def test_a_players_sign_is_in_the_middle_of_its_face(font, sign):
    name = font.getBestCmap()[ord(sign)]
    shape, (advance, _left) = font["glyf"][name], font["hmtx"][name]
    middle = (font["hhea"].ascent + font["hhea"].descent) / 2
    assert advance == 700
    assert (shape.xMin + shape.xMax) / 2 == pytest.approx(advance / 2, abs=30)
    assert (shape.yMin + shape.yMax) / 2 == pytest.approx(middle, abs=50), "a triangle's weight is below its middle"
    farthest = max(math.hypot(x - advance / 2, y - middle) for x, y in shape.coordinates)
    assert 230 < farthest < 400, "as large as the others, and inside the disc"


def test_only_what_is_red_on_cards_is_red(font):
    assert set(font["COLR"].ColorLayers) == {font.getBestCmap()[ord(sign)] for sign in RED_SIGNS}
    assert [str(color) for [color] in font["CPAL"].palettes] == [f"#{RED.upper()}FF"]


def test_red_is_legible_also_on_black_and_on_white_that_people_force():
    for background in ("ground", "card", "key"):
        assert contrast(RED, token(LIGHT, background)) >= 4.5
        assert contrast(palette("night"), token(NIGHT, background)) >= 4.5
    assert contrast(RED, token(LIGHT, "lit")) >= 4.5
    assert all(contrast(palette("forced"), background) >= 3 for background in ("000000", "ffffff"))


def test_on_the_red_button_a_suit_has_the_color_of_the_text():
    assert palette("on-red") == token(LIGHT, "on-red")
    assert palette("on-night-red") == token(NIGHT, "on-red")


def test_what_stands_in_for_the_display_face_is_as_high():
    display = TTFont(STATIC / "fonts/grenze-600.woff2")
    units, line = display["head"].unitsPerEm, display["hhea"]
    stand_ins = list(STAND_IN.finditer(CSS))
    assert len(stand_ins) == CSS.count("local(") - CSS.count(", local(")
    for stand_in in stand_ins:
        size, ascent, descent = (float(stand_in[name]) / 100 for name in ("size", "ascent", "descent"))
        assert size * ascent == pytest.approx(line.ascent / units, abs=0.002)
        assert size * descent == pytest.approx(-line.descent / units, abs=0.002)
