"""The marks of players: as many signs and colours as the models count, and colours that can be read."""

import re
from pathlib import Path

import pytest

from scorekeeper.models import MARKS
from scorekeeper.text import SIGNS

CSS = (Path(__file__).parent.parent / "static/scorekeeper.css").read_text(encoding="utf-8")
GROUND = re.compile(r"--(?:paper|card): #(\w{6});")
COLOUR = re.compile(r"\.mark-(\d+) \{\s*--mark: #(\w{6});")


def luminance(colour):
    """As the accessibility guidelines reckon it, from six hexadecimal digits."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_there_is_a_sign_and_a_word_for_every_mark():
    signs, words = {sign for sign, _word in SIGNS}, {str(word) for _sign, word in SIGNS}
    assert len(SIGNS) == len(signs) == len(words) == MARKS


def test_no_sign_is_one_that_phones_paint_as_a_picture():
    pictures = set("▪▫▶◀◻◼◽◾☀✔✖✳✴❇❤➕⬛⬜⭐⭕")
    assert not {sign for sign, _word in SIGNS} & pictures


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_read_on_paper_and_card(scheme):
    place = ("light", "dark").index(scheme)
    grounds = [luminance(ground) for ground in GROUND.findall(CSS)][2 * place : 2 * place + 2]
    colours = COLOUR.findall(CSS)[MARKS * place : MARKS * (place + 1)]
    assert [int(mark) for mark, _colour in colours] == list(range(MARKS))
    assert len({colour for _mark, colour in colours}) == MARKS
    for _mark, colour in colours:
        for ground in grounds:
            low, high = sorted((luminance(colour), ground))
            assert (high + 0.05) / (low + 0.05) >= 4.5
