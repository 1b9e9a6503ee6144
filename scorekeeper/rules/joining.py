"""Who joins a game late and who leaves it early, as its options `joined`, `joined_with` and `left` say.

Each of them lists a number by seat, or is empty: then everybody was there from the start, began with what the others
began with, and stayed. If somebody has come back, `joined` and `left` go on with another number for each seat. A row is
a hand, counted from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.rules.words import Text, both, gettext as _, ngettext

NAMES = ("joined", "joined_with", "left")
Span = tuple[int, int]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """When a player takes part, and the total they start with, which counts only if they weren't there from the start.

    Each of the `spans` is the first row and the first one after the last, where 0 means from the start and to the end.
    """

    spans: tuple[Span, ...] = ((0, 0),)
    joined_with: int = 0

    @property
    def first(self) -> int:
        """The first row in which the player takes part."""
        return max(self.spans[0][0], 1)

    @property
    def end(self) -> int | None:
        """The first row after the player's last one, or None if the player hasn't left for good."""
        return self.spans[-1][1] or None

    def covers(self, row: int) -> bool:
        """Return whether the player takes part in a row."""
        return any(first <= row and not 0 < end <= row for first, end in self.spans)

    def leaving(self, row: int) -> Stay:
        """Return the stay of a player who leaves before this row. Who would come back in it stays away instead."""
        *others, (first, _end) = self.spans
        return replace(self, spans=tuple(others) if others and first == row else (*others, (first, row)))

    def coming_back(self, row: int) -> Stay:
        """Return the stay of a player who comes back in this row. Who would leave before it stays instead."""
        *others, (first, end) = self.spans
        return replace(self, spans=(*others, (first, 0)) if end == row else (*self.spans, (row, 0)))

    @property
    def in_words(self) -> Text | None:
        """The hands in which the player takes part, or None if that is all of them."""
        if self.spans == ((0, 0),):
            return None
        return _("{hands}", hands=both(_in_words(*span) for span in self.spans))


def _in_words(first: int, end: int) -> Text:
    if not end:
        return _("from hand {first} on", first=first)
    if first <= 1:
        return _("until hand {last}", last=end - 1)
    return ngettext("hand {first}", "hands {first}–{last}", end - first, first=first, last=end - 1)


def stays(options: Any, seats: int) -> tuple[Stay, ...]:
    """Return when the player in each seat takes part. Numbers that are missing, as a file's can be, are 0."""
    lists = (tuple(getattr(options, name, None) or ()) for name in NAMES)
    return _stays(*lists, usual=getattr(options, "start", 0), seats=seats)


@lru_cache(maxsize=256)
def _stays(joined: Numbers, joined_with: Numbers, left: Numbers, *, usual: int, seats: int) -> tuple[Stay, ...]:
    return tuple(
        Stay(
            spans=(
                (_at(joined, seat), _at(left, seat)),
                *((joined[at], _at(left, at)) for at in range(seats + seat, len(joined), seats) if joined[at]),
            ),
            joined_with=joined_with[seat] if seat < len(joined_with) else usual,
        )
        for seat in range(seats)
    )


def _at(numbers: Numbers, index: int) -> int:
    return numbers[index] if index < len(numbers) else 0


def options_of(stays: Sequence[Stay]) -> dict[str, list[int]]:
    """Return the options that say when these players take part, by key. A list that has nothing to say is empty."""
    rounds = range(max(len(stay.spans) for stay in stays))
    spans = [stay.spans[number] if number < len(stay.spans) else (0, 0) for number in rounds for stay in stays]
    joined, left = ([span[end] for span in spans] for end in (0, 1))
    with_total = [stay.joined_with for stay in stays]
    return {
        "joined": joined if any(joined) else [],
        "joined_with": with_total if any(stay.first > 1 for stay in stays) else [],
        "left": left if any(left) else [],
    }
