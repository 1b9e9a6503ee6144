"""Helpers for drawings: round steps, labels that don't overlap, and truncated names."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.recording.sheet.charts import round_step, shorten, spread, text_width


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [(0.5, 6, 1), (6, 6, 1), (7, 6, 2), (12, 6, 2), (13, 6, 5), (31, 6, 10), (201, 6, 50), (4000, 6, 1000), (3, 1, 5)],
)
def test_a_step_is_the_smallest_round_number_that_works(span, most, step):
    assert round_step(span, most) == step


@pytest.mark.parametrize(
    ("places", "apart"),
    [
        pytest.param((50,), (50,), id="a single one stays"),
        pytest.param((50, 50), (45, 55), id="equal ones move apart"),
        pytest.param((50, 48), (54, 44), id="close ones keep their order"),
        pytest.param((0, 0, 0), (0, 10, 20), id="at the top"),
        pytest.param((20, 48, 52, 80), (20, 45, 55, 80), id="only those too close move"),
        pytest.param((50,) * 21, tuple(range(0, 101, 5)), id="too many get a smaller gap"),
    ],
)
def test_labels_move_as_little_as_possible(places, apart):
    assert spread(places, 10, 0, 100) == apart


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        pytest.param("Ann", "Ann", id="short"),
        pytest.param("Maximiliane-Wilhelmine", "Maxim…", id="long"),
        pytest.param("王" * 9, "王王王…", id="wide letters"),
        pytest.param("e\u0301" * 9, "e\u0301" * 6 + "…", id="letters made of two characters"),
        pytest.param("\u200d".join("王王王王王"), "王…", id="joined letters are kept or cut together"),
    ],
)
def test_a_long_name_is_truncated(name, cut):
    assert shorten(name, 106) == cut


@given(st.text(min_size=1, max_size=40), st.integers(60, 300))
def test_a_truncated_name_fits(name, width):
    assert text_width(shorten(name, width)) <= width or len(shorten(name, width)) <= 2
