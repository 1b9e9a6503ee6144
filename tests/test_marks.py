"""Players' marks: as many symbols and colors as the models expect, and all colors legible."""

import re
from pathlib import Path

from scorekeeper.formats.language import SIGNS
from scorekeeper.models import MARKS

STATIC = Path(__file__).parent.parent / "static"
CSS = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("scorekeeper.css", "dark.css"))
BACKGROUND = re.compile(r"--(?:paper|card): #(\w{6});")
COLOR = re.compile(r"\.mark-(\d+) \{\s*--mark: #(\w{6});")


def luminance(color):
    """Return the relative luminance, as WCAG defines it, of a color given as six hexadecimal digits."""
    levels = [int(color[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_mark_has_a_symbol_and_a_word():
    signs, words = {sign for sign, _word in SIGNS}, {str(word) for _sign, word in SIGNS}
    assert len(SIGNS) == len(signs) == len(words) == MARKS


def test_phones_draw_no_symbol_as_an_emoji():
    emoji = set("▪▫▶◀◻◼◽◾☀✔✖✳✴❇❤➕⬛⬜⭐⭕")
    assert not {sign for sign, _word in SIGNS} & emoji


def test_the_colors_are_legible_on_paper_and_card_whether_light_or_dark():
    for place in (0, 1):
        backgrounds = [luminance(background) for background in BACKGROUND.findall(CSS)][2 * place : 2 * place + 2]
        colors = COLOR.findall(CSS)[MARKS * place : MARKS * (place + 1)]
        assert [int(mark) for mark, _color in colors] == list(range(MARKS))
        assert len({color for _mark, color in colors}) == MARKS
        for mark, color in colors:
            for background in backgrounds:
                low, high = sorted((luminance(color), background))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (mark, color)
