"""Phones that run WebKit or Firefox. Each engine is started once per test module, and only if a test needs it."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.servers.basehttp import WSGIRequestHandler

from tests.browser.engines.driver import Driver, Missing
from tests.browser.engines.firefox import firefox
from tests.browser.engines.line import Line
from tests.browser.engines.phone import Phone
from tests.browser.engines.webkit import webkit

# Django's server sends a response in two packets; the second would wait 40 ms for the first to be acknowledged.
WSGIRequestHandler.disable_nagle_algorithm = True
ENGINES = {"WebKit": webkit, "Firefox": firefox}


@pytest.fixture(scope="module", params=ENGINES)
def driver(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    """A browser with each engine in turn."""
    try:
        with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as driver:
            yield driver
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def line(live_server: Any) -> Iterator[Line]:
    """The network connection between the phone and the server."""
    line = Line(urlsplit(live_server.url).port)
    yield line
    line.cut()


@pytest.fixture
def engine_phone(driver: Driver, line: Line) -> Phone:
    """A phone that reaches the server through `line`."""
    return Phone(driver, line.url)
