"""WebKitGTK, the closest thing to an iPhone's browser on Linux, driven by its own WebDriver on a virtual screen."""

import http.client
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.engines.driver import Driver, Missing, Refused, running, wait_until
from tests.serving import PATIENCE, free_port

PATHS = {
    "Navigate": "url",
    "Refresh": "refresh",
    "AddCookie": "cookie",
    "ExecuteScript": "execute/sync",
    "ExecuteAsyncScript": "execute/async",
    "ElementClick": "element/{id}/click",
    "ElementSendKeys": "element/{id}/value",
}
NEEDED = ("WebKitWebDriver", "Xvfb")
BROWSERS = "lib/*/webkit2gtk-4*/MiniBrowser"
# Root can't use the sandbox, and a virtual screen has no graphics hardware.
HEADLESS = {
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


class WebKit(Driver):
    """WebKit's MiniBrowser, driven over HTTP."""

    def __init__(self, port: int, browser: Path) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.session = ""
        wait_until(self._answers, lambda: "WebKitWebDriver does not answer")
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        self.session = self._post("session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self._post(f"session/{self.session}/window/rect", {"width": 390, "height": 844})

    def send(self, command: str, **parameters: object) -> Any:
        path = PATHS[command].format(**parameters)
        return self._post(f"session/{self.session}/{path}", parameters)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _answers(self) -> bool:
        try:
            self.connection.request("GET", "/status")
            return bool(self._answer())
        except OSError:
            self.connection.close()
            return False

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        self.connection.request("POST", f"/{path}", json.dumps(body), {"Content-Type": "application/json"})
        return self._answer()

    def _answer(self) -> Any:
        response = self.connection.getresponse()
        value = json.loads(response.read())["value"]
        if response.status != http.client.OK:
            raise Refused(value)
        return value


@contextmanager
def webkit(_folder: Path) -> Iterator[WebKit]:
    """Start WebKit on a virtual screen of its own."""
    browser = next((path for root in ("/usr", "/usr/local") for path in Path(root).glob(BROWSERS)), None)
    if browser is None or not all(map(shutil.which, NEEDED)):
        raise Missing("WebKit needs the packages webkit2gtk-driver and xvfb")
    port = free_port()
    with screen() as display, running("WebKitWebDriver", f"--port={port}", env=os.environ | HEADLESS | display):
        driver = WebKit(port, browser)
        yield driver
        driver.close()


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """Start a virtual screen and yield the environment variable that names it."""
    reads, writes = os.pipe()
    command = ("Xvfb", "-displayfd", str(writes), "-screen", "0", "800x900x24", "-nolisten", "tcp")
    with os.fdopen(reads, "rb") as display, running(*command, pass_fds=[writes]):
        os.close(writes)
        yield {"DISPLAY": f":{display.readline().decode().strip()}"}
