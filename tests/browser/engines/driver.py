"""The WebDriver commands that the tests use, and what both engines have in common.

WebKit takes them over HTTP, Firefox over Marionette. Neither needs a client library, and Firefox needs no geckodriver,
which Debian lacks.
"""

import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tests.serving import PATIENCE

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's id, as the WebDriver standard has it."""

Found = TypeVar("Found")


class Missing(Exception):
    """The machine lacks an engine; the text says what to install."""


class Refused(Exception):
    """The browser refused a command, such as a click on an element that was just replaced."""


class Driver(ABC):
    """One browser with one window."""

    @abstractmethod
    def send(self, command: str, **parameters: object) -> Any:
        """Send a WebDriver command and return its result, or raise `Refused`."""

    def navigate(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self.send("Navigate", url=address)

    def reload(self) -> None:
        """Reload the page."""
        self.send("Refresh")

    def run(self, script: str, *arguments: object) -> Any:
        """Run a function's body in the page and return its value; its last argument is `arguments`."""
        return self.send("ExecuteScript", script=script, args=list(arguments))

    def run_async(self, script: str, *arguments: object) -> Any:
        """Run a function's body in the page until it calls its last argument, and return what it is given."""
        return self.send("ExecuteAsyncScript", script=script, args=list(arguments))

    def click(self, element: dict[str, str]) -> None:
        """Scroll to an element and click its middle, as a person would."""
        self.send("ElementClick", id=element[ELEMENT])

    def type(self, element: dict[str, str], text: str) -> None:
        """Type into an element."""
        self.send("ElementSendKeys", id=element[ELEMENT], text=text)

    def add_cookie(self, name: str, value: str) -> None:
        """Give the browser a cookie for the page's host."""
        self.send("AddCookie", cookie={"name": name, "value": value})


def wait_until(look: Callable[[], Found], failure: Callable[[], str]) -> Found:
    """Return the first true value of `look`; if there is none within `PATIENCE` seconds, fail and say so."""
    end = time.monotonic() + PATIENCE
    while not (value := look()):
        assert time.monotonic() < end, failure()
        time.sleep(0.02)
    return value


@contextmanager
def running(*command: str, **more: Any) -> Iterator[None]:
    """A silent process, killed at the end with all that it started."""
    null = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=null, stderr=null, start_new_session=True, **more) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)
