"""The key of a kept row contains everything that the row shows."""

import gc
import tracemalloc
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.games import all_games
from scorekeeper.memory import memory
from scorekeeper.queries.recording import sheets
from scorekeeper.queries.recording.sheets import Cell, HandView
from scorekeeper.rules.base import Mark
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.words import gettext as _, points
from scorekeeper.templatetags.kept import rows
from tests.templatetags.reading import nodes, reads, template

ROW = "game/_row.html"
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
    "hand.cells[].gain": cell(gain=points(5)),
    "hand.cells[].column.seats": cell(column=replace(ANN, seats=())),
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
def test_a_row_that_shows_something_else_is_not_taken_from_memory(changed):
    kept = rows([HAND])
    assert kept == rendered(HAND)
    assert rendered(changed) != kept
    assert rows([changed, HAND]) == rendered(changed) + kept


def test_rows_of_a_watched_game_have_addresses_of_their_own():
    assert rows([HAND]) == rendered(HAND)
    assert rows([HAND], "game=7&") == rendered(HAND, "game=7&")
    assert "?game=7&amp;hand=3#" in rows([HAND], "game=7&")


def test_each_language_has_its_own_rows(monkeypatch):
    english = rows([HAND])
    monkeypatch.setattr(translation._trans, "gettext", lambda message: f"»{message}«", raising=False)
    assert rows([HAND]) == english
    with translation.override("de"):
        assert 'aria-label="»star«"' in rows([HAND])
    assert rows([HAND]) == english


def test_rows_that_show_the_same_are_kept_once():
    rows([HAND])
    size = memory.size
    assert rows([replace(HAND, dealer="Bob", typing=True)]) == rendered(HAND)
    assert memory.size == size


def test_an_open_row_is_not_kept():
    opened = replace(HAND, versions=((None, None),))
    sheet = sheets.SheetView(
        record=None,
        columns=(),
        hands=(replace(HAND, number=4), opened, replace(HAND, number=2)),
        legend=(),
        end=None,
        next_hand=_("Hand 5"),
        next_dealer="",
        rematch_dealer="",
        typing=False,
        latest=None,
    )
    closed = [hand.number for hand in (*sheet.newer, *sheet.older)]
    assert (sheet.opened, closed) == (opened, [4, 2])
    given = [reads(tag) for tag in nodes(template("game/_table.html").nodelist) if getattr(tag, "func", None) is rows]
    assert [list(values) for values in given] == [["sheet.newer", "here"], ["sheet.older", "here"]]


def test_what_a_mark_says_follows_from_its_message():
    """A row's key contains the messages of its marks' labels, but not their plurals or values."""
    of_games = {mark for game in all_games().values() for mark in game.rules.legend}
    of_sheets = {mark for mark in vars(sheets).values() if isinstance(mark, Mark)}
    assert len(of_sheets) == 7
    assert not [mark for mark in of_games | of_sheets if mark.label.values or mark.label.many]


def test_rows_take_no_more_memory_than_estimated():
    """Each row shows different numbers, so that nothing can be shared."""
    different = [cell(change=points(number), gain=points(number), total=points(2 * number)) for number in range(200)]
    rows([HAND])
    memory.clear()
    gc.collect()
    tracemalloc.start()
    rows(different)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken <= memory.size
