"""Open pages that follow what others do: how often they ask, what they say of it, and what they leave alone."""

import re

import pytest
from playwright.sync_api import Page, Route

from scorekeeper.queries.links import token_of
from scorekeeper.services import games
from scorekeeper.services.links import make_watch_link
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, Phone, make_cast, play, start_game

pytestmark = pytest.mark.django_db(transaction=True)

EVERY, IDLE = 3_000, 10_000  # ms
POLL = re.compile(r"/v/.*\?v=\d+$")
OFFLINE = "net::ERR_|failed request|htmx:(afterRequest|sendError|responseError)|status of 50|Status Error Code 50"
FOCUSED = "document.activeElement.id || document.activeElement.textContent.trim()"
HIDE = """hidden => {
  for (const [name, value] of Object.entries({hidden, visibilityState: hidden ? "hidden" : "visible"})) {
    Object.defineProperty(document, name, {value, configurable: true});
  }
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


@pytest.fixture
def owner(game, cast) -> Phone:
    """The owner's phone, on the first hand; it is no browser."""
    return Phone(game, cast.owner)


@pytest.fixture
def page(phone: Page) -> Page:
    """A phone whose clock can be put forward."""
    phone.clock.install()
    return phone


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
    """Let the page ask once, now; answers the status."""
    with page.expect_response(POLL) as answer:
        page.clock.run_for(wait + 50)
    return answer.value.status


def follow(page: Page) -> None:
    """Let the page ask, and take what is new."""
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        assert poll(page) == 200
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-settling')")


