"""A table whose backups are restored, and members' real browsers, which lose the network and record hands."""

import re
import sqlite3
from contextlib import closing, suppress
from typing import Any

from django.core.cache import cache
from django.db import connection
from playwright.sync_api import Browser, Error, Page

from scorekeeper.models import Membership
from tests.browser.away import FORM, LONG, AwayPhone
from tests.browser.conftest import PHONE
from tests.browser.driving import kept, sign_in
from tests.browser.test_wire import FULL as NO_ROOM_LEFT, NO_ROOM, PORTAL
from tests.cast import NAMES
from tests.trials.test_evenings_away import PLAYERS, Evening, Hand, Table

PATIENCE = 600  # tries, many of which a busy machine takes
RETRY = 9000  # ms, after which a page sends again what it couldn't send
WATCH = "document.addEventListener('queuechange', () => (window.knowsQueue = true));"
SETTLED = """
() => {
  if (!window.knowsQueue || document.querySelector("#page.sending")) return null;
  const hands = tapQueue.hands();
  const isAfter = (item, other) => other.order < item.order && other.hand.number <= item.hand.number;
  const isBehind = (item) => hands.some((other) => other.held && isAfter(item, other));
  const isDone = !hands.length && !document.querySelector("#whole[data-without]");
  return isDone || (hands.length && hands.every((item) => item.held || isBehind(item))) ? { hands } : null;
}
"""
HAS_MET = """
key => window.tapQueue && (document.querySelector("#whole")?.elements.key.value === key
  || !tapQueue.hands().some((item) => item.key === key))
"""
SHOWN = "() => document.querySelector('#whole')?.elements.key.value ?? ''"
FRESH = "key => document.querySelector('#whole[data-without]')?.elements.key.value !== key"
COUNT = re.compile(r"Waiting on this phone: (\d+)\.")


class RealTable(Table):
    """A game in a database that can be restored."""

    def keep(self) -> None:
        """Make a backup."""
        self.copy = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            database.backup(self.copy)
        self.backup = "kept"

    def restore(self) -> None:
        """Restore the last backup."""
        before = self.stored
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            self.copy.backup(database)
        cache.clear()
        self.counts["restored"] += 1
        self.gone = [hand for hand in before if hand not in self.stored]
        self.in_order &= not self.gone


