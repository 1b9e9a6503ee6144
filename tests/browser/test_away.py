"""Recording whole hands without the server, while the page is open, and what happens once it answers again."""

import json
import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.models import Hand, Revision
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from tests.browser.away import FORM, LONG, OFFLINE, AwayPhone
from tests.browser.driving import Thumb, kept
from tests.cast import A_HAND, play, refresh, start_game
from tests.samples import SAMPLES, enter_taps, start_sample

A_BIDS, B_BIDS, C_BIDS = [10, 6, None, 8], [6, 10, None, 8], [5, 7, 9, 11]
A_TYPED, B_TYPED, C_TYPED = "10 6 - 8 | 12 9 3 7", "6 10 - 8 | 9 12 3 7", "5 7 9 11 | 7 7 7 10"
NOT_POSSIBLE = "5 5 - - | 10 10 5 5"
NO_STORE = "Object.defineProperty(window, 'indexedDB', {value: undefined});"
RECORDED = Path(__file__).with_name("waiting.json")
"""A whole hand and a tap, as the app stored them in IndexedDB when its migrations ended with 0016_whole_hands."""
STORE = """
items => new Promise((stored) => {
  const opened = indexedDB.open("scorekeeper", 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("queue", { keyPath: "key" });
  opened.onsuccess = () => {
    const transaction = opened.result.transaction("queue", "readwrite");
    for (const item of items) transaction.objectStore("queue").put(item);
    transaction.oncomplete = () => stored(opened.result.close());
  };
})
"""
FOCUSED = "document.activeElement.closest('dialog')?.id ?? document.activeElement.tagName"


@pytest.fixture
def take(phone, cast, live_server, console):
    """Let a member use the phone."""
    console.expect(OFFLINE)
    return lambda member=cast.owner: AwayPhone(phone, member, live_server.url)


@pytest.fixture
def away(take):
    """The owner's phone."""
    return take()


@pytest.fixture
def away_with(away, game):
    """Let the owner's phone record hands without the server."""
    return lambda *hands: away.open(game).lose().leave().record(*hands)


def bids_of(hands):
    """Return the bids of hands as the database stores them."""
    return [[seat.get("bid") for seat in hand["players"]] for hand in hands]


def bids(game):
    """Return the stored bids, hand by hand."""
    return bids_of(hand.entry for hand in load(refresh(game)).saved)


def hands_in(document):
    """Return the hands that were read from a file as the database stores them."""
    (game,) = document.games
    return [game.rules.record_of(hand.entry, game.table) for hand in game.scored]


def open_form(phone, game):
    """Open the form for a whole hand, which is all that the page loads."""
    phone.page.goto(f"/games/{game.pk}/hands/1/whole/")
    phone.prepare()


def test_hands_are_recorded_without_the_server_and_sent_once_it_answers(away, game):
    away.open(game, 1)
    away.thumb.tap("10")
    away.page.clock.fast_forward(2000)
    away.lose()
    away.thumb.find("6").tap()
    away.leave()
    assert (away.typed("players.0.bid"), away.typed("players.1.bid")) == ("10", "6")
    kept(away.page, 0)  # the waiting tap was withdrawn
    away.record(A_TYPED)
    assert away.typed("players.0.bid") == ""
    away.record(B_TYPED)
    assert away.waiting(2) == [1, 2]
    assert re.fullmatch(r"Waiting on this phone: 2. Last contact: .*\d+:\d\d\.", away.bar)
    away.find()
    away.arrive()
    assert bids(game) == [A_BIDS, B_BIDS]
    assert away.waiting(0) == []
    assert away.bar == ""
    for recorded in Revision.objects.values_list("recorded_at", flat=True):
        assert game.started_at <= recorded <= timezone.now(), "whatever time the phone says"


def test_the_way_on_stands_above_what_waits(away_with, phone):
    away_with(A_TYPED)
    bar, way = (phone.locator(part).bounding_box() for part in ("#waiting", ".dock .main"))
    assert way["y"] + way["height"] <= bar["y"]


def test_an_answer_does_not_hold_for_a_hand_that_is_changed_afterward(away, away_with, game, cast):
    away_with(B_TYPED)
    play(game, A_HAND, by=cast.recorder)
    away.find()
    away.look()
    away.page.context.set_offline(True)
    away.choose("Keep this one")
    away.lose().leave().tap("Show").tap("Change").type(C_TYPED).tap("Save")
    away.page.locator("#whole[data-number='2']").wait_for()
    assert away.typed("players.0.bid") == ""
    assert away.page.get_by_text("correction").count() == 0
    away.find()
    away.wait_for("Hand 1 needs your answer.")
    assert bids(game) == [A_BIDS]


