"""What a player needs opens on the dock, follows what others do, and is gone with the next tap on the hand."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import Thumb, sign_in
from tests.browser.test_live import POLLS, follow
from tests.cast import A_HAND, Phone, play, start_game
from tests.needing import tell

HANDS = 12
FOCUSED = "document.activeElement.innerText.trim().split('\\n').pop()"
IN_VIEW = """() => {
  const { top, bottom } = document.querySelector("#needs h2").getBoundingClientRect();
  const covers = [...document.querySelectorAll(".sheet thead")].map((head) => head.getBoundingClientRect().bottom);
  return top >= Math.max(0, ...covers) && bottom <= document.querySelector(".dock").getBoundingClientRect().top;
}"""
PLACES = """() => [...document.querySelectorAll(".bar, .stages, .rows, .dock")].map((part) => {
  const { top, height } = part.getBoundingClientRect();
  return [top, height];
})"""
BIDS = ("A bid 10", "B passed", "C passed", "D passed", "gnome 9S")


@pytest.fixture
def game(cast, monkeypatch):
    tell(monkeypatch)
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    play(game, *[A_HAND] * HANDS, by=cast.owner)
    return game


@pytest.fixture
def thumb(phone: Page, cast, live_server) -> Thumb:
    sign_in(phone, cast.recorder, live_server.url)
    return Thumb(phone)


@pytest.fixture
def still(still_phone: Page, cast, live_server) -> Thumb:
    """A thumb on a phone that polls only when a test lets time pass."""
    still_phone.add_init_script(POLLS)
    sign_in(still_phone, cast.recorder, live_server.url)
    return Thumb(still_phone)


def first(page: Page) -> str:
    return " ".join(page.locator("#needs li").first.inner_text().split())


def test_on_the_sheet_it_opens_where_it_can_be_read_and_closes(thumb: Thumb, game):
    page = thumb.open(game).page
    page.evaluate("document.querySelector('#hand-1').scrollIntoView({block: 'end'}); window.same = true")
    for name in ("Bob", "Cy"):
        thumb.tap(name)
        assert (first(page), page.evaluate(IN_VIEW), page.evaluate(FOCUSED)) == (f"0 more for {name}", True, name)
        assert page.locator("thead [aria-expanded=true] .name").inner_text() == name
    thumb.tap("Close")
    assert (page.locator("#needs").count(), page.evaluate(FOCUSED)) == (0, "Cy")
    thumb.tap("Cy", "Cy")
    assert (page.locator("#needs").count(), page.evaluate(FOCUSED), page.evaluate("same")) == (0, "Cy", True)


@pytest.mark.parametrize("place", ["thead", "#needs"])
def test_on_the_sheet_it_follows_what_others_tap(still: Thumb, game, cast, place):
    page = still.page
    page.goto(f"/games/{game.pk}/?needs=1")
    page.locator(f"{place} a", has_text="Cy").focus()
    Phone(game, cast.owner, None).tap("A bid 10")
    follow(page)
    expect(page.locator("#needs li").first).to_have_text("1 more for Bob")
    assert page.evaluate(f"document.activeElement.matches('{place} a')")
    assert page.evaluate(FOCUSED) == "Cy"


def test_on_the_sheet_faces_switch_between_players_and_keep_the_focus(thumb: Thumb, game):
    page = thumb.open(game).tap("Bob").page
    for name in ("Cy", "Ann"):
        thumb.press(page.locator("#needs .others a", has_text=name))
        assert (first(page), page.evaluate(FOCUSED)) == (f"0 more for {name}", name)
        assert page.evaluate("document.activeElement.matches('#needs .others a')")
        assert page.locator("thead [aria-expanded=true] .name").inner_text() == name


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=["phone", "lying phone", "laptop"])
def test_it_moves_nothing_and_all_that_it_covers_can_be_scrolled_free(thumb: Thumb, game, size):
    page = thumb.page
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    thumb.open(game, HANDS + 1)
    before = page.evaluate(PLACES)
    thumb.press(page.locator(".helpers a", has_text="What "))
    assert page.evaluate(PLACES) == before
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = page.locator(".helpers").bounding_box()
    assert last["y"] + last["height"] <= page.locator("#needs").bounding_box()["y"]
    thumb.tap("Close")
    assert page.evaluate("scrollTo(0, 0)") or page.evaluate(PLACES) == before


def test_on_the_hand_it_opens_above_the_dock_and_follows_what_others_tap(still: Thumb, game, cast):
    owner = Phone(game, cast.owner, None).tap(*BIDS)
    page = still.open(game, HANDS + 1).tap("What Ann needs").page
    assert (first(page), page.evaluate(IN_VIEW)) == ("5 more for Ann", True)
    assert page.evaluate("document.activeElement.matches('#needs h2')")
    still.press(page.locator("#needs .others a", has_text="Dee"))
    assert (first(page), page.evaluate(IN_VIEW)) == ("5 more for Dee", True)
    owner.tap("A took 12")
    follow(page)
    assert (first(page), still.asked) == ("6 more for Dee", "How many points did Bob take?")
    still.tap("Close")
    assert (page.locator("#needs").count(), page.evaluate("document.activeElement.id")) == (0, "asked")


def test_the_next_tap_on_the_hand_closes_it_even_before_the_server_answers(thumb: Thumb, game, cast, console):
    console.expect("net::ERR_|failed request|script error")
    Phone(game, cast.owner, None).tap(*BIDS)
    page = thumb.open(game, HANDS + 1).tap("What Ann needs").page
    page.context.set_offline(True)
    thumb.rest()
    page.locator(".offer", has_text="12").first.tap()
    expect(page.locator("#needs")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator("#asked")).to_contain_text("Bob")
    assert not page.locator("#needs").count()
