"""The production server, which `serve` starts: Waitress, which gives whole requests to the threads of one process."""

import gc
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from django.core.handlers.wsgi import WSGIHandler
from waitress import create_server

from scorekeeper.rules import limits
from scorekeeper.web.database import LockingConnection

if sys.platform != "win32":
    import resource

# Each connection takes a descriptor, and so do databases and temporary files. Windows can't wait for more than 512.
MOST_CONNECTIONS, OTHER_DESCRIPTORS = 400 if sys.platform == "win32" else 2000, 200
OPTIONS: dict[str, object] = {
    "threads": 24,  # a writer that waits for others holds one
    "channel_timeout": 20,  # silent connections are closed within the sum of both; an open page asks every 3 seconds
    "cleanup_interval": 5,
    "max_request_body_size": 2 * limits.LARGEST_FILE,  # above our own limit, because it cuts the connection
    "clear_untrusted_proxy_headers": False,  # `access` knows which proxies are trusted
    "asyncore_use_poll": True,
    "log_socket_errors": False,
    "ident": None,
}
PATIENCE = 5  # for how many seconds a server that stops still answers


def run(listening: socket.socket, *, when_ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, then finish what has come, as far as that is possible in `PATIENCE` seconds."""
    LockingConnection.patience = limits.LONGEST_WAIT
    sys.setswitchinterval(0.001)  # a tap waits so long at each query for a thread that computes, as imports do
    server = create_server(WSGIHandler(), sockets=[listening], connection_limit=allow_connections(), **OPTIONS)
    gc.freeze()  # to look through everything stops all threads, for over a second while a large file is read
    gc.set_threshold(*gc.get_threshold()[:2], 1000)
    stopping, serving = threading.Event(), threading.Thread(target=server.run, daemon=True)
    for number in (signal.SIGINT, signal.SIGTERM):  # more of them don't cut off what still has to be put in order
        signal.signal(number, lambda *_signal: stopping.set())
    serving.start()
    when_ready()
    while serving.is_alive() and not stopping.wait(1):
        pass  # on Windows, signals come between two waits
    end, channels = time.monotonic() + PATIENCE, server.active_channels
    while time.monotonic() < end and any(one.requests or one.total_outbufs_len for one in [*channels.values()]):
        time.sleep(0.02)  # to close the server instead would end the thread that sends
    server.task_dispatcher.set_thread_count(0)
    for thread in threading.enumerate():
        if thread.name.startswith("waitress-"):
            thread.join(max(0, end - time.monotonic()))
    gc.collect()  # closes the threads' connections to the database


def allow_connections() -> int:
    """Raise the limit of open files as far as needed and possible, and return how many connections there may be."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(MOST_CONNECTIONS + OTHER_DESCRIPTORS, hard if hard != resource.RLIM_INFINITY else sys.maxsize)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))
    return min(MOST_CONNECTIONS, max(files - OTHER_DESCRIPTORS, files // 2))
