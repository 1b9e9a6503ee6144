"""A number that is filled in gives way to what is typed. Other words that are filled in don't."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, play, start_game
from tests.rounds import play_rounds, start_rounds
from tests.samples import start_sample

TARGET = "[name=option_player_target]"


def tab(field: Locator) -> None:
    field.evaluate("e => { const all = [...e.form.elements]; all[all.indexOf(e) - 1].focus(); }")
    field.page.keyboard.press("Tab")


WAYS = {
    "a tap": lambda field: field.tap(),
    "a click": lambda field: field.click(),
    "its label": lambda field: field.page.locator("label", has_text="Player target").last.tap(),
    "the Tab key": tab,
    "a script": lambda field: field.focus(),
}


@pytest.mark.parametrize("reach", WAYS.values(), ids=WAYS)
def test_however_a_field_is_reached_its_number_gives_way_and_a_further_click_places_the_caret(
    thumb: Thumb, game, reach
):
    page = thumb.page
    page.goto(f"/games/{game.pk}/setup/")
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    field = page.locator(TARGET)
    expect(field).to_have_value("200")
    reach(field)
    page.keyboard.type("150")
    expect(field).to_have_value("150")
    field.click()
    field.click()
    page.keyboard.type("0")
    expect(field).to_have_value("1500")


def test_every_kind_of_number_gives_way_and_words_stay(thumb: Thumb, cast):
    page = thumb.page
    play(hands := start_game(cast.owner), A_HAND, by=cast.owner)
    play_rounds(rounds := start_rounds(cast.owner, sum="free"), cast.owner, "5 -7 12")
    for path, name, typed, left in (
        (f"/games/{hands.pk}/hands/1/whole/", "players.0.bid", "9", "9"),
        (f"/games/{rounds.pk}/hands/1/whole/", "players.1.points", "-3", "-3"),
        (f"/groups/{cast.group.pk}/change/", "name", "s", "Wednesdays"),
    ):
        page.goto(path)
        field = page.locator(f"main [name='{name}']:not([type=hidden])").first
        field.tap()
        page.keyboard.type(typed)
        expect(field).to_have_value(left)


def test_digits_that_no_button_has_stay_one_number(open_page: OpenPage, cast, live_server):
    page = open_page(PHONE, has_touch=False, is_mobile=False)
    sign_in(page, cast.owner, live_server.url)
    Thumb(page).open(start_sample("any_game", cast.owner), 1)
    page.locator("#asked").focus()
    page.keyboard.type("150")
    expect(page.locator("input[name=other]")).to_have_value("150")
