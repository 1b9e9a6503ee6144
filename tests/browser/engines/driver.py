"""The WebDriver commands that the tests use, and other code shared by both engines.

WebKit takes commands over HTTP, Firefox over Marionette. Neither needs a client library, and Firefox needs no
geckodriver, which Debian lacks.
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
"""The key for an element's id, as defined by the WebDriver standard."""

Found = TypeVar("Found")


class Missing(Exception):
    """An engine isn't installed; the message says what to install."""


class Refused(Exception):
    """The browser rejected a command, such as a click on an element that had just been replaced."""


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
        """Run a function body in the page, with these values as its `arguments`, and return its result."""
        return self.send("ExecuteScript", script=script, args=list(arguments))

    def run_async(self, script: str, *arguments: object) -> Any:
        """Run a function body in the page until it calls its last argument; return the value passed to that call."""
        return self.send("ExecuteAsyncScript", script=script, args=list(arguments))

    def click(self, element: dict[str, str]) -> None:
        """Scroll to an element and click its center, as a person would."""
        self.send("ElementClick", id=element[ELEMENT])

    def type(self, element: dict[str, str], text: str) -> None:
        """Type into an element."""
        self.send("ElementSendKeys", id=element[ELEMENT], text=text)

    def add_cookie(self, name: str, value: str) -> None:
        """Set a cookie for the page's host."""
        self.send("AddCookie", cookie={"name": name, "value": value})


def wait_until(look: Callable[[], Found], failure: Callable[[], str]) -> Found:
    """Call `look` until it returns a true value, and return that value. Fail after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not (value := look()):
        assert time.monotonic() < end, failure()
        time.sleep(0.02)
    return value


@contextmanager
def running(*command: str, **more: Any) -> Iterator[None]:
    """Run a command without its output; at the end, kill it and every process that it started."""
    null = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=null, stderr=null, start_new_session=True, **more) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)
