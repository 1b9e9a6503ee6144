"""Phones that record hands without pausing, and what a database stores of them."""

import http.client
import json
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.serving import PATIENCE
from tests.trials.phones import HAND, Phone

LONGEST_GAME = 120
POINTS = [10, 12, 9]
"""The points that `HAND` says were taken, by seat."""


class Busy(OSError):
    """The server said that it can't answer now."""


class EagerPhone(Phone):
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

    @property
    def is_whole(self) -> bool:
        """Whether all of the hand was saved, once."""
        return self == (True, 1, POINTS, [])

    @property
    def is_untouched(self) -> bool:
        """Whether nothing of the hand was saved."""
        return self[:3] == (False, 0, [])


def stored_hands(rows: Callable[[str], list[tuple]]) -> dict[tuple[int, int], Stored]:
    """Return what is stored of each hand, by game and number. `rows` returns a query's rows."""
    revisions = dict(rows("SELECT hand_id, count(*) FROM scorekeeper_revision GROUP BY hand_id"))
    hands = {}
    for pk, game, number, *stored in rows("SELECT id, game_id, number, entry, taps FROM scorekeeper_hand"):
        entry, taps = (json.loads(value) if isinstance(value, str) else value for value in stored)
        points = [player["taken"] for player in entry["players"]] if entry else []
        listed = [f"{path}={json.dumps(value)}" for path, value, _member in taps]
        hands[game, number] = Stored(bool(entry), revisions.get(pk, 0), points, listed)
    return hands


class Recorder(threading.Thread):
    """A phone that records hands until a request fails, which is `failed` then, or until `stopping`.

    `saved` holds the acknowledged hands.
    """

    def __init__(self, phone: EagerPhone, game: int, saved: set[tuple[int, int]]) -> None:
        super().__init__()
        self.phone, self.game, self.hand, self.saved = phone, game, 1, saved
        self.unanswered: dict[str, str] | None = None
        self.earlier = 0
        self.wrong: list[object] = []
        self.failed: Exception | None = None
        self.saving, self.stopping = threading.Event(), threading.Event()

    def run(self) -> None:
        """Repeat the save that got no response, if there is one; then keep recording."""
        try:
            while not (self.wrong or self.stopping.is_set()) and self.hand <= LONGEST_GAME:
                if self.unanswered is None:
                    self.start_over()
                    self.phone.tap(self.game, self.hand, *HAND)
                    self.unanswered = self.phone.seen
                self.save()
        except (OSError, http.client.HTTPException) as failed:
            self.failed = failed
            self.phone.close()
        except Exception as wrong:  # reported by the test
            self.wrong.append(wrong)

    def start_over(self) -> None:
        """Clear any taps left from before a kill, so that every hand is entered from the beginning."""
        self.phone.tapped = []
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
        self.phone.tapped = []

    def stop(self) -> None:
        """Stop after the hand that is being recorded."""
        self.stopping.set()
        self.join(PATIENCE)
        assert self.wrong == []

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
        following.earlier = self.earlier
        return following


class PacedPhone(EagerPhone):
    """A phone that pauses before each write. `times` has the seconds that each took."""

    def __init__(self, port: int, pause: float, like: Phone | None = None) -> None:
        super().__init__(port, like)
        self.pause, self.times = pause, list[float]()

    def post(self, path: str, **fields: object) -> tuple[int, str, str]:
        """Send a form."""
        time.sleep(self.pause)
        began = time.monotonic()
        answer = super().post(path, **fields)
        self.times.append(time.monotonic() - began)
        return answer
