"""What a worker remembers between requests, so that it isn't made anew for each of them.

Everything is kept under a key that names its content or the version of what it was made from, so nothing kept is ever
out of date. What was least recently used goes first once all of it together would be too large.
"""

from collections.abc import Hashable
from contextlib import suppress
from threading import Lock
from typing import Any

from cachetools import LRUCache

from scorekeeper import limits

OVERHEAD = 400
"""The bytes that a key and its place in memory take, roughly."""


class Memory:
    """A bounded memory that a worker's threads share. `most` is in bytes."""

    def __init__(self, most: int) -> None:
        self._lock = Lock()
        self._kept: LRUCache[Hashable, tuple[Any, int]] = LRUCache(most, getsizeof=_size)

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return int(self._kept.currsize)

    def get(self, key: Hashable) -> Any:
        """Return what is kept under a key, or None."""
        with self._lock:
            return self._kept.get(key, (None, 0))[0]

    def keep(self, key: Hashable, value: object, size: int) -> None:
        """Keep something of this size in bytes, unless it alone is too large."""
        with self._lock, suppress(ValueError):
            self._kept[key] = value, size + OVERHEAD

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


def _size(item: tuple[Any, int]) -> int:
    return item[1]


memory = Memory(limits.MOST_MEMORY)
"""What this worker remembers."""
