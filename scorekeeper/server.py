"""The production server: Granian workers running the WSGI application. The `serve` command starts it."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from django.utils.module_loading import import_string
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from scorekeeper.logs import MASKED

# How many connections a worker may keep open. Idle phones keep theirs, so a lower limit would starve other phones.
BACKPRESSURE = 2000
# While one request waits for the database, the worker answers another.
THREADS = 2
# How many seconds a worker has to finish its responses before it is killed.
PATIENCE = 10

LOGS = {"formatters": dict.fromkeys(("generic", "access"), MASKED)}


def refuse_port(host: str, port: int) -> None:
    """Raise `OSError` if we can't listen on the port. Granian itself would silently share it with another instance."""
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        with socket.socket(family, kind, protocol) as probe:
            if sys.platform != "win32":
                # Ignore connections left by a server that just stopped; a listening one still raises.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()


def run(*, host: str, port: int, workers: int, when_listening: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, then let every worker finish its responses."""
    server = Server(
        "scorekeeper.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=THREADS,
        blocking_threads_idle_timeout=600,  # keeps a thread's database connection open between hands
        backpressure=BACKPRESSURE,
        respawn_failed_workers=True,
        workers_kill_timeout=PATIENCE,
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig=LOGS,
    )
    server.on_startup(when_listening)
    server.serve(target_loader=load)


def load(target: str) -> Any:
    """Load the application in a worker process, and start watching the process that started it."""
    if sys.platform != "win32":
        # Ctrl-C in a terminal reaches the workers too, and a second stop signal, from the parent, would make them hang.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    return import_string(target.replace(":", "."))


def _follow(parent: int) -> None:
    """Stop this worker when its parent dies: a killed parent can't stop its workers itself."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
