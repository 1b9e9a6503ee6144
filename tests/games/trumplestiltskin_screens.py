"""Builds hand screens of Trumplestiltskin from taps written in words, as in `tests.cast`."""

from __future__ import annotations

from typing import Any

from scorekeeper.formats.language import sentence
from scorekeeper.rules.declaration import Answers, Value
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.steps import Screen
from scorekeeper.rules.text import Text
from tests.cast import tap_from_words
from tests.games.entering import after_tap
from tests.games.notation import GAME, blank

BIDDING_OVER = ["A bid 10", "B passed", "C passed", "D passed"]
AnyScreen = HandScreen[Any, Any]


def draft(*words: str) -> dict[str, Value]:
    """Convert taps in words to answers, taking each one literally, no matter which question is being asked."""
    return dict(map(tap_from_words, words))


def typing(answers: Answers, players: int = 4, dealer: int | None = None, **options: Value) -> AnyScreen:
    """Return the hand screen for these answers. By default, the last player deals, so that Ann bids first."""
    return GAME.type(blank(players, **options), players - 1 if dealer is None else dealer, answers)


def in_turn(*words: str, **table: Any) -> AnyScreen:
    """Return the hand screen after these taps, each made on the screen that the previous tap led to."""
    hand = typing({}, **table)
    for word in words:
        path, value = tap_from_words(word)
        assert hand.refuse(path, value) is None, word
        hand = hand.with_answers(after_tap(hand, path, value))
    return hand


def screen(*words: str, at: str = "", players: int = 4, dealer: int | None = None, **options: Value) -> Screen:
    """Return what the hand screen shows when it has these answers."""
    return typing(draft(*words), players, dealer, **options).view(at)


def said(text: Text | None) -> str:
    """Return a message as a sentence, or "" if there is none."""
    return "" if text is None else sentence(text)
