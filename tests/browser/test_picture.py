"""How a picture to send looks when it is opened: everything is inside, and nothing covers anything."""

import pytest
from playwright.sync_api import Page

from scorekeeper.recording.sheet.writing import stop_game
from tests.browser.conftest import OpenPage
from tests.browser.driving import sign_in
from tests.cast import make_cast, refresh
from tests.rounds import play_rounds, player, start_rounds

NAMES = ["Wilhelmina Bartholomew-Featherstonehaugh"[:39], "محمد بن عبد العزيز آل سعود", "MWMWMWMWMWMWMWMWMWMWMWM"]
NAMES += ["יהושע בן נון", "Ann", "Bob", "Cy", "Dee", "Ćwirćwirćwirćwirćwir", "<Tom & Jerry>"]
BOXES = """() => [...document.querySelectorAll("text, .disc, use")].filter((each) => !each.closest("g"))
  .map((each) => [each.textContent, ...Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4)])"""
AIR = 0.35
"""The part of a line's box that is above and below its letters."""
FAMILIES = "() => [...document.fonts].map(({ family, status }) => [family, status])"


def boxes(page: Page) -> list[tuple[str, float, float, float, float]]:
    """Return the words and the places of everything apart from what is on the chart."""
    return [(words, x, y, x + width, y + height) for words, x, y, width, height in page.evaluate(BOXES)]


@pytest.mark.parametrize("hands", [1, 3], ids=["without a chart", "with a chart"])
@pytest.mark.parametrize("win", [False, True], ids=["one winner", "everybody wins"])
def test_everything_is_inside_and_apart(open_page: OpenPage, live_server, hands, win, full):
    cast, page = make_cast(), open_page({"width": 540, "height": 675}, is_mobile=False)
    sign_in(page, cast.owner, live_server.url)
    players = [player(cast.owner, name) for name in NAMES]
    for count in range(1, len(players) + 1) if full else (1, 2, 3, 6, 10):
        game = start_rounds(cast.owner, tuple(players[:count]))
        play_rounds(game, cast.owner, *[" ".join("5" if win else str(20 - seat) for seat in range(count))] * hands)
        stop_game(game=refresh(game), how="leader_wins", by=cast.owner)
        page.goto(f"/games/{game.pk}/picture.svg")
        assert page.evaluate(FAMILIES) == [["Grenze", "loaded"], ["Suits", "loaded"]]
        found = boxes(page)
        assert len(found) > 2 * count
        for words, left, top, right, bottom in found:
            assert 0 <= left <= right <= 540, words
            assert 0 <= top <= bottom <= 675, words
        cells = [box for box in found if box[2] > 430 and box[0] and box[0] != "Scorekeeper"]
        for index, (words, left, top, right, bottom) in enumerate(cells):
            for other, other_left, other_top, other_right, other_bottom in cells[:index]:
                is_beside = right <= other_left + 1 or other_right <= left + 1
                air = AIR * (bottom - top)
                assert is_beside or bottom <= other_top + air or other_bottom <= top + air, (words, other)
