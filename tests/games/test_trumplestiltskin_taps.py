"""How many taps it takes to enter a hand, with hands that are dealt and played at random."""

import random

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import JOKERS
from scorekeeper.rules.entries import tapped
from tests.games.notation import blank
from tests.playing import Character, PlayedHand, play_hand

HANDS, SEATS = 100, 4
ON_AVERAGE, AT_MOST = 11.4, 13
TABLE = [Character(name=name, peeks=0.0) for name in ("Ann", "Bob", "Cy", "Dee")]


def bids_of(played: PlayedHand) -> dict[str, int]:
    return {path: int(bid) for path, bid in played.auction if path.endswith(".bid")}


def dealt() -> list[PlayedHand]:
    """Return hands in which somebody bids and nobody peeks, which would be another tap."""
    chance = random.Random(11)
    played = (play_hand(chance, TABLE, dealer=number % SEATS) for number in range(HANDS))
    return [hand for hand in played if bids_of(hand)]


def taps_for(played: PlayedHand, dealer: int) -> int:
    """Answer each question of an open hand, with each player's highest bid, and save."""
    bids, rest, said = bids_of(played), dict(played.rest), set()
    screen = TRUMPLESTILTSKIN.type(blank(SEATS), dealer)
    taps = 1  # to save
    while (step := screen.asked()) is not None:
        value = bids.get(step.path) if step.path not in said else None
        value = rest.get(step.path) if value is None else value
        said.add(step.path)
        if value in JOKERS:
            value = f"{value} {rest['hand.trump']}"
        answers = {step.path.replace("bid", "passed"): True} if value is None else {step.path: value}
        for path, answer in step.board.means.get(value, answers).items():
            screen = screen.with_answers(tapped(screen.answers, path, answer))
        taps += 1
    assert screen.entry().bid == tuple(bids.get(f"players.{seat}.bid") for seat in range(SEATS))
    return taps


def test_a_hand_as_played_takes_no_more_taps_than_it_did():
    taps = [taps_for(played, dealer=number % SEATS) for number, played in enumerate(dealt())]
    assert max(taps) <= AT_MOST
    assert sum(taps) / len(taps) <= ON_AVERAGE
