"""Recording whole hands without the server, while the page is open, and what happens once it answers again."""

import re

import pytest

from scorekeeper.models import Hand, Revision
from scorekeeper.recording.game.reading import load
from tests.browser.away import LONG, OFFLINE, AwayPhone
from tests.browser.driving import kept
from tests.cast import A_HAND, make_cast, play, refresh, start_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

A_BIDS, B_BIDS, C_BIDS = [10, 6, None, 8], [6, 10, None, 8], [5, 7, 9, 11]
A_TYPED, B_TYPED, C_TYPED = "10 6 - 8 | 12 9 3 7", "6 10 - 8 | 9 12 3 7", "5 7 9 11 | 7 7 7 10"


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


@pytest.fixture
def phone(phone, cast, live_server, console):
    """The owner's phone."""
    console.expect(OFFLINE)
    return AwayPhone(phone, cast.owner, live_server.url)


def bids(game):
    """Return the stored bids, hand by hand."""
    return [[seat.get("bid") for seat in hand.entry["players"]] for hand in load(refresh(game)).saved]


def test_hands_are_recorded_without_the_server_and_sent_once_it_answers(phone, game):
    phone.open(game, 1)
    phone.thumb.tap("10")
    phone.page.clock.fast_forward(2000)
    phone.lose()
    phone.thumb.find("6").tap()
    phone.leave()
    assert (phone.typed("players.0.bid"), phone.typed("players.1.bid")) == ("10", "6")
    assert kept(phone.page) == [], "the waiting tap was withdrawn"
    phone.type(A_TYPED).tap("Save")
    phone.page.locator("#whole[data-number='2']").wait_for()
    assert phone.typed("players.0.bid") == ""
    phone.type(B_TYPED).tap("Save")
    phone.page.locator("#whole[data-number='3']").wait_for()
    assert phone.waiting == [1, 2]
    assert re.fullmatch(r"2 hands are waiting on this phone; last contact \d+:\d\d\.", phone.bar)
    phone.find()
    phone.page.locator(".totals").wait_for()
    assert bids(game) == [A_BIDS, B_BIDS]
    assert phone.waiting == []
    assert phone.bar == ""
    assert all(Revision.objects.values_list("recorded_at", flat=True))


def away_with(phone, game, *hands):
    """Let the phone record these hands without the server."""
    return phone.open(game).lose().leave().record(*hands)


def test_an_answer_does_not_hold_for_a_hand_that_is_changed_afterward(phone, game, cast):
    away_with(phone, game, B_TYPED)
    play(game, A_HAND, by=cast.recorder)
    phone.find()
    phone.page.get_by_role("link", name="Look").tap()
    phone.page.locator("table.both").wait_for()
    phone.page.context.set_offline(True)
    phone.thumb.rest()
    phone.thumb.find("Keep this one").tap()
    phone.page.clock.fast_forward(LONG)
    phone.page.clock.fast_forward(LONG)
    phone.leave()
    phone.tap("Show").tap("Change").type(C_TYPED).tap("Save")
    phone.page.locator("#whole[data-number='2']").wait_for()
    assert phone.typed("players.0.bid") == ""
    assert phone.page.get_by_text("correction").count() == 0
    phone.find()
    phone.page.locator("#waiting", has_text="Hand 1 needs your answer.").wait_for()
    assert bids(game) == [A_BIDS]


def test_a_hand_is_corrected_without_the_server(phone, game, cast):
    play(game, A_HAND, by=cast.owner)
    phone.page.goto(f"/games/{game.pk}/hands/1/whole/")
    phone.page.clock.fast_forward(2000)
    phone.page.wait_for_load_state("networkidle")
    phone.type(B_TYPED)
    phone.page.context.set_offline(True)
    phone.tap("Save correction")
    phone.page.clock.fast_forward(LONG)
    phone.page.clock.fast_forward(LONG)
    phone.leave().record(C_TYPED)
    assert phone.waiting == [1, 2]
    phone.find()
    phone.page.locator(".totals").wait_for()
    assert bids(game) == [B_BIDS, C_BIDS]


def test_a_hand_that_was_played_before_pushes_the_others_up(phone, game, cast):
    away_with(phone, game, B_TYPED, C_TYPED)
    play(game, A_HAND, by=cast.recorder)
    phone.find()
    phone.page.get_by_role("link", name="Look").tap()
    phone.page.locator("table.both").wait_for()
    phone.thumb.rest()
    phone.thumb.find("This one came first").tap()
    phone.page.locator("#waiting", has_text="Hand 2 needs your answer.").wait_for()
    phone.page.get_by_role("link", name="Look").tap()
    phone.page.locator("table.both").wait_for()
    phone.thumb.rest()
    phone.thumb.find("This one came first").tap()
    phone.page.wait_for_function("() => !tapQueue.hands().length")
    assert bids(game) == [B_BIDS, C_BIDS, A_BIDS]


def test_hands_survive_the_page_and_can_be_changed(phone, game):
    away_with(phone, game, A_TYPED, B_TYPED)
    phone.tap("Show")
    phone.page.locator("#waiting-list li").nth(1).wait_for()
    phone.page.locator("#waiting-list li").nth(0).get_by_role("button", name="Change").tap()
    assert phone.typed("players.1.bid") == "6"
    phone.type(C_TYPED).tap("Save")
    assert phone.waiting == [1, 2]
    phone.page.context.set_offline(False)
    phone.page.reload()
    phone.page.wait_for_function("() => window.tapQueue && !tapQueue.hands().length")
    assert bids(game) == [C_BIDS, B_BIDS]


def test_hands_that_the_rules_refuse_come_back_the_first_one_first(phone, game):
    away_with(phone, game, "5 5 - - | 10 10 5 5", A_TYPED)
    phone.find()
    phone.page.locator("#waiting", has_text="Hand 1 needs your answer.").wait_for()
    assert not Hand.objects.exists()
    phone.page.get_by_role("link", name="Look").tap()
    phone.page.locator(".errorlist").first.wait_for()
    phone.type(B_TYPED).tap("Save")
    phone.page.wait_for_function("() => !tapQueue.hands().length")
    assert bids(game) == [B_BIDS, A_BIDS]


@pytest.mark.parametrize("number", [None, 1])
def test_the_page_offers_only_after_10_seconds_and_never_goes_by_itself(phone, game, number):
    phone.open(game, number)
    phone.page.context.set_offline(True)
    with phone.page.expect_event("requestfailed"):
        phone.page.clock.fast_forward(4000)
    assert not phone.page.locator("#waiting").is_visible()
    phone.page.clock.fast_forward(LONG)
    phone.button("Go on without the server").wait_for()
    phone.page.clock.fast_forward(100 * LONG)
    assert phone.page.locator("#whole").count() == 0


def test_the_number_of_a_lost_form_is_not_used_again(phone, game):
    phone.page.goto(f"/games/{game.pk}/hands/1/whole/")
    phone.page.clock.fast_forward(2000)
    phone.page.wait_for_load_state("networkidle")
    phone.type(A_TYPED).tap("Save")
    phone.page.locator(".totals").wait_for()
    phone.lose().leave()
    assert phone.page.locator("#whole").get_attribute("data-number") == "2"
    phone.type(B_TYPED).tap("Save")
    phone.find()
    phone.page.locator(".totals").wait_for()
    assert bids(game) == [A_BIDS, B_BIDS]
