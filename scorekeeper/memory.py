"""What a process keeps in memory between requests instead of making it again for each one.

Every value is identified by its content or by the version of what it was made from, so nothing out of date is ever
used. If the total would exceed the limit, the least recently used values are dropped first.
"""

from collections.abc import Hashable
from contextlib import suppress
from threading import Lock
from typing import Any

from cachetools import LRUCache

from scorekeeper import limits

OVERHEAD = 400
"""The approximate size of a key and its entry, in bytes."""


class Memory:
    """A store of at most `most` bytes, shared by a process's threads."""

    def __init__(self, most: int) -> None:
        self._lock = Lock()
        self._kept: LRUCache[Hashable, tuple[Any, int]] = LRUCache(most, getsizeof=_size)

    @property
    def size(self) -> int:
        """The total size of what is kept, in bytes."""
        return int(self._kept.currsize)

    def get(self, key: Hashable) -> Any:
        """Return the value kept under a key, or None."""
        with self._lock:
            return self._kept.get(key, (None, 0))[0]

    def keep(self, key: Hashable, value: object, size: int) -> None:
        """Keep a value, unless it alone exceeds the limit. `size` is in bytes."""
        with self._lock, suppress(ValueError):
            self._kept[key] = value, size + OVERHEAD

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


def _size(item: tuple[Any, int]) -> int:
    return item[1]


memory = Memory(limits.MOST_MEMORY)
"""This process's memory."""
