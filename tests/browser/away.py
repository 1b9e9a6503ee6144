"""A phone that loses its server during a hand and records whole hands on its own."""

import datetime
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page

from scorekeeper.formats.sheets import Document, read_sheets
from scorekeeper.models import Game, Membership
from tests.browser.driving import Thumb, kept, sign_in

FORM = re.compile(r"/hands/\d+/whole/$")
LAST_SCRIPT = re.compile(r"/offline-hands\b")
LONG = 11_000  # ms, after which the page offers to go on without the server
WRONG = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=365)
"""What time it is on a phone: what it says of its hands must not depend on that."""
OFFLINE = "net::ERR_|failed request|htmx:(afterRequest|sendError|responseError)|status of (409|410|422|403|404)"


class AwayPhone:
    """A member's phone, whose clock a test can move forward."""

    def __init__(self, page: Page, member: Membership, home: str) -> None:
        self.page = page
        sign_in(page, member, home)
        page.clock.install(time=WRONG)
        self.thumb = Thumb(page)

    def open(self, game: Game, number: int | None = None) -> "AwayPhone":
        """Open a game's sheet, or one of its hands, and wait until the form has been loaded for later."""
        with self.page.expect_response(FORM):
            self.thumb.open(game, number)
            self.prepare()
        return self

    def prepare(self) -> None:
        """Wait until the page has loaded what it needs without the server, which it begins once it knows what waits."""
        self.page.locator("#page:not(.sending)").wait_for(state="attached")
        with self.page.expect_response(LAST_SCRIPT):
            self.page.clock.fast_forward(2000)
        self.page.wait_for_load_state("networkidle")

    def until(self, holds: Callable[[], bool]) -> None:
        """Let time pass on the phone until this holds."""
        while not holds():
            self.page.clock.fast_forward(1000)

    def lose(self) -> "AwayPhone":
        """Lose the network, and wait until the page offers to go on without the server."""
        self.page.context.set_offline(True)
        self.until(self.button("Go on without the server").is_visible)
        return self

    def leave(self) -> "AwayPhone":
        """Go on without the server."""
        self.tap("Go on without the server")
        self.page.locator("#whole[data-without]").wait_for()
        return self

    def find(self) -> None:
        """Have the network again."""
        self.page.context.set_offline(False)

    def wait_for(self, said: str) -> None:
        """Let time pass until the bar says this."""
        self.until(lambda: said in self.bar)

    def look(self) -> None:
        """Look at the hand that needs an answer."""
        link = self.page.get_by_role("link", name="Look")
        self.until(link.is_visible)
        with self.page.expect_navigation():
            link.tap()
        self.until(self.page.locator("table.both, .errorlist").first.is_visible)

    def sent(self) -> None:
        """Let time pass until no hand waits anymore."""
        self.until(self.page.locator("#waiting").is_hidden)
        kept(self.page, 0)

    def arrive(self) -> None:
        """Let time pass until the page has returned to the sheet."""
        self.until(self.page.locator(".totals").is_visible)

    def button(self, words: str) -> Locator:
        """Return a button, which may be in the bar or in the list of what waits."""
        return self.page.get_by_role("button", name=words, exact=True).locator("visible=true").first

    def tap(self, words: str) -> "AwayPhone":
        """Tap a button, without waiting for an answer."""
        self.thumb.rest()
        self.button(words).tap()
        return self

    def choose(self, words: str) -> None:
        """Tap an answer to a question about two hands."""
        self.thumb.rest()
        self.thumb.find(words).tap()

    def type(self, hand: str) -> "AwayPhone":
        """Fill in the form with a hand like "10 6 - 8 | 12 9 3 7", bids and points."""
        bids, taken = (part.split() for part in hand.split("|"))
        for key, values in (("bid", bids), ("taken", taken)):
            for seat, value in enumerate(values):
                self.page.locator(f'[name="players.{seat}.{key}"]').fill("" if value == "-" else value)
        return self

    def record(self, *hands: str) -> "AwayPhone":
        """Record these hands without the server."""
        for hand in hands:
            number = self.page.locator("#whole").get_attribute("data-number")
            self.type(hand).tap("Save")
            self.page.locator(f"#whole[data-without]:not([data-number='{number}'])").wait_for()
        return self

    def saved_file(self, folder: Path) -> Document:
        """Save what waits as a score sheet file, and return what an import reads in it."""
        with self.page.expect_download() as saving:
            self.tap("Save as a score sheet file")
        saving.value.save_as(folder / "sheet.json")
        return read_sheets((folder / "sheet.json").read_bytes())

    def typed(self, path: str) -> str:
        """Return what the form's field for a path holds."""
        return self.page.locator(f'[name="{path}"]').first.input_value()

    def waiting(self, count: int) -> list[int]:
        """Return the numbers of the hands that the browser keeps, once it keeps so many."""
        return [item["hand"]["number"] for item in kept(self.page, count)]

    @property
    def bar(self) -> str:
        """What the bar says."""
        line = self.page.locator("#waiting [data-part=text]")
        return line.inner_text().strip() if line.is_visible() else ""