def test_a_hand_is_corrected_without_the_server(away, game, cast):
    play(game, A_HAND, by=cast.owner)
    open_form(away, game)
    away.type(B_TYPED)
    away.page.context.set_offline(True)
    away.tap("Save correction")
    away.lose().leave().record(C_TYPED)
    assert away.waiting(2) == [1, 2]
    away.find()
    away.arrive()
    assert bids(game) == [B_BIDS, C_BIDS]


def test_a_hand_that_was_recorded_a_moment_ago_is_not_corrected_unasked(away, game, cast):
    """The page still shows it as the next one, but its form was loaded after that."""

    def load_late(route):
        play(game, A_HAND, by=cast.recorder)
        route.continue_()

    away.page.route("**/v/**", lambda route: route.abort())
    away.page.route(FORM, load_late, times=1)
    away.open(game).lose().leave()
    assert away.page.get_by_text("correction").count() == 0
    away.record(B_TYPED).find()
    away.look()
    assert bids(game) == [A_BIDS]


def test_a_hand_that_was_played_before_pushes_the_others_up(away, away_with, game, cast):
    away_with(B_TYPED, C_TYPED)
    play(game, A_HAND, by=cast.recorder)
    away.find()
    away.look()
    away.choose("This one came first")
    away.wait_for("Hand 2 needs your answer.")
    away.look()
    away.choose("This one came first")
    away.sent()
    assert bids(game) == [B_BIDS, C_BIDS, A_BIDS]


def test_hands_survive_the_page_and_can_be_changed(away, away_with, game):
    away_with(A_TYPED, B_TYPED).tap("Show")
    away.page.locator("#waiting-list li").nth(1).wait_for()
    away.tap("Change")
    assert away.typed("players.1.bid") == "6"
    away.type(C_TYPED).tap("Save")
    away.page.locator("#whole[data-number='3']").wait_for()
    assert away.waiting(2) == [1, 2]
    away.page.context.set_offline(False)
    away.page.reload()
    away.sent()
    assert bids(game) == [C_BIDS, B_BIDS]


def test_a_change_is_not_lost_if_the_server_returns_meanwhile(away, away_with, game):
    away_with(A_TYPED, B_TYPED).tap("Show")
    away.page.locator("#waiting-list li").nth(1).get_by_role("button", name="Change").tap()
    away.type(C_TYPED)
    away.find()
    away.page.wait_for_function("() => tapQueue.hands().length === 1")
    assert away.typed("players.3.bid") == "11"
    away.tap("Save")
    away.arrive()
    assert bids(game) == [A_BIDS, C_BIDS]


def test_hands_that_the_rules_refuse_come_back_the_first_one_first(away, away_with, game):
    away_with(NOT_POSSIBLE, A_TYPED)
    away.find()
    away.wait_for("Hand 1 needs your answer.")
    assert not Hand.objects.exists()
    away.look()
    away.type(B_TYPED).tap("Save").sent()
    assert bids(game) == [B_BIDS, A_BIDS]


@pytest.mark.parametrize("number", [None, 1])
def test_the_page_offers_only_after_10_seconds_and_never_goes_by_itself(away, game, number):
    away.open(game, number)
    away.page.context.set_offline(True)
    with away.page.expect_event("requestfailed"):
        away.page.clock.fast_forward(4000)
    assert not away.page.locator("#waiting").is_visible()
    away.page.clock.fast_forward(LONG)
    away.button("Go on without the server").wait_for()
    away.page.clock.fast_forward(100 * LONG)
    assert away.page.locator("#whole").count() == 0


def test_the_number_of_a_lost_form_is_not_used_again(away, game):
    open_form(away, game)
    away.type(A_TYPED).tap("Save")
    away.page.locator(".totals").wait_for()
    away.lose().leave()
    assert away.page.locator("#whole").get_attribute("data-number") == "2"
    away.type(B_TYPED).tap("Save")
    away.find()
    away.arrive()
    assert bids(game) == [A_BIDS, B_BIDS]


