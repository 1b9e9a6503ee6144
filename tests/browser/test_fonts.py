"""The suits on real pages: drawn by our font, red where cards are red, and legible on the red button."""

from collections import Counter
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.driving import sign_in
from tests.cast import Phone, make_cast, start_game
from tests.suits import RED
from tests.test_suits import LIGHT, NIGHT, palette, token

SCHEMES = [
    pytest.param(False, token(LIGHT, "ink"), RED, token(LIGHT, "on-red"), id="light"),
    pytest.param(True, token(NIGHT, "ink"), palette("night"), token(NIGHT, "on-red"), id="dark"),
]
SOLID = 20
"""Pixels of one color that a sign has at least inside; edges are blends."""


@pytest.fixture
def choose_card(open_page: OpenPage, live_server):
    """Open the question which card the Gnome is."""

    def open_it(**options) -> Page:
        cast = make_cast()
        game = start_game(cast.owner)
        Phone(game, cast.owner).open().tap("A bid 10", "done", at="")
        page = open_page(PHONE, **options)
        sign_in(page, cast.owner, live_server.url)
        page.goto(f"/games/{game.pk}/hands/1/")
        page.evaluate("document.fonts.ready")
        return page

    return open_it


def picture(drawn: Locator) -> Image.Image:
    return Image.open(BytesIO(drawn.screenshot())).convert("RGB")


def colors(drawn: Locator) -> set[str]:
    """Return the colors, without those of blended edges, as hexadecimal digits."""
    pixels = Counter(picture(drawn).get_flattened_data())
    return {bytes(color).hex() for color, count in pixels.items() if count >= SOLID}


def show(sign: str, place: Locator) -> Locator:
    """Show a sign alone in an element, in large type."""
    place.evaluate("(place, sign) => { place.textContent = sign; place.style.fontSize = '40px'; }", sign)
    return place


@pytest.mark.parametrize(("dark", "ink", "red", "on_hat"), SCHEMES)
def test_hearts_and_diamonds_are_red_and_spades_and_clubs_are_not(choose_card, dark, ink, red, on_hat):
    page = choose_card(dark=dark)
    for card in ("9H", "9D"):
        assert RED in colors(page.locator(f'button[value$="={card}"] .sign'))  # a playing card is paper in any light
    for card in ("9S", "9C"):
        found = colors(page.locator(f'button[value$="={card}"] .sign'))
        assert token(LIGHT, "on-lit") in found
        assert RED not in found
    sentence = page.locator("h2").first
    assert red in colors(show("♥", sentence))
    assert colors(show("♠", sentence)) >= {ink}
    sentence.evaluate("heading => heading.className = 'button main'")
    assert on_hat in colors(show("♥", sentence))
    assert red not in colors(sentence)


def test_forced_colors_have_a_red_of_their_own(choose_card):
    page = choose_card(forced_colors="active")
    assert palette("forced") in colors(show("♥", page.locator("h2").first))
