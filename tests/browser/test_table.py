"""A recorder and a watcher at the same table, the QR code on a screen, and totals across the room."""

import io
import re
from urllib.parse import urlsplit

import pytest
import segno
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.people.groups.writing import remove_member
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link, revoke_link
from tests.browser.driving import Thumb, sign_in
from tests.browser.test_live import requests_of
from tests.cast import start_game

EVERY = 3_000  # ms between two polls
TELEVISION = {"width": 1920, "height": 1080}
KEPT = "() => [document.cookie, localStorage.length]"


def record_speech(page: Page) -> None:
    """Record the page's screen-reader announcements in `window.spoken`."""
    page.evaluate(
        "() => { window.spoken = []; new MutationObserver(() => spoken.push(said.textContent))"
        ".observe(said, {childList: true, characterData: true, subtree: true}); }"
    )


def test_a_recorder_and_a_watcher_follow_the_same_table_until_they_are_turned_away(
    open_page, cast, live_server, console
):
    console.expect("status of 410|Status Error Code 410")
    game, second, third = start_game(cast.owner), open_page(), open_page()
    link = make_watch_link(group=cast.group, by=cast.owner, game=game)
    sign_in(second, cast.recorder, live_server.url)
    other = Thumb(second).open(game).tap("Record hand 1")

    # The third browser watches, and nothing is stored in it.
    third.clock.install()
    third.goto(f"/w/{token_of(link)}/")
    record_speech(third)
    assert third.title() == "Live score sheet: Trumplestiltskin"
    assert third.get_by_text("Hand 1: Dee deals").is_visible()
    other.tap("10")
    third.locator(".rows li", has_text="leads 10").wait_for()
    other.tap("12", "Pass", "Pass", "Ann: Peeked", "Pass", "Nine of spades", "9", "3", "7", "12")
    third.clock.run_for(EVERY)
    third.locator(".rows li", has_text="peeked").wait_for()
    watched = third.locator("main").inner_text()
    assert third.locator("tbody b").count() == 0, "nobody sees points before they are saved"
    assert not re.search(r"\b[37]\b", third.locator(".progress").inner_text()), watched
    other.tap("Save")
    third.clock.run_for(EVERY)
    third.locator("#hand-1").wait_for()
    assert Thumb(third, scripts=False).totals == "4½ −12 0 0 26½"
    third.wait_for_function("() => spoken.length")
    assert third.evaluate("spoken") == ["Hand 1: Ann +4½, Bob −12, Gnome +26½"]
    assert third.context.cookies() == []
    assert third.evaluate(KEPT) == ["", 0]

    # The owner turns off the link; the third browser's page says so at its next poll and stops polling.
    revoke_link(group=cast.group, link_id=link.pk, by=cast.owner)
    third.clock.run_for(EVERY)
    third.get_by_role("heading", name="This link has expired or was turned off").wait_for()
    third.wait_for_function("() => spoken.length > 1")
    assert third.evaluate("spoken")[1:] == ["This link has expired or was turned off."]
    expect(third.locator("#live")).to_be_hidden()
    requested = requests_of(third)
    third.clock.run_for(60_000)
    assert requested == []

    # The owner removes the recorder, whose open page says so and whose next request is refused.
    remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    second.get_by_role("heading", name="You can’t open this anymore").wait_for()
    assert second.goto(f"/games/{game.pk}/").status == 410
    assert "no longer in this group" in second.locator("main").inner_text()


def squares(page: Page, size: int) -> list[list[int]]:
    """Return the squares of the QR code on the screen, `size` per row, including the light border; 1 means dark."""
    picture = Image.open(io.BytesIO(page.locator(".qr svg").screenshot())).convert("L")
    middles = [int((number + 0.5) * picture.width / size) for number in range(size)]
    return [[int(picture.getpixel((x, y)) < 128) for x in middles] for y in middles]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_qr_code_on_the_screen_encodes_the_link(open_page, cast, live_server, dark):
    page = open_page(dark=dark)
    sign_in(page, cast.owner, live_server.url)
    link = make_watch_link(group=cast.group, by=cast.owner)
    page.goto(f"/groups/{cast.group.pk}/links/{link.pk}/")
    box = page.locator(".qr svg").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=0.5)
    assert box["width"] > 300
    address = page.locator(".address a").get_attribute("href")
    border = 4  # squares: with a narrower border, some phones don't detect the code
    code = segno.make(address, error="l", micro=False).matrix_iter(border=border)
    expected = [[int(square) for square in row] for row in code]
    assert squares(page, len(expected)) == expected
    assert urlsplit(address).path == f"/w/{token_of(link)}/"
