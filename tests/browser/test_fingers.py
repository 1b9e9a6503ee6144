"""Which question a finger meant: the one that was on the screen when it came down, however busy the page was since.

Events are made by hand, so that their times are exact; a browser hands over in this way what came while it was busy.
"""

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Hand
from tests.browser.driving import Thumb, sign_in
from tests.cast import Phone, make_cast, start_game
from tests.samples import start_sample

pytestmark = pytest.mark.django_db(transaction=True)

TOUCH = """
touches => {
  const now = performance.now();
  for (const [kind, id, label, ago, plain] of touches) {
    const button = [...document.querySelectorAll(".offer")].find(({ innerText }) => innerText.trim() === label);
    const { x, y } = button.getBoundingClientRect();
    const detail = kind === "click" ? 1 : 0;
    const made = { bubbles: true, cancelable: true, clientX: x + id * 50, clientY: y, detail };
    const event = plain ? new MouseEvent(kind, made) : new PointerEvent(kind, { ...made, pointerId: id });
    Object.defineProperty(event, "timeStamp", { value: now - ago });
    button.dispatchEvent(event);
  }
}
"""
EARLY = "! Tap not counted: it came too soon."
IDLE = "() => !document.querySelector('#page.sending')"
WHOLE_TOUCH = ("pointerdown", "pointerup", "click")


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def thumb(phone: Page, cast, live_server) -> Thumb:
    sign_in(phone, cast.owner, live_server.url)
    return Thumb(phone).open(start_game(cast.owner), 1)


def touch(thumb: Thumb, *touches: tuple[str | int | bool, ...]) -> list[list[object]]:
    """Let the page handle these events in one go, and return the taps that are stored then."""
    # The page has been painted, and the touches are far from the time at which it was.
    thumb.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    thumb.page.evaluate("() => { swaps.late += 2000; }")
    thumb.page.evaluate(TOUCH, [list(touch) for touch in touches])
    thumb.page.wait_for_function(IDLE)
    return [[path, value] for path, value, _member in Hand.objects.get().taps]


@pytest.mark.parametrize("blocked", [300, 500, 800])
@pytest.mark.parametrize("pace", [200, 400, 600])
def test_taps_while_the_page_is_busy_count_for_the_question_shown_or_are_refused_in_words(thumb, blocked, pace):
    times = range(blocked, -1, -pace)
    taps = [(kind, id, str(14 + id), ago) for id, ago in enumerate(times) for kind in WHOLE_TOUCH]
    assert touch(thumb, *taps) == [["players.0.bid", 14]]
    assert thumb.why == (EARLY if len(times) > 1 else "")
    thumb.tap("Pass")
    assert thumb.why == "", "until the next tap"
    assert [path for path, *_rest in Hand.objects.get().taps] == ["players.0.bid", "players.1.passed"]


def test_a_finger_that_comes_down_before_the_click_of_another_doesnt_take_its_question(thumb):
    first, second = (
        [(kind, id, label, ago) for kind in WHOLE_TOUCH] for id, label, ago in ((1, "14", 90), (2, "15", 40))
    )
    assert touch(thumb, first[0], first[1], second[0], first[2], *second[1:]) == [["players.0.bid", 14]]
    assert thumb.why == EARLY


def test_a_click_that_doesnt_say_which_finger_it_was_finds_it_by_target_and_time(thumb):
    first, second = (
        [(kind, id, label, ago) for kind in WHOLE_TOUCH] for id, label, ago in ((1, "14", 90), (2, "15", 40))
    )
    clicks = ("click", 1, "14", 90, True), ("click", 2, "15", 40, True)
    assert touch(thumb, *first[:2], *second[:2], *clicks) == [["players.0.bid", 14]]
    assert thumb.why == EARLY


def test_a_screen_readers_click_counts_at_once_and_a_canceled_finger_is_forgotten(thumb):
    canceled = ("pointerdown", 1, "14", 5000), ("pointercancel", 1, "14", 4900)
    assert touch(thumb, *canceled, ("click", 1, "15", 10, True)) == [["players.0.bid", 15]]
    assert touch(thumb, ("click", 1, "Pass", 10, True)) == [["players.0.bid", 15], ["players.1.passed", True]]


def test_each_of_two_quick_digits_counts(still_phone, cast, live_server):
    sign_in(still_phone, cast.owner, live_server.url)
    Thumb(still_phone, scripts=False).open(start_sample("any_game", cast.owner), 1)
    key = still_phone.locator("[data-digit='5']").first
    for _time in range(2):
        key.tap()
        still_phone.clock.run_for(80)
    assert still_phone.locator("input[name=other]").first.input_value() == "55"


def test_a_question_that_a_refusal_brings_back_takes_nothing_for_a_while(phone, cast, live_server, console):
    console.expect("status of 409")
    game = start_game(cast.owner)
    sign_in(phone, cast.recorder, live_server.url)
    thumb = Thumb(phone).open(game, 1)
    Phone(game, cast.owner).tap("A bid 6")
    thumb.rest()
    thumb.find("7").tap()  # Ann's, too
    phone.locator("[data-refused]", has_text="You chose 7").wait_for()
    phone.evaluate(TOUCH, [[kind, 1, "Pass", 5000] for kind in WHOLE_TOUCH])
    assert phone.locator("[data-refused]").is_visible()
    assert thumb.why == "", "the refusal is there"
    assert [[path, value] for path, value, _member in Hand.objects.get().taps] == [["players.0.bid", 6]]
    phone.evaluate("() => { swaps.late += 2000; }")
    thumb.tap("7")
    assert [[path, value] for path, value, _member in Hand.objects.get().taps][-1] == ["players.0.bid", 7]
