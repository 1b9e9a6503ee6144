"""The server where Granian is installed: worker processes that read requests and answer them (`front`)."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from scorekeeper import running
from scorekeeper.logs import MASKED
from scorekeeper.server import LARGEST_HEADERS, SILENCE, THREADS, allow_connections, load_application

# How many seconds a worker has to finish its responses before it is killed.
PATIENCE = 10
# For how many seconds a worker that keeps dying stays down. The first time, it is replaced at once.
PAUSE = 2

LOGS = {"formatters": dict.fromkeys(("generic", "access"), MASKED)}


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


class LastingServer(Server):  # type: ignore[misc, valid-type]  # the name stands for one of two classes
    """Granian's server, except that it keeps running if a worker dies twice in a row, and that a stop never fails."""

    def shutdown(self, exit_code: int = 0) -> None:
        """Stop the workers. One that stopped early didn't crash: systemd signals all processes at the same time."""
        try:
            super().shutdown(exit_code)
        except SystemExit:
            if not self.interrupt_signal:
                raise

    def _respawn_workers(self, workers: list[int], *arguments: Any, **options: Any) -> None:
        # Granian would stop for good. But a worker that dies at every start must not fill the log and the processor.
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
    with ExitStack() as reading:
        # Another server that is being started on this folder writes all static files again.
        with suppress(OSError):
            reading.enter_context(running.locked(settings.DATA_DIR, shared=True))
        application = load_application()
    return import_string(target.replace(":", "."))(application, threads=THREADS)


def _follow(parent: int) -> None:
    """Stop this worker when its parent dies: a killed parent can't stop its workers itself."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
