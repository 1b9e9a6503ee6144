"""A cached row is looked up by everything that the row shows."""

from dataclasses import replace

from django.template.loader import render_to_string

from scorekeeper.recording.sheet.reading import Cell, HandView
from scorekeeper.rules.base import Mark
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import gettext as _, points
from scorekeeper.templatetags.scores import rows

ROW = "recording/sheet/_row.html"
STAR = Mark(key="star", sign="★", label=_("star"))
MOON = Mark(key="moon", sign="☾", label=_("moon"))
SAME_SIGN, SAME_LABEL = replace(STAR, label=MOON.label), replace(STAR, sign=MOON.sign)


def view(kind, **shown):
    """Return a hand or a cell that shows this, without a game behind it."""
    made = object.__new__(kind)
    vars(made).update(shown)
    return made


ANN = Column(key="0", seats=(0,), label=_("Ann"))
GNOME = Column(key="gnome", label=_("Gnome"))
NO_POINTS = {"change": points(0), "gain": points(0), "total": points(9), "lines": ()}
CELL = view(Cell, column=ANN, **NO_POINTS, marks=(STAR,), took_part=True, faces=(GNOME,))
SHOWN = {
    "number": 3,
    "called": _("Hand 3"),
    "label": None,
    "dealer": "Ann",
    "dealer_mark": 0,
    "cells": (CELL,),
    "marks": (STAR,),
}
HAND = view(HandView, **SHOWN, uncounted=None, typing=False, versions=(), recorded=())


def changed(what, **changes):
    """Return the same hand or cell, but with these changes."""
    return view(type(what), **(vars(what) | changes))


def cell(**changes):
    """Return the hand with these changes to its cell."""
    return changed(HAND, cells=(changed(CELL, **changes),))


CHANGED = {
    "the number": changed(HAND, number=4, called=_("Hand 4")),
    "the label": changed(HAND, label=_("Sixes")),
    "that it doesn't count": changed(HAND, uncounted=_("After the end, so it doesn’t count.")),
    "no mark": changed(HAND, marks=()),
    "another sign": changed(HAND, marks=(SAME_LABEL,)),
    "another sign's label": changed(HAND, marks=(SAME_SIGN,)),
    "another cell": changed(HAND, cells=(CELL, CELL)),
    "who took part": cell(took_part=False),
    "the change": cell(change=points(5)),
    "whose it is": cell(faces=(3,)),
    "the total": cell(total=points(0)),
    "no total": cell(total=None),
    "no mark in a cell": cell(marks=()),
    "two marks in a cell": cell(marks=(STAR, MOON)),
    "another sign in a cell": cell(marks=(SAME_LABEL,)),
    "another sign's label in a cell": cell(marks=(SAME_SIGN,)),
}
"""Hands that differ from `HAND` in a single thing that a row shows."""


def rendered(hand, here=""):
    """Return a row as the template engine renders it."""
    return render_to_string(ROW, {"hand": hand, "here": here})


def test_a_row_that_shows_something_else_is_rendered():
    for what, changed in CHANGED.items():
        kept = rows([HAND])
        assert kept == rendered(HAND), what
        assert rendered(changed) != kept, what
        assert rows([changed, HAND]) == rendered(changed) + kept, what


def test_rows_of_a_watched_game_have_addresses_of_their_own():
    assert rows([HAND]) == rendered(HAND)
    assert rows([HAND], "game=7&") == rendered(HAND, "game=7&")
    assert "?game=7&amp;hand=3#" in rows([HAND], "game=7&")


def test_lost_points_stand_out_unless_fewer_are_better():
    for change, gain, look in ((1, 1, ""), (-1, -1, "lost"), (0, 0, "zero"), (-1, 1, ""), (1, -1, "")):
        assert changed(CELL, marks=(), change=points(change), gain=points(gain)).look == look
