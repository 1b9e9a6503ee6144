"""Pages left open to follow others' changes: how often they poll, what they announce, and what they leave alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.looking_back.writing import change_night
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.browser.driving import Held, Thumb, sign_in
from tests.cast import A_HAND, Phone, play, start_game

EVERY = 3_000  # ms
POLL = re.compile(r"/v/.*[?&]v=[\d-]+$")
OFFLINE = "net::ERR_|failed request|htmx:(afterRequest|sendError|responseError)|status of 50|Status Error Code 50"
FOCUSED = "document.activeElement.id || document.activeElement.textContent.trim()"
POLLS = """
window.isWaiting = false;
const { setTimeout } = window;
window.setTimeout = (run, ms, ...more) => {
  if (ms < 3000) return setTimeout(run, ms, ...more);
  window.isWaiting = true;
  return setTimeout(() => { window.isWaiting = false; run(); }, ms);
};
"""
"""Makes the page say whether it waits until it polls again."""
NO_WAIT = """
const { setTimeout } = window;
window.setTimeout = (run, ms, ...more) => (ms < 3000 ? setTimeout(run, ms, ...more) : 0);
"""
"""Makes the page poll only if it doesn't wait before. Its clock is real, since a simulated one knows no visits."""
HIDE = """hidden => {
  for (const [name, value] of Object.entries({hidden, visibilityState: hidden ? "hidden" : "visible"})) {
    Object.defineProperty(document, name, {value, configurable: true});
  }
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def owner(game, cast) -> Phone:
    """The owner's phone, simulated without a browser, showing the first hand."""
    return Phone(game, cast.owner)


@pytest.fixture
def page(still_phone: Page) -> Page:
    """A phone that polls only when a test lets time pass."""
    still_phone.add_init_script(POLLS)
    return still_phone


@pytest.fixture
def watcher(page: Page, game, cast) -> Page:
    """A phone that watches the game."""
    page.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    return page


@pytest.fixture
def thumb(page: Page, cast, live_server) -> Thumb:
    """The recorder's phone."""
    sign_in(page, cast.recorder, live_server.url)
    return Thumb(page)


def poll(page: Page, wait: int = EVERY) -> int:
    """Make the page poll once immediately, and return the status."""
    page.wait_for_function("() => window.isWaiting")
    with page.expect_response(POLL) as answer:
        page.clock.run_for(wait + 50)
    return answer.value.status


def follow(page: Page) -> None:
    """Make the page poll and load the change."""
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        assert poll(page) == 200
    settle(page)


def settle(page: Page) -> None:
    """Let the page finish what it does after an answer."""
    while page.evaluate("() => Boolean(document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling'))"):
        page.clock.run_for(20)


