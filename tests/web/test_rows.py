"""A cached row is looked up by everything that the row shows."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from scorekeeper.recording.sheet.reading import Cell, HandView
from scorekeeper.rules.base import Mark
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import gettext as _, points
from scorekeeper.templatetags.scores import rows
from tests.web.template_parts import reads, template

ROW = "recording/sheet/_row.html"
STAR = Mark(key="star", sign="★", label=_("star"))
MOON = Mark(key="moon", sign="☾", label=_("moon"))
SAME_SIGN, SAME_LABEL = replace(STAR, label=MOON.label), replace(STAR, sign=MOON.sign)
ANN = Column(key="0", seats=(0,), label=_("Ann"))
CELL = Cell(column=ANN, change=points(0), gain=points(0), total=points(9), lines=(), marks=(STAR,), took_part=True)
HAND = HandView(
    number=3, label=None, dealer="Ann", cells=(CELL,), marks=(STAR,), uncounted=None, typing=False, versions=()
)


def cell(**changes):
    """Return the hand with these changes to its cell."""
    return replace(HAND, cells=(replace(CELL, **changes),))


CHANGED = {
    "hand.number": replace(HAND, number=4),
    "hand.label": replace(HAND, label=_("Sixes")),
    "hand.uncounted": replace(HAND, uncounted=_("After the end, so it doesn’t count.")),
    "hand.marks": replace(HAND, marks=()),
    "hand.marks[].sign": replace(HAND, marks=(SAME_LABEL,)),
    "hand.marks[].label": replace(HAND, marks=(SAME_SIGN,)),
    "hand.cells": replace(HAND, cells=(CELL, CELL)),
    "hand.cells[].took_part": cell(took_part=False),
    "hand.cells[].change": cell(change=points(5)),
    "hand.cells[].look": cell(gain=points(5)),
    "hand.cells[].look, beside the players": cell(column=replace(ANN, seats=())),
    "hand.cells[].total": cell(total=points(0)),
    "hand.cells[].total, none": cell(total=None),
    "hand.cells[].marks": cell(marks=()),
    "hand.cells[].marks, and their order": cell(marks=(STAR, MOON)),
    "hand.cells[].marks[].sign": cell(marks=(SAME_LABEL,)),
    "hand.cells[].marks[].label": cell(marks=(SAME_SIGN,)),
}
"""For each variable that `_row.html` reads, except those in `ELSEWHERE`, a hand in which only that variable differs."""
ELSEWHERE = {"here", "hand.versions"}
"""Variables that other tests change."""


def rendered(hand, here=""):
    """Return a row as the template engine renders it."""
    return render_to_string(ROW, {"hand": hand, "here": here})


def test_everything_that_a_row_reads_is_changed_here():
    assert set(reads(template(ROW).nodelist)) == {name.partition(",")[0] for name in CHANGED} | ELSEWHERE


@pytest.mark.parametrize("changed", CHANGED.values(), ids=CHANGED)
def test_a_row_that_shows_something_else_is_rendered(changed):
    kept = rows([HAND])
    assert kept == rendered(HAND)
    assert rendered(changed) != kept
    assert rows([changed, HAND]) == rendered(changed) + kept


def test_rows_of_a_watched_game_have_addresses_of_their_own():
    assert rows([HAND]) == rendered(HAND)
    assert rows([HAND], "game=7&") == rendered(HAND, "game=7&")
    assert "?game=7&amp;hand=3#" in rows([HAND], "game=7&")
