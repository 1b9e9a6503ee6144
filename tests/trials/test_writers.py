"""Checks that sixteen writers at as many groups' tables don't keep one another waiting, with SQLite and two workers.

`--full` or `python -m tests.trials.writers` measures for half a minute. While other programs use this machine's
processors, only the answers are checked: a tap is mostly work and a bare commit mostly waiting for the disk, so busy
processors slow one down more than the other.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.trials.writers import Turns, measure

SMALL = Turns(rounds=4, tapping=2, committing=0.5)
pytestmark = pytest.mark.alone
MOST = 25
"""How many bare commits a tap may take at most: p95 of each, in the median round."""
IDLE = 0.25
"""How many cores other programs, this test among them, may use at most for the times to count."""


def test_writers_of_other_groups_wait_for_one_another_briefly(tmp_path, full, capsys):
    # Run in a separate thread, because an earlier browser test leaves its event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        figures = thread.submit(measure, Turns() if full else SMALL, tmp_path).result()
    with capsys.disabled():
        print(f"\n{figures}", end=" ")
    assert figures.errors == []
    assert all(figures.taps), "every round has taps"
    assert figures.others > IDLE or figures.ratio <= MOST
