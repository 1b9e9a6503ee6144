"""Wide screens: a message stands in the middle of its page, and docks and columns belong to what is above them."""

import pytest

from tests.browser.conftest import PHONE, Console, OpenPage

SIZES = [PHONE, {"width": 1280, "height": 800}]
GAPS = """() => {
  const edges = (part) => part.getBoundingClientRect(), main = document.querySelector("main");
  const [first, last] = [main.firstElementChild, main.lastElementChild].map(edges);
  return { left: first.left, right: innerWidth - first.right, above: first.top, below: edges(main).bottom - last.bottom };
}"""


@pytest.mark.parametrize("size", SIZES, ids=["phone", "wide"])
@pytest.mark.parametrize("path", ["/nowhere/", "/j/nothing/", "/w/nothing/"])
def test_the_face_of_an_error_is_in_the_middle_of_its_page(open_page: OpenPage, console: Console, size, path):
    console.expect("status of 4")
    page = open_page(size)
    page.goto(path)
    assert page.locator("main > .face:first-child").is_visible()
    gaps = page.evaluate(GAPS)
    assert abs(gaps["left"] - gaps["right"]) < 1
    assert abs(gaps["above"] - gaps["below"]) < 20
