"""Players' marks: as many signs and colors as the models expect, legible, told apart, and no two alike at a table."""

import re
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from scorekeeper.formats.language import SIGNS, distinct
from scorekeeper.games import all_games
from scorekeeper.models import MARKS
from scorekeeper.web.configuration import ROOT
from tests.colors import BLINDNESSES, contrast, difference, lab, luminance

CSS = (ROOT / "static/scorekeeper.css").read_text(encoding="utf-8")
COLORS = re.findall(r"\.p(\d+) \{\s*--f: #(\w{6});\s*\}", CSS)
[GNOME] = re.findall(r"\.pg \{\s*--f: #(\w{6});", CSS)
NIGHT = {"card": "1c303a"} | {name: re.search(rf"--{name}: #(\w{{6}});", CSS)[1] for name in ("ring", "table", "well")}
"""What a face can lie on, in both schemes."""
REDS = ("9c2015", "ff775d")
"""The way on and lost points, by day and by night."""
BY_COLOR = 8
"""So many colors differ without their signs."""
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Pairs of colors in CIELAB and their differences, as Sharma, Wu and Dalal published them for tests of CIEDE2000."""


def test_every_mark_has_a_sign_a_word_and_a_color():
    signs, words = {sign for sign, _word in SIGNS}, {str(word) for _sign, word in SIGNS}
    assert len(SIGNS) == len(signs) == len(words) == MARKS
    assert [int(mark) for mark, _color in COLORS] == list(range(MARKS))


def test_phones_draw_no_sign_as_an_emoji():
    emoji = set("▪▫▶◀◻◼◽◾☀☄☎☔☕✔✖✳✴❇❤➕⬛⬜⭐⭕⌛⏳🌙🌛🌜💧")
    assert not {sign for sign, _word in SIGNS} & emoji


@pytest.mark.parametrize(("one", "other", "unlike"), SHARMA)
def test_the_difference_of_two_colors_is_the_published_one(one, other, unlike):
    assert difference(one, other) == pytest.approx(unlike, abs=0.00005)
    assert difference(other, one) == pytest.approx(unlike, abs=0.00005)


def test_color_blind_people_see_grays_as_they_are():
    assert lab("ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    for blindness in BLINDNESSES:
        assert lab("777777", blindness) == pytest.approx(lab("777777"), abs=0.02)
    assert (
        difference(lab("9c2015", "deuteranopia"), lab("4b5a17", "deuteranopia"))
        < 10
        < difference(lab("9c2015"), lab("4b5a17"))
    ), "they mix up red and green"


@pytest.mark.parametrize("color", [*(color for _mark, color in COLORS), GNOME])
def test_a_face_stands_out_from_the_night_and_its_sign_from_the_face(color):
    assert all(luminance(ground) < 0.05 for ground in NIGHT.values())
    assert {name for name, ground in NIGHT.items() if contrast(color, ground) < 3} == set()
    assert contrast(color, NIGHT["ring"]) >= 4.5


def test_no_face_looks_red():
    assert {*re.findall(r"--red: #(\w{6});", CSS)} <= {*REDS}
    for mark, color in [*COLORS, ("the Gnome", GNOME)]:
        assert all(difference(lab(color), lab(red)) >= 15 for red in REDS), mark


@pytest.mark.parametrize("blindness", BLINDNESSES)
def test_the_first_eight_are_told_apart_by_color_alone(blindness):
    first = [lab(color, blindness) for _mark, color in COLORS[:BY_COLOR]]
    alike = [pair for pair in combinations(range(BY_COLOR), 2) if difference(*(first[mark] for mark in pair)) < 10]
    assert alike == []


def test_the_colors_differ_for_everyone_else():
    assert len({color for _mark, color in COLORS} | {GNOME}) == MARKS + 1


@given(marks=st.lists(st.integers(0, MARKS - 1), min_size=1, max_size=MARKS))
def test_at_a_table_no_two_marks_are_alike_and_the_first_who_has_one_keeps_it(marks):
    shown = distinct(marks)
    assert len({*shown}) == len(marks)
    assert {*shown} <= {*range(MARKS)}
    assert all(shown[marks.index(mark)] == mark for mark in marks)
    assert distinct(shown) == shown


def test_of_players_who_share_a_mark_the_later_ones_are_shown_with_the_lowest_that_nobody_has():
    assert distinct([3, 0, 5]) == (3, 0, 5)
    assert distinct([3, 3, 0]) == (3, 1, 0)
    assert distinct([3, 3, 0, 3, 5]) == (3, 1, 0, 2, 5)


def test_there_are_marks_enough_for_every_table():
    assert max(game.rules.players[-1] for game in all_games().values()) <= MARKS
    assert distinct([0] * (MARKS + 2))[-2:] == (0, 0)
