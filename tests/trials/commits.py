"""`python -m tests.trials.commits FILE WRITERS` measures bare commits to the SQLite database FILE.

Each line of input is a number of seconds. For that long, it commits; then it prints the commits' times in milliseconds
as JSON. Like the server, it has one connection per thread. Before they write, its writers wait for a lock that the
operating system hands on in order: with SQLite's own waiting, which lets anyone overtake, the times would be a matter
of luck.
"""

import asyncio
import fcntl
import json
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.server import OPTIONS
from scorekeeper.settings import DATABASES

HERE = threading.local()


def connect(file: Path) -> None:
    """Open a lock file and a database connection for this thread, with the app's settings."""
    options = DATABASES["default"]["OPTIONS"]
    HERE.lock = file.with_suffix(".lock").open("w")
    with turn():  # while one connection changes the journal mode, another fails instead of waiting
        HERE.database = sqlite3.connect(file, timeout=options["timeout"], isolation_level=None)
        HERE.database.executescript(options["init_command"])
        HERE.database.execute("CREATE TABLE IF NOT EXISTS bare (writer INTEGER PRIMARY KEY, number)")


@contextmanager
def turn() -> Iterator[None]:
    """Wait for this thread's turn, and keep the other threads and processes waiting until the block ends."""
    fcntl.flock(HERE.lock, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(HERE.lock, fcntl.LOCK_UN)


def commit(writer: int) -> None:
    """Write one row in a separate transaction."""
    with turn():
        HERE.database.execute("BEGIN IMMEDIATE")
        HERE.database.execute("INSERT OR REPLACE INTO bare VALUES (?, random())", [writer])
        HERE.database.execute("COMMIT")


async def write(writer: int, pool: ThreadPoolExecutor, end: float) -> list[float]:
    """Commit as this writer until `end`, and return the times."""
    times = []
    while time.monotonic() < end:
        begin = time.perf_counter()
        await asyncio.get_running_loop().run_in_executor(pool, commit, writer)
        times.append((time.perf_counter() - begin) * 1000)
    return times


async def everybody(writers: int, pool: ThreadPoolExecutor, seconds: float) -> list[float]:
    """Commit as all writers at once, and return the times."""
    end = time.monotonic() + seconds
    times = await asyncio.gather(*(write(writer, pool, end) for writer in range(writers)))
    return [milliseconds for some in times for milliseconds in some]


def main(file: str, writers: str) -> None:
    """Read seconds from standard input, line by line, and print the times of each line's commits."""
    with ThreadPoolExecutor(OPTIONS["threads"], initializer=connect, initargs=[Path(file)]) as pool:
        for line in sys.stdin:
            print(json.dumps(asyncio.run(everybody(int(writers), pool, float(line)))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
