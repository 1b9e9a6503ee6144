"""Reading what is being typed: a list of taps, folded into the draft it stands for.

A tap is `[path, value, member id]`. The list only grows while a hand is typed; stepping back and starting over are taps
too, whose value says how many of the taps before them count again.
"""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.declaration import Answers, Value
from scorekeeper.rules.entries import tapped

STEP_BACK = "*back"
START_OVER = "*over"
DEALER = "dealer"
Tap = list[Any]


def counting(taps: Sequence[Tap]) -> tuple[int, ...]:
    """The positions of the taps that count, oldest first."""
    stacks: list[tuple[int, ...]] = [()]
    for position, (path, value, _member) in enumerate(taps):
        went_back = path in (STEP_BACK, START_OVER)
        stacks.append(stacks[value] if went_back else (*stacks[-1], position))
    return stacks[-1]


def typed(base: Answers, taps: Sequence[Tap]) -> dict[str, Value]:
    """The draft: the last value of each path over `base`, what the hand was before it was typed."""
    draft = dict(base)
    for position in counting(taps):
        path, value, _member = taps[position]
        draft = tapped(draft, path, tuple(value) if isinstance(value, list) else value)
    return draft


def one_step_back(taps: Sequence[Tap]) -> int | None:
    """How many taps count after one step back, or None when there is nothing to take back.

    Right after starting over, the step back brings everything back.
    """
    if taps and taps[-1][0] == START_OVER:
        return len(taps) - 1
    stack = counting(taps)
    if not stack:
        return None
    return stack[-2] + 1 if len(stack) > 1 else 0


def just_started_over(taps: Sequence[Tap]) -> bool:
    """Whether the last tap threw the hand's typing away, so that it can be brought back."""
    return bool(taps) and taps[-1][0] == START_OVER


def last_writer(taps: Sequence[Tap], path: str) -> int | None:
    """The member who last typed at a path."""
    return next((tap[2] for tap in reversed(taps) if tap[0] == path), None)
