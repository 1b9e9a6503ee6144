"""How long a write may wait for a lock: 5 seconds, so that a phone, which gives up after 8, hears why it wasn't saved.

Whoever waits holds one of its worker's few threads. So that pages can still be read meanwhile, a worker lets fewer
requests wait than it has threads, and only one from each address; the others give up almost at once, and their phones
send them again.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError

from scorekeeper import limits
from scorekeeper.faults import is_passing

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

HURRY = 0.5  # seconds after which a thread that must stay free for readers gives up


class Room:
    """The requests of this process that may wait for a lock for long: at most `places`, and one from each address.

    `thread.address` is that of the request which a thread answers, if any.
    """

    def __init__(self) -> None:
        self.places: float = float("inf")
        self.thread = threading.local()
        self._waiting: dict[object, tuple[str | None, float]] = {}
        self._guard = threading.Lock()

    @contextmanager
    def wait(self, longest: float = limits.LONGEST_WAIT) -> Iterator[float]:
        """Keep a place, if there is one, until the block ends. Yield the number of seconds after which to give up."""
        now, ticket, address = time.monotonic(), object(), getattr(self.thread, "address", None)
        longest = 0.0 if getattr(self.thread, "is_reading", False) else longest
        with self._guard:
            taken = [place for place, _since in self._waiting.values()]
            if len(taken) >= self.places or (address is not None and address in taken):
                first = min((since for _place, since in self._waiting.values()), default=now)
                longest = min(longest, max(0.0, HURRY - (now - first)))
            else:
                self._waiting[ticket] = address, now
        try:
            yield longest
        finally:
            with self._guard:
                self._waiting.pop(ticket, None)


room = Room()
"""Unlimited in commands and tests; the server leaves one of its threads free."""


@contextmanager
def unless_busy() -> Iterator[None]:
    """Let this thread write something that can wait until another day, unless it would have to wait itself.

    A page that is only read must not wait for writers, nor fail because the disk is full.
    """
    room.thread.is_reading = True
    try:
        yield
    except DatabaseError as error:
        if not is_passing(error):
            raise
    finally:
        room.thread.is_reading = False


def wrap(connection: "BaseDatabaseWrapper", wrapper: Any) -> None:
    """Add an execute wrapper to a connection, once."""
    if wrapper not in connection.execute_wrappers:
        # Not at the end: `execute_wrapper()` pops the last wrapper on exit, so it would remove this one, not its own.
        connection.execute_wrappers.insert(0, wrapper)
