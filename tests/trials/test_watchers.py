"""The script that measures watchers: everybody is served. How fast is for a quiet machine to say.

The thousand watchers of a minute come with `--full`, or by `python -m tests.trials.watchers`; what a poll costs in
queries is asserted beside every other view.
"""

from concurrent.futures import ThreadPoolExecutor

from tests.trials.watchers import Load, measure

SMALL = Load(tables=10, watchers=5, every=1, hand_every=5, arriving=2, lasts=6, hands_before=3)


def test_many_watchers_are_all_served(tmp_path, full, capsys):
    load = Load() if full else SMALL
    # In a thread of its own: a browser test before this one leaves its event loop running here.
    with ThreadPoolExecutor(1) as thread:
        figures = thread.submit(measure, load, tmp_path).result()
    with capsys.disabled():
        print(f"\n{figures}", end=" ")
    assert figures.errors == []
    assert figures.hands > 0
    assert figures.pages, "a saved hand reaches those who watch"
    assert figures.unchanged, "who has the newest page is told so"
