"""Light and dark pages in a real browser, and the app that a phone can install."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Locator

from scorekeeper.models import Player
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web.configuration import ROOT
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.driving import sign_in
from tests.cast import A_HAND, make_cast, play, start_game, start_short_game
from tests.colors import contrast, luminance

LIGHT, DARK = "rgb(243, 232, 209)", "rgb(18, 35, 43)"
FACES = re.findall(r"\.p(\d+) { --f: #(\w{6})", (ROOT / "static/scorekeeper.css").read_text(encoding="utf-8"))
BRIGHTEST, _COLOR = max(FACES, key=lambda face: luminance(face[1]))
WORDLESS = "document.styleSheets[0].insertRule('.stage * { color: transparent !important }')"
PAPER = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).colorScheme]"


@pytest.mark.parametrize(
    ("dark", "scripts"),
    [
        pytest.param(False, False, id="a light device without scripts"),
        pytest.param(True, True, id="a dark device with scripts"),
    ],
)
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


def legibility(words: Locator) -> float:
    """Return the least contrast of words with what is painted behind them."""
    ink = bytes(words.evaluate("e => getComputedStyle(e).color.match(/\\d+/g).map(Number)")).hex()
    words.page.evaluate(WORDLESS)
    with Image.open(io.BytesIO(words.screenshot())) as behind:
        painted = {
            bytes(color).hex() for _count, color in behind.convert("RGB").getcolors(behind.width * behind.height)
        }
    words.page.reload()
    return min(contrast(ink, color) for color in painted)


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}, {"width": 1280, "height": 800}], ids=str)
def test_a_headline_is_legible_over_the_glow_of_the_brightest_face(open_page: OpenPage, live_server, console, size):
    console.expect("status of 404")
    page, cast = open_page(size), make_cast()
    sign_in(page, cast.owner, live_server.url)
    game = start_short_game(cast.owner)
    Player.objects.filter(name="Ann").update(mark=BRIGHTEST)
    play(game, A_HAND, A_HAND, by=cast.owner)
    page.goto(f"/games/{game.pk}/")
    assert page.locator(f".stage.p{BRIGHTEST} .hero .face.p{BRIGHTEST}").count() == 1
    assert min(legibility(page.locator(words).first) for words in ("#end", ".hero .fig", ".hero p:not(.winners)")) >= 7
    page.goto(f"/players/{Player.objects.get(name='Ann').pk}/")
    assert legibility(page.locator(".profile span").last) >= 7
    page.goto("/groups/0/")
    assert legibility(page.locator(".hero h1")) >= 7
