"""Sharing a link or a picture from a phone, and the tick that a phone gives after a save."""

import io
import re
from ipaddress import ip_address

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.web import network
from tests.browser.conftest import OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, Cast, enter_hand, make_cast, play, start_game, start_short_game
from tests.test_marks import COLORS

WITHOUT = "Object.defineProperty(navigator, '{name}', {{ value: undefined }});"
SHARING = """
window.shared = [];
navigator.canShare = () => true;
navigator.share = async (what) => { window.shared.push(what); };
"""
REFUSING = """
navigator.share = () => {{ window.wasAsked = true; return Promise.reject(new DOMException('no', '{name}')); }};
"""
VIBRATING = "window.ticks = []; navigator.vibrate = (ms) => ticks.push(ms);"
SELECTED = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
GOLD = (255, 209, 92)
FONT = re.compile(r"@font-face.*")


@pytest.fixture
def cast(live_server, monkeypatch) -> Cast:
    monkeypatch.setattr(network, "addresses", lambda: (ip_address("10.0.0.7"),))
    return make_cast()


@pytest.fixture
def over(cast) -> Game:
    """A game that ended with its second hand."""
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


class Shared:
    """The page of a link to a game, and the message that goes with it."""

    def __init__(self, page: Page, cast: Cast, home: str, *scripts: str) -> None:
        game = start_game(cast.owner)
        play(game, A_HAND, by=cast.owner)
        link = make_watch_link(group=cast.group, by=cast.owner, game=game)
        date = f"{game.night.date:%a %b} {game.night.date.day}"
        self.message = f"Trumplestiltskin, {date}, so far: Ann 24, Dee 7, Bob 6, Cy 0"
        self.address = f"http://10.0.0.7:{home.rpartition(':')[2]}/w/{token_of(link)}/"
        self.text, self.field = f"{self.message}\n{self.address}", page.locator("textarea")
        sign_in(page, cast.owner, home)
        for script in scripts:
            page.add_init_script(script)
        page.goto(f"/groups/{cast.group.pk}/links/{link.pk}/")
        self.buttons = page.locator(":is([data-share], .dock) button:visible")


