"""Turning taps into answers: stepping back, starting over, and restoring taps."""

import pytest

from scorekeeper.recording.game.records import (
    START_OVER,
    STEP_BACK,
    answers_of,
    counting_positions,
    last_writer,
    step_back_target,
    tap_of,
    typed,
)


def taps(spoken):
    """Parse taps such as "a=1 b=2 < b=3 !": `<` steps back, and `!` starts over. Members 1 and 2 take turns."""
    result = []
    for word in spoken.split():
        if word == "<":
            keep = step_back_target(result)
            result += [] if keep is None else [[STEP_BACK, keep, 1]]
        elif word == "!":
            result.append([START_OVER, 0, 1])
        else:
            path, _equals, value = word.partition("=")
            result.append([path, int(value) if value else None, 1 + len(result) % 2])
    return result


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        pytest.param("a=1 a=2", "a=2", id="the last value of a path"),
        pytest.param("a=1 a=", "a=", id="cleared"),
        pytest.param("<", "", id="nothing to step back from"),
        pytest.param("a=1 a=2 <", "a=1", id="back to the earlier value"),
        pytest.param("a=1 b=2 c=3 < < < <", "", id="more steps than taps"),
        pytest.param("a=1 b=2 < c=3", "a=1 c=3", id="going on after a step back"),
        pytest.param("a=1 b=2 < c=3 < <", "", id="back past an earlier step back"),
        pytest.param("a=1 b=2 !", "", id="start over"),
        pytest.param("a=1 b=2 ! <", "a=1 b=2", id="bring back"),
        pytest.param("a=1 b=2 ! < <", "a=1", id="bring back, then one step"),
        pytest.param("a=1 ! b=2 <", "", id="back from a tap after starting over"),
        pytest.param("a=1 ! b=2 ! <", "b=2", id="bring back what came after starting over"),
        pytest.param("a=1 < ! <", "", id="nothing to bring back"),
        pytest.param("a=1 ! < b=2 < !", "", id="again and again"),
    ],
)
def test_taps_add_up_to_answers(spoken, expected):
    assert typed({}, taps(spoken)) == {path: value for path, value, _member in taps(expected)}


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        pytest.param("", {"a": 7, "z": 9}, id="the entry itself"),
        pytest.param("a=1 <", {"a": 7, "z": 9}, id="the entry shows again"),
        pytest.param("a=1 b=2 !", {"a": 7, "z": 9}, id="back to the entry by starting over"),
    ],
)
def test_taps_change_a_saved_entry(spoken, expected):
    assert typed({"a": 7, "z": 9}, taps(spoken)) == expected


@pytest.mark.parametrize(
    ("answers", "path", "value"),
    [
        pytest.param({"a": 1}, "a", 1, id="one answer"),
        pytest.param({"a": 8, "b": 12}, "a b", [8, 12], id="two answers"),
        pytest.param({"a": True, "b": None, "c": (3,)}, "a b c", [True, None, [3]], id="three answers of three kinds"),
    ],
)
def test_a_tap_holds_one_answer_or_several(answers, path, value):
    assert tap_of(answers, 7) == [path, value, 7]
    assert dict(answers_of([path, value, 7])) == answers
    assert typed({"b": 5}, [[path, value, 7]]) == {"b": 5} | answers


def test_the_last_writer_is_known_for_each_answer_of_a_tap():
    stopped = [["a", 1, 1], ["a b", [8, 12], 2], ["ab", 3, 3]]
    assert [last_writer(stopped, path) for path in ("a", "b", "ab", "a b")] == [2, 2, 3, None]


@pytest.mark.parametrize(
    ("spoken", "positions"),
    [("a=1 b=2 c=3", (0, 1, 2)), ("a=1 b=2 < c=3", (0, 3)), ("a=1 ! b=2", (2,)), ("a=1 b=2 ! <", (0, 1))],
)
def test_undone_taps_do_not_count(spoken, positions):
    assert counting_positions(taps(spoken)) == positions
