"""Taps are quick and safe: double taps, a failing network, keyboard focus, and announcements."""

import re

from playwright.sync_api import Page, expect

from scorekeeper.models import Hand
from tests.browser.driving import Held, kept
from tests.cast import A_HAND, Phone, enter_hand, play, start_game

IDLE = "() => !document.querySelector('#page.sending')"
SHAKES = "key => [key.innerText, getComputedStyle(key).animationName]"
FOCUSED = "document.activeElement.id || document.activeElement.tagName"
# The unavoidable messages that the browser logs when the network fails.
OFFLINE = "net::ERR_|failed request"
WRITES = re.compile("/(tap|save)/$")
ALOUD = "document.getElementById('said').textContent"


def test_a_bounced_tap_is_visibly_ignored(thumb, cast, game, still_phone):
    page = thumb.open(game, 1).page
    box = thumb.find("Pass").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    held = Held(page, "**/tap/")
    page.clock.run_for(100)  # the page is painted
    page.touchscreen.tap(*middle)
    page.clock.run_for(120)
    page.touchscreen.tap(*middle)
    expect(page.locator(".ignored")).to_have_text("Pass")
    assert thumb.why == "", "the shake says it all"
    held.take().continue_()
    page.wait_for_function(IDLE)
    assert thumb.asked.startswith("What does Bob bid?")
    assert Hand.objects.get().taps == [["players.0.passed", True, cast.owner.pk]]


def test_a_tap_made_before_the_next_question_is_known_is_visibly_ignored(thumb, cast, game):
    thumb.open(game, 1).tap("10", "Pass", "Pass")
    page = thumb.page
    held = Held(page, "**/tap/")
    thumb.rest()
    thumb.find("Pass").tap()  # ends the bidding; only the server knows what comes next
    page.wait_for_function("() => document.querySelector('#page.sending')")
    thumb.rest()
    parts = [page.locator(part) for part in (".question", ".board", ".facts", ".dock")]
    before = [part.bounding_box() for part in parts]
    thumb.find("20").tap()
    assert thumb.why == "! Tap not counted: the last one was still being sent."
    assert page.evaluate(ALOUD) == thumb.why.removeprefix("! ")
    assert [part.bounding_box() for part in parts] == before
    assert not page.locator("#trouble").is_visible(), "it would cover the header"
    held.take().continue_()
    page.locator("#asked", has_text="Which card is the Gnome?").wait_for()
    assert len(Hand.objects.get().taps) == 4


def lose_the_network(page: Page) -> None:
    """Let requests to write something fail, until the test says otherwise."""
    page.route(WRITES, lambda route: route.abort("connectionfailed"))


def test_a_failed_save_is_announced_and_retried_while_its_button_stays_pressed(thumb, cast, game, console):
    console.expect(OFFLINE)
    enter_hand(game, A_HAND, cast.owner)
    page = thumb.open(game, 1).page
    lose_the_network(page)
    thumb.rest()
    thumb.find("Save").tap()
    expect(page.locator("#trouble span")).to_contain_text("No connection. Waiting to be sent: Save hand 1")
    assert page.locator("#trouble").bounding_box()["y"] == 0, "where the eye is"
    expect(page.locator("button.pressed")).to_contain_text("Save hand 1")
    page.unroute(WRITES)
    page.locator(".news[data-say]").wait_for()
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator(".pressed")).to_have_count(0)
    assert thumb.totals == "24 6 0 7 6"
    assert Hand.objects.count() == 1


def test_a_server_error_is_reported_and_the_tap_is_not_retried(thumb, cast, game, console, monkeypatch):
    console.expect("status of 500|Status Error Code 500")
    page = thumb.open(game, 1).page
    tries = []

    def broken(**_more: object) -> None:
        tries.append(1)
        raise RuntimeError("a test breaks this")

    monkeypatch.setattr("scorekeeper.recording.hand.writing.tap", broken)
    thumb.find("10").tap()
    page.locator("#trouble").wait_for(state="visible")
    assert "something went wrong" in page.locator("#trouble").inner_text()
    assert page.locator(".pressed").count() == 0
    assert thumb.asked.startswith("What does Ann bid?"), "the page shows what is saved"
    assert tries == [1]


def test_focus_goes_to_the_next_question_and_never_to_the_body(thumb, cast, game):
    page = thumb.open(game, 1).page
    bids = ("10", "12", "Ann", "Bob: Peeked", "Points", "Bids", "Pass", "Pass", "Pass")
    for label in (*bids, "Nine of spades", "9", "3", "7", "12"):
        thumb.tap(label)
        assert page.evaluate(FOCUSED) == "asked", label
    thumb.tap("Save")
    assert page.evaluate("document.activeElement.textContent").strip().startswith("Record hand 2")
    thumb.tap("Undo")
    assert page.evaluate(FOCUSED) == "asked"
    thumb.tap("Undo")
    assert page.evaluate(FOCUSED) == "asked"
    thumb.toggle("More").tap("Start over")
    assert page.evaluate(FOCUSED) == "asked"


def test_focus_moves_to_the_result_when_the_game_ends(thumb, cast, game):
    game = start_game(cast.owner, player_target=20)
    enter_hand(game, A_HAND, cast.owner)
    thumb.open(game, 1).tap("Save")
    assert thumb.page.evaluate(FOCUSED) == "end"


def test_tapping_a_grayed_out_number_shows_why_and_keeps_the_focus(thumb, cast, game, console):
    console.expect("status of 422")
    page = thumb.open(game, 1).tap("10").page
    thumb.rest()
    thumb.find("10").tap(force=True)  # it is marked as disabled, but still responds
    assert "Ann already bid 10" in page.locator("[data-refused]").inner_text()
    assert page.evaluate(FOCUSED) == "asked"


