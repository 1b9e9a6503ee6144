"""What comes between a phone and its server: a portal, a full store, a restored backup, another setup or person."""

import uuid
from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.db.models import F
from playwright.sync_api import Page, Route, expect

from scorekeeper.models import Game, Hand, Revision
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import correct_setup
from scorekeeper.rules.base import Rules
from tests.browser.away import OFFLINE, AwayPhone
from tests.browser.driving import Thumb, kept, sign_in
from tests.cast import A_HAND, make_cast, play, start_game

pytestmark = pytest.mark.django_db(transaction=True)

A_TYPED, B_TYPED = "10 6 - 8 | 12 9 3 7", "6 10 - 8 | 9 12 3 7"
NOTHING_TAKEN = "10 6 - 8 | - - - -"
PORTAL = "<title>Hotel</title><h1>Welcome! Please sign in to our Wi-Fi.</h1>"
FULL = "This phone’s storage is full: keep this page open, or write it down."
NO_ROOM = """
const { put } = IDBObjectStore.prototype;
window.isFull = true;
IDBObjectStore.prototype.put = function (item) {
  const request = put.call(this, item);
  if (isFull) this.transaction.abort();
  return request;
};
"""
IDLE = "() => !document.querySelector('#page.sending')"


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


@pytest.fixture
def thumb(phone: Page, cast, live_server, console) -> Thumb:
    console.expect(f"{OFFLINE}|status of (413|502|511)")
    sign_in(phone, cast.owner, live_server.url)
    return Thumb(phone)


@pytest.fixture
def away(phone: Page, cast, live_server, console) -> AwayPhone:
    console.expect(OFFLINE)
    return AwayPhone(phone, cast.owner, live_server.url)


def answers(status: int, body: str = PORTAL, **headers: str):
    """Return a route that doesn't lead to the app."""
    return lambda route: route.fulfill(status=status, body=body, headers={"Content-Type": "text/html", **headers})


def test_a_portals_answer_to_a_tap_is_no_answer(thumb, game):
    page, bids = thumb.open(game, 1).page, range(10, 16)
    names, statuses = ("Ann", "Bob", "Cy", "Dee", "Ann", "Bob"), (200, 403, 404, 409, 502, 511)
    for bid, name, status in zip(bids, names, statuses, strict=True):
        page.route("**/tap/", answers(status))
        thumb.rest()
        thumb.find(str(bid)).tap()
        page.locator("#trouble", has_text=f"No connection. Waiting to be sent: {name}: {bid}.").wait_for()
        assert [item["values"]["tap"].partition("=")[2] for item in kept(page)] == [str(bid)]
        page.unroute("**/tap/")
        page.wait_for_function(IDLE)
        assert not page.locator("#trouble").is_visible()
    assert [value for _path, value, _member in Hand.objects.get().taps] == [*bids]


def test_a_portals_page_replaces_no_sheet(thumb, game):
    page = thumb.open(game).page
    page.route(lambda url: "/v/" in url, answers(200))
    page.locator("#live:not([hidden])").wait_for()
    expect(page.locator("#live")).to_have_text("connection lost, still trying")
    assert page.locator(".totals").is_visible()
    page.unroute(lambda url: "/v/" in url)


def test_what_is_too_large_is_told_and_not_sent_for_ever(thumb, game):
    page = thumb.open(game, 1).page
    sent: list[str] = []

    def too_large(route: Route) -> None:
        sent.append(route.request.url)
        route.fulfill(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE, body="too large")

    page.route("**/tap/", too_large)
    thumb.find("10").tap()
    page.locator("#trouble", has_text="Not saved: it’s too large to send.").wait_for()
    assert kept(page) == []
    assert len(sent) == 1


def test_taps_without_an_answer_offer_to_go_on_even_if_polls_are_answered(away, game):
    page = away.open(game, 1).page
    page.route("**/tap/", lambda route: None)
    away.thumb.find("10").tap()
    for _time in range(6):
        page.clock.fast_forward(4000)
        page.wait_for_load_state("networkidle")
    away.button("Go on without the server").wait_for()
    assert page.locator("#live").inner_text() == "connection lost, still trying"


def test_a_full_store_is_told_and_the_hand_stays_on_the_page(away, game):
    page = away.page
    page.add_init_script(NO_ROOM)
    away.open(game).lose().leave().type(A_TYPED).tap("Save")
    page.locator("#waiting", has_text=FULL).wait_for()
    assert away.typed("players.0.bid") == "10"
    assert away.waiting(0) == []
    page.evaluate("isFull = false")
    away.tap("Save")
    page.locator("#whole[data-number='2']").wait_for()
    assert away.waiting(1) == [1]
    assert "Waiting on this phone: 1" in away.bar


