"""Imports a large file while other groups keep score with SQLite, and kills the server in the middle of an import.

`--full` imports 5,000 games of 12 hands, while another group exports its 1,000. While other programs use this machine's
processors, only the answers are checked, not the times.
"""

import asyncio
import http.client
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from statistics import median

import pytest

from scorekeeper.web.configuration import ROOT
from tests import years
from tests.formats.documents import document
from tests.serving import Served, environment
from tests.trials.phones import Phone
from tests.trials.watchers import percentile, seconds_of
from tests.trials.writers import Figures, Writer, machine_seconds

GAMES, FULL = 100, 5000
EXPORTED, FULL_EXPORTED = 20, 1000
HANDS = 12
TABLES = 4
PAUSE, FULL_PAUSE = 0.05, 0.3  # seconds between two taps of a table, which can't record more than 200 hands
IDLE_TAPS = 40
MOST = 1000
"""The highest allowed 95th percentile of a tap during an import, in milliseconds."""
IDLE = 0.4
"""The most cores that other programs (including this test) may use for the times to count."""
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

    def export(self) -> int:
        """Export the group's games, and return how many there are, or 0 if the server is too busy."""
        status, _location, page = self.ask("GET", f"/groups/{self.group}/files/sheets.json")
        return len(json.loads(page)["games"]) if status == 200 else 0


class Table(Writer):
    """A phone at a table of another group. It sends a write again that the server was too busy for."""

    busy = 0

    async def write(self, figures: Figures) -> None:
        """Send the next tap of the hand, or save it."""
        before, wrong = (self.hand, self.count), len(figures.errors)
        await super().write(figures)
        if figures.errors[wrong:] and figures.errors[-1].endswith(" 503"):
            figures.errors.pop()
            self.hand, self.count = before
            self.busy += 1


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    """Three threads: one for the import, one for the exports, and one for what happens meanwhile."""
    with ThreadPoolExecutor(3) as threads:
        yield threads


def tables(served: Served) -> list[dict]:
    """Create tables in groups of their own."""
    output = subprocess.run(
        [sys.executable, "-m", "tests.trials.tables", str(TABLES), "1"],
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scorekeeper.settings", **served.variables),
        stdout=subprocess.PIPE,
        check=True,
    )
    return [json.loads(line) for line in output.stdout.splitlines()]


async def tap_while(writers: list[Writer], figures: Figures, goes_on, pause: float = PAUSE) -> None:
    """Let each table tap and save, with a pause after each answer, as long as this holds."""

    async def tap(writer: Writer) -> None:
        while goes_on():
            await writer.write(figures)
            await asyncio.sleep(pause)

    figures.taps.append([])
    await asyncio.gather(*map(tap, writers))


async def measure(served: Served, figures: Figures, writers: list[Table], add, pause: float) -> Future[str]:
    """Tap on the idle server, and then during an import. The first list of times is that of the idle server."""
    for writer in writers:
        await writer.arrive(0)
    await tap_while(writers[:1], figures, lambda: len(figures.taps[-1]) < IDLE_TAPS)
    server = [served.pid]
    begin, ours, everybodys = time.monotonic(), seconds_of(*server), machine_seconds()
    importing = add()
    await tap_while(writers, figures, lambda: not importing.done(), pause)
    took = time.monotonic() - begin
    figures.cores = (seconds_of(*server) - ours) / took
    figures.others = (machine_seconds() - everybodys) / took - figures.cores
    for writer in writers:
        writer.connection.close()
    return importing


def export_while(owner: Owner, importing: Future[str]) -> list[int]:
    """Export a group's games again and again during an import, and return how many each file had."""
    counts = []
    while not importing.done():
        counts.append(owner.export())
        time.sleep(PAUSE)
    return counts


def test_other_groups_keep_score_during_an_import(served: Served, thread: ThreadPoolExecutor, full: bool, capsys):
    games, exported, figures = FULL if full else GAMES, FULL_EXPORTED if full else EXPORTED, Figures()
    owner, exporter = Owner(served, games), Owner(served, exported)
    exporter.add()
    exports: list[Future[list[int]]] = []

    def begin() -> Future[str]:
        importing = thread.submit(owner.add)
        exports.append(thread.submit(export_while, exporter, importing))
        return importing

    writers = [Table(served.port, table) for table in tables(served)]
    began = time.monotonic()
    for phone in (owner, exporter):
        phone.close()  # the server has been closing what was silent meanwhile
    importing = thread.submit(
        asyncio.run, measure(served, figures, writers, begin, FULL_PAUSE if full else PAUSE)
    ).result()
    took, counts = time.monotonic() - began, [count for count in exports[0].result() if count]
    idle, busy = figures.taps
    with capsys.disabled():
        shares = ", ".join(f"p{percent} {percentile(busy, percent):.0f} ms" for percent in (50, 95, 99, 100))
        print(f"\nidle: p50 {median(idle):.1f} ms; {len(busy)} taps during the import of {took:.0f} s: {shares};")
        print(f"{len(counts)} exports; the server took {figures.cores:.2f} cores, others {figures.others:.2f}", end=" ")
    assert figures.errors == []
    assert f"games={games}&" in importing.result()
    assert {*counts} <= {exported}
    assert figures.others > IDLE or (percentile(busy, 95) <= MOST and not any(writer.busy for writer in writers))


COUNTS = """
SELECT (SELECT count(*) FROM scorekeeper_game WHERE group_id = ?), (SELECT count(*) FROM scorekeeper_hand),
  (SELECT count(*) FROM (SELECT 1 FROM scorekeeper_hand GROUP BY game_id HAVING count(*) != ?)),
  (SELECT count(*) FROM scorekeeper_revision), (SELECT count(DISTINCT game_id) FROM scorekeeper_tally)
"""


def counted(served: Served, group: int) -> tuple[int, ...]:
    """Return the numbers of a group's games, all hands, games with too few hands, revisions, and games with tallies."""
    with closing(sqlite3.connect(served.data / "scorekeeper.sqlite3")) as database:
        return tuple(database.execute(COUNTS, [group, HANDS]).fetchone())


def test_a_killed_import_leaves_whole_games_and_goes_on(served: Served, thread: ThreadPoolExecutor, full: bool):
    games = 500 if full else GAMES
    owner = Owner(served, games)
    address = owner.upload(owner.group, owner.file)
    importing = thread.submit(owner.go_on, address)
    while counted(served, owner.group)[0] < games // 4 and not importing.done():
        time.sleep(0.001)
    served.kill()
    assert isinstance(importing.exception(), OSError | http.client.HTTPException)
    some = counted(served, owner.group)[0]
    assert 0 < some < games
    assert counted(served, owner.group) == (some, some * HANDS, 0, some * HANDS, some)
    served.start()
    assert f"{some} of {games} games are in the group." in owner.get(address)
    assert f"games={games}&hands={games * HANDS}&" in owner.go_on(address)
    assert counted(served, owner.group) == (games, games * HANDS, 0, games * HANDS, games)
