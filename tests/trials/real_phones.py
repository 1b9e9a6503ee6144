"""A table with a real server, and members' real browsers, which can lose the network, be killed, and record hands."""

import datetime
import json
import re
import sqlite3
from contextlib import closing, suppress
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, Route, TimeoutError as NotYet

from tests.browser.away import FORM, LONG
from tests.browser.conftest import PHONE, Console
from tests.browser.driving import Thumb, kept
from tests.serving import Served
from tests.trials.phones import Phone
from tests.trials.test_evenings_away import Evening, Hand

PLAYERS = ("Ann", "Bob", "Cy", "Dee")
PATIENCE = 30  # tries
RETRY = 9000  # ms, after which a page sends again what it couldn't send
CLOCKS = [
    datetime.timedelta(0),
    datetime.timedelta(hours=1),
    datetime.timedelta(hours=-1),
    datetime.timedelta(days=365),
]
STORED = "SELECT entry FROM scorekeeper_hand WHERE game_id = {game} AND entry IS NOT NULL ORDER BY number"
AT = "SELECT entry FROM scorekeeper_hand WHERE game_id = {game} AND number = {number}"
TIMES = """
SELECT recorded_at, started_at FROM scorekeeper_revision JOIN scorekeeper_hand ON hand_id = scorekeeper_hand.id
JOIN scorekeeper_game ON game_id = scorekeeper_game.id WHERE game_id = {game} AND recorded_at IS NOT NULL
"""
WATCH = "document.addEventListener('queuechange', () => (window.knowsQueue = true));"
SETTLED = """
() => {
  if (!window.knowsQueue || document.querySelector("#page.sending")) return false;
  const asks = tapQueue.hands().find(({ held }) => held === "ask");
  const isDone = !tapQueue.hands().length && !document.querySelector("#whole[data-without]");
  return (asks || isDone) && { asks };
}
"""
IS_SHOWN = "key => document.querySelector('#whole')?.elements.key.value === key"
HAS_MET = f"key => window.knowsQueue && (!tapQueue.hands().some(({{held}}) => held) || ({IS_SHOWN})(key))"
NEXT = "() => document.querySelector('#whole').elements.key.value"
FRESH = "key => document.querySelector('#whole[data-without]')?.elements.key.value !== key"
TYPED = re.compile(r"players\.(\d)\.(bid|taken)$")


class Table:
    """A server with a group of two members, and the game of an evening."""

    def __init__(self, served: Served) -> None:
        self.served, self.is_up = served, True
        owner, other = Phone(served.port), Phone(served.port)
        self.group = owner.start_group()
        owner.get(f"/groups/{self.group}/people/")
        invitation = owner.get(owner.post(f"/groups/{self.group}/links/", kind="join", label="Jo")[1])
        token = re.search(r"/j/[\w-]+/", invitation)[0]
        other.get(token)
        other.post(token, name="Jo")
        self.members = [owner, other]

    def rows(self, sql: str, **values: object) -> list[tuple]:
        """Return a query's rows, asked by another program."""
        with closing(sqlite3.connect(self.served.data / "scorekeeper.sqlite3")) as database:
            return database.execute(sql.format(game=self.game, **values)).fetchall()

    def start_game(self) -> None:
        """Start the evening's game."""
        for member in self.members:
            member.close()  # the server may have been restarted
        self.game = self.members[0].start_game(self.group, *PLAYERS)

    @property
    def stored(self) -> list[Hand]:
        """The hands on the sheet, in order."""
        return [hand_of(entry) for (entry,) in self.rows(STORED)]

    def stored_at(self, number: int) -> Hand:
        """Return the hand on the sheet that has this number."""
        ((entry,),) = self.rows(AT, number=number)
        return hand_of(entry)

    def lose(self, *, suddenly: bool) -> None:
        """Stop the server, or kill it."""
        if suddenly:
            self.served.kill()
        else:
            self.served.stop()
        self.is_up = False

    def find(self) -> None:
        """Start the server again."""
        self.served.start()
        self.is_up = True

    def check_times(self, seed: int) -> None:
        """Check that whatever the phones' clocks said, no hand was recorded before the game or in the future."""
        now = datetime.datetime.now(datetime.UTC)
        for recorded, started in self.rows(TIMES):
            assert _utc(started) <= _utc(recorded) <= now, f"seed {seed}"


