"""`python -m tests.trials.commits FILE WRITERS` measures bare commits to this database.

For each line with a number of seconds that it reads, it prints the times of all commits, in milliseconds, as JSON. Like
a worker of the server, it has one connection per thread, and its writers wait for a free thread. For the database they
wait at a lock that the operating system hands on in order: with SQLite's own waiting, which lets anybody overtake,
times are a matter of luck.
"""

import asyncio
import fcntl
import json
import sqlite3
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scorekeeper.server import THREADS
from scorekeeper.settings import DATABASES

HERE = threading.local()


def connect(file: Path) -> None:
    """Open this thread's connection with the app's settings, and the lock."""
    options = DATABASES["default"]["OPTIONS"]
    HERE.database = sqlite3.connect(file, timeout=options["timeout"], isolation_level=None)
    HERE.database.executescript(options["init_command"])
    HERE.database.execute("CREATE TABLE IF NOT EXISTS bare (writer INTEGER PRIMARY KEY, number)")
    HERE.lock = file.with_suffix(".lock").open("w")


def commit(writer: int) -> None:
    """Change one row in a transaction of its own."""
    fcntl.flock(HERE.lock, fcntl.LOCK_EX)
    try:
        HERE.database.execute("BEGIN IMMEDIATE")
        HERE.database.execute("INSERT OR REPLACE INTO bare VALUES (?, random())", [writer])
        HERE.database.execute("COMMIT")
    finally:
        fcntl.flock(HERE.lock, fcntl.LOCK_UN)


async def write(writer: int, pool: ThreadPoolExecutor, end: float) -> list[float]:
    """Commit again and again, as one writer, and return the times."""
    times = []
    while time.monotonic() < end:
        begin = time.perf_counter()
        await asyncio.get_running_loop().run_in_executor(pool, commit, writer)
        times.append((time.perf_counter() - begin) * 1000)
    return times


async def everybody(writers: int, pool: ThreadPoolExecutor, seconds: float) -> list[float]:
    """Let all writers commit at once, and return their times."""
    end = time.monotonic() + seconds
    times = await asyncio.gather(*(write(writer, pool, end) for writer in range(writers)))
    return [milliseconds for some in times for milliseconds in some]


def main(file: str, writers: str) -> None:
    """Answer every line."""
    with ThreadPoolExecutor(THREADS, initializer=connect, initargs=[Path(file)]) as pool:
        for line in sys.stdin:
            print(json.dumps(asyncio.run(everybody(int(writers), pool, float(line)))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
