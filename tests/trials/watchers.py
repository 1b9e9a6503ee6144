"""Measures the load of a thousand watchers: `.venv/bin/python -m tests.trials.watchers` prints the figures.

Two hundred tables, each with five watchers, use `manage.py serve` on this machine. Every three seconds, each watcher
asks whether its page is out of date and, if so, fetches it again. Every two minutes, each table records a whole hand,
tap by tap, as on a phone. `--typing SECONDS` spreads out a hand's taps, so that watchers see every one.
"""

import argparse
import asyncio
import contextlib
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from scorekeeper.web.configuration import ROOT
from tests.serving import PATIENCE, Served, environment

VERSION = re.compile(rb'data-version="(\d+)"')
CSRF = "0123456789abcdef" * 2
TAPS = (
    *("players.0.bid=10", "players.1.bid=6", "players.2.passed=true", "players.3.bid=8", "hand.bidding_done=true"),
    *("hand.no_gnome=true", "players.0.taken=12", "players.1.taken=9", "players.2.taken=3", "players.3.taken=7"),
)


@dataclass(frozen=True, kw_only=True)
class Load:
    """The number of tables, the number of watchers at each, and how often they all act; times are in seconds."""

    tables: int = 200
    watchers: int = 5
    every: float = 3
    hand_every: float = 120
    typing: float = 0
    arriving: float = 20
    lasts: float = 60
    hands_before: int = 6


@dataclass
class Figures:
    """The measured results, with times in milliseconds.

    `cores` and `own` are the server's and this script's processor time as a fraction of elapsed time.
    """

    unchanged: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    hands: int = 0
    errors: list[str] = field(default_factory=list)
    cores: float = 0
    own: float = 0

    def __str__(self) -> str:
        rows = {"unchanged polls": self.unchanged, "changed polls": self.changed, "pages": self.pages}
        lines = [f"{name}: {summary(times)}" for name, times in (rows | {"taps and saves": self.taps}).items()]
        lines.append(f"hands saved: {self.hands}; errors: {len(self.errors)} {self.errors[:3] or ''}")
        lines.append(f"the server took {self.cores:.2f} cores, this script {self.own:.2f}")
        return "\n".join(lines)


def summary(times: list[float]) -> str:
    """Return a one-line summary of these times."""
    median, slow, longest = (percentile(times, percent) for percent in (50, 99, 100))
    return f"{len(times)}, p50 {median:.1f} ms, p99 {slow:.1f} ms, longest {longest:.1f} ms"