def empty(game: Game) -> None:
    """Restore a backup that has no hand of the game."""
    Revision.objects.all().delete()
    game.hands.all().delete()
    Game.objects.update(version=F("version") + 1)
    cache.clear()


def test_a_store_that_was_cleared_is_opened_again(away, game):
    page = away.open(game).lose().leave().record(A_TYPED).page
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": page.evaluate("origin"), "storageTypes": "indexeddb"})
    away.type(B_TYPED).tap("Save")
    page.locator("#whole[data-number='3']").wait_for()
    assert away.waiting(2) == [1, 2]


def test_a_refused_form_shows_its_errors_and_nothing_waits(thumb, game):
    page = thumb.page
    page.goto(f"/games/{game.pk}/hands/1/whole/")
    page.locator('[name="players.0.bid"]').fill("10")
    page.locator('[name="players.0.taken"]').fill("1.0")
    thumb.tap("Save")
    page.locator(".errorlist").first.wait_for()
    page.wait_for_function(IDLE)
    assert kept(page) == []
    assert page.locator('[name="players.0.taken"]').input_value() == "1.0"
    thumb.open(game)
    page.wait_for_function("() => window.tapQueue && !tapQueue.hands().length")
    assert not page.locator("#waiting").is_visible()


def test_a_refused_hand_goes_once_its_number_is_saved_otherwise(away, game):
    page = away.open(game).lose().leave().record(NOTHING_TAKEN).page
    away.find()
    page.locator("#waiting", has_text="Hand 1 needs your answer.").wait_for()
    page.goto(f"/games/{game.pk}/hands/1/")
    away.thumb.tap("10", "Pass", "Pass", "Pass", "Nine of spades", "12", "9", "4", "6", "Save")
    page.wait_for_function("() => !tapQueue.hands().length")
    assert not page.locator("#waiting").is_visible()
    assert [seat["taken"] for seat in Hand.objects.get().entry["players"]] == [12, 9, 4, 6]


def test_a_waiting_hand_moves_with_its_players_if_the_setup_has_changed(away, game, cast):
    page = away.open(game).lose().leave().record(A_TYPED).page
    record = load(game)
    players = tuple(record.players[seat] for seat in (1, 0, 2, 3))
    setting = Setting(players=players, first_dealer=record.first_dealer, options=record.options)
    correct_setup(game=game, setting=setting, seen=record.setup, by=cast.recorder)
    away.find()
    page.locator("#waiting", has_text="Hand 1 needs your answer.").wait_for()
    page.get_by_role("link", name="Look").tap()
    page.locator(".errorlist", has_text="It has moved with Ann and Bob. Check it, then save.").wait_for()
    assert [away.typed(f"players.{seat}.bid") for seat in range(4)] == ["6", "10", "", "8"]
    away.thumb.tap("Save")
    page.locator(".totals").wait_for()
    assert [seat.get("bid") for seat in Hand.objects.get().entry["players"]] == [6, 10, None, 8]


def test_a_hand_whose_game_is_gone_lands_in_no_other_game(away, game, tmp_path):
    page = away.open(game).lose().leave().record(A_TYPED).page
    Game.objects.update(uid=uuid.uuid4())  # a restored backup: another game has its number
    away.find()
    page.locator("#waiting", has_text="This game isn’t on the server anymore.").wait_for()
    assert not Hand.objects.exists()
    assert len(away.tap("Show").saved_file(tmp_path).games[0].scored) == 1


def test_a_tap_of_another_person_on_the_same_phone_is_told(thumb, phone, game, cast, live_server):
    page = thumb.open(game, 1).page
    page.route("**/tap/", lambda route: route.abort("connectionfailed"))
    thumb.find("10").tap()
    page.locator("#trouble", has_text="Waiting to be sent: Ann: 10.").wait_for()
    page.unroute("**/tap/")
    page.context.clear_cookies()
    sign_in(page, cast.recorder, live_server.url)
    page.goto(f"/games/{game.pk}/hands/1/")
    page.locator("[data-refused]", has_text="Someone else tapped this on this phone.").wait_for()
    assert not Hand.objects.exists()
    assert kept(page) == []


