"""Kills during taps and saves: each acknowledged tap and hand is stored once, and no hand is half-stored.

The victim is the server, one of PostgreSQL's processes, or all of PostgreSQL. Sixteen phones record without pausing.
Afterward, each phone repeats the request that the kill cut off, as a page would, so the same save can arrive twice.
"""

import http.client
import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import pytest

from tests.serving import manage
from tests.trials.conftest import Store
from tests.trials.phones import Phone

PHONES = 16
LONGEST_GAME = 120
BACK = 30
"""The most seconds until the server answers after a kill."""
TAPS = ("players.1.bid=10", "hand.bidding_done=true", "hand.no_gnome=true")
TAKEN = ("players.1.taken=12", "players.2.taken=9", "players.0.taken=10")
POINTS = [10, 12, 9]
"""The points that a hand with these taps says were taken, by seat."""
KILLS = {
    "SQLite": (["serve"] * 6, ["serve"] * 50),
    "PostgreSQL": (["serve", "backend", "restart"], ["serve", "backend"] * 50 + ["restart"] * 10),
}
"""What is killed in a short and in a full trial."""


class Busy(OSError):
    """The server said that it can't answer now."""


class Evening(Phone):
    """A phone that treats "try again later" like a lost connection."""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
        """Send one request."""
        answer = super().ask(method, path, body, **headers)
        if answer[0] == http.HTTPStatus.SERVICE_UNAVAILABLE:
            raise Busy
        return answer


class Stored(NamedTuple):
    """A hand as the database has it. `points` are those taken, by seat."""

    saved: bool
    revisions: int
    points: list[int]
    taps: list[str]


class Recorder(threading.Thread):
    """A phone that records hands until a request fails, or until `stopping`. `saved` holds the acknowledged hands."""

    def __init__(self, phone: Evening, game: int, saved: set[tuple[int, int]]) -> None:
        super().__init__()
        self.phone, self.game, self.hand, self.saved = phone, game, 1, saved
        self.unanswered: dict[str, str] | None = None
        self.earlier = self.taps = 0
        self.wrong: list[object] = []
        self.saving, self.stopping = threading.Event(), threading.Event()

    def run(self) -> None:
        """Repeat the save that got no response, if there is one; then keep recording."""
        try:
            while not (self.wrong or self.stopping.is_set()) and self.hand <= LONGEST_GAME:
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
        self.forget_taps()
        self.phone.get(address := f"/games/{self.game}/hands/{self.hand}/")
        if self.phone.seen["taps"] != "0":
            self.phone.post(f"{address}over/", **self.phone.seen)
            self.phone.get(address)
        self.earlier = int(self.phone.seen["taps"])

    def save(self) -> None:
        """Save the hand, and add it to `saved` once acknowledged."""
        self.saving.set()
        answer = self.phone.post(f"/games/{self.game}/hands/{self.hand}/save/", **self.unanswered)
        if answer[:2] != (302, f"/games/{self.game}/"):
            self.wrong.append(answer)
            return
        self.saved.add((self.game, self.hand))
        self.unanswered, self.hand = None, self.hand + 1
        self.forget_taps()

    def forget_taps(self) -> None:
        """Count the acknowledged taps of a hand that is no longer being entered."""
        self.taps += len(self.phone.tapped)
        self.phone.tapped = []

    def check(self, hands: dict[tuple[int, int], Stored]) -> None:
        """Check that the database has every tap of the hand being entered that was acknowledged, and at most one more.

        A save that got no response may have been stored as well.
        """
        stored = hands.get((self.game, self.hand))
        tapped = self.phone.tapped
        if stored is None:
            assert tapped == [], "no tap of the hand was stored"
        elif not stored.saved and tapped and len(stored.taps) > self.earlier:
            assert stored.taps[self.earlier :][: len(tapped)] == tapped
            assert len(stored.taps) <= self.earlier + len(tapped) + 1
        else:
            assert tapped == [] or (stored.saved and self.unanswered is not None), "a tap was lost"

    def next(self) -> "Recorder":
        """Return a recorder that continues on the same phone after a kill."""
        following = Recorder(self.phone, self.game, self.saved)
        following.hand, following.unanswered = self.hand, self.unanswered
        following.earlier, following.taps = self.earlier, self.taps
        return following


