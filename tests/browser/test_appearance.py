"""Light and dark pages in a real browser, and the app that a phone can install."""

import pytest

from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from tests.browser.conftest import OpenPage
from tests.cast import make_cast, start_game

LIGHT, DARK = "rgb(243, 232, 209)", "rgb(18, 35, 43)"
PAPER = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).colorScheme]"


@pytest.mark.parametrize("dark", [False, True], ids=["a light device", "a dark device"])
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_choice_outweighs_the_device_until_it_is_taken_back(open_page: OpenPage, live_server, dark, scripts):
    page = open_page(dark=dark, scripts=scripts)
    cast = make_cast()
    watched = (
        f"/w/{token_of(links_writing.make_watch_link(group=cast.group, by=cast.owner, game=start_game(cast.owner)))}/"
    )
    of_device = [DARK if dark else LIGHT, "light dark"]
    page.goto("/")
    assert page.evaluate(PAPER) == of_device
    for words, expected in (("Dark", [DARK, "dark"]), ("Light", [LIGHT, "light"]), ("Device", of_device)):
        page.goto("/")
        with page.expect_navigation():
            page.get_by_role("button", name=words, exact=True).click()
        assert page.evaluate(PAPER) == expected
        assert page.locator("#appearance").is_visible()
        page.goto(watched)
        assert page.evaluate(PAPER) == expected


def test_the_browser_can_read_the_manifest_and_its_icons(open_page: OpenPage, live_server, console):
    page = open_page()
    page.goto("/")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []
    sources = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json()).then((it) => it.icons)")
    for icon in sources:
        assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