def percentile(times: list[float], percent: int) -> float:
    """Return this percentile of the times, or 0 if there are none."""
    return sorted(times)[max(0, -(-len(times) * percent // 100) - 1)] if times else 0


class Connection:
    """One connection, kept as long as the server keeps it: Waitress closes it after a 204."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, request: str, times: list[float]) -> tuple[int, bytes]:
        """Send a raw request and return the response's status and body; add the time it took to `times`."""
        begin = time.perf_counter()
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(request.encode())
        head = (await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)).lower()
        length = re.search(rb"content-length: (\d+)", head)
        body = await self.reader.readexactly(int(length[1])) if length else b""
        times.append((time.perf_counter() - begin) * 1000)
        if b"connection: close" in head:
            self.close()
        return int(head.split(b" ", 2)[1]), gzip.decompress(body) if b"content-encoding: gzip" in head else body

    def close(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()
        self.writer = None


def get(port: int, path: str, session: str = "") -> str:
    """Build a GET request as htmx sends it: a watcher's poll or, with a `session`, a request for the whole `#page`."""
    head = {"Host": f"localhost:{port}", "Accept-Encoding": "gzip", "HX-Request": "true"}
    if session:
        head |= {"Cookie": f"scorekeeper={session}", "HX-Target": "page"}
    return f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in head.items()) + "\r\n"


def post(port: int, path: str, session: str, **fields: object) -> str:
    """Build the raw text of a POST request, with the headers that htmx would send."""
    body = urlencode({"csrfmiddlewaretoken": CSRF, **fields})
    head = {"Host": f"localhost:{port}", "Cookie": f"scorekeeper={session}; csrftoken={CSRF}", "HX-Request": "true"}
    head |= {"HX-Target": "page", "Accept-Encoding": "gzip", "Content-Length": str(len(body))}
    head["Content-Type"] = "application/x-www-form-urlencoded"
    return f"POST {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in head.items()) + f"\r\n{body}"


async def watch(port: int, token: str, load: Load, figures: Figures, end: float) -> None:
    """Act as a watcher: load the page, then poll until the end."""
    connection, scrap = Connection(port), list[float]()
    try:
        await asyncio.sleep(random.uniform(0, load.arriving))
        version = await look(connection, token, scrap, figures)
        while time.monotonic() < end:
            began = time.monotonic()
            status, _body = await connection.ask(get(port, f"/w/{token}/v/?v={version}"), scrap)
            if status == 204:
                figures.unchanged.append(scrap[-1])
            elif status == 200:
                figures.changed.append(scrap[-1])
                version = await look(connection, token, figures.pages, figures)
            else:
                figures.errors.append(f"a poll was answered {status}")
            await asyncio.sleep(max(0, began + load.every - time.monotonic()))
    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
        figures.errors.append(repr(error))
    finally:
        connection.close()


async def look(connection: Connection, token: str, times: list[float], figures: Figures) -> int:
    """Fetch the page and return the version that it shows."""
    status, body = await connection.ask(get(connection.port, f"/w/{token}/"), times)
    match = VERSION.search(body)
    if status != 200 or match is None:
        figures.errors.append(f"a page was answered {status}")
        return 0
    return int(match[1])


async def record(port: int, table: dict, load: Load, figures: Figures, end: float) -> None:
    """Act as a table's phone: record hands at regular intervals, starting at a random moment in the first interval."""
    connection, hand = Connection(port), table["hand"]
    try:
        await asyncio.sleep(random.uniform(0, load.hand_every))
        while time.monotonic() < end:
            began = time.monotonic()
            await put(connection, table, hand, load, figures)
            hand += 1
            await asyncio.sleep(max(0, began + load.hand_every - time.monotonic()))
    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
        figures.errors.append(repr(error))
    finally:
        connection.close()


async def put(connection: Connection, table: dict, hand: int, load: Load, figures: Figures) -> None:
    """Enter a hand tap by tap, and save it."""
    address = f"/games/{table['game']}/hands/{hand}/"
    for count, tap in enumerate(TAPS):
        fields = {"revisions": 0, "taps": count, "setup": 0, "at": tap.partition("=")[0], "tap": tap}
        status, _body = await connection.ask(
            post(connection.port, f"{address}tap/", table["session"], **fields), figures.taps
        )
        if status != 200:
            figures.errors.append(f"{tap} was answered {status}")
        await asyncio.sleep(load.typing / len(TAPS))
    fields = {"revisions": 0, "taps": len(TAPS), "setup": 0}
    status, _body = await connection.ask(
        post(connection.port, f"{address}save/", table["session"], **fields), figures.taps
    )
    if status != 200:
        figures.errors.append(f"a save was answered {status}")
    figures.hands += status == 200


async def everybody(port: int, tables: list[dict], load: Load, figures: Figures, server: list[int]) -> None:
    """Run all watchers and tables at once; start measuring once every watcher has its page."""
    end = time.monotonic() + load.arriving + load.every + load.lasts
    watching = [
        watch(port, table["token"], load, figures, end) for table in tables for _watcher in range(load.watchers)
    ]
    asking = asyncio.gather(*watching, *(record(port, table, load, figures, end) for table in tables))
    await asyncio.sleep(load.arriving + load.every)
    figures.hands = 0
    for times in (figures.unchanged, figures.changed, figures.pages, figures.taps):
        times.clear()
    begin, server_begin, own_begin = time.monotonic(), seconds_of(*server), time.process_time()
    await asyncio.sleep(load.lasts)
    took = time.monotonic() - begin
    figures.cores = (seconds_of(*server) - server_begin) / took
    figures.own = (time.process_time() - own_begin) / took
    asking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asking


def seconds_of(*processes: int) -> float:
    """Return the processor time that these processes have used so far, in seconds."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(load: Load, place: Path, **variables: str) -> Figures:
    """Create the tables, start the server with these variables, run all watchers and tables, and return the figures."""
    served, figures = Served(data=place / "data", **variables).use_ready_folder(), Figures()
    output = subprocess.run(
        [sys.executable, "-m", "tests.trials.tables", str(load.tables), str(load.hands_before)],
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scorekeeper.settings", **served.variables),
        stdout=subprocess.PIPE,
        check=True,
    )
    tables = [json.loads(line) for line in output.stdout.splitlines()]
    served.start()
    try:
        asyncio.run(everybody(served.port, tables, load, figures, [served.pid]))
        if "Traceback" in served.output or "ERROR" in served.output:
            figures.errors.append(served.output)
    finally:
        served.kill()
    return figures


def main() -> None:
    """Parse the arguments, run the measurement and print the figures."""
    parser = argparse.ArgumentParser(description="What many watchers cost.")
    for name in ("tables", "watchers", "hands_before"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(Load, name))
    for name in ("every", "hand_every", "typing", "arriving", "lasts"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=getattr(Load, name))
    parser.add_argument("--database", default="", help="the URL of an empty PostgreSQL database (default: SQLite)")
    options = vars(parser.parse_args())
    database = {"DATABASE_URL": url} if (url := options.pop("database")) else {}
    load = Load(**options)
    print(f"{load.tables} tables with {load.watchers} watchers each, for {load.lasts:.0f} s:")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-watchers-") as place:
        print(measure(load, Path(place), **database))


if __name__ == "__main__":
    main()
