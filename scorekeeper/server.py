"""The production server, which `serve` starts: Granian's worker processes (`workers`), or Waitress without Granian.

Granian is compiled, and there are machines that it isn't compiled for. Waitress is pure Python. It too reads a request
whole before a thread sees it; but it is one process, lets no addresses take turns, and gives slow bodies more time:
enough for a table, not for the internet.
"""

import importlib.util
import signal
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.utils.module_loading import import_string
from waitress import create_server

from scorekeeper import limits
from scorekeeper.waiting import room

if sys.platform != "win32":
    import resource

# While requests wait for the database, the process answers others.
THREADS = 4
# Seconds. With Python's own 0.005, the slowest taps during an import took twice as long.
SWITCH_INTERVAL = 0.001
# How many connections a process keeps open, if the system allows. Idle phones keep theirs, so a low limit would starve
# other phones. Each connection takes a descriptor, and so do databases, logs and temporary files.
MOST_CONNECTIONS, OTHER_DESCRIPTORS = 10_000, 200
# After how many seconds a connection is closed on which no request has come, or has come only in part. A page that is
# looked at asks every three seconds.
SILENCE = 20
# How many bytes of headers a connection may make us keep; a browser sends a tenth of it.
LARGEST_HEADERS = 32 * 1024


def has_workers() -> bool:
    """Return whether the server is the compiled one, which has worker processes."""
    return importlib.util.find_spec("granian") is not None


def refuse_port(host: str, port: int) -> None:
    """Raise `OSError` if we can't listen on the port. Granian would silently share it with another instance."""
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        with socket.socket(family, kind, protocol) as probe:
            if sys.platform != "win32":
                # Ignore connections left by a server that just stopped; a listening one still raises.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()


def run(*, host: str, port: int, workers: int, when_listening: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, then finish all responses. Without Granian, there are no workers."""
    try:
        if has_workers():
            serve = import_string("scorekeeper.workers.run")
            serve(host=host, port=port, workers=workers, when_listening=when_listening)
        else:
            _run_plainly(host, port, when_listening)
    finally:
        _ignore_more_signals()


def _ignore_more_signals() -> None:
    """Ignore further signals to stop: one is enough, and another would cut off what still has to be put in order."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, frame: FrameType | None) -> None:
    _ignore_more_signals()
    raise KeyboardInterrupt


def _run_plainly(host: str, port: int, when_listening: Callable[[], None]) -> None:
    plain = create_server(
        load_application(),
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=allow_connections(),
        channel_timeout=SILENCE,
        max_request_header_size=LARGEST_HEADERS,
        max_request_body_size=limits.LARGEST_BODY,
        clear_untrusted_proxy_headers=False,  # `access` knows which proxies are trusted
        asyncore_use_poll=True,
        ident=None,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    when_listening()
    plain.run()


def load_application() -> Any:
    """Prepare this process for answering requests, and return the WSGI application."""
    # A tap gives up the interpreter at each query, and then waits this long if the other thread is busy with an import.
    sys.setswitchinterval(SWITCH_INTERVAL)
    room.places = THREADS // 2  # so that writers who wait for a lock leave threads to readers
    application = import_string("scorekeeper.wsgi.application")  # sets up Django, which all else needs
    threading.Thread(target=import_string("scorekeeper.services.purging.every_hour"), daemon=True).start()
    return application


def allow_connections() -> int:
    """Raise the limit of open files as far as the system allows, and return how many connections a process may have.

    Those beyond it wait until others are closed. A process that ran out of descriptors could answer nobody.
    """
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, MOST_CONNECTIONS + OTHER_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return min(MOST_CONNECTIONS, max(hard - OTHER_DESCRIPTORS, hard // 2))
