"""The app without JavaScript: everything works with plain forms and links."""

import pytest
from playwright.sync_api import Page

from tests.browser.driving import Thumb, sign_in
from tests.browser.test_evening import EVENING, start_a_game, start_a_group
from tests.cast import A_HAND, counted, make_cast, play, start_game, start_short_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def thumb(plain_phone: Page, cast, live_server) -> Thumb:
    sign_in(plain_phone, cast.owner, live_server.url)
    return Thumb(plain_phone, scripts=False)


def test_a_new_group_can_record_a_hand_and_undo_it(plain_phone: Page):
    thumb = start_a_game(start_a_group(Thumb(plain_phone, scripts=False)), "Ann", "Bob", "Cy", "Dee")
    taps, totals = EVENING[0]
    thumb.tap("Record hand 1", *taps, "Save")
    assert thumb.said == "Hand 1 saved: Ann +4½, Bob −12, Gnome +26½"
    assert thumb.totals == totals
    thumb.tap("Undo")
    assert plain_phone.locator(".rows .answer").all_inner_texts() == ["9", "3", "7", "12"]
    thumb.tap("Save")
    assert thumb.totals == totals


def test_a_game_can_be_played_to_the_end(thumb, cast):
    game = start_game(cast.owner, player_target=50)
    thumb.open(game)
    for number, (taps, totals) in enumerate(EVENING[:2], start=1):
        thumb.tap(f"Record hand {number}", *taps, "Save")
        assert thumb.totals == totals
    assert thumb.winner == "♛ Ann wins"


def test_a_correction_shows_its_effect_first(thumb, cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    thumb.open(game).tap("Hand 2, reasons", "Correct this hand", "Ann", "8", "Cy", "7")
    assert thumb.page.get_by_text("This reopens the game").first.is_visible()
    assert counted(game) == [1, 2]
    thumb.tap("Save correction")
    assert thumb.said.startswith("Hand 2 corrected: Ann −10")
    assert thumb.page.get_by_role("link", name="Record hand 3").is_visible()


def test_a_game_can_be_stopped_and_resumed(thumb, cast):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    thumb.open(game).tap("End game early", "The leader wins")
    assert thumb.winner == "♛ Ann wins"
    thumb.tap("Resume this game")
    assert thumb.page.get_by_role("link", name="Record hand 2").is_visible()


def test_a_corrected_setup_shows_its_effect_first(thumb, cast):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    thumb.open(game).tap("Fix the setup")
    page = thumb.page
    for seat, name in (("seat_1", "Bob"), ("seat_2", "Ann")):
        page.locator(f"select[name={seat}]").select_option(label=name)
    thumb.tap("Preview changes")
    assert page.locator("#effect").is_visible()
    thumb.tap("Save setup")
    assert page.locator("thead .name").all_inner_texts() == ["Bob", "Ann", "Cy", "Dee", "Gnome"]


def test_a_typed_number_a_card_count_and_a_different_dealer_can_be_entered(thumb, cast):
    game = start_game(cast.owner)
    page = thumb.open(game, 1).page
    thumb.toggle("Other").fill(other="33").tap("Use this number")
    assert page.locator(".rows .answer").first.inner_text() == "33"
    thumb.tap("End the bidding", "Skip").toggle("Count the cards")
    thumb.fill(**{"'tally.0'": "5", "'tally.1'": "4", "'tally.2'": "1"}).tap("Use this total")
    assert page.locator(".rows .answer").first.inner_text() == "11"
    thumb.toggle("Dee deals")
    thumb.press(page.locator(".dealer button", has_text="Ann"))
    assert page.locator(".dealer summary").inner_text().startswith("Ann deals")


def test_a_refused_number_is_explained_where_it_was_typed(thumb, cast, console):
    console.expect("status of 422")
    thumb.open(start_game(cast.owner), 1).tap("10", "12", "Pass", "Pass")
    thumb.toggle("Other").fill(other="9").tap("Use this number")
    assert "Ann already bid 10" in thumb.page.locator(".problem").inner_text()
    assert thumb.asked.startswith("What does Ann bid?")


def test_a_hand_can_be_started_over_and_restored(thumb, cast):
    thumb.open(start_game(cast.owner), 1).tap("10", "12", "Start over")
    assert thumb.asked.startswith("What does Ann bid?")
    thumb.tap("Undo")
    assert thumb.asked.startswith("What does Cy bid?")
    thumb.tap("Undo")
    assert thumb.asked.startswith("What does Bob bid?")
