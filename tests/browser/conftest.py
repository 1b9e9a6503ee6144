"""Chromium fixtures: screen sizes, color schemes, pages without JavaScript, and a console that must stay silent."""

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

from scorekeeper.models import Game
from tests.browser.chromium import chromium
from tests.browser.driving import Thumb, sign_in
from tests.cast import Cast, make_cast, start_game

# Playwright runs an event loop in the test's thread; Django's guard against that would refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OpenPage = Callable[..., Page]
Axe = Callable[..., None]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Use the system's Chromium."""
    how = chromium()
    if how["executable_path"] is None:
        pytest.skip("browser tests need Chromium on the path")
    return how


class Console:
    """Collects the browser's complaints. A test that provokes a complaint allows it with `expect`."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.complaints: list[str] = []
        self.expected = ["Service Worker registration blocked"]  # by `open_page`

    def expect(self, pattern: str) -> None:
        """Allow complaints that match this regular expression, such as `status of 409`."""
        self.expected.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        """Listen to every page of the context."""
        context.on("console", self._message)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failure)

    def unexpected(self) -> list[str]:
        """Return the complaints that the test did not expect."""
        return [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.expected)]

    def _message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text} {message.location['url']}")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"script error: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.home + "/"):
            self.complaints.append(f"third-party request: {request.url[:200]}")

    def _failure(self, request: Request) -> None:
        # Leaving a page aborts its pending requests; that is not a failure.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed request: {request.url} {request.failure}")


@pytest.fixture
def console(live_server: Any) -> Iterator[Console]:
    """The console of all pages in this test; it must stay silent throughout."""
    console = Console(live_server.url)
    yield console
    assert console.unexpected() == []


def new_context(browser: Browser, console: Console, size: dict[str, int] = PHONE, **more: Any) -> BrowserContext:
    """Return a phone's browser with its own cookies, which is expected to be silent."""
    context = browser.new_context(
        **{
            "base_url": console.home,
            "viewport": size,
            "has_touch": True,
            "is_mobile": True,
            "locale": "en-GB",
            # Otherwise, a test would read numbers while they count up.
            "reduced_motion": "reduce",
            # What a worker asks for, no test sees; where it matters, a test allows it.
            "service_workers": "block",
            **more,
        }
    )
    console.watch(context)
    context.set_default_timeout(30_000)
    return context


@pytest.fixture
def open_page(browser: Browser, console: Console) -> Iterator[OpenPage]:
    """Open a page in its own browser, with its own cookies: for example, `open_page(SMALL, dark=True)`."""
    contexts: list[BrowserContext] = []

    def open_page(size: dict[str, int] = PHONE, *, dark: bool = False, scripts: bool = True, **more: Any) -> Page:
        scheme = "dark" if dark else "light"
        context = new_context(browser, console, size, color_scheme=scheme, java_script_enabled=scripts, **more)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def cast(live_server: Any, transactional_db: None) -> Cast:
    """An owner, a recorder and a stranger."""
    return make_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with Ann, Bob, Cy and Dee, before the first deal; Dee deals."""
    return start_game(cast.owner)


@pytest.fixture
def thumb(phone: Page, cast: Cast, live_server: Any) -> Thumb:
    """The owner's phone."""
    sign_in(phone, cast.owner, live_server.url)
    return Thumb(phone)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A 390 × 844 phone."""
    return open_page()


@pytest.fixture
def still_phone(phone: Page) -> Page:
    """A phone whose clock moves only when a test moves it."""
    phone.clock.install(time=0)
    phone.clock.pause_at(1000)
    return phone


@pytest.fixture
def axe() -> Axe:
    """Assert that a page passes axe's rules for WCAG 2.2 (A and AA) and best practices, or only the given rules.

    Axe is itself a script, so it hangs on pages without JavaScript.
    """

    def axe(page: Page, *rules: str) -> None:
        if not page.evaluate("() => 'axe' in window"):
            # Evaluated through the debugger, because the content security policy forbids inline scripts.
            page.evaluate(AXE_SCRIPT)
        only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
        # Leaving out the rules that pass halves the time. None of these rules reads what axe would fetch beforehand.
        options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
        violations = page.evaluate("options => axe.run(document, options)", options)["violations"]
        lines = [f"{rule['id']}: {rule['help']}: {node['html'][:200]}" for rule in violations for node in rule["nodes"]]
        assert not lines, f"axe at {page.url}:\n" + "\n".join(lines)

    return axe
