"""The production server: Granian workers that read requests and answer them (`front`). `serve` starts it."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from django.utils.module_loading import import_string
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from scorekeeper.logs import MASKED
from scorekeeper.waiting import room

if sys.platform != "win32":
    import resource

# While requests wait for the database, the worker answers others.
THREADS = 4
# Seconds. With Python's own 0.005, the slowest taps during an import took twice as long.
SWITCH_INTERVAL = 0.001
# How many seconds a worker has to finish its responses before it is killed.
PATIENCE = 10
# How many connections a worker keeps open, if the system allows. Idle phones keep theirs, so a low limit would starve
# other phones. Each connection takes a descriptor, and so do databases, logs and temporary files.
MOST_CONNECTIONS, OTHER_DESCRIPTORS = 10_000, 200
# After how many seconds a connection is closed on which no request has come, or has come only in part. A page that is
# looked at asks every three seconds.
SILENCE = 20
# How many bytes of headers a connection may make us keep; a browser sends a tenth of it.
LARGEST_HEADERS = 32 * 1024
# For how many seconds a worker that keeps dying stays down. The first time, it is replaced at once.
PAUSE = 2

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
    server = LastingServer(
        "scorekeeper.front:Front",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=workers,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SILENCE * 1000, max_buffer_size=LARGEST_HEADERS),
        backpressure=allow_connections(),
        respawn_failed_workers=True,
        workers_kill_timeout=PATIENCE,
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig=LOGS,
    )
    server.on_startup(when_listening)
    server.serve(target_loader=load)


def allow_connections() -> int:
    """Raise the limit of open files as far as the system allows, and return how many connections a worker may have.

    Those beyond it wait until others are closed. A worker that ran out of descriptors could answer nobody.
    """
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, MOST_CONNECTIONS + OTHER_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return min(MOST_CONNECTIONS, max(hard - OTHER_DESCRIPTORS, hard // 2))


class LastingServer(Server):  # type: ignore[misc, valid-type]  # the name stands for one of two classes
    """Granian's server, except that it goes on if a worker dies twice in a row: it would take that for a crash loop."""

    def _respawn_workers(self, workers: list[int], *arguments: Any, **options: Any) -> None:
        # A worker that dies at every start must not fill the log and the processor.
        if any(time.monotonic() - self.wrks[worker].birth < PAUSE for worker in workers):
            self._pause()
        if not self.interrupt_signal:
            super()._respawn_workers(workers, *arguments, **options)
            self.respawned_wrks.clear()

    def _pause(self) -> None:
        """Wait, unless there is a signal to stop. Whatever else happens meanwhile comes after it."""
        end = time.monotonic() + PAUSE
        while not self.interrupt_signal and (left := end - time.monotonic()) > 0:
            self.main_loop_interrupt.wait(left)
            self.main_loop_interrupt.clear()
        if self.interrupt_signal or self.interrupt_children:
            self.main_loop_interrupt.set()


def load(target: str) -> Any:
    """Load the application in a worker process, and start watching the process that started it."""
    if sys.platform != "win32":
        # Ctrl-C in a terminal reaches the workers too, and a second stop signal, from the parent, would make them hang.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    # A tap gives up the interpreter at each query, and then waits this long if the other thread is busy with an import.
    sys.setswitchinterval(SWITCH_INTERVAL)
    room.places = THREADS // 2  # so that writers who wait for a lock leave threads to readers
    application = import_string("scorekeeper.wsgi.application")  # sets up Django, which the target needs
    threading.Thread(target=import_string("scorekeeper.services.purging.every_hour"), daemon=True).start()
    return import_string(target.replace(":", "."))(application, threads=THREADS)


def _follow(parent: int) -> None:
    """Stop this worker when its parent dies: a killed parent can't stop its workers itself."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
