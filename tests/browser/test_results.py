"""Just the result, by thumb: four totals, who won, and one game after the other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from tests.browser.conftest import SMALL
from tests.browser.driving import Thumb, sign_in
from tests.cast import differences, start_game
from tests.recording.test_results_pages import told
from tests.results import write_down

FOUR = "Ann Bob Cy Dee"


@pytest.fixture
def page(thumb: Thumb, cast) -> Page:
    """The page of a group whose four players have played Uno."""
    write_down(cast.owner, FOUR, "1 2 3 4", night="2024-03-09")
    thumb.page.goto(f"/groups/{cast.group.pk}/result/")
    return thumb.page


def newest() -> Game:
    return Game.objects.latest("pk")


def key(page: Page, keys: str) -> None:
    """Tap keys of the pad; "<" deletes."""
    for each in keys:
        page.locator(f'[data-key="{"" if each == "<" else each}"]').tap()


def asked(page: Page) -> str:
    return page.locator("#asked").inner_text()


def save(page: Page) -> None:
    """Tap the red key at the last total, which saves."""
    with page.expect_navigation():
        page.locator(".pad .main").tap()


def test_four_totals_take_four_taps_and_their_digits_and_the_next_game_one_more(thumb, page):
    before = thumb.clicks
    for name, keys in (("Ann", "203½"), ("Bob", "12"), ("Cy", "−7"), ("Dee", "4+8")):
        assert asked(page) == f"{name}’s total?"
        key(page, keys)
        if name != "Dee":
            page.locator(".pad .main").tap()
    expect(page.locator(".pad .main")).to_have_text("Save")
    save(page)
    assert told(newest()) == "Ann 203.5 ♛ · Bob 12 · Cy -7 · Dee 12"
    assert thumb.clicks - before == len("203½12−74+8") + 4 <= len("203½12−74+8") + 12
    before = thumb.clicks
    thumb.press(page.locator(".people a", has_text="Uno"))
    for keys in "1234":
        key(page, keys)
        page.locator(".pad .main").tap() if keys != "4" else save(page)
    assert (told(newest()), thumb.clicks - before) == ("Ann 1 · Bob 2 · Cy 3 · Dee 4 ♛", 1 + 4 + 4)
    assert differences(newest()) == 0


def test_who_won_takes_three_taps(thumb, page):
    before = thumb.clicks
    thumb.tap("Just who won")
    thumb.rest()
    page.locator(".thumb label", has_text="Cy").tap()
    thumb.tap("Save")
    assert (told(newest()), thumb.clicks - before) == ("Ann · Bob · Cy ♛ · Dee", 3)


def test_from_the_groups_page_it_is_two_taps_away(thumb, page, cast):
    page.goto(f"/groups/{cast.group.pk}/")
    before = thumb.clicks
    thumb.tap("New game", "Already played? Just the result")
    assert (thumb.clicks - before, asked(page)) == (2, "Ann’s total?")


def test_a_tile_can_be_tapped_in_any_order_and_a_key_deletes(page):
    tiles = page.locator(".tile")
    tiles.nth(2).tap()
    assert asked(page) == "Cy’s total?"
    expect(tiles.nth(2)).to_have_class("tile now")
    key(page, "12<−")
    expect(tiles.nth(2).locator("input")).to_have_value("1−")
    key(page, "<0")
    page.locator(".pad .main").tap()
    assert asked(page) == "Dee’s total?", "who comes next and has none yet"
    expect(page.locator("#said")).to_have_text("Dee’s total?")
    page.locator(".pad .main").tap()
    assert asked(page) == "Dee’s total?", "without a number, it doesn't go on"
    for digit in "456":
        key(page, digit)
        page.locator(".pad .main").tap() if digit != "6" else save(page)
    assert told(newest()) == "Ann 5 · Bob 6 · Cy 10 ♛ · Dee 4"


def test_a_keyboard_writes_into_the_tile_and_enter_leads_on(page):
    page.locator(".tile input").first.focus()
    for total in ("12", "-7", "3.5"):
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    expect(page.locator(".tile").nth(3)).to_have_class("tile now")
    expect(page.locator(".tile input").nth(3)).to_be_focused()
    page.keyboard.type("0")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert told(newest()) == "Ann 12 ♛ · Bob -7 · Cy 3.5 · Dee 0"


def test_what_was_refused_is_lit_and_asked_again(page, console):
    console.expect("status of 422")
    for keys in ("1", "½1", "3", "4"):
        key(page, keys)
        page.locator(".pad .main").tap() if keys != "4" else save(page)
    expect(page.locator(".tile.now .notes")).to_have_text("Enter a number, whole or half.")
    assert asked(page) == "Bob’s total?"
    key(page, "<")
    save(page)
    assert told(newest()) == "Ann 1 · Bob 0.5 · Cy 3 · Dee 4 ♛"


def test_the_date_is_asked_only_for_another_day(page):
    date = page.get_by_label("Date")
    expect(date).to_be_hidden()
    page.locator("label", has_text="Earlier").tap()
    expect(date).to_be_visible()
    date.fill("2024-02-29")
    for keys in "1234":
        key(page, keys)
        page.locator(".pad .main").tap() if keys != "4" else save(page)
    assert str(Game.objects.select_related("night").latest("pk").night.date) == "2024-02-29"


def test_somebody_else_won(page, thumb):
    thumb.toggle("Someone else won")
    page.locator("main label", has_text="Nobody").tap()
    for keys in "1234":
        key(page, keys)
        page.locator(".pad .main").tap() if keys != "4" else save(page)
    assert told(newest()) == "Ann 1 · Bob 2 · Cy 3 · Dee 4"


def test_without_a_script_the_totals_are_typed_into_their_fields(open_page: Callable[..., Page], cast, live_server):
    write_down(cast.owner, FOUR, "1 2 3 4", night="2024-03-09")
    plain = open_page(SMALL, scripts=False)
    sign_in(plain, cast.owner, live_server.url)
    plain.goto(f"/groups/{cast.group.pk}/result/")
    for name, total in zip(FOUR.split(), ("203½", "12", "-7", "4+8"), strict=True):
        plain.locator(".tile", has_text=name).locator("input").fill(total)
    plain.get_by_role("button", name="Save").tap()
    expect(plain.get_by_role("heading", name="What else did you play?")).to_be_visible()
    assert told(newest()) == "Ann 203.5 ♛ · Bob 12 · Cy -7 · Dee 12"
    plain.locator(".people a", has_text="Uno").tap()
    plain.get_by_role("link", name="Just who won").tap()
    plain.locator(".thumb label", has_text="Cy").tap()
    plain.get_by_role("button", name="Save").tap()
    expect(plain.get_by_role("heading", name="What else did you play?")).to_be_visible()
    assert told(newest()) == "Ann · Bob · Cy ♛ · Dee"


def test_a_game_that_isnt_on_the_list_is_named_and_asked_how_one_wins(thumb, page):
    thumb.tap("Uno")
    page.get_by_label("Find a game").fill("Wingspan")
    expect(page.locator("#found")).to_contain_text("a game called “Wingspan”")
    thumb.tap("Something else", "The most points win")
    assert asked(page) == "Ann’s total?"


def test_a_game_that_was_never_finished_is_asked_about_where_the_red_button_was(thumb, cast):
    game = start_game(cast.owner)
    Game.objects.update(touched="2020-01-01")
    page = thumb.open(game).page
    expect(page.get_by_role("heading", name="Never finished?")).to_be_visible()
    expect(page.locator(".main")).to_have_count(0)
    thumb.tap("Leave it")
    expect(page.get_by_role("heading", name="Never finished?")).to_have_count(0)
    expect(page.locator(".dock .main")).to_be_visible()


TWO_TOUCHES = """
(key) => {
  const { x, y } = key.getBoundingClientRect();
  const now = performance.now();
  for (const [id, ago] of [[1, 80], [2, 0]]) {
    for (const kind of ["pointerdown", "pointerup", "click"]) {
      const made = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: Number(kind === "click") };
      const event = new PointerEvent(kind, { ...made, pointerId: id });
      Object.defineProperty(event, "timeStamp", { value: now - ago });
      key.dispatchEvent(event);
    }
  }
}
"""


def test_two_quick_taps_on_one_key_both_count(page):
    page.locator('[data-key="5"]').evaluate(TWO_TOUCHES)
    expect(page.locator(".tile input").first).to_have_value("55")


def test_the_first_digit_replaces_a_total_that_is_there(page):
    page.goto(f"/games/{newest().pk}/result/")
    fields = page.locator(".tile input")
    key(page, "25")
    expect(fields.first).to_have_value("25")
    page.locator(".tile").nth(1).tap()
    key(page, "½0")
    expect(fields.nth(1)).to_have_value("2½0")
    page.locator(".tile").nth(2).tap()
    key(page, "<7")
    expect(fields.nth(2)).to_have_value("7")
