"""Counts the taps that it takes to enter a hand, using hands that are dealt and played at random."""

import random

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import JOKERS
from scorekeeper.rules.entries import tapped
from tests.games.notation import blank
from tests.playing import Character, PlayedHand, play_hand

HANDS, WITH_JOKER = 30, 10
ON_AVERAGE, AT_MOST = 13.2, 15
RECORD_AND_SAVE, PEEK = 2, 1
SEATS = 4
TABLE = [Character(name=name, peeks=0.25) for name in ("Ann", "Bob", "Cy", "Dee")]


def top_bids(played: PlayedHand) -> dict[str, int]:
    return {path: int(bid) for path, bid in played.auction if path.endswith(".bid")}


def dealt() -> list[PlayedHand]:
    """Return hands that each have two or three bidders and one peek; in a third of the hands, the Gnome is a Joker."""
    chance, hands, jokers = random.Random(11), [], 0
    while len(hands) < HANDS:
        played = play_hand(chance, TABLE, dealer=len(hands) % SEATS)
        has_joker = dict(played.taps).get("hand.gnome") in JOKERS
        peeks = sum(path.endswith(".peeked") for path, _value in played.auction)
        is_wanted = jokers < WITH_JOKER if has_joker else len(hands) - jokers < HANDS - WITH_JOKER
        if len(top_bids(played)) in (2, 3) and peeks == 1 and is_wanted:
            hands.append(played)
            jokers += has_joker
    return hands


def taps_for(played: PlayedHand, dealer: int) -> int:
    """Enter a hand by answering each question as it is asked; each player's first bid is also the player's top bid.

    Return the number of taps, including those that open the hand, record the peek, and save.
    """
    bids, rest, said = top_bids(played), dict(played.rest), set()
    screen = TRUMPLESTILTSKIN.type(blank(SEATS), dealer)
    taps = RECORD_AND_SAVE + PEEK
    while (step := screen.asked()) is not None:
        is_top_bid = step.path in bids and step.path not in said
        said.add(step.path)
        value = bids[step.path] if is_top_bid else rest.get(step.path)
        if value in JOKERS:
            value = f"{value} {rest['hand.trump']}"
        answers = {step.path.replace("bid", "passed"): True} if value is None else {step.path: value}
        answers = step.board.means.get(value, answers)
        assert value is None or screen.refuse(step.path, value) is None
        for path, answer in answers.items():
            screen = screen.with_answers(tapped(screen.answers, path, answer))
        taps += 1
    assert screen.entry().bid == tuple(bids.get(f"players.{seat}.bid") for seat in range(SEATS))
    return taps


def test_a_hand_takes_thirteen_taps_on_average():
    taps = [taps_for(played, dealer=number % SEATS) for number, played in enumerate(dealt())]
    assert max(taps) <= AT_MOST
    assert sum(taps) / HANDS <= ON_AVERAGE
