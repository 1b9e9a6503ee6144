"""Interruptions during an evening: corrections, undo, reloads, two phones, a lost cookie."""

import io
import re

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from scorekeeper.models import Hand
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, Cast, counted, enter_hand, make_cast, play, start_game, start_short_game

pytestmark = pytest.mark.django_db(transaction=True)

OVER_IN_TWO = (A_HAND, A_HAND)


@pytest.fixture
def cast(live_server) -> Cast:
    return make_cast()


@pytest.fixture
def thumb(phone: Page, cast, live_server) -> Thumb:
    """The owner's phone."""
    sign_in(phone, cast.owner, live_server.url)
    return Thumb(phone)


@pytest.fixture
def other_thumb(other_phone: Page, cast, live_server) -> Thumb:
    """The recorder's phone."""
    sign_in(other_phone, cast.recorder, live_server.url)
    return Thumb(other_phone)


def test_a_correction_reopens_a_finished_game(thumb, cast):
    game = start_short_game(cast.owner)
    play(game, *OVER_IN_TWO, by=cast.owner)
    page = thumb.open(game).page
    assert thumb.winner == "♛ Ann wins"
    thumb.tap("Hand 2, reasons", "Correct this hand", "Ann", "8", "Cy", "7")
    effect = page.locator(".effect").inner_text()
    assert "Ann 48 → 14" in effect
    assert page.locator(".ends").inner_text() == "This reopens the game."
    assert counted(game) == [1, 2]
    assert Hand.objects.get(game=game, number=2).entry["players"][0]["taken"] == 12, "nothing is saved before Save"
    thumb.tap("Save correction")
    assert thumb.said.startswith("Hand 2 corrected: Ann −10")
    assert thumb.totals == "14 12 0 14 24"
    assert page.get_by_role("link", name="Record hand 3").is_visible()
    assert page.locator("#end").count() == 0


def test_hands_after_the_end_are_struck_through_and_do_not_count(thumb, cast):
    game = start_game(cast.owner, player_target=60)
    play(game, A_HAND, A_HAND, by=cast.owner)
    page = thumb.open(game, 1).page
    thumb.tap("Bids", "Ann", "No bid", "Points", "Save")
    play(game, A_HAND, A_HAND, by=cast.owner)
    thumb.open(game, 1).tap("Bids", "Ann", "10", "Points")
    assert "no longer count" in page.locator(".effect").inner_text()
    thumb.tap("Save")
    assert page.locator("tr.uncounted").count() == 1
    assert page.locator("tr.uncounted s").count() == 5
    assert counted(game) == [1, 2, 3]


def test_undo_restores_the_hand_as_it_was_entered(thumb, cast):
    game = start_game(cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    thumb.open(game, 1).tap("Save", "Undo")
    assert thumb.page.url.endswith(f"/games/{game.pk}/hands/1/")
    assert thumb.page.locator(".rows .answer").all_inner_texts() == ["12", "9", "3", "7"]
    thumb.tap("Save")
    assert thumb.totals == "24 6 0 7 6"
    thumb.page.go_back()
    thumb.page.wait_for_load_state()
    assert counted(game) == [1]


def test_a_reload_while_entering_bids_or_points_loses_nothing(thumb, cast):
    game = start_game(cast.owner)
    page = thumb.open(game, 1).tap("10", "12", "Pass", "Dee: Peeked").page
    before = thumb.asked, page.locator("main").inner_text()
    page.reload()
    assert (thumb.asked, page.locator("main").inner_text()) == before
    assert page.get_by_role("button", name="Dee: Peeked").get_attribute("aria-pressed") == "true"
    thumb.tap("Pass", "Pass", "Nine of spades", "9", "3")
    before = thumb.asked, page.locator("main").inner_text()
    assert before[0].startswith("What did Cy take?")
    page.reload()
    assert (thumb.asked, page.locator("main").inner_text()) == before
    thumb.tap("7", "12", "Save")
    assert thumb.totals == "9 −12 0 0 22"


def test_two_phones_can_fill_in_different_fields_of_the_same_hand(thumb, other_thumb, cast, console):
    game = start_game(cast.owner)
    for phone in (thumb, other_thumb):
        phone.open(game, 1)
    thumb.tap("Ann", "10")
    other_thumb.tap("Dee", "12")
    # The second phone sees both, and so does the first after its next tap.
    answers = other_thumb.page.locator(".rows .answer").all_inner_texts()
    assert [answer.split("\n")[0] for answer in answers] == ["10", "–", "–", "12"]
    # The first has not seen Dee's bid yet, so it looks before it ends the bidding.
    console.expect("status of 409")
    thumb.tap("End the bidding")
    assert thumb.asked == "What does Ann bid?"
    thumb.tap("End the bidding", "Skip")
    assert thumb.page.locator(".facts").inner_text().startswith("Dee")
    assert thumb.page.get_by_text("bid 10").is_visible()


def test_a_stale_tap_on_the_same_field_shows_both_values(thumb, other_thumb, cast, console):
    game = start_game(cast.owner)
    console.expect("status of 409")
    for phone in (thumb, other_thumb):
        phone.open(game, 1)
    thumb.tap("10")
    other_thumb.tap("12")
    refusal = "Olga answered at the same time: 10. You chose 12. Tap again to change it."
    assert other_thumb.page.locator(".problem[role=alert]").inner_text() == refusal
    other_thumb.tap("Ann", "12")
    thumb.page.reload()
    assert thumb.page.locator(".rows .answer").first.inner_text() == "12"


def test_saving_again_on_another_phone_creates_no_second_hand(thumb, other_thumb, cast):
    game = start_game(cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    for phone in (thumb, other_thumb):
        phone.open(game, 1)
    thumb.tap("Save")
    other_thumb.tap("Save")
    assert other_thumb.said == f"{thumb.said} by Olga"
    assert (counted(game), Hand.objects.count()) == ([1], 1)


def test_a_browser_that_lost_its_cookie_can_return_with_an_invitation(thumb, cast, console):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    page = thumb.open(game).page
    page.context.clear_cookies()
    console.expect("status of 404")
    page.reload()
    assert "Page not found" in page.locator("h1").inner_text()
    printed = io.StringIO()
    call_command("invite", "Wednesday", stdout=printed)
    link = re.search(r"/j/\S+/", printed.getvalue())[0]
    page.goto(link)
    page.goto(link)  # opening it changes nothing
    thumb.fill(name="Olga again").tap("Join")
    assert page.locator("h1").inner_text() == "Wednesday"
    thumb.open(game).tap("Record hand 2", "10")
    assert thumb.asked == "What does Cy bid?"
    console.expect("status of 410")
    page.goto(link)
    assert "has expired" in page.locator("h1").inner_text()
