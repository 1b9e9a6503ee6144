"""Firefox as distributions ship it, driven through Marionette, the protocol that geckodriver also uses."""

import json
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.engines.driver import Driver, Missing, Refused, running, wait_until
from tests.serving import PATIENCE

NAMES = ("firefox-esr", "firefox")
# Port 0 means any free port. Firefox must not ask to become the default browser.
PREFERENCES = 'user_pref("marionette.port", 0);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n'


class Firefox(Driver):
    """Firefox without a window. Marionette exchanges JSON messages, each preceded by its length."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.file = self.socket.makefile("rb")
        self.count = 0
        self._receive()
        self.send("NewSession", capabilities={"alwaysMatch": {}})
        self.send("SetWindowRect", width=390, height=844)

    def send(self, command: str, **parameters: object) -> Any:
        self.count += 1
        message = json.dumps([0, self.count, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _type, _count, error, result = self._receive()
        if error:
            raise Refused(error)
        return result.get("value")

    def close(self) -> None:
        """Close the connection."""
        self.file.close()
        self.socket.close()

    def _receive(self) -> Any:
        length = b""
        while (digit := self.file.read(1)) != b":":
            length += digit
        return json.loads(self.file.read(int(length)))


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a fresh profile in this folder."""
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if browser is None:
        raise Missing("Firefox needs the package firefox-esr")
    (folder / "user.js").write_text(PREFERENCES, encoding="ascii")
    port = folder / "MarionetteActivePort"
    with running(browser, "--headless", "--marionette", "--no-remote", "--profile", str(folder)):
        wait_until(lambda: port.exists() and port.read_text(), lambda: "Firefox does not start")
        driver = Firefox(int(port.read_text()))
        yield driver
        driver.close()
