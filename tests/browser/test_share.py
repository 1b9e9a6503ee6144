"""Sharing a link or a picture of the sheet from a phone, and the tick that a phone gives after a save."""

import io
from ipaddress import ip_address

import pytest
from PIL import Image
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
PAPER, GLOW = (243, 232, 209), (255, 235, 187)


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
        self.message = f"Trumplestiltskin, {date}, after hand 1: Ann 24, Dee 7, Bob 6, Cy 0"
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
        page.get_by_role("button", name="Save the picture").tap()
    with download.value.path().open("rb") as file:
        return download.value.suggested_filename, Image.open(io.BytesIO(file.read())).convert("RGB")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_final_sheet_is_saved_as_a_picture_in_light_colors(open_page: OpenPage, cast, over, live_server, dark):
    page = open_page(dark=dark)
    sign_in(page, cast.owner, live_server.url)
    Thumb(page).open(over)
    name, picture = picture_of(page)
    assert name == f"trumplestiltskin-{over.night.date}.png"
    assert picture.width == 1080
    assert picture.getpixel((5, 5)) == PAPER
    colors = {color: count for count, color in picture.getcolors(1 << 20)}
    assert colors[GLOW] > 10_000, "the winner's column is marked"
    assert len(colors) > 100, "names and numbers are written"
    for _mark, color in COLORS[:4]:
        assert colors[tuple(bytes.fromhex(color))] > 500, "every player has a face"


def test_a_picture_can_be_shared_where_the_phone_can(thumb: Thumb, phone: Page, over):
    phone.add_init_script(SHARING)
    thumb.open(over)
    phone.get_by_role("button", name="Share the picture").tap()
    phone.wait_for_function("() => shared.length")
    file = "shared[0].files[0]"
    assert phone.evaluate(f"[{file}.name, {file}.type, {file}.size > 10000]") == [
        f"trumplestiltskin-{over.night.date}.png",
        "image/png",
        True,
    ]


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
