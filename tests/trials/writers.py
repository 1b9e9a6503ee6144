"""Measures how long taps take while others write: `.venv/bin/python -m tests.trials.writers` prints the figures.

Sixteen phones, each at a different group's table, record hands with `manage.py serve` (SQLite), each as fast as it
gets answers. In between, they only read the hand's page, and then sixteen writers make bare commits under the same
conditions: in a process with as many threads and connections as the server has, with the same settings, on the same
disk, each as fast as it can. A bare commit is `BEGIN IMMEDIATE`, one row, `COMMIT`; its time includes the wait for the
other writers, as a tap's does (see `commits`).

A tap computes about as much as a page and writes about as much as a bare commit. So whatever the processor and the
disk, a tap takes little more than both together, unless writers overtake one another.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median

from scorekeeper.configuration import ROOT
from tests.serving import Served, environment
from tests.trials.watchers import TAPS, Connection, get, percentile, post, seconds_of

ARRIVING = 0.05
"""The seconds between two arrivals."""


@dataclass(frozen=True, kw_only=True)
class Turns:
    """The number of writers and of rounds, and for how many seconds of each round they tap, read and commit."""

    writers: int = 16
    rounds: int = 6
    tapping: float = 5
    reading: float = 2
    committing: float = 1


@dataclass
class Figures:
    """The measured results. Times are in milliseconds; those of taps, pages and bare commits are listed by round.

    `cores` is the server's processor time per second of tapping, `others` that of everything else on this machine.
    """

    taps: list[list[float]] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    pages: list[list[float]] = field(default_factory=list)
    commits: list[list[float]] = field(default_factory=list)
    memory: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    cores: float = 0
    others: float = 0

    @property
    def ratio(self) -> float:
        """A tap's time as a multiple of a page's and a bare commit's together, comparing the p99 of each."""
        tap, page, commit = (percentile([*chain(*rounds)], 99) for rounds in (self.taps, self.pages, self.commits))
        return tap / (page + commit)

    def __str__(self) -> str:
        rows = {"taps": self.taps, "saves": [self.saves], "pages": self.pages, "bare commits": self.commits}
        lines = [f"{name}: {summary(rounds)}" for name, rounds in rows.items()]
        lines.append(
            f"a tap takes {self.ratio:.2f} times as long as a page and a bare commit together;"
            f" the server took {self.cores:.2f} cores, other programs {self.others:.2f}"
        )
        lines += [f"memory {when}: {sizes} MB" for when, sizes in self.memory.items()]
        return "\n".join([*lines, *self.errors[:3]])


def summary(rounds: list[list[float]]) -> str:
    """Return a one-line summary of these times, with the lowest and the median p95 of a round."""
    times, slow = [time for times in rounds for time in times], [percentile(times, 95) for times in rounds]
    parts = (f"p{percent} {percentile(times, percent):.1f} ms" for percent in (50, 95, 99, 100))
    return f"{len(times)}, {', '.join(parts)}; p95 by round: min {min(slow):.1f} ms, median {median(slow):.1f} ms"


class Writer:
    """A phone that records hand after hand, one tap at a time."""

    def __init__(self, port: int, table: dict) -> None:
        self.connection, self.table = Connection(port), table
        self.hand, self.count = table["hand"], 0

    async def arrive(self, turn: int) -> None:
        """When it's this writer's turn, open its connection by sending a tap that doesn't count."""
        await asyncio.sleep(turn * ARRIVING)
        await self.write(Figures(taps=[[]]))

    async def write_until(self, end: float, figures: Figures) -> None:
        """Keep writing until `end`."""
        while time.monotonic() < end:
            await self.write(figures)

    async def read_until(self, end: float, figures: Figures) -> None:
        """Keep reading the hand's page until `end`."""
        address = f"/games/{self.table['game']}/hands/{self.hand}/"
        request = get(self.connection.port, address, self.table["session"])
        while time.monotonic() < end:
            status, _body = await self.connection.ask(request, figures.pages[-1])
            if status != 200:
                figures.errors.append(f"{address} was answered {status}")

    async def write(self, figures: Figures) -> None:
        """Send the next tap of the hand, or save it."""
        saving = self.count == len(TAPS)
        fields = {"revisions": 0, "taps": self.count, "setup": 0}
        if not saving:
            fields |= {"at": TAPS[self.count].partition("=")[0], "tap": TAPS[self.count]}
        address = f"/games/{self.table['game']}/hands/{self.hand}/{'save' if saving else 'tap'}/"
        request = post(self.connection.port, address, self.table["session"], **fields)
        status, _body = await self.connection.ask(request, figures.saves if saving else figures.taps[-1])
        if status != 200:
            figures.errors.append(f"{address} was answered {status}")
        self.hand, self.count = (self.hand + 1, 0) if saving else (self.hand, self.count + 1)


