"""Choosing a game: found while one types, by any of its names, or by kind without a script."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game
from scorekeeper.recording.own_games.writing import keep_recipe
from tests.browser.conftest import Axe, OpenPage
from tests.browser.driving import Thumb, sign_in
from tests.cast import Cast, start_game
from tests.own_games import SKYJO, start_own
from tests.recording.farkle import keep, options


@pytest.fixture
def page(thumb: Thumb, cast: Cast) -> Page:
    """The page on which a game is chosen, of a group that has played Skyjo and made Farkle."""
    start_own(cast.owner, SKYJO)
    keep(cast.owner)
    keep_recipe(group=cast.group, options=options(template="pounce", name="Éclair | Pounce"), by=cast.owner)
    thumb.page.goto(f"/groups/{cast.group.pk}/new/")
    return thumb.page


def found(page: Page) -> list[str]:
    """Return what the page has found, a game with its small words after a slash."""
    cards = page.locator("#found li:not(:last-child) .text")
    return [" / ".join(text.split("\n")) for text in cards.all_inner_texts()]


def type_name(page: Page, name: str) -> Page:
    """Replace what is typed."""
    page.locator("#typed").fill(name)
    return page


def test_games_are_found_by_every_name_the_whole_one_first(page, axe: Axe):
    everything = page.locator("#found ~ *")
    expect(page.locator("#found")).to_be_hidden()
    for typed, first in (
        ("rumm", "Rummy / 2–6 players"),
        ("RUMMY", "Rummy / 2–6 players"),
        ("  oh psh", "Oh Hell / Oh Pshaw"),
        ("molk", "Mölkky / 2–10 players"),
        ("MO\u0308LK", "Mölkky / 2–10 players"),
        ("eclair", "Éclair | Pounce / 1–10 players"),
        ("kyj", "Skyjo / 2–8 players"),
        ("farkle", "Farkle / 1–10 players"),
    ):
        assert found(type_name(page, typed))[0].startswith(first), typed
        assert not any(part.is_visible() for part in everything.all())
    assert "Gin Rummy / 2 players" in found(type_name(page, "rummy"))
    assert {*page.locator("mark").all_inner_texts()} == {"Rummy"}
    type_name(page, "pshaw")
    assert (page.locator("mark").inner_text(), page.locator("#said").inner_text()[:7]) == ("Pshaw", "Oh Hell")
    axe(page)
    type_name(page, "")
    expect(page.locator("#found")).to_be_hidden()
    assert all(part.is_visible() for part in everything.all())


def test_whatever_is_typed_can_be_set_up(page, cast):
    last = type_name(page, " Ten {name} & <b>").locator("#found a").last
    assert found(page) == []
    assert last.inner_text().split("\n")[-1] == "set up “Ten {name} & <b>” yourselves"
    assert last.get_attribute("href").endswith(f"/groups/{cast.group.pk}/games/?name=Ten+%7Bname%7D+%26+%3Cb%3E")
    page.locator("#typed").clear()
    page.keyboard.type("x" * 50)
    assert last.get_attribute("href").endswith(f"?name={'x' * 40}")


def test_enter_opens_the_first_game_or_else_sets_one_up(page, cast):
    for typed, address in (("yaht", r"/new/\?.*rules=any_game%3Ayahtzee$"), ("Quux", r"/games/\?name=Quux$")):
        type_name(page, typed).keyboard.press("Enter")
        page.wait_for_url(re.compile(address))
        page.goto(f"/groups/{cast.group.pk}/new/")


def test_a_ready_game_never_played_starts_in_three_taps_with_tonights_players(thumb, cast):
    start_game(cast.owner)
    thumb.page.goto(f"/groups/{cast.group.pk}/")
    before = thumb.clicks
    thumb.tap("New game", "Yahtzee", "Start Yahtzee")
    assert thumb.clicks - before == 3
    assert (Game.objects.last().rules, Game.objects.last().seats.count()) == ("any_game:yahtzee", 4)


def test_without_a_script_there_is_no_field_and_everything_stands_there(open_page: OpenPage, cast, live_server):
    plain = open_page(scripts=False)
    sign_in(plain, cast.owner, live_server.url)
    plain.goto(f"/groups/{cast.group.pk}/new/")
    expect(plain.locator("#find")).to_be_hidden()
    expect(plain.locator("#found")).to_be_hidden()
    plain.get_by_role("link", name="Yahtzee 1–10 players").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Yahtzee")