def asked(page: Page) -> list[str]:
    """What the page asks for from now on; the list grows."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


def told(page: Page) -> str:
    """What the page says of its freshness."""
    return page.locator("#live").inner_text()


def wait_for_told(page: Page, text: str) -> None:
    page.locator("#live", has_text=re.compile(f"^{re.escape(text)}$")).wait_for()


def test_nothing_is_asked_while_hidden_and_at_once_on_return(watcher, owner):
    assert poll(watcher) == 204
    questions = asked(watcher)
    watcher.evaluate(HIDE, True)
    watcher.clock.run_for(20_000)
    assert re.fullmatch(r"updated (1[5-9]|20) s ago", told(watcher))
    owner.tap("A bid 10")
    watcher.clock.run_for(160_000)
    assert told(watcher) == "updated 3 min ago"
    assert questions == []
    with watcher.expect_request(POLL, timeout=1_000):
        watcher.evaluate(HIDE, False)
    watcher.locator(".rows li", has_text="bid 10").wait_for()
    wait_for_told(watcher, "updated just now")
    assert poll(watcher) == 204, "and it goes on asking"


def test_it_asks_less_often_when_nothing_happens_and_soon_again_when_something_does(watcher, owner):
    poll(watcher)
    with watcher.expect_response(POLL):
        watcher.clock.fast_forward("11:00")
    questions = asked(watcher)
    watcher.clock.run_for(IDLE - 2_000)
    assert told(watcher) == "updated 5 s ago"
    assert questions == []
    owner.tap("A bid 10")
    assert poll(watcher, 2_000) == 200
    watcher.locator(".rows li", has_text="bid 10").wait_for()
    assert poll(watcher, EVERY) == 204


def test_a_lost_connection_is_said_and_mends_itself(watcher, owner, console):
    console.expect(OFFLINE)
    watcher.route(POLL, lambda route: route.abort())
    watcher.clock.run_for(EVERY + 50)
    wait_for_told(watcher, "connection lost, still trying")
    watcher.unroute(POLL)
    watcher.route(POLL, lambda route: route.fulfill(status=502))
    assert poll(watcher) == 502
    assert told(watcher) == "connection lost, still trying"
    watcher.unroute(POLL)
    owner.tap("A bid 10")
    follow(watcher)
    watcher.locator(".rows li", has_text="bid 10").wait_for()
    wait_for_told(watcher, "updated just now")


@pytest.mark.parametrize("status", [None, 502], ids=["no answer", "no answer from the app"])
def test_a_page_that_did_not_come_is_asked_for_again(watcher, owner, console, status):
    console.expect(OFFLINE)
    address = re.compile(r"/w/[^/]+/$")
    watcher.route(address, lambda route: route.fulfill(status=status) if status else route.abort())
    owner.tap("A bid 10")
    assert poll(watcher) == 200
    watcher.wait_for_timeout(300)
    watcher.unroute(address)
    follow(watcher)
    watcher.locator(".rows li", has_text="bid 10").wait_for()
    wait_for_told(watcher, "updated just now")


def test_what_was_there_when_the_page_came_is_not_announced(game, cast, page):
    play(game, A_HAND, by=cast.owner)
    page.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner))}/?game={game.pk}")
    Phone(game, cast.owner, 2).tap("A bid 10")
    follow(page)
    page.locator(".rows li", has_text="bid 10").wait_for()
    assert page.locator("#said").text_content() == ""
    play(game, A_HAND, by=cast.owner)
    follow(page)
    page.locator("#said", has_text="Hand 2: Ann +24").wait_for(state="attached")


def test_a_recorders_hand_follows_without_moving_the_focus(thumb, game, owner):
    page = thumb.open(game, 1).page
    page.locator(".stages a", has_text="Gnome").focus()
    owner.tap("A bid 10")
    follow(page)
    assert thumb.asked == "Bob speaks"
    assert page.evaluate(FOCUSED).startswith("Gnome")
    page.locator(".extras button", has_text="Pass").focus()
    owner.tap("B passed")
    follow(page)
    assert thumb.asked == "Cy speaks"
    assert page.evaluate(FOCUSED) == "asked"
    owner.tap("C passed")
    follow(page)
    assert (thumb.asked, page.evaluate(FOCUSED)) == ("Dee speaks", "asked")
    assert page.locator(".help", has_text="Olga typed last").is_visible()


def test_what_is_being_typed_is_left_alone(thumb, game, owner):
    page = thumb.open(game, 1).unfold("Other").page
    other = page.locator("input[name=other]")
    other.fill("1")
    owner.tap("B bid 12", at="players.1.bid")
    poll(page)
    poll(page)
    assert (other.input_value(), thumb.asked) == ("1", "Ann speaks")
    assert page.evaluate("document.activeElement.name") == "other"
    page.locator("h2").first.evaluate("() => document.activeElement.blur()")
    poll(page)
    assert other.input_value() == "1", "what is unfolded is not folded up"
    other.fill("14")
    page.clock.resume()
    thumb.tap("Take it")
    assert page.locator(".rows .answer").all_inner_texts()[:2] == ["14", "12"]


def test_what_was_folded_up_again_follows(thumb, game, owner):
    page = thumb.open(game, 1).unfold("Other").page
    owner.tap("A bid 10")
    assert poll(page) == 200
    assert thumb.asked == "Ann speaks"
    thumb.unfold("Other")
    follow(page)
    assert thumb.asked == "Bob speaks"


def test_the_row_that_is_open_stays_open(thumb, game, owner):
    page = thumb.open(game, 1).tap("Dee").page
    assert thumb.asked == "Top bid of Dee"
    owner.tap("A bid 10")
    follow(page)
    page.locator(".rows li", has_text="bid 10").wait_for()
    assert thumb.asked == "Top bid of Dee"


def test_own_taps_bring_their_own_answer(thumb, game):
    page = thumb.open(game, 1).tap("10", "12").page
    fetched = asked(page)
    assert [poll(page), poll(page)] == [204, 204]
    thumb.tap("Pass")
    assert poll(page) == 204
    assert [url for url in fetched if not POLL.search(url)] == [f"{page.url}tap/"]


def test_an_answer_that_comes_late_does_not_overtake_a_tap(thumb, game, owner):
    page = thumb.open(game, 1).page
    late: list[Route] = []
    owner.tap("A bid 10")

    def hold(route: Route) -> None:
        if route.request.method == "GET" and not late:
            late.append(route)
        else:
            route.continue_()

    page.route(re.compile(r"/hands/1/(tap/)?$"), hold)
    assert poll(page) == 200
    while not late:
        page.wait_for_timeout(20)
    old = late[0].fetch()
    page.locator(".rows a", has_text="Dee").tap()
    page.locator("#asked", has_text="Top bid of Dee").wait_for()
    late[0].fulfill(response=old)
    page.wait_for_timeout(200)
    assert thumb.asked == "Top bid of Dee"


def test_the_sheet_and_the_group_follow(thumb, game, cast):
    page = thumb.open(game).page
    play(game, A_HAND, by=cast.owner)
    follow(page)
    page.locator("#hand-1").wait_for()
    assert thumb.totals == "24 6 0 7 6"
    assert page.get_by_role("link", name="Record hand 2").is_visible()
    page.goto(f"/groups/{game.group_id}/")
    games.stop_game(game=game, how="leader_wins")
    follow(page)
    page.locator(".nights .won", has_text="Ann").wait_for()
    assert page.locator("main").count() == 1


def test_ones_own_refusal_stays_until_ones_own_next_tap_whatever_others_do(thumb, game, owner, console):
    console.expect("status of 409|Status Error Code 409")
    page = thumb.open(game, 1).page
    owner.tap("A bid 12")
    thumb.tap("10")
    refusal = "Olga typed here at the same time. It stands at 12; yours was 10. Tap again to change it."
    assert page.locator(".problem").inner_text() == refusal
    for bid in ("B bid 14", "C bid 16"):
        owner.tap(bid)
        follow(page)
        assert page.locator(".rows .answer", has_text=bid.rpartition(" ")[2]).count() == 1
        assert page.locator(".problem").all_inner_texts() == [refusal]
    assert page.locator(".problem[role=alert]").count() == 0, "it is not read out again"
    page.clock.resume()
    thumb.tap("Dee")
    assert page.locator(".problem").count() == 0


@pytest.mark.parametrize("number", [None, 1], ids=["the sheet", "a hand"])
def test_an_open_page_of_a_game_that_is_hidden_says_so_and_asks_no_more(thumb, game, console, number):
    console.expect("status of 410|Status Error Code 410")
    page = thumb.open(game, number).page
    games.hide_game(game=game, hidden=True)
    follow(page)
    assert "This game is not shown any more." in page.locator(".cover").inner_text()
    questions = asked(page)
    page.clock.run_for(10 * EVERY)
    assert questions == []
