"""Another program holds SQLite's lock for a while: answers stay quick, and writing goes on right after."""

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from urllib.parse import urlencode

from tests.serving import Served
from tests.trials.phones import Phone

PATIENCE = 5
"""The most seconds that anything waits for a lock. A phone gives up after 8."""
HELD = 2.5
TAPPERS = 16
READ = 1
"""The most seconds that a page takes while writers wait."""


def timed(ask: Callable[[], tuple[int, str, str]]) -> tuple[int, float]:
    """Return the status of an answer, and how many seconds it took."""
    began = time.monotonic()
    return ask()[0], time.monotonic() - began


def test_while_sqlite_is_locked_sheets_are_quick_and_taps_are_saved_after(served: Served, capsys):
    with ExitStack() as stack:
        owner = stack.enter_context(closing(Phone(served.port)))
        game = owner.start_game(owner.start_group(), "Ann", "Bob", "Cy")
        owner.get(f"/games/{game}/hands/1/")
        # Sent again, it changes nothing.
        fields = urlencode({**owner.hidden, "tap": "players.1.bid=10", "at": "players.1.bid", "asked": ""})
        phones = [stack.enter_context(closing(Phone(served.port, like=owner))) for _phone in range(TAPPERS)]
        pool = stack.enter_context(ThreadPoolExecutor(TAPPERS))

        def tap(phone: Phone) -> tuple[int, float]:
            return timed(lambda: phone.ask("POST", f"/games/{game}/hands/1/tap/", fields))

        file = served.data / "scorekeeper.sqlite3"
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            end, reads = time.monotonic() + HELD, []
            taps = [pool.submit(tap, phone) for phone in phones]
            while time.monotonic() < end:
                reads.append(timed(lambda: owner.ask("GET", f"/games/{game}/")))
                time.sleep(0.05)
            other.execute("ROLLBACK")
        answers = [tap.result() for tap in taps]
        assert tap(owner)[0] == 302
    slowest, busy = max(took for _status, took in reads), sum(status == 503 for status, _took in answers)
    with capsys.disabled():
        print(f"\nsheets took at most {slowest:.2f} s; {busy} of {TAPPERS} taps got 503", end=" ")
    assert {status for status, _took in reads} == {200}
    assert slowest < READ
    assert {status for status, _took in answers} <= {302, 503}
    assert max(took for _status, took in answers) < PATIENCE
    assert "Traceback" not in served.output
