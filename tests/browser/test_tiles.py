"""Tiles: none is alone in its row, however many there are, and a player's are all of a size."""

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Player
from tests.browser.conftest import PHONE, SMALL
from tests.browser.driving import sign_in
from tests.years import play_years

LAID = """([selector, count]) => {
  const grid = document.querySelector(selector), tile = grid.lastElementChild;
  grid.replaceChildren(...Array.from({length: count}, () => tile.cloneNode(true)));
  const boxes = [...grid.children].map((each) => each.getBoundingClientRect());
  const rows = [...new Set(boxes.map(({top}) => Math.round(top)))];
  const alone = rows.map((row) => boxes.filter(({top}) => Math.round(top) === row)).filter(({length}) => length === 1);
  return {rows: rows.length, alone: alone.filter(([{width}]) => width < grid.clientWidth - 1).length};
}"""
"""How many rows so many tiles take, and how many tiles are alone in theirs without filling it."""


@pytest.fixture
def pages(cast) -> dict[str, str]:
    """The addresses of pages with tiles."""
    play_years(cast.owner, 12, hands=5)
    ann, bob = Player.objects.filter(group=cast.group, name__in=("Ann", "Bob")).order_by("name")
    two = f"/players/{ann.pk}/against/{bob.pk}/"
    return {"player": f"/players/{ann.pk}/", "statistics": f"/groups/{cast.group.pk}/statistics/", "two": two}


@pytest.mark.parametrize("size", [PHONE, SMALL, {"width": 844, "height": 390}, {"width": 1280, "height": 800}])
def test_no_tile_is_alone_in_its_row(phone: Page, cast, pages, live_server, size):
    sign_in(phone, cast.owner, live_server.url)
    phone.set_viewport_size(size)
    for page, selector in (("player", ".figures"), ("statistics", ".figures.two"), ("two", ".last")):
        phone.goto(pages[page])
        laid = {count: phone.evaluate(LAID, [selector, count]) for count in range(1, 11)}
        assert not [count for count in range(2, 11) if laid[count]["alone"]], (page, size)
        assert page != "player" or [laid[count]["rows"] for count in (3, 6, 9)] == [1, 2, 3]


def test_a_players_tiles_are_as_high_as_each_other(phone: Page, cast, pages, live_server):
    sign_in(phone, cast.owner, live_server.url)
    phone.goto(pages["player"])
    heights = phone.eval_on_selector_all(".figures:not(.two) > *", "all => all.map(({offsetHeight}) => offsetHeight)")
    assert len(heights) >= 6
    assert len(set(heights)) == 1
