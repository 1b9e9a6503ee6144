"""Rounds and turns on one page: how many taps they take at a fast pace, and pads that go on before the answer."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.models import Game, Hand
from scorekeeper.recording.setup.writing import leave_game
from tests.browser.driving import Held, Thumb, kept
from tests.cast import Phone
from tests.own_games import DARTS, SCRABBLE, UNO, play_own, start_own
from tests.rounds import start_rounds, totals

HEARTS = "any_game:hearts"
IDLE = "() => !document.querySelector('#page.sending')"
WRITES = re.compile("/(tap|save)/$")
PACE = 180  # ms from one tap to the next
LOOK = 400  # ms to see what is filled in, or what a button saves


def key_of(thumb: Thumb, words: str) -> Locator:
    """Return a digit, a button that adds, or whatever else has these words."""
    adds = words.lstrip("+")
    pad = thumb.page.locator(f'[data-digit="{words if words.startswith("+") else adds}"]')
    return pad.first if adds.isdecimal() and pad.count() else thumb.find(words).first


def offer_of(thumb: Thumb, words: str) -> Locator:
    """Return a button that answers."""
    return thumb.page.locator(".offer", has_text=re.compile(rf"^\s*{words}\b"))


def press(thumb: Thumb, *keys: str, pace: int = PACE, key: Callable[[Thumb, str], Locator] = key_of) -> int:
    """Tap these at a fast pace, by a clock that moves only here. Return how many real taps there were."""
    before = thumb.clicks
    for words in keys:
        thumb.page.clock.run_for(pace)
        key(thumb, words).tap()
        thumb.page.wait_for_function(IDLE)
        assert thumb.why == "", words
    return thumb.clicks - before


class TestTaps:
    def test_a_turn_by_buttons_that_add_up(self, thumb, cast, still_phone):
        game = start_own(cast.owner, SCRABBLE, 2, buttons=(50, 100, 300), add_up=True)
        thumb.open(game, 1)
        assert press(thumb, "+300", "+50", "Next: Bob") == 3
        assert totals(game) == {"Ann": 350, "Bob": 0}
        assert press(thumb, "3", "5", "0", "Next: Ann") == 4
        assert totals(game) == {"Ann": 350, "Bob": 350}

    def test_a_turn_by_digits(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        assert press(thumb, "2", "4", "Next: Bob") == 3
        assert totals(game) == {"Ann": 24, "Bob": 0}
        thumb.open(game := start_own(cast.owner, DARTS, 2), 1)
        assert press(thumb, "7", "7", "Next: Bob") == 3
        assert totals(game) == {"Ann": 424, "Bob": 501}

    def test_a_round_with_a_winner(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, UNO), 1)
        keys = "Cy", "1", "2", "Next: Bob", "3", "4", "Next: Dee", "5", "6", "Save hand 1"
        assert press(thumb, *keys) == 10
        assert totals(game) == {"Ann": 0, "Bob": 0, "Cy": 102, "Dee": 0}

    def test_a_number_that_is_missing_is_asked_for_in_words(self, thumb, cast, still_phone):
        thumb.open(game := start_rounds(cast.owner, 2), 1)
        tap_all(thumb, "Next: Bob")
        assert thumb.why == "! Enter a number first."
        assert press(thumb, "1", "2", "Next: Bob", "2", "Save round 1") == 5
        assert totals(game) == {"Ann": 12, "Bob": 2}

    def test_a_round_of_a_known_sum(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, HEARTS), 1)
        assert press(thumb, "1", "Next: Bob", "0", "Next: Cy", "1", "8", "Next: Dee") == 7
        assert press(thumb, "Save hand 1", pace=LOOK) == 1
        assert totals(game) == {"Ann": 1, "Bob": 0, "Cy": 18, "Dee": 7}

    def test_a_round_of_a_known_sum_by_buttons(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, HEARTS), 1)
        assert press(thumb, "1", "0", "13", key=offer_of) == 3
        assert press(thumb, "12", key=offer_of, pace=LOOK) == 1
        assert totals(game) == {"Ann": 1, "Bob": 0, "Cy": 13, "Dee": 12}

    def test_once_more_among_the_same_people(self, thumb, cast, still_phone):
        game = start_own(cast.owner, SCRABBLE, 2, ends="rounds", rounds=1)
        thumb.open(play_own(game, {"players.0.points": 9}, {"players.1.points": 7}, by=cast.owner))
        assert press(thumb, "Again") == 1
        expect(still_phone.locator("#asked")).to_have_text("How many points did Ann score?")


def field(thumb: Thumb) -> Locator:
    """Return the field that the digits go to."""
    return thumb.page.locator("input[name=other]")


def lit(thumb: Thumb) -> list[str]:
    """Return whose tile is lit, and the number on it."""
    tile = thumb.page.locator(".tile.now")
    return [tile.locator(part).inner_text().split("\n")[0] for part in (".name", ".answer")]


def saved(game: Game) -> list[int]:
    """Return the numbers of the saved hands."""
    return list(Hand.objects.filter(game=game, entry__isnull=False).order_by("number").values_list("number", flat=True))


def let_all_through(thumb: Thumb, held: Held, seconds: int = 2) -> None:
    """Answer what waits, each after this time, until nothing is sent anymore."""
    while thumb.page.evaluate("Boolean(document.querySelector('#page.sending'))"):
        if held.routes:
            thumb.page.clock.run_for(1000 * seconds)
            held.take().continue_()


def tap_all(thumb: Thumb, *keys: str) -> None:
    """Tap these at a fast pace without waiting for an answer."""
    for words in keys:
        thumb.page.clock.run_for(PACE)
        key_of(thumb, words).tap()


def settled(thumb: Thumb) -> Page:
    """Wait for the answer and let the page be painted."""
    thumb.page.wait_for_function(IDLE)
    thumb.page.clock.run_for(LOOK)
    return thumb.page


def open_part(thumb: Thumb, link: Locator) -> None:
    """Tap a tile or a cell, and wait for what it opens."""
    thumb.page.clock.run_for(LOOK)
    link.tap()
    settled(thumb)


@pytest.mark.nightly
class TestSlowAnswers:
    def test_a_whole_round_is_typed_before_the_first_answer(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, UNO), 1)
        press(thumb, "Cy")
        held = Held(still_phone, "**/tap/", "POST")
        tap_all(thumb, "1", "2", "Next: Bob", "3", "4", "Next: Dee", "5", "6", "Save hand 1")
        let_all_through(thumb, held)
        assert totals(game) == {"Ann": 0, "Bob": 0, "Cy": 102, "Dee": 0}
        assert thumb.asked == "Who won the round?"

    def test_digits_typed_meanwhile_are_for_the_next_round(self, thumb, cast, still_phone):
        thumb.open(game := start_rounds(cast.owner, 2), 1)
        held = Held(still_phone, "**/tap/", "POST")
        tap_all(thumb, "1", "Next: Bob", "2", "Save round 1", "7", "8")
        let_all_through(thumb, held)
        assert (saved(game), lit(thumb), field(thumb).input_value()) == ([1], ["Ann", "78"], "78")

    def test_digits_typed_meanwhile_are_for_the_next_turn(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        held = Held(still_phone, "**/tap/", "POST")
        tap_all(thumb, "1", "2", "Next: Bob", "3", "4")
        let_all_through(thumb, held)
        assert (saved(game), lit(thumb), field(thumb).input_value()) == ([1], ["Bob", "+34"], "34")
        held.left = 0
        press(thumb, "Next: Ann", pace=LOOK)
        assert totals(game) == {"Ann": 12, "Bob": 34}

    def test_a_button_that_saves_waits_for_the_answer_before(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        held = Held(still_phone, "**/tap/", "POST")
        tap_all(thumb, "1", "2", "Next: Bob", "3", "Next: Bob")
        assert thumb.why == "! Tap not counted: the last one was still being sent."
        let_all_through(thumb, held)
        assert (saved(game), totals(game)["Ann"], lit(thumb)) == ([1], 12, ["Bob", "+3"])

    def test_after_a_refusal_no_digit_is_for_another_player(self, thumb, cast, still_phone, console):
        console.expect("status of 409")
        game = start_own(cast.owner, SCRABBLE, 3)
        play_own(game, {"players.0.points": 12}, by=cast.owner)
        thumb.open(game, 2)
        held = Held(still_phone, "**/tap/", "POST", most=1)
        tap_all(thumb, "1", "5", "Next: Cy", "7")
        leave_game(game=game, player=game.seats.get(number=1).player_id, seen=0, by=cast.owner)
        let_all_through(thumb, held)
        assert "The setup has changed in the meantime." in still_phone.locator("[data-refused]").inner_text()
        assert (lit(thumb), field(thumb).input_value()) == (["Cy", "–"], "")
        assert totals(game) == {"Ann": 12, "Bob": 0, "Cy": 0}


@pytest.mark.nightly
class TestFingers:
    @pytest.mark.parametrize("players", [1, 2])
    @pytest.mark.parametrize("between", [80, 180, 320])
    def test_a_double_tap_counts_once(self, thumb, cast, still_phone, players, between):
        thumb.open(game := start_own(cast.owner, SCRABBLE, players, fewest=1), 1)
        press(thumb, "1", "5")
        box = still_phone.locator(".pad .main").bounding_box()
        for _tap in range(2):
            still_phone.clock.run_for(between)
            still_phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            still_phone.wait_for_function(IDLE)
        assert (saved(game), totals(game)["Ann"]) == ([1], 15)

    def test_who_has_typed_something_is_not_too_early(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        assert press(thumb, *["5", "Next"] * 4, pace=100) == 8
        assert totals(game) == {"Ann": 10, "Bob": 10}

    def test_what_was_typed_for_one_player_is_not_for_whoever_is_asked_instead(self, thumb, cast, still_phone):
        thumb.open(start_rounds(cast.owner), 1)
        press(thumb, "1", "2")
        open_part(thumb, still_phone.locator(".tile a", has_text="Bob"))
        assert (lit(thumb), field(thumb).input_value()) == (["Bob", "–"], "")
        thumb.open(game := start_own(cast.owner, DARTS, 2), 1)
        press(thumb, "1")
        still_phone.clock.run_for(LOOK)
        offer_of(thumb, "60").tap()
        settled(thumb)
        assert (saved(game), lit(thumb), field(thumb).input_value()) == ([1], ["Bob", "–"], "")
        press(thumb, "1")
        still_phone.get_by_label("Undo").tap()
        settled(thumb)
        assert (saved(game), lit(thumb), field(thumb).input_value()) == ([], ["Ann", "60"], "")


@pytest.mark.nightly
class TestTwoPhones:
    def test_the_same_answer_counts_once_and_both_go_on(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        press(thumb, "1", "5")
        play_own(game, {"players.0.points": 15}, by=cast.recorder)
        press(thumb, "Next: Bob")
        assert (totals(game), saved(game), lit(thumb)) == ({"Ann": 15, "Bob": 0}, [1], ["Bob", "–"])

    def test_another_answer_is_refused_in_words(self, thumb, cast, still_phone, console):
        console.expect("status of 409")
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        press(thumb, "1", "5")
        play_own(game, {"players.0.points": 12}, by=cast.recorder)
        press(thumb, "Next: Bob")
        problem = "This has changed in the meantime. Here it is now. You chose 15."
        assert still_phone.locator("[data-refused]").inner_text() == problem
        assert (totals(game), saved(game)) == ({"Ann": 12, "Bob": 0}, [1])

    def test_another_tap_is_refused_and_both_numbers_are_there(self, thumb, cast, still_phone, console):
        console.expect("status of 409")
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        press(thumb, "1", "5")
        Phone(game, cast.recorder).write("players.0.points", 12)
        press(thumb, "Next: Bob")
        problem = "Rex answered at the same time: 12. You chose 15. Tap again to change it."
        assert still_phone.locator("[data-refused]").inner_text() == problem
        assert lit(thumb) == ["Ann", "+15"], "what the button saves"
        still_phone.clock.run_for(1000)
        press(thumb, "Next: Bob")
        assert totals(game) == {"Ann": 15, "Bob": 0}

    def test_the_page_goes_on_with_the_others_but_not_while_somebody_types(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        press(thumb, "1")
        play_own(game, {"players.0.points": 12}, by=cast.recorder)
        with still_phone.expect_response(re.compile(r"\?v=")):
            still_phone.clock.run_for(3100)
        assert (lit(thumb), field(thumb).input_value()) == (["Ann", "+1"], "1")
        still_phone.get_by_label("Delete the last digit").tap()
        with still_phone.expect_response(re.compile(r"/hands/1/\?writing")):
            still_phone.clock.run_for(3100)
        expect(still_phone.locator("#asked")).to_have_text("How many points did Bob score?")
        expect(still_phone).to_have_url(re.compile(r"/hands/2/$"))


@pytest.mark.nightly
class TestNumbers:
    def test_a_turn_past_the_largest_is_refused_and_can_be_mended(self, thumb, cast, still_phone, console):
        console.expect("status of 422")
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2), 1)
        press(thumb, *"123456", "Next: Bob")
        problem = "Enter a whole number from −99999 to 99999."
        assert still_phone.locator("[data-refused]").inner_text() == problem
        assert (saved(game), lit(thumb)) == ([], ["Ann", "+123456"])
        still_phone.clock.run_for(1000)
        still_phone.get_by_label("Delete the last digit").tap()
        still_phone.get_by_label("Delete the last digit").tap()
        press(thumb, "Next: Bob")
        assert totals(game) == {"Ann": 1234, "Bob": 0}

    def test_a_correction_leads_there_and_back(self, thumb, cast, still_phone):
        game = start_own(cast.owner, SCRABBLE, 3)
        play_own(game, *({f"players.{turn % 3}.points": 10 + turn} for turn in range(27)), by=cast.owner)
        thumb.open(game, 28)
        open_part(thumb, still_phone.locator("#row-5 td a").nth(1))
        expect(still_phone).to_have_url(re.compile(r"/hands/14/$"))
        assert still_phone.locator(".pad .main").inner_text() == "Next", "the number that is there stays"
        press(thumb, "4", "0")
        press(thumb, "Next")
        press(thumb, "Save correction", pace=LOOK)
        assert (totals(game)["Bob"], thumb.asked) == (224, "How many points did Ann score?")
        expect(still_phone).to_have_url(re.compile(r"/hands/28/$"))


@pytest.mark.nightly
class TestConnection:
    def test_a_round_without_network_is_sent_later_also_after_a_reload(self, thumb, cast, still_phone, console):
        console.expect("net::ERR_|failed request")
        thumb.open(game := start_rounds(cast.owner, 2), 1)
        still_phone.route(WRITES, lambda route: route.abort("connectionfailed"))
        tap_all(thumb, "1", "2", "Next: Bob", "3", "4", "Save round 1")
        kept(still_phone, 2)
        still_phone.reload()
        waits = "No connection. Waiting to be sent: Ann: 12, Bob: 34."
        expect(still_phone.locator("#trouble span")).to_have_text(waits)
        tap_all(thumb, "9", "Next")
        assert thumb.why == "! Tap not counted: the last one was still being sent."
        still_phone.unroute(WRITES)
        while saved(game) != [1]:
            still_phone.clock.run_for(1000)
        settled(thumb)
        assert totals(game) == {"Ann": 12, "Bob": 34}
        assert kept(still_phone) == []
        expect(still_phone).to_have_url(re.compile(r"/hands/2/$"))

    def test_back_leads_to_the_sheet_and_forward_to_what_is_asked_now(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, SCRABBLE, 2))
        thumb.tap("Record Ann’s turn")
        press(thumb, "5", "Next: Bob", "6", "Next: Ann", "3")
        still_phone.go_back()
        expect(still_phone.locator(".totals strong")).to_have_text(["5", "6"])
        still_phone.go_forward()
        expect(still_phone.locator("#asked")).to_have_text("How many points did Ann score?")
        assert saved(game) == [1, 2]

    def test_a_reload_asks_the_same_question(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, UNO), 1)
        press(thumb, "Cy", "1", "Next: Bob", "2")
        still_phone.reload()
        assert thumb.asked == "How many points is Bob left with?"
        press(thumb, "3", "Next: Dee", "4", "Save hand 1")
        assert totals(game)["Cy"] == 8
