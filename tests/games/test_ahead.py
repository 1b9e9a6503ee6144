"""Questions sent ahead: any question that a page shows before the server has responded is what the game asks next.

`Shown` reads these questions as `static/queue.js` does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.steps import Ahead
from tests.games.contract import MOST_TAPS, SEED, every_game, make_table, random_tap
from tests.games.entering import after_tap
from tests.games.notation import GAME, blank
from tests.games.trumplestiltskin_screens import in_turn, said

pytestmark = pytest.mark.slow

FORESEEN = {"trumplestiltskin", "oh_hell", "shnarbles"}
"""Games that ask all players the same question, with a button for every number."""
WALKS = 3


@dataclass(frozen=True)
class Shown:
    """What a page knows: the questions sent along with it, the one on screen, and the last number entered."""

    ahead: tuple[Ahead, ...]
    now: int = 0
    last: int = -1
    look: str = ""

    @property
    def asks(self) -> tuple[str, str]:
        question = self.ahead[self.now]
        return question.path, sentence(question.title)

    def follow(self, path: str, value: Value) -> Shown | None:
        """Return what the page shows after a tap, or None if it has to wait for the server."""
        question = self.ahead[self.now]
        number = value if path == question.path and isinstance(value, int) else None
        less = number is not None and "less" in question.shown and number < max(question.least, self.last + 1)
        kind = "less" if less else path.rpartition(".")[2]
        if kind not in question.then:
            return None
        look = sentence(question.shown[kind]).replace("{value}", str(value)) if kind in question.shown else str(value)
        last = self.last if number is None or less else number
        return replace(self, now=question.then[kind], last=last, look=look)


def asked_by(hand: HandScreen) -> tuple[str, str] | None:
    question = hand.view().question
    return (question.path, sentence(question.title)) if question else None


def unforeseen(hands: list[HandScreen], taps: list[tuple[str, Value]]) -> Iterator[str]:
    """Yield a message for each tap after which a page would show a different question from the game's.

    Start at every hand screen, and go on for as long as the next question is known. `hands` is one longer than `taps`.
    """
    for start in range(len(taps)):
        shown = Shown(hands[start].view().ahead) if hands[start].view().ahead else None
        for (path, value), after in zip(taps[start:], hands[start + 1 :], strict=True):
            shown = shown.follow(path, value) if shown else None
            if shown is None:
                break
            if shown.asks != asked_by(after):
                yield f"after {path}={value} from {hands[start].answers}: {shown.asks} instead of {asked_by(after)}"


def walk(game, players: int, rng: random.Random) -> tuple[list[HandScreen], list[tuple[str, Value]]]:
    """Enter a hand with random taps. Return all the hand screens, and the taps between them."""
    sheet = game.rules.blank(make_table(game, players))
    hands, taps = [game.type(sheet, game.rules.dealer(sheet), {})], []
    while len(taps) < MOST_TAPS and hands[-1].view().question is not None:
        path, value = random_tap(game, hands[-1].view(), rng)
        if hands[-1].refuse(path, value) is None:
            taps.append((path, value))
            hands.append(hands[-1].with_answers(after_tap(hands[-1], path, value)))
    return hands, taps


@every_game
def test_questions_after_random_taps_are_foreseen_correctly(game):
    rng, foreseen = random.Random(SEED), 0
    for players in game.rules.players:
        for _walk in range(WALKS):
            hands, taps = walk(game, players, rng)
            assert list(unforeseen(hands, taps)) == []
            foreseen += sum(len(hand.view().ahead) > 1 for hand in hands)
    assert foreseen or game.rules.slug not in FORESEEN


@st.composite
def auctions(draw) -> HandScreen:
    """Draw the hand screen of an auction, perhaps with some answers that were entered out of turn."""
    players = draw(st.integers(3, 5))
    paths = [f"players.{seat}.{what}" for seat in range(players) for what in ("bid", "gave_way", "passed")]
    answers = draw(st.dictionaries(st.sampled_from(paths), st.integers(1, 20), max_size=draw(st.sampled_from([0, 4]))))
    answers = {path: value > 8 if path.endswith("passed") else value for path, value in answers.items()}
    return GAME.type(blank(players, lowest_bid=draw(st.integers(0, 1))), draw(st.integers(0, players - 1)), answers)


@given(auctions(), st.lists(st.one_of(st.just("pass"), st.integers(0, 25)), max_size=30))
def test_an_auction_is_foreseen_correctly_from_each_of_its_questions(hand, calls):
    """A page knows all the questions of the bidding in advance, but has to wait for the first one after it."""
    shown: list[Shown | None] = []
    for call in calls:
        if hand.auction.over:
            return
        shown.append(Shown(hand.view().ahead))
        field, value = ("passed", True) if call == "pass" else ("bid", call)
        path = f"players.{hand.auction.next_bidder}.{field}"
        if hand.refuse(path, value) is not None:
            continue
        bidder, had_bid = hand.auction.next_bidder, hand.auction.bids[hand.auction.next_bidder] is not None
        hand = hand.with_answers(after_tap(hand, path, value))
        shown = [page.follow(path, value) for page in shown]
        if hand.auction.over:
            assert set(shown) == {None}
            return
        assert None not in shown
        assert {page.asks for page in shown} == {asked_by(hand)}
        if field == "bid" or not had_bid:
            answer = next(row.answer for row in hand.view().rows if row.seat == bidder)
            assert {page.look for page in shown} == {said(answer)}


def test_a_page_knows_what_a_number_means():
    """Below the highest bid it is a top bid, which puts the player out, but a first bid of 0 is a bid."""
    page = Shown(in_turn("A bid 10").view().ahead)
    assert page.follow("players.1.bid", 8).asks[0] == "players.2.bid"
    outbid = page.follow("players.1.bid", 12)
    assert (outbid.look, outbid.asks[0]) == ("12", "players.2.bid")
    stopped = outbid.follow("players.2.bid", 11)
    assert (stopped.look, stopped.asks[0]) == ("11", "players.3.bid")
    zero = Shown(in_turn(lowest_bid=0).view().ahead).follow("players.0.bid", 0)
    assert (zero.look, zero.asks[0]) == ("0", "players.1.bid")


def test_a_page_waits_after_the_bidding_and_after_an_answer_to_a_different_question():
    page = Shown(in_turn("A bid 10", "B passed", "C passed").view().ahead)
    assert page.follow("players.3.passed", True) is None
    assert page.follow("players.3.bid", 8) is None
    assert page.follow("players.3.bid", 12).asks[0] == "players.0.bid"
    assert page.follow("hand.bidding_done", True) is None
    assert page.follow("players.0.peeked", True) is None
    assert in_turn("A bid 10").view("players.2.bid").ahead == ()  # opened out of turn
