"""Taps folded into what they stand for: stepping back, starting over, bringing back."""

import pytest

from scorekeeper.queries.taps import (
    START_OVER,
    STEP_BACK,
    counting,
    just_started_over,
    last_writer,
    one_step_back,
    typed,
)


def taps(spoken):
    """Taps from "a=1 b=2 < b=3 !": `<` steps back, `!` starts over; even ones are member 1's, odd ones 2's."""
    made = []
    for word in spoken.split():
        if word == "<":
            keep = one_step_back(made)
            made += [] if keep is None else [[STEP_BACK, keep, 1]]
        elif word == "!":
            made.append([START_OVER, 0, 1])
        else:
            path, _equals, value = word.partition("=")
            made.append([path, int(value) if value else None, 1 + len(made) % 2])
    return made


@pytest.mark.parametrize(
    ("spoken", "stands"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("a=1 b=2", "a=1 b=2", id="two fields"),
        pytest.param("a=1 a=2", "a=2", id="the last value of a path"),
        pytest.param("a=1 a=", "a=", id="taken away"),
        pytest.param("a=1 <", "", id="back to nothing"),
        pytest.param("<", "", id="nothing to step back from"),
        pytest.param("a=1 b=2 <", "a=1", id="one step"),
        pytest.param("a=1 a=2 <", "a=1", id="the value before"),
        pytest.param("a=1 b=2 c=3 < <", "a=1", id="two steps"),
        pytest.param("a=1 b=2 c=3 < < < <", "", id="more steps than taps"),
        pytest.param("a=1 b=2 < c=3", "a=1 c=3", id="on from a step back"),
        pytest.param("a=1 b=2 < c=3 <", "a=1", id="back what came after a step back"),
        pytest.param("a=1 b=2 < c=3 < <", "", id="back over an earlier step back"),
        pytest.param("a=1 b=2 !", "", id="start over"),
        pytest.param("a=1 b=2 ! <", "a=1 b=2", id="bring back"),
        pytest.param("a=1 b=2 ! < <", "a=1", id="bring back, then one step"),
        pytest.param("a=1 ! b=2", "b=2", id="on after starting over"),
        pytest.param("a=1 ! b=2 <", "", id="only the new tap goes"),
        pytest.param("a=1 ! b=2 ! <", "b=2", id="bring back the second beginning"),
        pytest.param("a=1 < ! <", "", id="nothing to bring back"),
        pytest.param("a=1 ! < b=2 < !", "", id="over and over"),
    ],
)
def test_what_stands(spoken, stands):
    assert typed({}, taps(spoken)) == {path: value for path, value, _member in taps(stands)}


@pytest.mark.parametrize(
    ("spoken", "stands"),
    [
        pytest.param("", {"a": 7, "z": 9}, id="the entry itself"),
        pytest.param("a=1", {"a": 1, "z": 9}, id="typed over it"),
        pytest.param("a=1 <", {"a": 7, "z": 9}, id="the entry shows again"),
        pytest.param("a=1 b=2 !", {"a": 7, "z": 9}, id="starting over leaves the entry"),
    ],
)
def test_what_stands_over_a_saved_entry(spoken, stands):
    assert typed({"a": 7, "z": 9}, taps(spoken)) == stands


def test_a_list_is_read_as_the_numbers_it_was():
    assert typed({}, [["hand.melds", [1, 2], 1]]) == {"hand.melds": (1, 2)}


@pytest.mark.parametrize(
    ("spoken", "positions"),
    [("a=1 b=2 c=3", (0, 1, 2)), ("a=1 b=2 < c=3", (0, 3)), ("a=1 ! b=2", (2,)), ("a=1 b=2 ! <", (0, 1))],
)
def test_which_taps_count(spoken, positions):
    assert counting(taps(spoken)) == positions


@pytest.mark.parametrize(("spoken", "started_over"), [("", False), ("a=1", False), ("a=1 !", True), ("a=1 ! <", False)])
def test_starting_over_can_be_brought_back_right_after_it(spoken, started_over):
    assert just_started_over(taps(spoken)) is started_over


@pytest.mark.parametrize(("path", "member"), [("a", 1), ("b", 2), ("c", None)])
def test_who_wrote_last(path, member):
    assert last_writer(taps("a=1 b=2 a=3"), path) == member
