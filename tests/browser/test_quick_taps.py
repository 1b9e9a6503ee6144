"""No tap is lost: quick taps, on one spot and on several, with a quick server and a slow one.

The page's clock moves only when a test moves it, so that every interval is exact on any machine.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from scorekeeper.models import Game, Hand
from tests.browser.driving import Thumb, sign_in
from tests.cast import Cast, Phone, make_cast, start_game

pytestmark = pytest.mark.django_db(transaction=True)

QUICK, SLOW = 0, 400  # ms until the server answers
PACES = (80, 120, 200, 300, 450, 600)  # ms between taps
BOUNCE, OWN = 150, 200  # ms: below the first, two taps on a spot count as one; from the second on, as two
ONE_SPOT = ("Pass",) * 4
SEVERAL_SPOTS = ("1", "Pass", "2", "Pass", "3", *map(str, range(4, 17)))
ROUNDS = {ONE_SPOT: 4, SEVERAL_SPOTS: 1}
SOME_PACES = (120, 200)
# The value of the button under a finger, and the question on the screen.
SEEN = """([x, y]) => [document.elementFromPoint(x, y).closest("button")?.value, asked.dataset.asked]"""
REFUSAL = "() => trouble.hidden ? '' : trouble.firstElementChild.textContent"
COUNT = """
window.sent = 0;
const { fetch } = window;
window.fetch = (...request) => { sent += 1; return fetch(...request); };
"""


class Table:
    """A phone whose clock moves only when told to, and a server that takes `answer` ms to respond."""

    def __init__(self, page: Page, answer: int) -> None:
        self.page, self.answer, self.now = page, answer, 0
        self.held: list[tuple[int, Route]] = []
        page.add_init_script(COUNT)
        page.route("**/tap/", lambda route: self.held.append((self.now + self.answer, route)))

    def tap(self, label: str) -> tuple[str | None, str, str]:
        """Tap a button; return its value, the question that was shown, and any message about the tap."""
        box = self.page.locator(".board .offer", has_text=label).and_(self.page.get_by_text(label, exact=True)).first
        place = box.bounding_box()
        assert place is not None
        point = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
        value, asked = self.page.evaluate(SEEN, point)
        self.page.touchscreen.tap(*point)
        return value, asked, str(self.page.evaluate(REFUSAL))

    def wait(self, ms: int) -> None:
        """Let this much time pass, and answer the requests that come due in the meantime."""
        until = self.now + ms
        while self._is_sending() and not self.held:
            pass
        while self.held and self.held[0][0] <= until:
            self._answer()
        self._move(until)

    def finish(self) -> None:
        """Answer all requests, including those that the page hasn't sent yet."""
        while self._is_sending():
            self._answer()

    def _answer(self) -> None:
        while not self.held:
            self.page.evaluate("0")  # give the request time to arrive
        due, route = self.held.pop(0)
        self._move(due)
        count = self.page.evaluate("sent")
        route.continue_()
        self.page.wait_for_function("count => sent > count || !document.querySelector('#page.sending')", arg=count)
        while self._is_sending() and not self.held:
            pass

    def _is_sending(self) -> bool:
        return bool(self.page.evaluate("Boolean(document.querySelector('#page.sending'))"))

    def _move(self, until: int) -> None:
        if until > self.now:
            self.page.clock.run_for(until - self.now)
            self.now = until


@pytest.fixture
def cast(live_server) -> Cast:
    return make_cast()


def play(table: Table, game: Game, labels: tuple[str, ...], pace: int) -> None:
    """Tap these labels at this pace, and check that each tap is stored for the question shown, or visibly ignored."""
    Thumb(table.page, scripts=False).open(game, 1)
    stored, last = [], None
    for label in labels:
        value, asked, refusal = table.tap(label)
        if label == last and pace < BOUNCE:
            assert refusal == "Second tap ignored."
        else:
            assert refusal == "", (label, pace)
            path, answer = str(value).split("=")
            assert path.rpartition(".")[0] == asked.rpartition(".")[0], "the button is the shown question's"
            stored.append([path, int(answer) if answer.isdecimal() else True])
        last = label
        table.wait(pace)
    table.finish()
    taps = Hand.objects.get(game=game, number=1).taps
    assert [[path, value] for path, value, _member in taps] == stored


@pytest.mark.parametrize("answer", [pytest.param(QUICK, id="quick server"), pytest.param(SLOW, id="slow server")])
@pytest.mark.parametrize(
    "labels", [pytest.param(ONE_SPOT, id="one spot"), pytest.param(SEVERAL_SPOTS, id="several spots")]
)
def test_every_tap_counts_in_order(request, still_phone, cast, live_server, answer, labels):
    full = request.config.getoption("--full")
    sign_in(still_phone, cast.owner, live_server.url)
    table = Table(still_phone, answer)
    for pace in PACES if full else SOME_PACES:
        for _round in range(ROUNDS[labels] if full else 1):
            play(table, start_game(cast.owner, players=5), labels, pace)


def test_if_the_server_disagrees_the_tap_and_all_later_ones_are_refused(still_phone, cast, live_server, console):
    console.expect("status of 409")
    sign_in(still_phone, cast.owner, live_server.url)
    table = Table(still_phone, SLOW)
    game = start_game(cast.owner)
    Thumb(still_phone, scripts=False).open(game, 1)
    for label in ("Pass", "12", "Pass"):
        table.tap(label)
        table.wait(50)
    # Meanwhile, another phone records Bob's pass.
    Phone(game, cast.recorder).tap("A passed", "B passed")
    table.finish()
    problem = still_phone.locator("[data-refused]").inner_text()
    assert "The tap for Bob wasn’t recorded. Now: What does Cy bid?" in problem
    assert "Not recorded either: Cy: Pass." in problem
    assert [path for path, *_rest in Hand.objects.get().taps] == ["players.0.passed", "players.1.passed"]
