"""Checks that sixteen writers in different groups don't keep one another waiting, with SQLite.

`--full` or `python -m tests.trials.writers` measures for half a minute. The short trial is repeated up to twice if its
ratio is too high, because that of eight seconds can be half as high again as the next one's. While other programs use
this machine's processors, only the answers are checked, not the times.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.trials.writers import Turns, measure

SMALL = Turns(rounds=4, tapping=2, reading=1, committing=0.5)
ATTEMPTS = 3
pytestmark = pytest.mark.alone
MOST = 3
"""The highest allowed ratio, which is about 2. If SQLite's own waiting decides who is next, it is 3.5 to 5."""
IDLE = 0.25
"""The most cores that other programs (including this test) may use for the times to count."""


def test_writers_of_other_groups_wait_for_one_another_briefly(tmp_path, full, capsys):
    for attempt in range(1 if full else ATTEMPTS):
        # Run in a separate thread, because an earlier browser test leaves its event loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            figures = thread.submit(measure, Turns() if full else SMALL, tmp_path / str(attempt)).result()
        with capsys.disabled():
            print(f"\n{figures}", end=" ")
        assert figures.errors == []
        assert all(figures.taps), "every round has taps"
        if figures.others > IDLE or figures.ratio <= MOST:
            return
    pytest.fail(f"A tap takes more than {MOST} times as long as a page and a bare commit together.")