def test_a_removed_recorder_keeps_the_hands_and_the_sheet_file(take, phone, cast, game, tmp_path):
    play(game, A_HAND, by=cast.owner)
    away = take(cast.recorder).open(game).lose().leave().record(B_TYPED, C_TYPED)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    away.find()
    away.wait_for("Hand 2 can’t be saved here.")
    assert away.waiting(2) == [2, 3]
    document = away.tap("Show").saved_file(tmp_path)
    assert [str(message) for message in document.messages] == []
    assert bids_of(hands_in(document)) == [A_BIDS, B_BIDS, C_BIDS]
    away.tap("Remove")
    assert away.waiting(2) == [2, 3], "the first tap only asks"
    away.tap("Remove for good?")
    expect(phone.locator("#waiting-list li")).to_have_count(1)
    assert away.waiting(1) == [2], "the hand behind it has its number"
    away.tap("Remove")
    with phone.expect_navigation():
        away.tap("Remove for good?")
    assert (away.waiting(0), away.bar) == ([], "")
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("slug", ["piquet", "pinochle"])
def test_the_file_holds_choices_flags_and_sides(away, phone, cast, tmp_path, slug):
    game, hand = start_sample(slug, cast.owner), SAMPLES[slug][2][0]
    enter_taps(game, hand, cast.owner)
    away.open(game, 1).lose().leave().tap("Save")
    phone.locator("#whole[data-number='2']").wait_for()
    document = away.tap("Show").saved_file(tmp_path)
    assert [str(message) for message in document.messages if message.level == "error"] == []
    away.tap("Close").find()
    away.sent()
    assert hands_in(document) == [hand.entry for hand in Hand.objects.all()]


def test_two_tabs_keep_each_other_s_hands(away, phone, game):
    away.open(game)
    other = AwayPhone.__new__(AwayPhone)
    other.page = phone.context.new_page()
    other.thumb = Thumb(other.page)
    other.open(game)
    away.lose().leave()
    other.lose().leave()
    away.record(A_TYPED)
    other.record(B_TYPED)
    away.record(C_TYPED)
    assert away.waiting(3) == [1, 1, 2]


def test_a_hand_and_a_tap_that_waited_before_an_update_are_sent(away, phone, cast, game):
    one = start_game(cast.owner)
    away.thumb.open(game)
    phone.goto("/account/")  # a page that keeps no queue
    values = {"one": one.pk, "other": game.pk, "by": cast.owner.pk}
    values["token"] = phone.locator("[name=csrfmiddlewaretoken]").first.input_value()
    recorded = RECORDED.read_text(encoding="utf-8")
    for name, value in values.items():
        recorded = recorded.replace(f"{{{name}}}", str(value))
    phone.evaluate(STORE, json.loads(recorded))
    phone.goto(f"/games/{game.pk}/hands/1/")
    away.sent()
    kept(phone, 0)
    assert [tap[:2] for tap in Hand.objects.get(game=game).taps] == [["players.0.bid", 10]]
    assert bids(one) == [A_BIDS]


def test_without_a_store_taps_and_hands_are_still_sent(phone, take, game):
    phone.add_init_script(NO_STORE)
    away = take().open(game, 1)
    away.thumb.tap("10")
    away.lose().leave().type(A_TYPED).tap("Save")
    away.wait_for("This phone’s storage is full")
    assert away.typed("players.0.bid") == "10", "the hand is still on the page"
    away.find()
    away.arrive()
    assert bids(game) == [A_BIDS]


def test_pages_of_the_group_say_what_waits_but_no_watch_page(away, away_with, phone, cast, game):
    away_with(NOT_POSSIBLE, A_TYPED)
    away.find()
    away.wait_for("Hand 1 needs your answer.")
    for place in ("", "statistics/"):
        phone.goto(f"/groups/{cast.group.pk}/{place}")
        away.wait_for("Waiting on this phone: 2")
        away.wait_for("Hand 1 needs your answer.")
    away.tap("Show").tap("Remove").tap("Remove for good?").tap("Close").sent()
    phone.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    assert phone.locator("#waiting").count() == 0


def test_the_list_works_by_keyboard(away, away_with, phone):
    away_with(A_TYPED)
    expect(phone.locator("#waiting")).to_have_role("status")
    away.button("Show").focus()
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("dialog", name="Waiting on this phone")).to_be_visible()
    assert phone.evaluate(FOCUSED) == "waiting-list"
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).not_to_be_visible()
    expect(away.button("Show")).to_be_focused()
