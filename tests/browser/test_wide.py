"""Wide screens: a message stands in the middle of its page, and docks and columns belong to what is above them."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Console, OpenPage
from tests.browser.driving import sign_in
from tests.cast import A_HAND, Cast, play, start_game
from tests.own_games import YAHTZEE, start_own

WIDE = {"width": 1280, "height": 800}
GAPS = """() => {
  const edges = (part) => part.getBoundingClientRect(), main = document.querySelector("main");
  const [first, last] = [main.firstElementChild, main.lastElementChild].map(edges);
  const [left, right] = [first.left, innerWidth - first.right];
  return { left, right, above: first.top, below: edges(main).bottom - last.bottom };
}"""
EDGES = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
  return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))].map(Math.round);
}"""


@pytest.fixture
def wide(open_page: OpenPage, cast: Cast, live_server) -> Page:
    """The owner's laptop."""
    page = open_page(WIDE, is_mobile=False, has_touch=False)
    sign_in(page, cast.owner, live_server.url)
    return page


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("path", ["/nowhere/", "/j/nothing/", "/w/nothing/"], ids=["page", "invitation", "watch link"])
def test_the_face_of_an_error_is_in_the_middle_of_its_page(open_page: OpenPage, console: Console, size, path):
    console.expect("status of 4")
    page = open_page(size)
    page.goto(path)
    assert page.locator("main > .face:first-child").is_visible()
    gaps = page.evaluate(GAPS)
    assert abs(gaps["left"] - gaps["right"]) < 1
    assert abs(gaps["above"] - gaps["below"]) < 20


def of_a_hand(cast) -> str:
    return f"/games/{start_game(cast.owner).pk}/hands/1/"


def of_a_sheet(cast) -> str:
    return f"/games/{start_game(cast.owner).pk}/"


def of_a_night(cast) -> str:
    play(game := start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    return f"/nights/{game.night_id}/"


def of_a_group(cast) -> str:
    start_game(cast.owner)
    return f"/groups/{cast.group.pk}/"


@pytest.mark.parametrize(
    ("path_of", "above"),
    [(of_a_hand, ".numbers"), (of_a_sheet, ".actions"), (of_a_night, ".halves"), (of_a_group, ".menu")],
    ids=["hand", "sheet", "night", "group"],
)
def test_a_dock_is_as_wide_as_what_it_belongs_to(wide: Page, cast, path_of, above):
    wide.goto(path_of(cast))
    assert wide.evaluate(EDGES, above) == wide.evaluate(EDGES, ".dock > *")


def test_a_card_stands_beside_its_keys(wide: Page, cast):
    game = start_own(cast.owner, YAHTZEE, 3)
    wide.goto(f"/games/{game.pk}/hands/1/")
    wide.locator(".free button").first.click()
    card, keys = (wide.locator(part).bounding_box() for part in (".boxes", ".dock"))
    assert card["x"] < 100
    assert card["x"] + card["width"] <= keys["x"]
    assert keys["x"] + keys["width"] == WIDE["width"]
    assert keys["y"] < 100


def test_a_page_of_one_part_has_one_column_and_a_hands_players_fill_theirs(wide: Page, cast):
    play(start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    for path, columns in (("rivals/", 0), ("statistics/", 1)):
        wide.goto(f"/groups/{cast.group.pk}/{path}")
        assert wide.locator(".halves").count() == columns
    wide.goto(of_a_hand(cast))
    rows = wide.locator(".rows").bounding_box()
    assert rows["y"] + rows["height"] > WIDE["height"] * 0.4


@pytest.mark.parametrize("players", [4, 5])
def test_the_columns_of_a_sheet_share_its_width(wide: Page, cast, players):
    wide.goto(f"/games/{start_game(cast.owner, players).pk}/")
    seats = wide.locator(".totals .seat").evaluate_all("(seats) => seats.map((seat) => seat.offsetWidth)")
    assert len(seats) == players + 1
    assert max(seats) - min(seats) <= 1
    assert sum(seats) > 600
