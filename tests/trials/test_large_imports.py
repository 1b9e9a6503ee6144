"""Imports a large file while other groups keep score with SQLite.

`--full` imports 5,000 games of 12 hands, while another group exports its 1,000.
"""

import http.client
import json
import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from statistics import quantiles

from tests import years
from tests.formats.documents import document
from tests.serving import Served
from tests.trials.phones import Phone
from tests.trials.recorders import PacedPhone, Recorder

GAMES, FULL = 100, 5000
EXPORTED, FULL_EXPORTED = 20, 1000
HANDS = 12
TABLES = 4
PAUSE, FULL_PAUSE = 0.05, 3  # seconds between two taps of a table, which can't record more than 200 hands
MOST = 1
"""The most seconds that 95 of 100 writes take during an import."""
LONGEST_IMPORT = 3600  # seconds
GOES_ON, BUSY = 200, 503


class Owner(Phone):
    """A phone whose owner imports a file."""

    def __init__(self, served: Served, games: int) -> None:
        super().__init__(served.port)
        self.connection = http.client.HTTPConnection("localhost", served.port, timeout=LONGEST_IMPORT)
        self.group = self.start_group()
        chance = random.Random(games)
        self.file = document(*[years.game(chance, number, HANDS) for number in range(games)]).decode()

    def add(self) -> str:
        """Import the file, and return the address of the page that says what was added."""
        return self.go_on(self.upload(self.group, self.file))

    def go_on(self, address: str) -> str:
        """Confirm an import and send its page again until all games are there, even if the server is too busy."""
        status = BUSY
        while status in (GOES_ON, BUSY):
            while status == BUSY and self.ask("GET", address)[0] == BUSY:
                time.sleep(PAUSE)
            status, location, page = self.post(address)
        assert status == 302, page
        return location

    def export_while(self, importing: Future[str]) -> set[int]:
        """Export the group's games again and again during an import, and return how many each file had."""
        counts = set()
        while not importing.done():
            status, _location, page = self.ask("GET", f"/groups/{self.group}/files/sheets.json")
            if status == 200:  # or the server is too busy
                counts.add(len(json.loads(page)["games"]))
            time.sleep(PAUSE)
        return counts


def test_other_groups_keep_score_during_an_import(served: Served, full: bool, capsys):
    games, exported = (FULL, FULL_EXPORTED) if full else (GAMES, EXPORTED)
    exporter, owner, recorders = Owner(served, exported), Owner(served, games), []
    exporter.add()
    for _table in range(TABLES):
        phone = PacedPhone(served.port, FULL_PAUSE if full else PAUSE)
        recorders.append(Recorder(phone, phone.start_game(phone.start_group(), "Ann", "Bob", "Cy"), set()))
        phone.times.clear()
    for phone in (owner, exporter, *(recorder.phone for recorder in recorders)):
        phone.close()  # the server has been closing what was silent meanwhile
    with ThreadPoolExecutor(1) as thread:
        importing = thread.submit(owner.add)
        for recorder in recorders:
            recorder.start()
        assert exporter.export_while(importing) <= {exported}
    for recorder in recorders:
        assert recorder.is_alive(), f"it recorded {recorder.hand - 1} hands, then {recorder.failed!r}"
        recorder.stop()
    times = [took for recorder in recorders for took in recorder.phone.times]
    slow = quantiles(times, n=20)[-1]
    with capsys.disabled():
        print(f"\n{len(times)} writes during the import: 95 of 100 within {slow:.2f} s", end=" ")
    assert f"games={games}&" in importing.result()
    assert slow <= MOST
