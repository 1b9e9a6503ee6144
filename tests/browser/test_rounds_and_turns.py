"""Rounds and turns on one page: how many taps they take at a fast pace, and pads that go on before the answer."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator

from tests.browser.driving import Thumb
from tests.own_games import SCRABBLE, UNO, start_own
from tests.rounds import totals

HEARTS, DARTS = (f"any_game:{name}" for name in ("hearts", "darts-501"))
IDLE = "() => !document.querySelector('#page.sending')"
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
