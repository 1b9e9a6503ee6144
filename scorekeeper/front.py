"""The front of a worker: its event loop reads each request whole, and only then a thread answers it.

Granian's WSGI interface gives a request to a thread before its body has come, so four bodies that never came stopped
the app, and it has no deadline for them. Its RSGI interface hands bodies over on an event loop, where waiting costs
nothing; this module runs the WSGI application in threads behind it, which takes about 0.08 ms more for each request.
Django's own ASGI handler takes four times as long for a light page, and waitress has no worker processes.
"""

import asyncio
import io
import logging
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from django.db import connections
from django.http import HttpRequest

from scorekeeper import access
from scorekeeper.bodies import Bodies, RequestRefused
from scorekeeper.waiting import room

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., None]], Iterable[bytes]]

log = logging.getLogger(__name__)

# How many requests from one address may wait for a thread. A table, or forty of them behind one router, have far fewer.
LONGEST_LINE = 500
# After how many seconds a connection is closed whose other end takes none of an answer.
SILENCE = 20
# What WSGI names differently from all other headers.
UNPREFIXED = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
SAME_FOR_ALL: Environ = {
    "SCRIPT_NAME": "",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "wsgi.version": (1, 0),
    "wsgi.url_scheme": "http",
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A request that has arrived whole, and the future that is done once it has been answered."""

    address: str
    environ: Environ
    protocol: Any
    answered: asyncio.Future[None]


class Turns:
    """Requests that wait for a thread. Addresses take turns, so none can make the others wait for all it asks."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Turn]] = {}
        self._guard = threading.Lock()
        self._arrivals: SimpleQueue[bool] = SimpleQueue()  # one item for each request, and then one for each thread

    def join(self, turn: Turn) -> None:
        """Add a request behind others from its address, or raise `RequestRefused` if there are too many."""
        with self._guard:
            ahead = self._waiting.setdefault(turn.address, deque())
            if len(ahead) >= LONGEST_LINE:
                raise RequestRefused(503)
            ahead.append(turn)
        self._arrivals.put(True)

    def next(self) -> Turn | None:
        """Wait for a request, and take it out; or return None if the line was closed."""
        if not self._arrivals.get():
            return None
        with self._guard:
            address = next(iter(self._waiting))
            turns = self._waiting.pop(address)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns  # behind all other addresses
        return turn

    def close(self, threads: int) -> None:
        """Let this many threads go once they have taken all that wait."""
        for _number in range(threads):
            self._arrivals.put(False)


class Front:
    """An RSGI application that runs a WSGI application in threads, each of which keeps its database connection."""

    def __init__(self, application: Application, *, threads: int) -> None:
        self._application = application
        self._bodies, self._line = Bodies(), Turns()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _number in range(threads)]

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the threads."""
        self._loop = loop
        loop.call_soon(_cut_off_who_reads_nothing)  # once Granian listens
        for thread in self._threads:
            thread.start()

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stop the threads."""
        self._line.close(len(self._threads))
        for thread in self._threads:
            thread.join()

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Answer one request."""
        environ = environ_of(scope)
        address = _address_of(environ["REMOTE_ADDR"], environ.get("HTTP_X_FORWARDED_FOR", ""))
        try:
            if environ.get("CONTENT_LENGTH", "0") == "0" and "HTTP_TRANSFER_ENCODING" not in environ:
                environ["wsgi.input"] = io.BytesIO()
                await self._take_turn(address, environ, protocol)
            else:
                async with self._bodies.read(environ, address, protocol) as environ["wsgi.input"]:
                    await self._take_turn(address, environ, protocol)
        except RequestRefused as refused:
            protocol.response_empty(refused.status, refused.headers)

    async def _take_turn(self, address: str, environ: Environ, protocol: Any) -> None:
        answered = self._loop.create_future()
        self._line.join(Turn(address, environ, protocol, answered))
        await answered

    def _work(self) -> None:
        """Answer requests, one after the other, in a thread."""
        while turn := self._line.next():
            room.thread.address = turn.address
            try:
                turn.protocol.response_bytes(*self._answer(turn.environ))
            except BaseException:  # such as a panic of Granian's, at a header that it can't send
                log.exception("No answer to %s %s", turn.environ["REQUEST_METHOD"], turn.environ["PATH_INFO"])
                turn.protocol.response_empty(500, [])
            self._loop.call_soon_threadsafe(turn.answered.set_result, None)
        connections.close_all()

    def _answer(self, environ: Environ) -> tuple[int, Headers, bytes]:
        """Return the response. It is kept in memory, so that a slow reader doesn't hold the thread."""
        status, headers = 0, Headers()

        def start_response(line: str, fields: Headers, _exc_info: object = None) -> None:
            nonlocal status, headers
            status, headers = int(line[:3]), fields

        response = self._application(environ, start_response)
        try:
            return status, headers, b"".join(response)
        finally:
            response.close()  # type: ignore[attr-defined]  # Django's responses have it


def environ_of(scope: Any) -> Environ:
    """Return a request's WSGI environment, still without its body.

    Headers whose names contain an underscore are dropped: `X_Forwarded_For` would pass for `X-Forwarded-For`.
    """
    server, _colon, port = scope.server.rpartition(":")
    environ = SAME_FOR_ALL | {
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
    }
    for name, value in scope.headers.items():
        if "_" in name:
            continue
        key = UNPREFIXED.get(name) or f"HTTP_{name.replace('-', '_').upper()}"
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}"
        environ[key] = value
    return environ


@lru_cache(maxsize=1024)
def _address_of(peer: str, forwarded: str) -> str:
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}
    return access.address_of(request)


def _cut_off_who_reads_nothing() -> None:
    """Let the system close connections whose other end takes none of an answer; Granian would wait forever.

    They inherit this from the sockets on which the worker listens.
    """
    if not hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it
        return
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError), socket.socket(fileno=os.dup(int(entry.name))) as found:
            if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000)