class RealPhone(AwayPhone):
    """A member's browser, which another member uses at times."""

    def __init__(self, evening: Evening, table: Table, browser: Browser, home: str, members: list[Membership]) -> None:
        self.evening, self.table, self.chance, self.home = evening, table, evening.chance, home
        self.members, self.is_reached, self.waited = members, True, 0
        # Playwright answers no worker's requests in a portal's place.
        self.has_worker = self.chance.random() < 0.5
        workers = "allow" if self.has_worker else "block"
        self.context = browser.new_context(
            base_url=home, service_workers=workers, viewport=PHONE, has_touch=True, is_mobile=True
        )
        self.context.set_default_timeout(10_000)
        super().__init__(self.context.new_page(), members[0], home)
        self.prepare(self.page)
        self.look()

    def prepare(self, page: Page) -> None:
        """Prepare a page on which nothing has been loaded yet."""
        page.add_init_script(WATCH)
        page.add_init_script(NO_ROOM.replace("isFull = true", "isFull = false"))

    # What befalls a phone.

    def lose_network(self) -> None:
        """Lose the network, or come where a portal answers."""
        self.is_reached = False
        if self.has_worker or self.chance.random() < 0.5:
            self.context.set_offline(True)
        else:
            self.table.counts["portal"] += 1
            self.context.route("**/*", lambda route: route.fulfill(body=PORTAL, content_type="text/html"))

    def find_network(self) -> None:
        """Have the network again."""
        self.is_reached = True
        self.context.set_offline(False)
        self.context.unroute("**/*")

    def sign_in_another(self) -> None:
        """Let another member use this browser."""
        self.members.reverse()
        self.context.clear_cookies()
        sign_in(self.page, self.members[0], self.home)

    def reopen(self) -> None:
        """Close the page, and open another one."""
        page = self.context.new_page()
        self.page.close()
        self.page = self.thumb.page = page
        self.prepare(page)
        super().__init__(page, self.members[0], self.home)
        page.goto(f"/games/{self.table.game.pk}/")

    # What is sent.

    def look(self, number: int | None = None) -> None:
        """Open the sheet or a hand, and wait until the form has been loaded for later."""
        self.open(self.table.game, number)

    def come_back(self) -> None:
        """Send everything, now that the server answers again, and answer whatever is asked. What has no place stays."""
        if self.chance.random() < 0.2:
            self.reopen()
        elif self.chance.random() < 0.4:
            with suppress(Error):  # the page is returning to the sheet by itself
                self.page.reload()
        tried: list[str] = []
        for _answer in range(PATIENCE):
            hands = self.settle()
            self.check_bar()
            asks = [item for item in hands if item.get("held") == "ask" and item["key"] not in tried]
            if not asks:
                break
            self.answer(asks[0], tried)
        else:
            raise AssertionError(f"{self.seed}: {kept(self.page)} after {PATIENCE} answers")
        self.look()
        self.settle()

    def settle(self) -> list[dict[str, Any]]:
        """Wait until nothing is being sent, and return the hands that wait for an answer."""
        for _try in range(PATIENCE):
            with suppress(Error):  # the page is returning to the sheet by itself
                if found := self.page.evaluate(SETTLED):
                    return found["hands"]
                self.page.clock.fast_forward(RETRY)
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.seed}: {kept(self.page)} still waiting at {self.page.url}")

    def check_bar(self) -> None:
        """Check that the bar says how many hands the browser keeps."""
        for _try in range(PATIENCE):
            with suppress(Error):
                said = COUNT.search(self.bar)
                count = sum(bool(item.get("hand")) for item in kept(self.page))
                if int(said[1] if said else 0) == count:
                    return
                self.page.clock.fast_forward(100)
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.seed}: {self.bar!r}, but {count} are kept at {self.page.url}")

    def answer(self, item: dict[str, Any], tried: list[str]) -> None:
        """Look at a hand that needs an answer, and give it."""
        if self.page.evaluate(SHOWN) != item["key"]:
            with self.page.expect_navigation():
                self.press("#waiting [data-part=look]")
            self.page.wait_for_function(HAS_MET, arg=item["key"])
            if not any(other["key"] == item["key"] for other in self.settle()):
                return
        form, hand = self.page.locator("#whole"), self.hand_in(item["values"])
        if any(self.evening.which[gone] < self.evening.which[hand] for gone in self.table.gone):
            tried.append(item["key"])  # it doesn't belong here yet
            return
        if self.page.locator("table.both").is_visible():
            number = int(form.get_attribute("data-number"))
            choice = self.evening.answer(hand, self.table.stored[number - 1])
            if self.page.locator(f"#whole button[value={choice}]").count():
                self.press(f"#whole button[value={choice}]")
            else:
                self.change(item["key"], hand)
            return
        if all(item["values"].get(f"players.{seat}.taken") for seat in range(PLAYERS)):
            for path, value in self.fields(hand).items():
                assert self.typed(path) == value, f"{self.seed}: {path} of {hand} at {self.page.url}"
        else:
            self.table.counts["refused"] += 1
            self.fill(hand)
        self.press(".dock .main")

    def change(self, key: str, hand: Hand) -> None:
        """Change a waiting hand, which is neither possible as it is nor the one that has its number."""
        self.table.counts["refused"] += 1
        keys = [item["key"] for item in kept(self.page) if item.get("hand")]
        self.tap("Show")
        row = self.page.locator("#waiting-list li").nth(keys.index(key))
        self.thumb.rest()
        row.get_by_role("button", name="Change").tap()
        self.page.locator("#waiting-list").wait_for(state="hidden")
        self.page.locator("#whole[data-without]").wait_for()
        self.fill(hand)
        self.press(".dock .main")

    def press(self, selector: str) -> None:
        """Tap something, and let the page answer it."""
        self.thumb.rest()
        self.page.evaluate("window.knowsQueue = false")
        self.page.locator(selector).first.tap()

    def hand_in(self, values: dict[str, str]) -> Hand:
        """Return the hand that was typed into a form, wherever the players sat."""
        bids = sorted(int(values[f"players.{seat}.bid"]) for seat in range(PLAYERS))
        (hand,) = [hand for hand in self.evening.which if sorted(hand[0]) == bids]
        return hand

    # What is recorded.

    def record(self, hand: Hand) -> None:
        """Record a hand in one way or another. With the server, the other phone may have been faster."""
        if self.is_reached:
            self.come_back()
            if self.evening.which[hand] in [self.evening.which[other] for other in self.table.stored]:
                return
            self.chance.choice([self.record_by_taps, self.record_on_form, self.begin_and_leave])(hand)
            return
        if not self.page.locator("#whole[data-without]").count():
            self.go_on()
        self.fill(hand, without_points=self.chance.random() < 0.1)
        self.save_away()

    def fields(self, hand: Hand) -> dict[str, str]:
        """Return what is typed into the form on the page."""
        names = self.page.evaluate("JSON.parse(document.querySelector('#whole').dataset.players)")
        return {
            f"players.{seat}.{key}": str(row[NAMES.index(name)])
            for key, row in zip(("bid", "taken"), hand, strict=True)
            for seat, name in enumerate(names)
        }

    def fill(self, hand: Hand, *, without_points: bool = False) -> None:
        """Fill in the form."""
        for path, value in self.fields(hand).items():
            self.page.locator(f'[name="{path}"]').fill("" if without_points and path.endswith("taken") else value)

    def go_on(self) -> None:
        """Wait until the page offers to go on without the server, and do so."""
        button = self.button("Go on without the server")
        for _try in range(PATIENCE):
            if button.is_visible():
                break
            self.page.clock.fast_forward(LONG)
            self.page.wait_for_timeout(20)
        self.leave()

    def save_away(self) -> None:
        """Save a hand without the server, at first perhaps without room: the form for the next one appears."""
        self.waited += 1
        key = self.page.evaluate(SHOWN)
        if self.chance.random() < 0.25:
            self.table.counts["full"] += 1
            self.page.evaluate("isFull = true")
            before, values = len(kept(self.page)), [self.typed(path) for path in ("players.0.bid", "players.3.bid")]
            self.tap("Save")
            self.page.locator("#waiting", has_text=NO_ROOM_LEFT).wait_for()
            assert [self.typed(path) for path in ("players.0.bid", "players.3.bid")] == values, self.seed
            assert len(kept(self.page)) == before, self.seed
            self.page.evaluate("isFull = false")
        self.tap("Save")
        self.page.wait_for_function(FRESH, arg=key)
        self.check_bar()

    def next_number(self) -> int:
        """Return the number of the next hand, as the sheet says."""
        return int(re.search(r"hands/(\d+)/", self.page.locator("[data-form]").get_attribute("data-form"))[1])

    def record_on_form(self, hand: Hand) -> None:
        """Record a hand on the form. Its answer may get lost."""
        self.page.goto(f"/games/{self.table.game.pk}/hands/{self.next_number()}/whole/")
        self.fill(hand)
        if self.chance.random() < 0.4 and not self.has_worker:
            self.page.route(FORM, lambda route: route.fetch() and route.abort("connectionfailed"), times=1)
        self.press(".dock .main")
        self.arrive()

    def arrive(self) -> None:
        """See the sheet with the new hand."""
        self.settle()
        self.page.locator(".totals").wait_for()
        self.check_bar()
        self.look()

    def begin(self) -> bool:
        """Open the next hand's screen. Return whether nobody else has begun it."""
        self.look(self.next_number())
        return self.page.locator("#page input[name=taps]").first.input_value() == "0"

    def tap_next(self) -> str:
        """Answer the hand screen's question, and return its path, if there was one."""
        path = self.page.locator("#asked").get_attribute("data-asked") or ""
        if path:
            value = f"{path}={self.answers[path]}" if path in self.answers else "hand.no_gnome=true"
            self.thumb.press(self.page.locator(f'.offer[value="{value}"]').first)
        return path

    def record_by_taps(self, hand: Hand) -> None:
        """Record a hand by tapping its answers."""
        self.page.goto(f"/games/{self.table.game.pk}/hands/{self.next_number()}/whole/")
        self.answers = self.fields(hand)
        self.look()
        if not self.begin():
            self.look()
            self.record_on_form(hand)
            return
        while self.tap_next():
            pass
        self.press(".save button")
        self.arrive()

    def begin_and_leave(self, hand: Hand) -> None:
        """Tap some answers, lose the network, and go on on the form, which has all of them."""
        self.page.goto(f"/games/{self.table.game.pk}/hands/{self.next_number()}/whole/")
        self.answers = self.fields(hand)
        self.look()
        if not self.begin():
            self.look()
            self.record_on_form(hand)
            return
        tapped = [self.tap_next() for _tap in range(self.chance.randint(0, 3))]
        self.lose_network()
        path = self.page.locator("#asked").get_attribute("data-asked")
        self.thumb.rest()
        self.page.locator(f'.offer[value="{path}={self.answers[path]}"]').first.tap()
        self.go_on()
        assert [item for item in kept(self.page) if not item.get("hand")] == [], self.seed
        for tap in (*tapped, path):
            assert self.typed(tap) == self.answers[tap], f"{self.seed}: {tap} isn't on the form"
        self.fill(hand)
        self.save_away()

    @property
    def seed(self) -> str:
        """What a failure names."""
        return f"seed {self.evening.seed}"
