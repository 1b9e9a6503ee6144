"""Kills the server with `kill -9` during saves: each acknowledged hand is stored once, and no hand is half-stored.

Several phones record without pausing. After a restart, each phone repeats the request that the kill cut off, as a page
would, so the same save can arrive twice.
"""

import http.client
import random
import sqlite3
import threading
import time
from collections.abc import Iterator

import pytest

from tests.serving import Served, manage
from tests.trials.phones import Phone

KILLS, FULL = 6, 50
PHONES = 4
LONGEST_GAME = 150
TAPS = ("players.1.bid=10", "hand.bidding_done=true", "hand.no_gnome=true")
TAKEN = ("players.1.taken=12", "players.2.taken=9", "players.0.taken=10")
POINTS = [0, 0, 38, 48]
"""The half points of a hand with these taps (columns 0, 2, gnome, 1): only seat 1 bid, so the Gnome gets the rest."""

HANDS = """
SELECT hand.game_id, hand.number, hand.entry IS NOT NULL,
  (SELECT count(*) FROM scorekeeper_revision WHERE hand_id = hand.id),
  (SELECT group_concat(half_points) FROM (SELECT half_points FROM scorekeeper_score WHERE hand_id = hand.id ORDER BY 1))
FROM scorekeeper_hand AS hand
"""


class Recorder(threading.Thread):
    """A phone that records hands until the server is gone. `saved` holds the acknowledged hands."""

    def __init__(self, phone: Phone, game: int, hand: int, saved: set[tuple[int, int]], first: dict | None) -> None:
        super().__init__()
        self.phone, self.game, self.hand, self.saved, self.unanswered = phone, game, hand, saved, first
        self.wrong: list[object] = []
        self.saving = threading.Event()

    def run(self) -> None:
        """Repeat the save that got no response, if there is one; then keep recording."""
        try:
            while not self.wrong and self.hand <= LONGEST_GAME:
                if self.unanswered is None:
                    self.start_over()
                    self.phone.tap(self.game, self.hand, *TAPS, *TAKEN)
                    self.unanswered = self.phone.seen
                self.save()
        except (OSError, http.client.HTTPException):
            self.phone.close()
        except Exception as wrong:  # reported by the test
            self.wrong.append(wrong)

    def start_over(self) -> None:
        """Clear any taps left from before a kill, so that every hand is entered from the beginning."""
        self.phone.get(address := f"/games/{self.game}/hands/{self.hand}/")
        if self.phone.seen["taps"] != "0":
            self.phone.post(f"{address}over/", **self.phone.seen)

    def save(self) -> None:
        """Save the hand, and add it to `saved` once acknowledged."""
        self.saving.set()
        answer = self.phone.post(f"/games/{self.game}/hands/{self.hand}/save/", **self.unanswered)
        if answer[:2] != (302, f"/games/{self.game}/"):
            self.wrong.append(answer)
            return
        self.saved.add((self.game, self.hand))
        self.unanswered, self.hand = None, self.hand + 1


def stored(served: Served) -> dict[tuple[int, int], tuple[bool, int, str]]:
    """Return, for each hand, whether it has an entry, its number of revisions, and its scores in ascending order."""
    database = sqlite3.connect(served.data / "scorekeeper.sqlite3")
    try:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
        return {(game, number): (bool(entry), *rest) for game, number, entry, *rest in database.execute(HANDS)}
    finally:
        database.close()


@pytest.fixture
def recorders(served: Served) -> Iterator[list[Recorder]]:
    """Four phones in one group, each with a game of its own."""
    first = Phone(served.port)
    group = first.start_group()
    phones = [first, *(Phone(served.port, like=first) for _more in range(PHONES - 1))]
    saved: set[tuple[int, int]] = set()
    for phone in phones[1:]:
        phone.get("/")
    yield [Recorder(phone, phone.start_game(group, "Ann", "Bob", "Cy"), 1, saved, None) for phone in phones]
    for phone in phones:
        phone.close()


def test_kills_neither_lose_nor_duplicate_a_hand(served: Served, recorders: list[Recorder], full: bool, capsys):
    kills = FULL if full else KILLS
    chance = random.Random(50)
    began, starting, in_flight = time.monotonic(), 0.0, 0
    group_games = [recorder.game for recorder in recorders]
    for kill in range(kills):
        if kill:
            start = time.monotonic()
            served.start()
            starting += time.monotonic() - start
        for recorder in recorders:
            recorder.start()
        time.sleep(chance.uniform(0.05, 0.3))
        awaited = chance.choice(recorders)
        awaited.saving.clear()
        awaited.saving.wait(2)
        time.sleep(chance.uniform(0, 0.015))
        served.kill()
        for recorder in recorders:
            recorder.join(30)
        assert [recorder.wrong for recorder in recorders] == [[]] * PHONES
        in_flight += sum(recorder.unanswered is not None for recorder in recorders)
        hands = stored(served)
        whole = (True, 1, ",".join(map(str, POINTS)))
        assert {hand for hand in recorders[0].saved if hands.get(hand) != whole} == set()
        assert {hand: state for hand, state in hands.items() if state not in (whole, (False, 0, None))} == {}
        recorders = [next_of(recorder) for recorder in recorders]
    assert manage("rescore", "--check", SCOREKEEPER_DATA=str(served.data)).returncode == 0
    with capsys.disabled():
        saved = len(recorders[0].saved)
        print(
            f"\n{kills} kills, {saved} acknowledged hands in {len(group_games)} games, {in_flight} saves cut off:"
            f" {time.monotonic() - began:.0f} s, {starting:.0f} s of them starting",
            end=" ",
        )
    assert in_flight > 0


def next_of(old: Recorder) -> Recorder:
    """Return a recorder that continues on the same phone after a kill, first repeating any save that was cut off."""
    return Recorder(old.phone, old.game, old.hand, old.saved, old.unanswered)