def stored_hands(store: Store) -> dict[tuple[int, int], Stored]:
    """Return what is stored of each hand."""
    if store.postgres is None:
        assert store.rows("PRAGMA quick_check") == [("ok",)]
    revisions = dict(store.rows("SELECT hand_id, count(*) FROM scorekeeper_revision GROUP BY hand_id"))
    hands = {}
    for pk, game, number, *stored in store.rows("SELECT id, game_id, number, entry, taps FROM scorekeeper_hand"):
        entry, listed = (json.loads(value) if isinstance(value, str) else value for value in stored)
        points = [player["taken"] for player in entry["players"]] if entry else []
        said = [f"{path}={json.dumps(value)}" for path, value, _member in listed]
        hands[game, number] = Stored(bool(entry), revisions.get(pk, 0), points, said)
    return hands


def kill(store: Store, what: str, chance: random.Random) -> None:
    """Kill it with `kill -9`; `restart` stops all of PostgreSQL at once, as a power failure would."""
    if what == "serve":
        store.served.kill()
    elif what == "restart":
        store.postgres.stop()
    else:
        clients = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        for (pid,) in chance.sample(rows := store.rows(clients), min(1, len(rows))):
            os.kill(pid, signal.SIGKILL)


def bring_back(store: Store, what: str, phone: Evening) -> None:
    """Start again what doesn't start by itself, and wait until the server answers."""
    if what == "serve":
        store.served.start()
    if what == "restart":
        store.postgres.start()
    end, answered = time.monotonic() + BACK, False
    while not answered:
        assert time.monotonic() < end, store.served.output
        with suppress(OSError, http.client.HTTPException):
            answered = phone.ask("GET", "/")[0] == 200
        time.sleep(0.05)


@pytest.fixture
def recorders(store: Store) -> Iterator[list[Recorder]]:
    """Sixteen phones in one group, each with a game of its own."""
    first = Evening(store.served.port)
    group = first.start_group()
    phones = [first, *(Evening(store.served.port, like=first) for _more in range(PHONES - 1))]
    for phone in phones[1:]:
        phone.get("/")
    saved: set[tuple[int, int]] = set()
    yield [Recorder(phone, phone.start_game(group, "Ann", "Bob", "Cy"), saved) for phone in phones]
    for phone in phones:
        phone.close()


def test_kills_neither_lose_nor_duplicate_a_tap_or_hand(store: Store, recorders: list[Recorder], full: bool, capsys):
    kind = "PostgreSQL" if store.postgres else "SQLite"
    chance, kills = random.Random(50), KILLS[kind][full]
    began, in_flight, whole = time.monotonic(), 0, (True, 1, POINTS, [])
    group = int(store.rows("SELECT min(group_id) FROM scorekeeper_game")[0][0])
    for what in kills:
        for recorder in recorders:
            recorder.start()
        time.sleep(chance.uniform(0.05, 0.3))
        awaited = chance.choice(recorders)
        awaited.saving.clear()
        awaited.saving.wait(BACK)
        time.sleep(chance.uniform(0, 0.015))
        kill(store, what, chance)
        if what not in ("serve", "restart"):
            time.sleep(chance.uniform(0.05, 0.3))
        for recorder in recorders:
            recorder.stopping.set()
        for recorder in recorders:
            recorder.join(BACK)
        assert [recorder.wrong for recorder in recorders] == [[]] * PHONES
        in_flight += sum(recorder.unanswered is not None for recorder in recorders)
        bring_back(store, what, Evening(store.served.port))
        hands = stored_hands(store)
        assert {hand for hand in recorders[0].saved if hands.get(hand) != whole} == set()
        assert [state for state in hands.values() if state != whole and state[:3] != (False, 0, [])] == []
        for recorder in recorders:
            recorder.check(hands)
        recorders = [recorder.next() for recorder in recorders]
        for recorder in recorders:
            if recorder.hand > LONGEST_GAME:
                recorder.game, recorder.hand = recorder.phone.start_game(group, *new_names(recorder)), 1
    assert manage("rescore", "--check", **store.served.variables).returncode == 0
    assert in_flight > 0
    with capsys.disabled():
        taps = sum(recorder.taps + len(recorder.phone.tapped) for recorder in recorders)
        print(
            f"\n{kind}: {len(kills)} kills, {taps} acknowledged taps, {len(recorders[0].saved)} acknowledged hands,"
            f" none lost; {in_flight} saves cut off: {time.monotonic() - began:.0f} s",
            end=" ",
        )


def new_names(recorder: Recorder) -> list[str]:
    """Return names that no player of the group has yet."""
    return [f"{letter} {recorder.game}" for letter in "ABC"]
