"""Who joins a game late and who leaves it early, as its options `joined`, `joined_with` and `left` say.

Each of them lists a number by seat. If one is empty, everybody was there from the start, began with what the others
began with, or stayed. If somebody has come back, `joined` and `left` go on with another number for each seat.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

NAMES = ("joined", "joined_with", "left")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """When a player takes part, and the total they start with."""

    # Each is the first row, a hand counted from 1, and the first after the last; 0 means no such row.
    spans: tuple[tuple[int, int], ...] = ((0, 0),)
    joined_with: int = 0  # It counts only if they weren't there from the start.

    @property
    def first(self) -> int:
        """The first row in which the player takes part."""
        return max(self.spans[0][0], 1)

    def has_played(self, row: int) -> bool:
        """Return whether the player has taken part in a row, up to this one."""
        return any(max(first, 1) <= row and (not end or end > max(first, 1)) for first, end in self.spans)

    def covers(self, row: int) -> bool:
        """Return whether the player takes part in a row."""
        return any(first <= row and not 0 < end <= row for first, end in self.spans)


@lru_cache(maxsize=256)
def stays(options: Any, seats: int) -> tuple[Stay, ...]:
    """Return when the player in each seat takes part. Numbers that are missing, as a file's can be, are 0."""
    joined, totals, left = (dict(enumerate(getattr(options, name, None) or ())) for name in NAMES)
    found = list[Stay]()
    for seat in range(seats):
        places = [at for at in range(seat, max(len(joined), seats), seats) if at == seat or joined[at]]
        spans = tuple((joined.get(at, 0), left.get(at, 0)) for at in places)
        found.append(Stay(spans=spans, joined_with=totals.get(seat, getattr(options, "start", 0))))
    return tuple(found)
