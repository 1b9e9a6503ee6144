"""Turn a hand's list of taps into the resulting answers.

A tap is `[path, value, member id]`. While a hand is being entered, the list only grows: stepping back and starting over
are taps too, with a value n that restores the state after the first n taps. A tap that answers several questions at
once has their paths, separated by spaces, and a list of their values.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.rules.declaration import Answers, Value
from scorekeeper.rules.entries import tapped

STEP_BACK = "*back"
START_OVER = "*over"
Tap = list[Any]


def counting_positions(taps: Sequence[Tap]) -> tuple[int, ...]:
    """Return the positions of the taps that count, oldest first."""
    states: list[tuple[int, ...]] = [()]
    for position, (path, value, _member) in enumerate(taps):
        states.append(states[value] if path in (STEP_BACK, START_OVER) else (*states[-1], position))
    return states[-1]


def tap_of(answers: Mapping[str, Value], member: int) -> Tap:
    """Return the tap that records a member's answers."""
    values = [list(value) if isinstance(value, tuple) else value for value in answers.values()]
    return [" ".join(answers), values if len(values) > 1 else values[0], member]


def answers_of(tap: Tap) -> Iterator[tuple[str, Value]]:
    """Yield the paths and values of a tap."""
    path, value, _member = tap
    paths = path.split(" ")
    for each, answer in zip(paths, value if len(paths) > 1 else [value], strict=True):
        yield each, tuple(answer) if isinstance(answer, list) else answer


def typed(base: Answers, taps: Sequence[Tap]) -> dict[str, Value]:
    """Return the answers after these taps. `base` contains the answers before them."""
    answers = dict(base)
    for position in counting_positions(taps):
        for path, value in answers_of(taps[position]):
            answers = tapped(answers, path, value)
    return answers


def step_back_target(taps: Sequence[Tap]) -> int | None:
    """Return the value for a step-back tap, or None if no taps are left to undo.

    Right after starting over, a step back restores all taps.
    """
    if just_started_over(taps):
        return len(taps) - 1
    counted = counting_positions(taps)
    if not counted:
        return None
    return counted[-2] + 1 if len(counted) > 1 else 0


def just_started_over(taps: Sequence[Tap]) -> bool:
    """Return whether the last tap started over, so that a step back would restore all taps."""
    return bool(taps) and taps[-1][0] == START_OVER


def last_writer(taps: Sequence[Tap], path: str) -> int | None:
    """Return the id of the member who last answered at a path, or None."""
    return next((tap[2] for tap in reversed(taps) if path in tap[0].split(" ")), None)
