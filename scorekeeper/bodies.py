"""Reads requests' bodies on a worker's event loop, which holds no thread however slowly they come.

A body has a deadline, which moves as data comes, and a largest size, which is small for a browser without a session. It
may not fill the memory or the disk: one address can't have many at once.
"""

import asyncio
import io
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings

from scorekeeper import limits
from scorekeeper.sessions import OLD_COOKIES

# How many seconds a body may take, or pause for; and for how many bytes that have come it gets one second more.
PATIENCE = 10
RATE = 64 * 1024
# For how many seconds a member's body that is too large is read and dropped. A browser that is cut off while it sends
# shows an error of its own instead of our page.
DRAIN = 2
# The largest body kept in memory; larger ones go to a temporary file. Without a session, none may be larger.
SMALL = 64 * 1024


class RequestRefused(Exception):
    """Raised when a request isn't answered by the application. An empty response with this status ends the connection.

    411: its length isn't known in advance, which no browser sends; 400: it broke off; 408: it was too slow; 503: its
    address has too much under way.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status
        self.headers = [("connection", "close"), *([("retry-after", "2")] if status == 503 else [])]


@cache
def _session_cookie() -> re.Pattern[str]:
    return re.compile(rf"(?:^|;\s*)(?:{'|'.join(map(re.escape, {settings.SESSION_COOKIE_NAME, *OLD_COOKIES}))})=")


def has_session(environ: Mapping[str, Any]) -> bool:
    """Return whether a request says that its browser has a session."""
    return bool(_session_cookie().search(environ.get("HTTP_COOKIE", "")))


def is_too_large(environ: Mapping[str, Any]) -> bool:
    """Return whether a request declares a larger body than its browser may send."""
    declared = str(environ.get("CONTENT_LENGTH") or "0")
    largest = limits.LARGEST_BODY if has_session(environ) else SMALL
    return not declared.isdecimal() or len(declared) > 18 or int(declared) > largest


class Allowance:
    """How many bytes the bodies under way may have: those from one address, and all together."""

    def __init__(self, *, each: int, total: float = float("inf")) -> None:
        self._each, self._total = each, total
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, address: str, size: int) -> Iterator[None]:
        """Hold this many bytes for an address, or raise `RequestRefused`."""
        if self._taken[address] + size > self._each or self._taken.total() + size > self._total:
            self._taken += Counter()  # drops addresses without anything
            raise RequestRefused(503)
        self._taken[address] += size
        try:
            yield
        finally:
            self._taken[address] -= size
            if not self._taken[address]:
                del self._taken[address]


class Bodies:
    """Reads the bodies of one worker's requests."""

    def __init__(self) -> None:
        # A tap has a few hundred bytes, so 256 of the largest are enough for everybody behind one router. There is no
        # total: it would let a few addresses keep everybody from writing.
        self._memory = Allowance(each=256 * SMALL)
        self._disk = Allowance(each=2 * limits.LARGEST_BODY, total=8 * limits.LARGEST_BODY)

    @asynccontextmanager
    async def read(self, environ: Mapping[str, Any], address: str, protocol: Any) -> AsyncIterator[IO[bytes]]:
        """Read a request's body, and yield it as a file; or raise `RequestRefused`.

        The file is empty if the body is too large. The application then sees the declared length, and says so.
        """
        if "CONTENT_LENGTH" not in environ:
            raise RequestRefused(411)
        if is_too_large(environ):
            if has_session(environ):
                await _drain(protocol)
            yield io.BytesIO()
            return
        size = int(environ["CONTENT_LENGTH"])
        allowance, new_file = (self._memory, io.BytesIO) if size <= SMALL else (self._disk, TemporaryFile)
        with allowance.take(address, size), new_file() as body:
            await _fill(body, protocol, size)
            yield body


async def _fill(body: IO[bytes], protocol: Any, size: int) -> None:
    clock = asyncio.get_running_loop().time
    began, received = clock(), 0
    try:
        async with asyncio.timeout(PATIENCE) as deadline:
            async for chunk in protocol:
                body.write(chunk)
                received += len(chunk)
                if received >= size:
                    break
                deadline.reschedule(min(clock(), began + received / RATE) + PATIENCE)
    except TimeoutError:
        raise RequestRefused(408) from None
    except OSError:  # the disk is full
        raise RequestRefused(503) from None
    if received != size:
        raise RequestRefused(400)
    body.seek(0)


async def _drain(protocol: Any) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN):
            async for _chunk in protocol:
                pass
