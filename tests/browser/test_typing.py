"""A whole hand typed without a mouse, with the server and without it, and what stays in its place meanwhile."""

import json

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Hand
from scorekeeper.recording.game.reading import load
from tests.browser.away import OFFLINE, AwayPhone
from tests.browser.conftest import PHONE, SMALL, OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.cast import refresh

MOST_KEYS = 40
# Ann bids 12 and peeks, Bob bids 10, Cy passes, Dee bids 11. The Gnome is the nine of hearts.
ROWS = ("12", "Space", "10"), ("10", "", "6"), ("", "", "8"), ("11", "", "6")
ENTRY = {
    "hand": {"gnome": "9H"},
    "players": [
        {"bid": 12, "peeked": True, "taken": 10},
        {"bid": 10, "taken": 6},
        {"taken": 8},
        {"bid": 11, "taken": 6},
    ],
}
FOCUSED = "() => document.activeElement.name"
PARTS = "#whole :is(tr, fieldset, .pick, input:not([type=hidden], [disabled]))"
PLACES = """parts => [...document.querySelectorAll(parts)].map(each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y + scrollY, width, height].map(Math.round).join(" ");
})"""


def keys() -> list[str]:
    """Return the keys of a hand, from its first field."""
    pressed = list[str]()
    for bid, peeks, taken in ROWS:
        pressed += [*bid, "Tab", *([peeks] if peeks else []), "Tab", *taken, "Tab"]
    return [*pressed, "Space", "ArrowDown", "Enter"]


def press(page: Page) -> None:
    for key in keys():
        page.keyboard.press(key)


def form(page: Page, number: int) -> None:
    """Wait until the form is that of this hand, and its first field has the focus."""
    page.locator(f"#whole[data-number='{number}']").wait_for()
    page.wait_for_function("() => document.activeElement.name === 'players.0.bid'")


@pytest.fixture
def desk(open_page: OpenPage, cast, live_server) -> Page:
    """A computer with a keyboard, without a finger."""
    page = open_page({"width": 1024, "height": 768}, has_touch=False, is_mobile=False)
    sign_in(page, cast.owner, live_server.url)
    return page


def test_hands_follow_each_other_at_most_forty_keys_each(desk: Page, game):
    assert len(keys()) <= MOST_KEYS
    desk.goto(f"/games/{game.pk}/hands/1/whole/")
    for number in (1, 2):
        form(desk, number)
        press(desk)
    form(desk, 3)
    assert [hand.entry for hand in load(refresh(game)).saved] == [ENTRY, ENTRY]
    expect(desk.locator(".news")).to_contain_text("Hand 2 saved.")


def test_without_scripts_too(open_page: OpenPage, cast, game, live_server):
    plain = open_page(scripts=False)
    sign_in(plain, cast.owner, live_server.url)
    plain.goto(f"/games/{game.pk}/hands/1/whole/")
    press(plain)
    plain.locator("#whole[data-number='2']").wait_for()
    assert Hand.objects.get().entry == ENTRY
    expect(plain.locator("[name='players.0.bid']")).to_be_focused()


@pytest.fixture
def away(phone: Page, cast, live_server, console) -> AwayPhone:
    console.expect(OFFLINE)
    return AwayPhone(phone, cast.owner, live_server.url)


def test_without_the_server_too(away: AwayPhone, game):
    page = away.open(game).lose().leave().page
    page.locator("[name='players.0.bid']").focus()
    for number in (1, 2):
        form(page, number)
        press(page)
    form(page, 3)
    assert away.waiting(2) == [1, 2]
    expect(page.locator("[data-turn]")).to_be_hidden()
    assert page.locator(".spread :checked").count() == 0
    away.find()
    away.arrive()
    assert [hand.entry for hand in load(refresh(game)).saved] == [ENTRY, ENTRY]


def test_a_jokers_half_is_kept_without_the_server_and_in_its_file(away: AwayPhone, game, tmp_path):
    page = away.open(game).lose().leave().type("10 6 - 8 | 12 9 3 6").page
    page.locator("[value='black_joker clubs']").check(force=True)
    away.tap("Save")
    form_of = page.locator("#whole[data-number='2']")
    form_of.wait_for()
    document = away.tap("Show").saved_file(tmp_path)
    assert [str(message) for message in document.messages] == []
    (hand,) = json.loads((tmp_path / "sheet.json").read_text())["games"][0]["hands"]
    assert hand["hand"] == {"gnome": "black_joker", "trump": "clubs"}
    away.tap("Change")
    expect(page.locator("[value='black_joker clubs']")).to_be_checked()
    away.tap("Save").find()
    away.arrive()
    assert Hand.objects.get().entry["hand"] == {"gnome": "black_joker", "trump": "clubs"}


def test_a_suit_that_waited_before_an_update_is_on_the_card(away: AwayPhone, game):
    page = away.open(game).lose().leave().record("10 6 - 8 | 12 9 3 6").page
    earlier = "([item]) => Object.assign(item.values, { 'hand.gnome': 'red_joker', 'hand.trump': 'diamonds' })"
    page.evaluate(f"() => ({earlier})(tapQueue.hands())")
    away.tap("Show").tap("Change")
    expect(page.locator("[value='red_joker diamonds']")).to_be_checked()
    away.tap("Save").find()
    away.arrive()
    assert Hand.objects.get().entry["hand"] == {"gnome": "red_joker", "trump": "diamonds"}


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_nothing_moves_when_something_is_wrong(thumb: Thumb, game, console, size):
    console.expect("status of 422|Status Error Code")
    page = thumb.page
    page.set_viewport_size(size)
    page.goto(f"/games/{game.pk}/hands/1/whole/")
    for name, typed in (("players.0.bid", "12"), ("players.1.bid", "ten"), ("players.3.taken", "x")):
        page.locator(f"[name='{name}']").fill(typed)
    before = page.evaluate(PLACES, PARTS)
    thumb.find("Save").tap()
    expect(page.locator("th .errorlist")).to_have_count(2)
    assert page.evaluate(PLACES, PARTS) == before
    assert page.evaluate(FOCUSED) == "players.1.bid"
    for seat, bid in enumerate((8, 8, 9, 9)):
        page.locator(f"[name='players.{seat}.bid']").fill(str(bid))
        page.locator(f"[name='players.{seat}.taken']").fill("7")
    thumb.rest()
    thumb.find("Save").tap()
    expect(page.locator(".dock .errorlist li")).to_have_count(3)
    assert page.evaluate(PLACES, PARTS) == before


def test_the_sum_counts_along(thumb: Thumb, game):
    page = thumb.page
    page.goto(f"/games/{game.pk}/hands/1/whole/")
    shown = page.locator("output")
    for seat, typed, said in ((0, "12", "12"), (1, "4+5", "21"), (2, "3", "24"), (3, "7", "31 ✓"), (3, "20", "44")):
        page.locator(f"[name='players.{seat}.taken']").fill(typed)
        expect(shown).to_have_text(said)
    page.locator("[name='players.1.taken']").fill("")
    expect(shown).to_have_text("35")


def test_all_cards_are_paper_in_any_light(thumb: Thumb, game):
    page = thumb.page
    page.goto(f"/games/{game.pk}/hands/1/whole/")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        cards = page.locator(".spread .pcard").evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
        paper = page.evaluate("getComputedStyle(document.querySelector('.joker')).backgroundColor")
        assert cards == [paper] * 6