def test_copying_a_link_copies_the_message_and_says_so(open_page: OpenPage, cast, live_server):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    shared = Shared(page, cast, live_server.url, WITHOUT.format(name="share"))
    expect(shared.buttons).to_have_text(["Copy link"])
    expect(page.locator(".back")).to_have_text("Sheet")
    page.get_by_role("button", name="Copy link").tap()
    page.get_by_role("button", name="Copied").wait_for()
    expect(page.locator("#said")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == shared.text
    assert not shared.field.is_visible()


def test_sharing_a_link_hands_the_phone_the_message_and_the_address(phone: Page, cast, live_server):
    shared = Shared(phone, cast, live_server.url, SHARING)
    expect(shared.buttons).to_have_text(["Copy link", "Share…"])
    phone.get_by_role("button", name="Share…").tap()
    phone.wait_for_function("() => shared.length")
    assert phone.evaluate("shared") == [{"text": shared.message, "url": shared.address}]
    assert not shared.field.is_visible()


@pytest.mark.parametrize(
    ("error", "offered"),
    [pytest.param("AbortError", False, id="by the user"), pytest.param("NotAllowedError", True, id="by the phone")],
)
def test_sharing_that_is_stopped(phone: Page, cast, live_server, error, offered):
    shared = Shared(phone, cast, live_server.url, REFUSING.format(name=error))
    phone.get_by_role("button", name="Share…").tap()
    phone.wait_for_function("() => window.wasAsked")
    expect(shared.field).to_be_visible(visible=offered)


@pytest.mark.parametrize(
    "without",
    [
        pytest.param(WITHOUT.format(name="clipboard"), id="over http"),
        pytest.param("navigator.clipboard.writeText = () => Promise.reject(new Error('no'));", id="without permission"),
    ],
)
def test_where_nothing_can_be_copied_one_tap_selects_the_message(phone: Page, cast, live_server, without):
    shared = Shared(phone, cast, live_server.url, without)
    phone.get_by_role("button", name="Copy link").tap()
    shared.field.wait_for()
    assert shared.field.evaluate(SELECTED) == shared.text
    expect(phone.locator("#said")).to_have_text("Selected, ready to copy")
    phone.evaluate("getSelection().removeAllRanges()")
    shared.field.tap()
    assert shared.field.evaluate(SELECTED) == shared.text


def picture_of(page: Page) -> tuple[str, Image.Image]:
    """Save the picture; return its file name and its content."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").tap()
    with download.value.path().open("rb") as file:
        return download.value.suggested_filename, Image.open(io.BytesIO(file.read()))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_picture_of_a_game_and_of_its_night_is_saved_as_a_png(open_page: OpenPage, cast, over, live_server, dark):
    page = open_page(dark=dark)
    sign_in(page, cast.owner, live_server.url)
    names = {f"games/{over.pk}": f"trumplestiltskin-{over.night.date}", f"nights/{over.night_id}": str(over.night.date)}
    for address, saved_as in names.items():
        page.goto(f"/{address}/")
        name, image = picture_of(page)
        assert (name, image.format, image.size) == (f"{saved_as}.png", "PNG", (1080, 1350))
        colors = {color: count for count, color in image.convert("RGB").getcolors(1 << 21)}
        assert colors[GOLD] > 2_000, "the winner has a crown and a total"
        for _mark, color in COLORS[:4]:
            assert colors[tuple(bytes.fromhex(color))] > 500, "every player has a face"


def test_the_picture_has_its_fonts(open_page: OpenPage, cast, over, live_server):
    """As an image, it can load nothing: with its fonts taken out, it looks different."""
    page = open_page()
    sign_in(page, cast.owner, live_server.url)
    page.goto(f"/games/{over.pk}/")
    saved = picture_of(page)[1]
    page.route(
        "**/picture.svg", lambda route: route.fulfill(response=(got := route.fetch()), body=FONT.sub("", got.text()))
    )
    plain = picture_of(page)[1]
    assert ImageChops.difference(saved.convert("RGB"), plain.convert("RGB")).getbbox()


def test_a_picture_can_be_shared_where_the_phone_can(thumb: Thumb, phone: Page, over):
    phone.add_init_script(SHARING)
    thumb.open(over)
    phone.get_by_role("link", name="Share the picture").tap()
    phone.wait_for_function("() => shared.length")
    file = "shared[0].files[0]"
    assert phone.evaluate(f"[{file}.name, {file}.type, {file}.size > 10000]") == [
        f"trumplestiltskin-{over.night.date}.png",
        "image/png",
        True,
    ]


def test_without_scripts_the_picture_is_saved_as_it_is(open_page: OpenPage, cast, over, live_server):
    page = open_page(scripts=False)
    sign_in(page, cast.owner, live_server.url)
    page.goto(f"/games/{over.pk}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").tap()
    assert download.value.suggested_filename == f"trumplestiltskin-{over.night.date}.svg"
    assert download.value.path().read_bytes().startswith(b"<svg ")


def test_a_game_that_just_ended_offers_its_picture(thumb: Thumb, cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner, 2)
    thumb.open(game, 2).tap("Save")
    assert picture_of(thumb.page)[1].width == 1080


@pytest.mark.parametrize(
    ("motion", "ticks"),
    [pytest.param("no-preference", [10], id="once"), pytest.param("reduce", [], id="unless unwanted")],
)
def test_the_phone_ticks_when_a_hand_has_been_saved(thumb: Thumb, phone: Page, cast, game, motion, ticks):
    enter_hand(game, A_HAND, cast.owner)
    phone.emulate_media(reduced_motion=motion)
    phone.add_init_script(VIBRATING)
    thumb.open(game, 1).tap("Dee bid 8", "7")
    assert phone.evaluate("ticks") == [], "not after a tap"
    thumb.tap("Save")
    assert phone.evaluate("ticks") == ticks
    thumb.tap("Undo")
    assert phone.evaluate("ticks") == ticks, "nor after an undo"
