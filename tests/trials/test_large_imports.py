"""Imports a large file while other groups keep score with SQLite, and kills the server in the middle of an import.

`--full` imports 5,000 games of 12 hands. While other programs use this machine's processors, only the answers are
checked, not the times.
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

from scorekeeper.configuration import ROOT
from tests import years
from tests.exchange.documents import document
from tests.serving import Served, environment
from tests.trials.phones import Phone
from tests.trials.watchers import percentile, seconds_of
from tests.trials.writers import Figures, Writer, machine_seconds

GAMES, FULL = 100, 5000
HANDS = 12
TABLES = 4
PAUSE = 0.05  # seconds between two taps of a table
IDLE_TAPS = 40
MOST = 20
"""The highest allowed ratio of the longest tap during an import to the median tap on the idle server."""
IDLE = 0.4
"""The most cores that other programs (including this test) may use for the times to count."""
LONGEST_IMPORT = 900  # seconds


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
        status, address, page = self.post(self.upload(self.group, self.file))
        assert status == 302, page
        return address


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
    """Two threads: one for the import, and one for what happens meanwhile."""
    with ThreadPoolExecutor(2) as threads:
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


async def tap_while(writers: list[Writer], figures: Figures, goes_on) -> None:
    """Let each table tap and save, with a pause after each answer, as long as this holds."""

    async def tap(writer: Writer) -> None:
        while goes_on():
            await writer.write(figures)
            await asyncio.sleep(PAUSE)

    figures.taps.append([])
    await asyncio.gather(*map(tap, writers))


async def measure(served: Served, figures: Figures, writers: list[Table], add) -> Future[str]:
    """Tap on the idle server, and then during an import. The first list of times is that of the idle server."""
    for writer in writers:
        await writer.arrive(0)
    await tap_while(writers[:1], figures, lambda: len(figures.taps[-1]) < IDLE_TAPS)
    server = [served.process.pid, *served.workers()]
    begin, ours, everybodys = time.monotonic(), seconds_of(*server), machine_seconds()
    importing = add()
    await tap_while(writers, figures, lambda: not importing.done())
    took = time.monotonic() - begin
    figures.cores = (seconds_of(*server) - ours) / took
    figures.others = (machine_seconds() - everybodys) / took - figures.cores
    for writer in writers:
        writer.connection.close()
    return importing


def test_other_groups_keep_score_during_an_import(served: Served, thread: ThreadPoolExecutor, full: bool, capsys):
    games, figures = FULL if full else GAMES, Figures()
    owner = Owner(served, games)
    writers = [Table(served.port, table) for table in tables(served)]
    measured = measure(served, figures, writers, lambda: thread.submit(owner.add))
    importing = thread.submit(asyncio.run, measured).result()
    idle, busy = figures.taps
    ratio = max(busy) / median(idle)
    with capsys.disabled():
        shares = ", ".join(f"p{percent} {percentile(busy, percent):.0f} ms" for percent in (50, 99, 100))
        print(f"\nidle: p50 {median(idle):.1f} ms; {len(busy)} taps during the import: {shares}, ratio {ratio:.0f};")
        print(f"the server took {figures.cores:.2f} cores, other programs {figures.others:.2f}", end=" ")
    assert figures.errors == []
    assert f"games={games}&" in importing.result()
    assert figures.others > IDLE or (ratio <= MOST and not any(writer.busy for writer in writers))


COUNTS = """
SELECT (SELECT count(*) FROM scorekeeper_game JOIN scorekeeper_playgroup AS g ON g.id = group_id WHERE g.staged_for_id),
  (SELECT count(*) FROM scorekeeper_game WHERE group_id = ?), (SELECT count(*) FROM scorekeeper_game),
  (SELECT count(*) FROM scorekeeper_tally WHERE game_id NOT IN (SELECT id FROM scorekeeper_game)),
  (SELECT count(*) FROM scorekeeper_playgroup WHERE staged_for_id)
"""


def counted(served: Served, group: int) -> tuple[int, ...]:
    """Return the numbers of staged games, the group's games, all games, rows without a game, and hidden groups."""
    with closing(sqlite3.connect(served.data / "scorekeeper.sqlite3")) as database:
        return tuple(database.execute(COUNTS, [group]).fetchone())


def test_a_killed_import_leaves_nothing(served: Served, thread: ThreadPoolExecutor, full: bool):
    games = 500 if full else GAMES
    owner = Owner(served, games)
    importing = thread.submit(owner.add)
    while not counted(served, owner.group)[0] and not importing.done():
        time.sleep(0.001)
    served.kill()
    assert isinstance(importing.exception(), OSError | http.client.HTTPException)
    staged, shown, *_others = counted(served, owner.group)
    assert staged > 0
    assert shown == 0
    served.start()
    assert "/games/" not in owner.get(f"/groups/{owner.group}/")
    assert f"games={games}&" in owner.add()
    assert counted(served, owner.group) == (0, games, games, 0, 0)