def requests_of(page: Page) -> list[str]:
    """Return a list that collects the addresses the page requests from now on."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    return addresses


def wait_for_trouble(page: Page, text: str) -> None:
    expect(page.locator("#live")).to_have_text(text)


def test_a_hidden_page_does_not_poll_until_it_is_shown_again(watcher, owner):
    assert poll(watcher) == 204
    requested = requests_of(watcher)
    watcher.evaluate(HIDE, True)
    watcher.clock.run_for(20_000)
    owner.tap("A bid 10")
    watcher.clock.run_for(160_000)
    assert requested == []
    with watcher.expect_request(POLL):
        watcher.evaluate(HIDE, False)
        watcher.clock.run_for(50)
    watcher.locator(".rows li", has_text="leads 10").wait_for()
    expect(watcher.locator("#live")).to_be_hidden()
    assert poll(watcher) == 204, "and it goes on asking"


def test_a_lost_connection_and_a_busy_server_are_announced_and_silence_means_that_all_is_well(watcher, owner, console):
    console.expect(OFFLINE)
    watcher.route(POLL, lambda route: route.abort())
    watcher.clock.run_for(EVERY + 50)
    wait_for_trouble(watcher, "connection lost, still trying")
    watcher.unroute(POLL)
    for status, said in ((502, "connection lost, still trying"), (503, "the score keeper is busy, still trying")):
        watcher.route(POLL, lambda route, *, status=status: route.fulfill(status=status, headers={"Scorekeeper": "1"}))
        assert poll(watcher) == status
        wait_for_trouble(watcher, said)
        watcher.unroute(POLL)
    owner.tap("A bid 10")
    follow(watcher)
    watcher.locator(".rows li", has_text="leads 10").wait_for()
    expect(watcher.locator("#live")).to_be_hidden()


def test_a_page_that_cannot_be_opened_anymore_says_so(thumb, game, owner, console):
    """The browser was signed out elsewhere: the poll still works, and only the page is missing."""
    console.expect("status of 404|Status Error Code 404")
    page = thumb.open(game, 1).page
    cookies = page.context.cookies()
    page.context.clear_cookies()
    owner.tap("A bid 10")
    follow(page)
    wait_for_trouble(page, "no longer updated: reload the page")
    assert poll(page) == 200
    wait_for_trouble(page, "no longer updated: reload the page")
    page.context.add_cookies(cookies)
    follow(page)
    page.locator("#asked", has_text="What does Bob bid?").wait_for()
    expect(page.locator("#live")).to_be_hidden()


def test_a_page_that_failed_to_load_is_requested_again(watcher, owner, console):
    console.expect(OFFLINE)
    address = re.compile(r"/w/[^/]+/$")
    owner.tap("A bid 10")
    for status in (None, 502):  # no response, or a proxy's
        watcher.route(
            address, lambda route, *, status=status: route.fulfill(status=status) if status else route.abort()
        )
        assert poll(watcher) == 200
        wait_for_trouble(watcher, "connection lost, still trying")
        watcher.unroute(address)
    follow(watcher)
    watcher.locator(".rows li", has_text="leads 10").wait_for()
    expect(watcher.locator("#live")).to_be_hidden()


def test_only_changes_after_the_page_loaded_are_announced(game, cast, page):
    play(game, A_HAND, by=cast.owner)
    page.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner))}/?game={game.pk}")
    Phone(game, cast.owner, 2).tap("A bid 10")
    follow(page)
    page.locator(".rows li", has_text="leads 10").wait_for()
    assert page.locator("#said").text_content() == ""
    play(game, A_HAND, by=cast.owner)
    follow(page)
    page.locator("#said", has_text="Hand 2: Ann +24").wait_for(state="attached")


def test_a_recorders_page_follows_other_peoples_taps_without_losing_the_focus(thumb, game, owner):
    page = thumb.open(game, 1).page
    page.locator(".stages a", has_text="Gnome").focus()
    owner.tap("A bid 10")
    follow(page)
    assert thumb.asked == "What does Bob bid?"
    assert page.evaluate(FOCUSED).startswith("Gnome")
    page.locator(".dock button", has_text="Pass").focus()
    owner.tap("B passed")
    follow(page)
    assert thumb.asked == "What does Cy bid?"
    assert page.evaluate(FOCUSED) == "asked"
    owner.tap("C passed")
    follow(page)
    assert (thumb.asked, page.evaluate(FOCUSED)) == ("What does Dee bid?", "asked")
    assert page.locator(".facts", has_text="Olga made the last entry").is_visible()
    thumb.tap("Bob")
    owner.tap("A bid 12", at="players.0.bid")
    follow(page)
    assert thumb.asked == "What was Bob’s top bid?", "an open row stays open"


def test_an_update_does_not_overwrite_text_being_typed(thumb, game, owner):
    page = thumb.open(game, 1).toggle("Other").page
    other = page.locator("input[name=other]")
    other.fill("1")
    owner.tap("B bid 12", at="players.1.bid")
    poll(page)
    poll(page)
    assert (other.input_value(), thumb.asked) == ("1", "What does Ann bid?")
    assert page.evaluate("document.activeElement.name") == "other"
    page.locator("h2").first.evaluate("() => document.activeElement.blur()")
    poll(page)
    assert other.input_value() == "1", "an open part stays open"
    other.fill("14")
    thumb.tap("Use this number")
    assert page.locator(".rows .answer").all_inner_texts()[:2] == ["14", "12"]


def test_a_late_response_does_not_replace_a_newer_tap(thumb, game, owner):
    page = thumb.open(game, 1).page
    late = Held(page, re.compile(r"/hands/1/(tap/)?$"), "GET", most=1)
    owner.tap("A bid 10")
    assert poll(page) == 200
    route = late.take()
    answer = route.fetch()
    page.locator(".rows a", has_text="Dee").tap()
    page.locator("#asked", has_text="What was Dee’s top bid?").wait_for()
    route.fulfill(response=answer)
    settle(page)
    assert thumb.asked == "What was Dee’s top bid?"


def test_the_sheet_and_the_group_page_follow_changes(thumb, game, cast):
    page = thumb.open(game).page
    play(game, A_HAND, by=cast.owner)
    follow(page)
    page.locator("#hand-1").wait_for()
    assert thumb.totals == "24 6 0 7 6"
    assert page.get_by_role("link", name="Record hand 2").is_visible()
    page.goto(f"/groups/{game.group_id}/")
    sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    follow(page)
    page.locator(".nights", has_text="Ann won").wait_for()
    assert page.locator("main").count() == 1


def test_a_refusal_stays_until_the_next_tap_on_the_same_phone(thumb, game, owner, console):
    console.expect("status of 409|Status Error Code 409")
    page = thumb.open(game, 1).page
    owner.tap("A bid 12")
    thumb.tap("10")
    refusal = "Olga answered at the same time: 12. You chose 10. Tap again to change it."
    assert page.locator(".problem").inner_text() == refusal
    for bid in ("B bid 14", "C bid 16"):
        owner.tap(bid)
        follow(page)
        assert page.locator(".rows .answer", has_text=bid.rpartition(" ")[2]).count() == 1
        assert page.locator(".problem").all_inner_texts() == [refusal]
    assert page.locator(".problem[role=alert]").count() == 0, "it is not read out again"
    page.locator(".rows a", has_text="Dee").tap()
    page.locator(".problem").wait_for(state="detached")


@pytest.mark.parametrize("number", [None, 1], ids=["the sheet", "a hand"])
def test_hiding_a_game_covers_its_open_page_and_stops_the_polling(thumb, game, console, number):
    console.expect("status of 410|Status Error Code 410")
    page = thumb.open(game, number).page
    sheet_writing.hide_game(game=game, hidden=True)
    follow(page)
    assert "This game is hidden now." in page.locator("main").inner_text()
    requested = requests_of(page)
    page.clock.run_for(10 * EVERY)
    assert requested == []


def test_an_open_night_follows_other_peoples_changes_but_leaves_typed_text_alone(thumb, cast, console):
    console.expect("status of (409|422)|Status Error Code (409|422)")
    game, page = start_game(cast.owner), thumb.page
    page.goto(f"/nights/{game.night_id}/")
    night = change_night(night=game.night, place="Ann’s kitchen", note="", seen="")
    follow(page)
    page.locator(".title", has_text="Ann’s kitchen").wait_for()
    wrong = "At Bob’s\u202e"
    thumb.toggle("Edit place and note").fill(place=wrong).tap("Save")
    assert page.locator(".errorlist").inner_text() == "Control characters aren’t allowed."
    assert page.url.endswith(f"/nights/{game.night_id}/"), "so that it can be asked for again"
    start_game(cast.owner)
    assert poll(page) == 200
    assert page.locator("details input[name=place]").input_value() == wrong
    thumb.fill(place="At Bob’s").tap("Save")
    page.locator(".title", has_text="At Bob’s").wait_for()
    night.refresh_from_db()
    assert night.place == "At Bob’s"
    page.locator(".laid").nth(1).wait_for()


def come(page: Page, game) -> None:
    """Open a sheet with all the cookies that later pages have: to others, no browser gives what it has kept."""
    for path in ("setup/", ""):
        page.goto(f"/games/{game.pk}/{path}")


def test_back_shows_a_whole_page_although_a_part_of_it_had_the_same_address(thumb, game, cast):
    page = thumb.page
    come(page, game)
    play(game, A_HAND, by=cast.owner)
    follow(page)
    thumb.tap("Setup")
    page.go_back()
    page.locator("h1", has_text="Trumplestiltskin").wait_for()
    assert page.evaluate("() => document.styleSheets.length") > 0


def test_back_asks_at_once_because_it_shows_what_was(phone, game, cast, live_server):
    phone.add_init_script(NO_WAIT)
    sign_in(phone, cast.recorder, live_server.url)
    come(phone, game)
    play(game, A_HAND, by=cast.owner)
    phone.get_by_role("link", name="Setup").tap()
    phone.wait_for_url("**/setup/")
    requested = requests_of(phone)
    phone.go_back()
    phone.locator("#hand-1").wait_for()
    phone.goto(f"/games/{game.pk}/")
    phone.wait_for_load_state("networkidle")
    assert len([address for address in requested if POLL.search(address)]) == 1, "an ordinary visit waits"
    with phone.expect_request(POLL):
        phone.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
