"""Tables with five watchers each: every poll is answered at once, and every watcher sees the hands that are saved.

With `--full`, there are fifty tables, as many as a small machine is meant for.
"""

import re
import threading
import time

from tests.serving import Served
from tests.trials.phones import Phone
from tests.trials.recorders import PacedPhone, Recorder

TABLES, FULL = 4, 50
WATCHERS = 5
LASTS, FULL_LASTS = 4, 60
EVERY, FULL_EVERY = 1, 3
"""The seconds between two polls."""
PAUSE, FULL_PAUSE = 0.1, 5
"""The seconds between two taps at a table."""
PART = {"HX-Request": "true", "HX-Target": "page"}
"""What a page that is open sends to be brought up to date."""
MOST = 2
"""The most seconds that a poll takes."""
VERSION = re.compile(r'data-version="(\d+)"')


class Watcher(threading.Thread):
    """A browser that opens a page and then asks whether it's out of date and, if so, for what it shows now."""

    def __init__(self, phone: Phone, address: str, every: float, stopping: threading.Event) -> None:
        super().__init__()
        self.phone, self.address, self.every, self.stopping = phone, address, every, stopping
        self.polls: list[tuple[int, float]] = []
        self.wrong: list[BaseException] = []

    def run(self) -> None:
        try:
            version = self.look()  # the whole page
            while not self.stopping.wait(self.every):
                began = time.monotonic()
                status = self.phone.ask("GET", f"{self.address}v/?v={version}")[0]
                self.polls.append((status, time.monotonic() - began))
                version = self.look(**PART) if status == 200 else version
        except Exception as wrong:  # reported by the test
            self.wrong.append(wrong)

    def look(self, **headers: str) -> str:
        """Load the page or its part, and return its version."""
        return VERSION.search(self.phone.ask("GET", self.address, **headers)[2])[1]


def test_every_watcher_is_served(served: Served, full: bool, capsys):
    owner, stopping, watchers, recorders = Phone(served.port), threading.Event(), [], []
    group = owner.start_group()
    for _table in range(FULL if full else TABLES):
        game = owner.start_game(group, "Ann", "Bob", "Cy")
        owner.get(f"/games/{game}/")
        owner.get(owner.post(f"/groups/{group}/links/", kind="watch", game=game)[1])
        address = re.search(r"/w/[\w-]+/", owner.page)[0]
        every = FULL_EVERY if full else EVERY
        watchers += [Watcher(Phone(served.port), address, every, stopping) for _watcher in range(WATCHERS)]
        phone = PacedPhone(served.port, FULL_PAUSE if full else PAUSE, like=owner)
        phone.get("/")
        recorders.append(Recorder(phone, game, set()))
    for at, recorder in enumerate(recorders):
        for thread in (recorder, *watchers[at * WATCHERS : (at + 1) * WATCHERS]):
            time.sleep(every / len(watchers))  # nowhere do all begin at the same moment
            thread.start()
    time.sleep(FULL_LASTS if full else LASTS)
    stopping.set()
    for recorder in recorders:
        recorder.stopping.set()
    for thread in (*watchers, *recorders):
        thread.join()
        assert thread.wrong == []
        thread.phone.close()
    polls = [poll for watcher in watchers for poll in watcher.polls]
    slowest = max(took for _status, took in polls)
    with capsys.disabled():
        print(f"\n{len(polls)} polls took at most {slowest:.2f} s", end=" ")
    assert {status for status, _took in polls} <= {200, 204}
    assert all(any(status == 200 for status, _took in watcher.polls) for watcher in watchers)
    assert slowest < MOST
    assert any(recorder.saved for recorder in recorders)
    assert "Traceback" not in served.output
