"""What waits on a phone that recorded hands without the server: how it is shown, kept, changed, removed and saved."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.models import Hand
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.browser.away import OFFLINE, AwayPhone
from tests.browser.driving import Thumb, kept
from tests.cast import A_HAND, make_cast, play, start_game
from tests.samples import SAMPLES, enter_taps, start_sample

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

A_TYPED, B_TYPED, C_TYPED = "10 6 - 8 | 12 9 3 7", "6 10 - 8 | 9 12 3 7", "5 7 9 11 | 7 7 7 10"
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
def cast(live_server):
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


@pytest.fixture
def take(phone, cast, live_server, console):
    """Let a member use the phone."""
    console.expect(OFFLINE)
    return lambda member=cast.owner: AwayPhone(phone, member, live_server.url)


def hands_in(document):
    """Return the hands that were read from a file as the database stores them."""
    (game,) = document.games
    return [game.rules.record_of(hand.entry, game.table) for hand in game.scored]


def test_a_removed_recorder_keeps_the_hands_and_the_sheet_file(take, phone, cast, game, tmp_path):
    play(game, A_HAND, by=cast.owner)
    away = take(cast.recorder).open(game).lose().leave().record(B_TYPED, C_TYPED)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    away.find()
    phone.locator("#waiting", has_text="Hand 2 can’t be saved here.").wait_for()
    assert away.waiting == [2, 3]
    document = away.tap("Show").saved_file(tmp_path)
    assert [str(message) for message in document.messages] == []
    bids = [[seat.get("bid") for seat in hand["players"]] for hand in hands_in(document)]
    assert bids == [[10, 6, None, 8], [6, 10, None, 8], [5, 7, 9, 11]]
    away.tap("Remove")
    assert away.waiting == [2, 3], "the first tap only asks"
    away.tap("Remove for good?")
    expect(phone.locator("#waiting-list li")).to_have_count(1)
    assert away.waiting == [2], "the hand behind it has its number"
    away.tap("Remove")
    with phone.expect_navigation():
        away.tap("Remove for good?")
    assert (away.waiting, away.bar) == ([], "")
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("slug", ["piquet", "pinochle"])
def test_the_file_holds_choices_flags_and_sides(take, phone, cast, tmp_path, slug):
    game, hand = start_sample(slug, cast.owner), SAMPLES[slug][2][0]
    enter_taps(game, hand, cast.owner)
    away = take().open(game, 1).lose().leave()
    away.tap("Save")
    phone.locator("#whole[data-number='2']").wait_for()
    document = away.tap("Show").saved_file(tmp_path)
    assert [str(message) for message in document.messages if message.level == "error"] == []
    away.tap("Close").find()
    phone.wait_for_function("() => !tapQueue.hands().length")
    assert hands_in(document) == [hand.entry for hand in Hand.objects.all()]


def test_two_tabs_keep_each_other_s_hands(take, phone, game):
    one = take().open(game)
    other = AwayPhone.__new__(AwayPhone)
    other.page = phone.context.new_page()
    other.thumb = Thumb(other.page)
    other.open(game)
    one.lose().leave()
    other.lose().leave()
    one.record(A_TYPED)
    other.record(B_TYPED)
    one.record(C_TYPED)
    assert one.waiting == [1, 1, 2]


def test_a_hand_and_a_tap_that_waited_before_an_update_are_sent(take, phone, cast, game):
    one = start_game(cast.owner)
    take().thumb.open(game)
    phone.goto("/account/")  # a page that keeps no queue
    values = {"one": one.pk, "other": game.pk, "by": cast.owner.pk}
    values["token"] = phone.locator("[name=csrfmiddlewaretoken]").first.input_value()
    recorded = RECORDED.read_text(encoding="utf-8")
    for name, value in values.items():
        recorded = recorded.replace(f"{{{name}}}", str(value))
    phone.evaluate(STORE, json.loads(recorded))
    phone.goto(f"/games/{game.pk}/hands/1/")
    phone.wait_for_function("() => window.tapQueue && !tapQueue.hands().length")
    phone.wait_for_function("() => !document.querySelector('#page.sending')")
    assert [tap[:2] for tap in Hand.objects.get(game=game).taps] == [["players.0.bid", 10]]
    assert [player.get("bid") for player in Hand.objects.get(game=one).entry["players"]] == [10, 6, None, 8]
    assert kept(phone) == []


def test_without_a_store_taps_and_hands_are_still_sent(take, phone, game):
    phone.add_init_script(NO_STORE)
    away = take().open(game, 1)
    away.thumb.tap("10")
    away.lose().leave().type(A_TYPED).tap("Save")
    phone.locator("#waiting", has_text="This phone’s storage is full").wait_for()
    assert away.typed("players.0.bid") == "10", "the hand is still on the page"
    away.find()
    phone.locator(".totals").wait_for()
    assert [hand.number for hand in Hand.objects.filter(entry__isnull=False)] == [1]


def test_pages_of_the_group_say_what_waits_but_no_watch_page(take, phone, cast, game):
    away = take().open(game).lose().leave().record("5 5 - - | 10 10 5 5", A_TYPED)
    away.find()
    phone.locator("#waiting", has_text="Hand 1 needs your answer.").wait_for()
    for place in ("", "statistics/"):
        phone.goto(f"/groups/{cast.group.pk}/{place}")
        expect(phone.locator("#waiting")).to_contain_text("2 hands are waiting on this phone")
        expect(phone.locator("#waiting")).to_contain_text("Hand 1 needs your answer.")
    away.tap("Show").tap("Remove").tap("Remove for good?")
    away.tap("Close")
    phone.wait_for_function("() => !tapQueue.hands().length")
    phone.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    assert phone.locator("#waiting").count() == 0


def test_the_list_works_by_keyboard(take, phone, game):
    away = take().open(game).lose().leave().record(A_TYPED)
    expect(phone.locator("#waiting")).to_have_role("status")
    away.button("Show").focus()
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("dialog", name="Waiting on this phone")).to_be_visible()
    assert phone.evaluate(FOCUSED) == "waiting-list"
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).not_to_be_visible()
    assert phone.evaluate("document.activeElement.textContent") == "Show"


def test_a_change_is_not_lost_if_the_server_returns_meanwhile(take, phone, game):
    away = take().open(game).lose().leave().record(A_TYPED, B_TYPED)
    away.tap("Show")
    phone.locator("#waiting-list li").nth(1).get_by_role("button", name="Change").tap()
    away.type(C_TYPED)
    away.find()
    phone.wait_for_function("() => tapQueue.hands().length === 1")
    assert away.typed("players.3.bid") == "11"
    away.tap("Save")
    phone.locator(".totals").wait_for()
    assert [hand.entry["players"][3]["bid"] for hand in Hand.objects.order_by("number")] == [8, 11]