def test_a_refused_key_shakes_while_the_board_stays_as_it_is(thumb, cast, game, console, still_phone):
    console.expect("status of 422")
    Phone(game, cast.owner).tap("A bid 10")
    page = thumb.open(game, 1).page
    page.clock.run_for(100)
    thumb.find("10").tap(force=True)
    page.locator("[data-refused]").wait_for()
    key = page.locator(".ignored")
    assert key.evaluate(SHAKES) == ["10", "none"], "with reduced motion, it is only outlined"
    page.emulate_media(reduced_motion="no-preference")
    assert key.evaluate(SHAKES) == ["10", "shake"]
    assert page.locator(".board").evaluate("board => getComputedStyle(board).opacity") == "1"
    page.clock.run_for(400)
    assert not key.count()


def test_why_a_tap_is_refused_stands_in_the_place_of_the_note(thumb, cast, game, console):
    console.expect("status of 422")
    page = thumb.open(game, 1).tap("10").page
    parts = [page.locator(part) for part in (".question", ".board", ".facts", ".dock")]
    before = [part.bounding_box() for part in parts]
    thumb.rest()
    thumb.find("10").tap(force=True)
    why = page.locator("[data-refused]").bounding_box()
    question, board, *_rest = before
    title = page.locator("#asked").bounding_box()
    assert title["y"] + title["height"] <= why["y"]
    assert question["y"] <= title["y"]
    assert why["y"] + why["height"] <= board["y"]
    assert not page.locator("#asked small").is_visible()
    assert [part.bounding_box() for part in parts] == before
    thumb.tap("12")
    assert page.locator("#asked small").is_visible()


def test_in_a_correction_rows_tiles_and_tabs_open_their_questions(thumb, cast, game):
    play(game, A_HAND, by=cast.owner)
    page = thumb.open(game, 1).page
    thumb.press(page.locator(".why a", has_text="Correct Bob"))
    assert thumb.asked == "How many points did Bob take?"
    thumb.open(game, 1).tap("Ann")
    assert thumb.asked == "How many points did Ann take?"
    thumb.open(game, 1).tap("Gnome")
    assert thumb.asked == "Which card is the Gnome?"


def test_record_hand_can_be_tapped_right_after_a_save(thumb, cast, game):
    enter_hand(game, A_HAND, cast.owner)
    page = thumb.open(game, 1).page
    thumb.rest()
    thumb.find("Save").tap()
    page.get_by_role("link", name="Record hand 2").tap()
    page.wait_for_url("**/hands/2/")


def test_of_links_tapped_quickly_the_last_one_opens(thumb, cast, game):
    page = thumb.open(game, 1).page
    held = Held(page, "**/hands/1/?at=*")
    page.locator(".rows a", has_text="Cy").tap()
    page.wait_for_function("() => document.querySelector('#page.sending')")
    thumb.rest()
    page.locator(".rows a", has_text="Dee").tap()
    for _link in range(2):
        held.take().continue_()
    page.locator("#asked", has_text="What was Dee’s top bid?").wait_for()


def test_waiting_taps_survive_a_reload(thumb, cast, game, console):
    console.expect(OFFLINE)
    page = thumb.open(game, 1).page
    lose_the_network(page)
    thumb.find("10").tap()
    thumb.rest()
    thumb.find("Pass").tap()
    kept(page, 2)
    page.unroute(WRITES)
    page.reload()
    page.locator("#asked", has_text="What does Cy bid?").wait_for()
    page.wait_for_function(IDLE)
    taps = [[path, value] for path, value, _member in Hand.objects.get().taps]
    assert taps == [["players.0.bid", 10], ["players.1.passed", True]]
    kept(page, 0)


def test_waiting_taps_are_offered_on_the_next_page(thumb, cast, game, console):
    console.expect(OFFLINE)
    page = thumb.open(game, 1).page
    lose_the_network(page)
    thumb.find("10").tap()
    kept(page, 1)
    page.unroute(WRITES)
    thumb.open(game)
    expect(page.locator("#trouble span")).to_have_text("Not sent yet: Ann: 10.")
    page.get_by_role("link", name="Send now").tap()
    page.locator("#asked", has_text="What does Bob bid?").wait_for()
    page.wait_for_function(IDLE)
    assert [path for path, *_rest in Hand.objects.get().taps] == ["players.0.bid"]


def test_waiting_taps_can_be_discarded(thumb, cast, game, console):
    console.expect(OFFLINE)
    page = thumb.open(game, 1).page
    lose_the_network(page)
    thumb.find("10").tap()
    page.locator("#trouble").wait_for(state="visible")
    page.get_by_role("button", name="Discard").tap()
    expect(page.locator("#trouble")).to_be_hidden()
    assert thumb.asked.startswith("What does Ann bid?")
    kept(page, 0)
    assert not Hand.objects.exists()


def test_changes_are_announced(thumb, cast, game):
    page = thumb.open(game, 1).page
    thumb.tap("10")
    assert page.evaluate(ALOUD) == "Ann bids 10. Bob to bid."
    thumb.tap("9")
    assert page.evaluate(ALOUD) == "Bob stops at 9. Cy to bid."
    thumb.tap("Pass")
    assert page.evaluate(ALOUD) == "Cy passes. Dee to bid."
    thumb.tap("Pass", "Nine of spades", "12")
    assert page.evaluate(ALOUD) == "Ann: 12."
    thumb.tap("9", "4", "6", "Save")
    assert page.evaluate(ALOUD).startswith("Hand 1 saved. Ann +24")
    assert page.locator("#said").get_attribute("role") == "status"
