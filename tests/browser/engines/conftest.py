"""Phones in WebKit and Firefox. Each engine starts once per process and only where a test needs it."""

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

# Django's server sends an answer in two packets; the second would wait 40 ms until the first is acknowledged.
WSGIRequestHandler.disable_nagle_algorithm = True
ENGINES = {"WebKit": webkit, "Firefox": firefox}


@pytest.fixture(scope="module", params=ENGINES)
def driver(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    """A browser with this engine."""
    try:
        with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as driver:
            yield driver
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def line(live_server: Any) -> Iterator[Line]:
    """The line between the phone and the server."""
    line = Line(urlsplit(live_server.url).port)
    yield line
    line.cut()


@pytest.fixture
def engine_phone(driver: Driver, line: Line) -> Phone:
    """A phone on that line."""
    return Phone(driver, line.url)
