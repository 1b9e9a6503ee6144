"""Checks that the server answers all watchers; measuring its speed would require an otherwise idle machine.

`--full` or `python -m tests.trials.watchers` runs a thousand watchers for a minute; the number of queries per poll is
tested along with every other view's.
"""

from concurrent.futures import ThreadPoolExecutor

from tests.trials.watchers import Load, measure

SMALL = Load(tables=5, watchers=5, every=1, hand_every=3, arriving=1, lasts=4, hands_before=1)


def test_many_watchers_are_all_served(tmp_path, full, capsys):
    load = Load() if full else SMALL
    # Run in a separate thread, because an earlier browser test leaves its event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        figures = thread.submit(measure, load, tmp_path).result()
    with capsys.disabled():
        print(f"\n{figures}", end=" ")
    assert figures.errors == []
    assert figures.hands > 0
    assert figures.pages, "a saved hand reaches its watchers"
    assert figures.unchanged, "a watcher with the newest page is told so"
