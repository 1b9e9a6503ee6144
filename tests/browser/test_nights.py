"""Browsing past games: from the group's page to a night, a hand and a player, with live updates along the way."""

import re

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Night
from scorekeeper.services.nights import change_night
from tests.browser.driving import Thumb, sign_in
from tests.browser.test_live import follow, poll
from tests.cast import A_HAND, make_cast, play, start_game, start_short_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def game(cast):
    """A game that Ann won with two 24-point hands."""
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


@pytest.fixture
def thumb(phone: Page, cast, live_server) -> Thumb:
    sign_in(phone, cast.recorder, live_server.url)
    return Thumb(phone)


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "plain"])
def test_links_lead_from_the_group_to_a_night_a_hand_and_a_player_and_back(open_page, cast, game, live_server, scripts):
    page = open_page(scripts=scripts)
    sign_in(page, cast.recorder, live_server.url)
    thumb = Thumb(page, scripts=scripts)
    page.goto(f"/groups/{cast.group.pk}/")
    date = page.locator(".nights .head .name").inner_text()
    thumb.tap(date)
    assert heading(page) == date
    assert page.locator("svg[viewBox]").count() >= 1
    thumb.press(page.locator(".list a", has_text="Ann").first)
    assert re.search(rf"/games/{game.pk}/\?hand=1#hand-1$", page.url)
    assert page.locator(".reasons").is_visible()
    thumb.press(page.locator("h1 a"))
    assert heading(page) == date
    thumb.press(page.locator(".chips a", has_text="Ann"))
    assert heading(page) == "● Ann"
    page.go_back()
    assert heading(page) == date
    thumb.press(page.locator(".back"))
    assert heading(page) == "Wednesday"


def test_after_a_search_all_nights_can_be_shown_again(thumb, cast, game):
    Night.objects.update(note="Cake")
    page = thumb.page
    page.goto(f"/groups/{cast.group.pk}/")
    thumb.toggle("Search nights").fill(q="pie").tap("Search")
    assert page.locator("#found").inner_text() == "No matching nights"
    thumb.fill(q="CAKE").tap("Search")
    assert page.locator("#found").inner_text() == "1 matching night"
    thumb.tap("Show all")
    assert page.url.endswith(f"/groups/{cast.group.pk}/")


def test_an_open_night_follows_other_peoples_changes_but_leaves_typed_text_alone(thumb, cast, game, console):
    console.expect("status of (409|422)|Status Error Code (409|422)")
    page = thumb.page
    page.clock.install()
    page.goto(f"/nights/{game.night_id}/")
    night = change_night(night=game.night, place="Ann’s kitchen", note="", seen="")
    follow(page)
    page.locator(".note", has_text="Ann’s kitchen").wait_for()
    page.clock.resume()
    thumb.toggle("Edit place and note").fill(place="x" * 81).tap("Save")
    assert page.locator(".errorlist").inner_text() == "Use at most 80 characters; this has 81."
    assert page.url.endswith(f"/nights/{game.night_id}/"), "so that it can be asked for again"
    start_game(cast.owner)
    assert poll(page) == 200
    page.clock.resume()
    assert page.locator("details input[name=place]").input_value() == "x" * 81
    thumb.fill(place="At Bob’s").tap("Save")
    page.locator(".note", has_text="At Bob’s").wait_for()
    night.refresh_from_db()
    assert night.place == "At Bob’s"
    page.locator(".game", has_text="in progress").wait_for()
