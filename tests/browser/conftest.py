"""Chromium as the tests drive it: sizes, light and dark, without scripts, and a console that must stay silent."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

# Playwright runs an event loop in the test's thread; Django's guard against that would refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium, also as root, and without a word to the outside."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("browser tests need Chromium, and there is none on the path")
    quiet = (
        "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync"
    )
    return {"executable_path": chromium, "args": quiet.split()}


class Console:
    """What the browser complained about. A test that provokes a complaint names a part of it with `expect`."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Complaints that match this regular expression are no failure, for example `status of 409`."""
        self.expected.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        """Listen to every page of the context."""
        context.on("console", self._message)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failure)

    def unexpected(self) -> list[str]:
        """The complaints nobody expected."""
        return [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.expected)]

    def _message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"script error: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.home + "/"):
            self.complaints.append(f"third-party request: {request.url[:200]}")

    def _failure(self, request: Request) -> None:
        # Leaving a page aborts what it was still asking for; that is no failure.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed request: {request.url} {request.failure}")


@pytest.fixture
def console(live_server: Any) -> Iterator[Console]:
    """The console of all pages of this test: in the end it must have been silent."""
    console = Console(live_server.url)
    yield console
    assert console.unexpected() == []


@pytest.fixture
def open_page(browser: Browser, console: Console) -> Iterator[OpenPage]:
    """Open a page in a browser of its own, with cookies of its own: `open_page(SMALL, dark=True, scripts=False)`."""
    contexts: list[BrowserContext] = []

    def open_page(size: dict[str, int] = PHONE, *, dark: bool = False, scripts: bool = True, **more: Any) -> Page:
        context = browser.new_context(
            **{
                "base_url": console.home,
                "viewport": size,
                "has_touch": True,
                "is_mobile": True,
                "locale": "en-GB",
                "color_scheme": "dark" if dark else "light",
                "java_script_enabled": scripts,
                **more,
            }
        )
        contexts.append(context)
        console.watch(context)
        context.set_default_timeout(10_000)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A phone of 390 × 844."""
    return open_page()


@pytest.fixture
def other_phone(open_page: OpenPage) -> Page:
    """A second phone: another browser that knows nothing of the first."""
    return open_page()


@pytest.fixture
def small_phone(open_page: OpenPage) -> Page:
    """A phone of 320 × 568."""
    return open_page(SMALL)


@pytest.fixture
def plain_phone(open_page: OpenPage) -> Page:
    """A phone without JavaScript."""
    return open_page(scripts=False)


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Assert that axe finds nothing: A, AA, 2.2 AA and best practice. Being a script itself, it hangs without."""

    def axe(page: Page) -> None:
        # Evaluated through the debugger, since the content policy forbids inline scripts.
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)["violations"]
        lines = [f"{rule['id']}: {rule['help']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]
        assert not lines, f"axe at {page.url}:\n" + "\n".join(lines)

    return axe
