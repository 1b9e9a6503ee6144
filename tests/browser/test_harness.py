"""Tests the harness itself: it notices the browser's complaints, and reports nothing on a clean page."""

import sys
from types import ModuleType

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper import access
from tests.browser.conftest import BrowserPool

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = """<!doctype html><html lang="en"><head><title>Page</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="/calm/"></head><body><main><h1>Page</h1>{}</main></body></html>"""

PAGES = {
    "calm": "<p>All is well.</p>",
    "inline": "<script>document.title = 'inline ran'</script>",
    "foreign": '<img src="http://127.0.0.1:1/pixel.png" alt="A pixel">',
    "missing": '<script src="/no-such-script.js"></script>',
    "unnamed": "<button></button>",
}


@access.public
def serve_page(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(PAGE.format(PAGES[name]))


@pytest.fixture(autouse=True)
def pages(monkeypatch, settings):
    """Serve this module's pages instead of the app's."""
    module = ModuleType("tests.browser.harness_urls")
    module.urlpatterns = [path("<slug:name>/", serve_page)]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    settings.ROOT_URLCONF = module.__name__


def test_a_clean_page_causes_no_complaints(phone, small_phone, plain_phone, axe):
    for page in (phone, small_phone, plain_phone):
        page.goto("/calm/")
        if page is not plain_phone:
            axe(page)
        assert page.get_by_role("heading", name="Page").is_visible()
    assert small_phone.viewport_size == {"width": 320, "height": 568}


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        pytest.param("inline", "Content Security Policy", id="an inline script"),
        pytest.param("foreign", "third-party request: http://127.0.0.1:1/", id="an image from another site"),
        pytest.param("missing", "status of 404", id="a missing file"),
    ],
)
def test_complaints_are_recorded(phone, console, name, complaint):
    phone.goto(f"/{name}/")
    assert any(complaint in line for line in console.unexpected())
    console.expect(".")


def test_axe_reports_a_button_without_an_accessible_name(phone, axe):
    phone.goto("/unnamed/")
    with pytest.raises(AssertionError, match="button-name"):
        axe(phone)


def test_a_page_is_dark_or_light_as_requested(open_page):
    for dark in (True, False):
        page = open_page(dark=dark)
        page.goto("/calm/")
        assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == dark


def test_no_test_gets_a_browser_whose_clock_another_has_moved(browser, live_server):
    pool = BrowserPool(browser)
    used, moved = pool.take({}), pool.take({"locale": "fr"})
    moved.new_page().clock.install()
    pool.give_back(live_server.url)
    assert pool.take({}) is used
    assert pool.take({"locale": "fr"}) is not moved
    for context in (used, pool.take({"locale": "fr"})):
        context.close()
