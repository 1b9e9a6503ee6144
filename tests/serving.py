"""The whole server as a child process, for tests that kill it, restart it, or talk to it over real HTTP."""

import atexit
import contextlib
import http.client
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from scorekeeper.web import configuration
from scorekeeper.web.configuration import ROOT

SOURCE = Path(configuration.__file__).read_text(encoding="utf-8")
VARIABLES = {*re.findall(r'"(SCOREKEEPER_[A-Z_]+|DATABASE_URL)"', SOURCE)}
"""The environment variables that the app reads."""
PATIENCE = 60  # seconds, for a machine that is doing much else
CHANCE = random.SystemRandom()  # Hypothesis seeds the usual one


def manage(*arguments: str, patience: float = PATIENCE, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a management command to completion, with these environment variables and none of the developer's."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=patience,
        check=False,
    )


def environment(**variables: str) -> dict[str, str]:
    """Return this process's environment, without any variables that configure the app except those given here.

    Python is allowed to write bytecode: a hundred tests start the app, and compiling it each time would take longer
    than the tests themselves.
    """
    foreign = {*VARIABLES, "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in foreign} | variables


def free_port() -> int:
    """Return a port that nobody was using a moment ago, and that the system doesn't give to outgoing connections.

    Each worker takes from its own thousand: two that start servers at once would now and then choose the same port.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw11").removeprefix("gw")) % 12
    while True:
        port = 20_000 + 1000 * worker + CHANCE.randrange(1000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("", port))
            return port


class Served:
    """`manage.py serve`: `start` waits until it answers, `stop` sends Ctrl-C, `kill` sends SIGKILL."""

    command, folder = (sys.executable, "manage.py"), ROOT
    name = ""
    """What to announce on the network: nothing, because other servers are being tested at the same time."""

    def __init__(self, data: Path, **variables: str) -> None:
        self.data = data
        self.port = free_port()
        self.variables = {"SCOREKEEPER_DATA": str(data), **variables}
        self.log = data.parent / "serve.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.options: list[str] = []
        self.umask = -1  # this process's own
        self.printed = 0
        """How many characters the log held at the last launch."""

    @property
    def url(self) -> str:
        """The server's address on this machine."""
        return f"http://localhost:{self.port}"

    @property
    def output(self) -> str:
        """Everything the server has printed."""
        return self.log.read_text(encoding="utf-8")

    def use_ready_folder(self) -> "Served":
        """Copy a data folder in which the app has run before, because a first start takes five times as long."""
        shutil.copytree(_ready_folder(), self.data)
        return self

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start the server in its own process group."""
        with self.log.open("ab") as log:
            self.printed = len(self.output)
            self.process = subprocess.Popen(
                self.arguments(),
                cwd=self.folder,
                env=environment(**self.variables),
                stdout=log,
                stderr=log,
                start_new_session=True,
                umask=self.umask,
            )

    def arguments(self) -> list[str]:
        """Return the command line."""
        return [*self.command, "serve", "--port", str(self.port), "--name", self.name, *self.options]

    def wait(self) -> None:
        """Wait until the server has said where it listens, for another one may have taken the port, and it answers."""
        assert self.process is not None
        end = time.monotonic() + PATIENCE
        while f":{self.port}" not in self.output[self.printed :] or not self.answers():
            assert self.process.poll() is None, f"it did not start: {self.output}"
            assert time.monotonic() < end, f"it does not answer: {self.output}"
            time.sleep(0.02)

    def answers(self) -> bool:
        """Return whether a request gets any response."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self.process is not None
        return self.process.pid

    def stop(self, number: int = signal.SIGINT) -> int:
        """Stop the server as Ctrl-C in a terminal would, by signaling its process group, and return its exit code."""
        assert self.process is not None
        os.killpg(self.process.pid, number)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Kill the server, as a power failure would."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


@cache
def _ready_folder() -> Path:
    """Start the app for the first time, stop it, and return its data folder, once in each process."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-ready-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    served = Served(data=folder / "data")
    try:
        served.start()
        served.stop()
    finally:
        served.kill()
    return served.data
