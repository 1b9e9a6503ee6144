"""The production server, which `serve` starts: Waitress, one process with threads.

Waitress reads a request whole before a thread sees it, and sends the answer while the thread goes on to the next.
"""

import gc
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from waitress import create_server, wasyncore

from scorekeeper import limits
from scorekeeper.writers import LockingConnection

if sys.platform != "win32":
    import resource

THREADS = 24  # a writer that waits for others holds one
# Each connection takes a descriptor, and so do databases and temporary files. Windows can't wait for more than 512.
MOST_CONNECTIONS, OTHER_DESCRIPTORS = 400 if sys.platform == "win32" else 2000, 200
# A silent connection is closed after as many seconds as both together. An open page asks every three seconds.
SILENCE, CLEANUP = 20, 5
STOPS, PATIENCE = (signal.SIGINT, signal.SIGTERM), 5  # for how many seconds a server that stops still answers
# At each query, a tap waits this many seconds for a thread that computes. With Python's 0.005, the slowest took twice
# as long during an import.
SWITCH_INTERVAL = 0.001
# After how many collections of younger objects all are looked through, which stops every thread: for more than a second
# while a large file is read.
SELDOM = 1000


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port, or raise `OSError`. Whoever connects before `run` waits for it."""
    family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address, family=family, dualstack_ipv6=host == "::")


def run(listening: socket.socket, *, when_ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, then finish what has come."""
    LockingConnection.patience = limits.LONGEST_WAIT
    sys.setswitchinterval(SWITCH_INTERVAL)
    channels: dict[int, Any] = {}
    server = create_server(
        WSGIHandler(),
        map=channels,
        sockets=[listening],
        threads=THREADS,
        connection_limit=allow_connections(),
        channel_timeout=SILENCE,
        cleanup_interval=CLEANUP,
        max_request_body_size=2 * limits.LARGEST_FILE,  # above our own limit, because it cuts the connection
        clear_untrusted_proxy_headers=False,  # `access` knows which proxies are trusted
        log_socket_errors=False,
        ident=None,
    )
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)

    def stop(*_signal: object) -> None:
        server.accepting = False
        server.pull_trigger()

    for number in STOPS:
        signal.signal(number, stop)
    when_ready()
    while server.accepting:
        wasyncore.loop(timeout=1, use_poll=True, map=channels, count=1)
    finish(server, channels)
    for number in STOPS:  # another would cut off what still has to be put in order
        signal.signal(number, signal.SIG_IGN)


def finish(server: Any, channels: dict[int, Any]) -> None:
    """Answer the requests that have come, and send the answers, as far as that is possible in `PATIENCE` seconds."""
    wasyncore.dispatcher.close(server)  # its own `close` would also end what wakes the loop
    end = time.monotonic() + PATIENCE
    while server.active_channels and time.monotonic() < end:
        wasyncore.loop(timeout=0.1, use_poll=True, map=channels, count=1)
        for channel in [*server.active_channels.values()]:
            if not channel.requests and not channel.total_outbufs_len:  # a request goes when its answer is there
                channel.handle_close()
    server.task_dispatcher.set_thread_count(0)
    for thread in [thread for thread in threading.enumerate() if thread.name.startswith("waitress-")]:
        thread.join(max(0, end - time.monotonic()))
    gc.collect()  # closes the threads' connections to the database


def allow_connections() -> int:
    """Raise the limit of open files as far as needed and possible, and return how many connections there may be."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = MOST_CONNECTIONS + OTHER_DESCRIPTORS
    files = max(soft, files if hard == resource.RLIM_INFINITY else min(files, hard))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return min(MOST_CONNECTIONS, max(files - OTHER_DESCRIPTORS, files // 2))
