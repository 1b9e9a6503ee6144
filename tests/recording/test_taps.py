"""Turning taps into answers: stepping back, starting over, and restoring taps."""

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


def test_taps_add_up_to_answers():
    for spoken, expected in (
        ("a=1 a=2", "a=2"),  # the last value of a path
        ("a=1 a=", "a="),
        ("<", ""),
        ("a=1 a=2 <", "a=1"),
        ("a=1 b=2 c=3 < < < <", ""),
        ("a=1 b=2 < c=3", "a=1 c=3"),
        ("a=1 b=2 < c=3 < <", ""),  # back past an earlier step back
        ("a=1 b=2 !", ""),
        ("a=1 b=2 ! <", "a=1 b=2"),  # brings back what was there
        ("a=1 b=2 ! < <", "a=1"),
        ("a=1 ! b=2 <", ""),
        ("a=1 ! b=2 ! <", "b=2"),
        ("a=1 < ! <", ""),
        ("a=1 ! < b=2 < !", ""),
    ):
        assert typed({}, taps(spoken)) == {path: value for path, value, _member in taps(expected)}, spoken


def test_taps_change_a_saved_entry_which_shows_again_without_them():
    for spoken in ("", "a=1 <", "a=1 b=2 !"):
        assert typed({"a": 7, "z": 9}, taps(spoken)) == {"a": 7, "z": 9}, spoken


def test_a_tap_holds_one_answer_or_several():
    for answers, path, value in (
        ({"a": 1}, "a", 1),
        ({"a": 8, "b": 12}, "a b", [8, 12]),
        ({"a": True, "b": None, "c": (3,)}, "a b c", [True, None, [3]]),
    ):
        assert tap_of(answers, 7) == [path, value, 7]
        assert dict(answers_of([path, value, 7])) == answers
        assert typed({"b": 5}, [[path, value, 7]]) == {"b": 5} | answers


def test_the_last_writer_is_known_for_each_answer_of_a_tap():
    stopped = [["a", 1, 1], ["a b", [8, 12], 2], ["ab", 3, 3]]
    assert [last_writer(stopped, path) for path in ("a", "b", "ab", "a b")] == [2, 2, 3, None]


def test_undone_taps_do_not_count():
    counting = {"a=1 b=2 c=3": (0, 1, 2), "a=1 b=2 < c=3": (0, 3), "a=1 ! b=2": (2,), "a=1 b=2 ! <": (0, 1)}
    assert {spoken: counting_positions(taps(spoken)) for spoken in counting} == counting