def test_a_tap_for_a_hand_that_a_restored_backup_lacks_is_asked_about(thumb, game, cast):
    play(game, A_HAND, A_HAND, by=cast.owner)
    page = thumb.open(game, 3).page
    page.route("**/tap/", lambda route: route.abort("connectionfailed"))
    thumb.find("10").tap()
    page.locator("#trouble", has_text="Waiting to be sent: Cy: 10.").wait_for()
    empty(game)
    page.unroute("**/tap/")
    page.goto(f"/games/{game.pk}/hands/3/")
    asked = "Hand 3 isn’t next. Does what you entered belong here? You chose 10."
    page.locator("[data-refused]", has_text=asked).wait_for()
    assert page.url.endswith("/hands/1/")
    assert not Hand.objects.exists()
    assert kept(page) == []


def test_the_waiting_hand_of_another_person_is_sent_from_a_page_without_a_form(away, game, cast, live_server):
    page = away.open(game).lose().leave().record(A_TYPED).page
    page.context.clear_cookies()
    sign_in(page, cast.recorder, live_server.url)
    page.context.set_offline(False)
    page.goto(f"/groups/{cast.group.pk}/statistics/")
    page.locator("#waiting", has_text="Hand 1 needs your answer.").wait_for()
    page.get_by_role("link", name="Look").tap()
    page.locator(".errorlist", has_text="Someone else typed this on this phone.").wait_for()


def test_a_hand_after_others_than_those_it_had_seen_is_asked_about(away, game, cast):
    play(game, A_HAND, by=cast.owner)
    page = away.open(game).lose().leave().record(B_TYPED).page
    hand = Hand.objects.get()
    hand.revisions.update(at=hand.revisions.get().at.replace(year=2020))  # a restored backup, and the hand typed again
    away.find()
    page.locator("#waiting", has_text="Hand 2 needs your answer.").wait_for()
    page.get_by_role("link", name="Look").tap()
    page.locator(".errorlist", has_text="What came before isn’t what this phone had seen.").wait_for()
    away.thumb.tap("Save")
    page.locator(".totals").wait_for()
    assert [hand.number for hand in Hand.objects.all()] == [1, 2]


def test_a_hand_that_has_no_place_yet_holds_up_none_before_it(away, game, cast):
    play(game, A_HAND, by=cast.owner)
    page = away.open(game).lose().leave().record(B_TYPED).page
    empty(game)
    away.find()
    page.locator("#waiting", has_text="Hand 2 needs your answer. Hand 2 isn’t next.").wait_for()
    page.goto(f"/games/{game.pk}/hands/1/whole/")
    away.type(A_TYPED).tap("Save")
    page.locator("#waiting", has_text="Waiting on this phone: 1").wait_for()
    page.locator(".totals").wait_for()
    assert [hand.number for hand in Hand.objects.all()] == [1]
    page.get_by_role("link", name="Look").tap()
    page.locator(".errorlist", has_text="What came before isn’t what this phone had seen.").wait_for()
    away.thumb.tap("Save")
    page.locator(".totals").wait_for()
    assert [hand.entry["players"][1]["bid"] for hand in Hand.objects.all()] == [6, 10]


def test_hands_far_beyond_a_restored_backup_find_their_place_by_an_answer_each(away, game, cast):
    play(game, *[A_HAND] * 3, by=cast.owner)
    page = away.open(game).lose().leave().record(B_TYPED, A_TYPED).page
    empty(game)
    away.find()
    page.locator("#waiting", has_text="Hand 4 needs your answer. Hand 4 isn’t next.").wait_for()
    away.look()
    away.until(lambda: [away.typed(f"players.{seat}.bid") for seat in range(4)] == ["6", "10", "", "8"])
    away.until(lambda: page.evaluate("tapQueue.hands()[0].held") == "ask")
    away.tap("Save").wait_for("Hand 2 needs your answer. What came before isn’t what")
    away.look()
    away.until(lambda: away.typed("players.0.bid") == "10")
    away.tap("Save").sent()
    assert [hand.entry["players"][1]["bid"] for hand in Hand.objects.order_by("number")] == [10, 6]


def test_a_hand_for_which_the_sheet_has_no_room_is_not_sent_again(away, game, cast, monkeypatch):
    play(game, A_HAND, by=cast.owner)
    page = away.open(game).lose().leave().record(B_TYPED).page
    monkeypatch.setattr(Rules, "most_hands", 1)
    away.find()
    page.locator("#waiting", has_text="Hand 2 needs your answer. This sheet is full: it has 1 rows.").wait_for()
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with page.expect_navigation():
        page.get_by_role("link", name="Look").tap()
    page.locator("h2", has_text="The sheet is full").wait_for()
    page.reload()
    page.locator("#waiting", has_text="Hand 2 needs your answer. This sheet is full").wait_for()
    assert sent == []
