"""An app on the home screen with cookies of its own, as on an iPhone: here, a second WebKit with an empty jar."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.engines.driver import Missing
from tests.browser.engines.line import Line
from tests.browser.engines.phone import Phone
from tests.browser.engines.webkit import webkit
from tests.cast import make_cast

pytestmark = pytest.mark.django_db(transaction=True)

START = """
const [answer] = arguments;
const address = document.querySelector("link[rel=manifest]").href;
fetch(address, { credentials: "omit" }).then((found) => found.json()).then((found) => answer(found.start_url));
"""


@pytest.fixture
def phones(line: Line, tmp_path: Path) -> Iterator[tuple[Phone, Phone]]:
    """The browser, and the app on the home screen."""
    try:
        with webkit(tmp_path) as browser, webkit(tmp_path) as icon:
            yield Phone(browser, line.url), Phone(icon, line.url)
    except Missing as missing:
        pytest.skip(str(missing))


def test_the_icon_goes_on_as_the_same_person(phones: tuple[Phone, Phone]):
    browser, icon = phones
    cast = make_cast()
    browser.sign_in(cast.owner).open(f"/groups/{cast.group.pk}/").tap("Add to home screen").shows("iPhone and iPad")
    start = browser.driver.run_async(START)
    icon.open(start).shows("Go on here as Olga?")
    icon.tap("Go on as Olga").shows("Wednesday").tap("Wednesday").shows("New game")
    icon.open(start).shows("Your groups")
    browser.tap("Home").shows("Your groups")