def _utc(stored: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(stored).replace(tzinfo=datetime.UTC)


def hand_of(entry: str) -> Hand:
    """Return a stored hand's bids and points."""
    seats = json.loads(entry)["players"]
    return tuple(seat["bid"] for seat in seats), tuple(seat["taken"] for seat in seats)


class RealPhone:
    """A member's browser. It has a `page` unless it was killed where no other could be loaded."""

    def __init__(self, evening: Evening, table: Table, browser: Browser, member: Phone, console: Console) -> None:
        self.evening, self.table, self.chance = evening, table, evening.chance
        size = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        workers = self.chance.choice(["allow", "block"])  # over http, only the server's own machine has one
        self.context = browser.new_context(base_url=table.served.url, service_workers=workers, **size)
        self.context.set_default_timeout(30_000)
        cookies = member.cookies.items()
        self.context.add_cookies([{"name": name, "value": value, "url": table.served.url} for name, value in cookies])
        self.context.clock.install(time=datetime.datetime.now(datetime.UTC) + self.chance.choice(CLOCKS))
        console.watch(self.context)
        self.has_network, self.is_away = True, False
        self.page: Page | None = None
        self.open()
        self.look()

    @property
    def reaches(self) -> bool:
        """Whether the server answers."""
        return self.has_network and self.table.is_up

    def open(self) -> None:
        """Open a page, on which nothing has been loaded yet."""
        self.page = self.context.new_page()
        self.page.add_init_script(WATCH)
        self.thumb = Thumb(self.page)

    def look(self, place: str = "") -> None:
        """Open the sheet, or a place below it, and wait until the form has been loaded for later."""
        with self.page.expect_event("requestfinished", lambda request: FORM.search(request.url)):
            self.page.goto(f"/games/{self.table.game}/{place}")
            self.page.clock.fast_forward(2000)

    def press(self, target: Locator) -> None:
        """Tap something that doesn't open another page by itself."""
        self.thumb.rest()
        target.tap()

    # Losing the server, and finding it again.

    def lose(self) -> None:
        """Lose the network."""
        self.has_network = False
        self.context.set_offline(True)

    def leave(self) -> None:
        """Wait until the page offers to go on without the server, and do so."""
        with self.page.expect_event("requestfailed"):
            self.page.clock.fast_forward(LONG)
        self.page.clock.fast_forward(LONG)
        self.press(self.page.get_by_role("button", name="Go on without the server"))
        self.page.locator("#whole[data-without]").wait_for()
        self.is_away = True

    def find(self) -> None:
        """Have the network again."""
        self.has_network = True
        self.context.set_offline(False)

    def kill(self) -> None:
        """Close the page; only what is stored stays."""
        self.page.close()
        self.page, self.is_away = None, False

    def come_back(self) -> None:
        """Send everything, now that the server answers again, to this page or to a new one."""
        if self.page is None:
            self.open()
            self.page.goto(f"/games/{self.table.game}/")
        elif self.chance.random() < 0.4:
            with suppress(Error):  # the page is returning to the sheet by itself
                self.page.reload()
        self.send()
        self.look()

    def send(self) -> None:
        """Wait until everything has been sent, and answer whatever is asked."""
        for _answer in range(PATIENCE):
            asks = self.settle()
            if not asks:
                self.is_away = False  # a page on which hands were recorded without the server has returned to the sheet
                return
            self.answer(asks)
        raise AssertionError(f"seed {self.evening.seed}: {kept(self.page)} after {PATIENCE} answers")

    def settle(self) -> dict[str, Any] | None:
        """Wait until nothing is being sent, and return the hand that needs an answer, if any."""
        for _try in range(PATIENCE):
            self.page.clock.fast_forward(RETRY)
            with suppress(NotYet):
                return self.page.wait_for_function(SETTLED, timeout=1000).json_value().get("asks")
        raise AssertionError(f"seed {self.evening.seed}: {kept(self.page)} still waiting at {self.page.url}")

    def answer(self, asks: dict[str, Any]) -> None:
        """Look at the hand that needs an answer, and give it."""
        form = self.page.locator("#whole")
        if not self.page.evaluate(IS_SHOWN, asks["key"]):
            with self.page.expect_navigation():
                self.press(self.page.get_by_role("link", name="Look"))
            self.page.wait_for_function(HAS_MET, arg=asks["key"])
            if not self.settle():
                return
        if not self.page.locator("table.both").is_visible():
            self.press(form.locator("button.main"))  # somebody else has tapped a part of the hand
            return
        stored = self.table.stored_at(int(form.get_attribute("data-number")))
        choice = self.evening.answer(typed_in(asks["values"]), stored)
        self.press(form.locator(f"button[value={choice}]"))

    # Recording.

    def record(self, hand: Hand) -> None:
        """Record a hand in one way or another. With the server, the other phone may have been faster."""
        if not self.reaches:
            # The server may have been back for long enough to take everything, and the page have returned to the sheet.
            if not self.page.locator("#whole[data-without]").count():
                self.leave()
            self.type(hand)
            self.save()
            if self.chance.random() < 0.25:
                self.change()
            return
        if self.evening.which[hand] in [self.evening.which[other] for other in self.table.stored]:
            return
        self.look()  # the sheet follows what the other phone records
        way = self.chance.choice([self.record_by_taps, self.record_on_form, self.begin_and_leave, self.save_and_leave])
        way(hand)

    def next_hand(self) -> str:
        """Return the place of the next hand, as the sheet says."""
        return re.search(r"hands/\d+/", self.page.locator("[data-form]").get_attribute("data-form"))[0]

    def type(self, hand: Hand) -> None:
        """Fill in the form for a whole hand."""
        for key, row in zip(("bid", "taken"), hand, strict=True):
            for seat, value in enumerate(row):
                self.page.locator(f'[name="players.{seat}.{key}"]').fill(str(value))

    def save(self) -> None:
        """Save a hand without the server: the form for the next one appears."""
        key = self.page.evaluate(NEXT)
        self.press(self.page.locator("#whole button.main"))
        self.page.wait_for_function(FRESH, arg=key)
        self.page.locator("#whole[data-without]").wait_for()

    def change(self) -> None:
        """Change a hand that is waiting."""
        number = self.chance.randrange(len(kept(self.page)))
        before = typed_in(kept(self.page)[number]["values"])
        self.press(self.page.get_by_role("button", name="Show", exact=True))
        self.press(self.page.locator("#waiting-list li").nth(number).get_by_role("button", name="Change"))
        assert self.page.locator('[name="players.0.bid"]').input_value() == str(before[0][0])
        self.type(self.evening.mistyped(self.evening.which[before]))
        self.save()

    def record_on_form(self, hand: Hand) -> None:
        """Record a hand on the form. Its answer may get lost, and the network right afterward."""
        self.page.goto(f"/games/{self.table.game}/{self.next_hand()}whole/")
        self.type(hand)
        if self.chance.random() < 0.4:
            self.page.route(FORM, lose_answer, times=1)
        self.press(self.page.locator("#whole button.main"))
        self.arrive()

    def begin(self) -> bool:
        """Open the next hand's screen. Return False, back on the sheet, if somebody else has begun, perhaps wrongly."""
        self.look(self.next_hand())
        is_blank = self.page.locator("#page input[name=taps]").first.input_value() == "0"
        if not is_blank:
            self.page.goto(f"/games/{self.table.game}/")
        return is_blank

    def record_by_taps(self, hand: Hand) -> None:
        """Record a hand by tapping its answers."""
        if not self.begin():
            return self.record_on_form(hand)
        while self.tap_next(hand):
            pass
        self.press(self.thumb.find("Save").first)
        return self.arrive()

    def arrive(self) -> None:
        """See the sheet with the new hand; lose the network before anything else could be loaded, or be ready again."""
        self.settle()
        self.page.locator(".totals").wait_for()
        if self.chance.random() < 0.3:
            self.lose()
        else:
            self.look()

    def begin_and_leave(self, hand: Hand) -> None:
        """Tap some answers, lose the network, tap another one, and go on on the form, which has all of them."""
        if not self.begin():
            self.record_on_form(hand)
            return
        for _tap in range(self.chance.randint(0, 5)):
            self.tap_next(hand)
        self.lose()
        if question := self.question:
            self.press(self.page.locator(f'.board [value="{answer_to(question, hand)}"]').first)
        self.leave()
        assert kept(self.page) == [], f"seed {self.evening.seed}"
        if TYPED.match(question):
            assert self.page.locator(f'[name="{question}"]').input_value() == answer_to(question, hand).split("=")[1]
        self.type(hand)
        self.save()

    def save_and_leave(self, hand: Hand) -> None:
        """Lose the network before the hand is saved on the form."""
        self.page.goto(f"/games/{self.table.game}/{self.next_hand()}whole/")
        self.page.clock.fast_forward(2000)
        self.page.locator("#waiting").wait_for(state="attached")
        self.type(hand)
        self.page.wait_for_load_state("networkidle")
        self.lose()
        self.press(self.page.locator("#whole button.main"))
        self.leave()

    @property
    def question(self) -> str:
        """The path that the hand screen asks for, or nothing once the hand is complete."""
        return self.page.locator("#asked").get_attribute("data-asked") or ""

    def tap_next(self, hand: Hand) -> bool:
        """Answer the hand screen's question, and return whether there was one."""
        question = self.question
        if question:
            self.thumb.press(self.page.locator(f'.board [value="{answer_to(question, hand)}"]').first)
        return bool(question)


def answer_to(question: str, hand: Hand) -> str:
    """Return what is tapped as an answer."""
    match = TYPED.match(question)
    if not match:
        return "hand.no_gnome=true"
    row = hand[("bid", "taken").index(match[2])]
    return f"{question}={row[int(match[1])]}"


def typed_in(values: dict[str, str]) -> Hand:
    """Return the hand that was typed into a form."""
    bids, taken = (tuple(int(values[f"players.{seat}.{key}"]) for seat in range(4)) for key in ("bid", "taken"))
    return bids, taken


def lose_answer(route: Route) -> None:
    """Let the server have a hand, and lose its answer."""
    route.fetch()
    route.abort()