@contextmanager
def committer(writers: int, served: Served) -> Iterator[subprocess.Popen[str]]:
    """Start a process with this many writers."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.trials.commits", served.data / "bare", str(writers)],
        cwd=ROOT,
        env=environment(**served.variables),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def commit(process: subprocess.Popen[str], seconds: float) -> list[float]:
    """Make bare commits, and return the times."""
    process.stdin.write(f"{seconds}\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


async def take_turns(served: Served, tables: list[dict], turns: Turns, figures: Figures) -> None:
    """Alternate between taps, pages and bare commits, and add their times to the figures."""
    writers = [Writer(served.port, table) for table in tables]
    await asyncio.gather(*(writer.arrive(turn) for turn, writer in enumerate(writers)))
    with committer(turns.writers, served) as process:
        await asyncio.to_thread(commit, process, ARRIVING)
        for _round in range(turns.rounds):
            figures.taps.append([])
            begin, ours, everybodys = time.monotonic(), seconds_of(served.pid), machine_seconds()
            await asyncio.gather(*(writer.write_until(begin + turns.tapping, figures) for writer in writers))
            ours, everybodys = seconds_of(served.pid) - ours, machine_seconds() - everybodys
            took = (time.monotonic() - begin) * turns.rounds
            figures.cores += ours / took
            figures.others += (everybodys - ours) / took
            figures.pages.append([])
            end = time.monotonic() + turns.reading
            await asyncio.gather(*(writer.read_until(end, figures) for writer in writers))
            figures.commits.append(await asyncio.to_thread(commit, process, turns.committing))
    for writer in writers:
        writer.connection.close()


def machine_seconds() -> float:
    """Return the seconds of processor time that this machine has used or lost to other virtual machines."""
    user, nice, system, _idle, _waiting, *others = Path("/proc/stat").read_text(encoding="ascii").split()[1:9]
    return sum(map(int, (user, nice, system, *others))) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """Return a process's memory in megabytes, including its share of what several processes use."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    return int(text.partition("\nPss:")[2].split()[0]) // 1000


def measure(turns: Turns, place: Path) -> Figures:
    """Create the tables, start the server, run all writers, and return the figures."""
    served, figures = Served(data=place / "data").use_ready_folder(), Figures()
    output = subprocess.run(
        [sys.executable, "-m", "tests.trials.tables", str(turns.writers), "1"],
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scorekeeper.settings", **served.variables),
        stdout=subprocess.PIPE,
        check=True,
    )
    tables = [json.loads(line) for line in output.stdout.splitlines()]
    served.start()
    try:
        figures.memory["before"] = memory(served.pid)
        asyncio.run(take_turns(served, tables, turns, figures))
        figures.memory["after"] = memory(served.pid)
        if "Traceback" in served.output or "ERROR" in served.output:
            figures.errors.append(served.output)
    finally:
        served.kill()
    return figures


def main() -> None:
    """Parse the arguments, run the measurement and print the figures."""
    parser = argparse.ArgumentParser(description="How long taps take while others write.")
    for name in ("writers", "rounds"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Turns, name))
    for name in ("tapping", "reading", "committing"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Turns, name))
    turns = Turns(**vars(parser.parse_args()))
    with tempfile.TemporaryDirectory(prefix="scorekeeper-writers-") as place:
        print(measure(turns, Path(place)))


if __name__ == "__main__":
    main()
