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

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OpenPage = Callable[..., Page]
Axe = Callable[..., None]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium, also as root, and without a word to the outside: the one without windows is quickest."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
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
        for event, listener in self._listeners():
            context.on(event, listener)

    def leave(self, context: BrowserContext) -> None:
        """Listen no more."""
        for event, listener in self._listeners():
            context.remove_listener(event, listener)

    def _listeners(self) -> tuple[tuple[Any, Any], ...]:
        return (
            ("console", self._message),
            ("weberror", self._error),
            ("request", self._request),
            ("requestfailed", self._failure),
        )

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


class Phones:
    """Browsers that know nothing of each other. One that a test has left forgets what it was told, and serves the next
    test that wants one of its kind: to make it anew takes longer than most tests. Pages are never used twice."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: dict[str, list[BrowserContext]] = {}
        self.used: list[tuple[str, BrowserContext]] = []

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """A browser with these options."""
        kind = repr(sorted(options.items()))
        idle = self.idle.setdefault(kind, [])
        context = idle.pop() if idle else self.new(options)
        self.used.append((kind, context))
        return context

    def new(self, options: dict[str, Any]) -> BrowserContext:
        """A new browser. A blank page of it stays open: after the last one Chromium ends much that the next needs."""
        context = self.browser.new_context(**options)
        context.new_page()
        return context

    def give_back(self, home: str) -> None:
        """Close every page and forget what was kept; one that its test has closed, or made from a copy, is gone."""
        for kind, context in self.used:
            pages = context.pages
            if not pages or "storage_state" in kind:
                context.close()
                continue
            blank, *left = pages
            session = context.new_cdp_session(blank)
            session.send("Storage.clearDataForOrigin", {"origin": home, "storageTypes": "all"})
            session.detach()
            for page in left:
                page.close()
            context.clear_cookies()
            self.idle[kind].append(context)
        self.used.clear()


@pytest.fixture(scope="session")
def phones(browser: Browser) -> Phones:
    """The browsers of all tests."""
    return Phones(browser)


@pytest.fixture
def open_page(phones: Phones, console: Console) -> Iterator[OpenPage]:
    """Open a page in a browser of its own, with cookies of its own: `open_page(SMALL, dark=True, scripts=False)`."""

    def open_page(size: dict[str, int] = PHONE, *, dark: bool = False, scripts: bool = True, **more: Any) -> Page:
        context = phones.take(
            {
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
        console.watch(context)
        context.set_default_timeout(10_000)
        return context.new_page()

    yield open_page
    for _kind, context in phones.used:
        console.leave(context)
    phones.give_back(console.home)


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
def axe() -> Axe:
    """Assert that axe finds nothing: A, AA, 2.2 AA and best practice; or nothing against some of its rules alone.

    Being a script itself, it hangs where scripts are off.
    """

    def axe(page: Page, *rules: str) -> None:
        if not page.evaluate("() => 'axe' in window"):
            # Evaluated through the debugger, since the content policy forbids inline scripts.
            page.evaluate(AXE_SCRIPT)
        only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
        # What is in order is not listed, which takes half of the time.
        options = {"runOnly": only, "resultTypes": ["violations"]}
        found = page.evaluate("options => axe.run(document, options)", options)["violations"]
        lines = [f"{rule['id']}: {rule['help']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]
        assert not lines, f"axe at {page.url}:\n" + "\n".join(lines)

    return axe
