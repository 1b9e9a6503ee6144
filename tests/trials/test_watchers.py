"""A hundred watchers for ten seconds; the thousand of a minute are `python -m tests.trials.watchers`."""

from concurrent.futures import ThreadPoolExecutor

from tests.trials.watchers import Load, at, measure

TRIES = 3
"""The best of three, since what else the machine does is not ours."""


def test_a_hundred_watchers_are_no_load(tmp_path, capsys):
    load = Load(tables=20, hand_every=10, arriving=3, lasts=10, hands_before=3)
    for number in range(TRIES):
        (place := tmp_path / str(number)).mkdir()
        # In a thread of its own: a browser test before this one leaves its event loop running here.
        with ThreadPoolExecutor(1) as thread:
            figures = thread.submit(measure, load, place).result()
        with capsys.disabled():
            print(f"\n{figures}", end=" ")
        assert figures.errors == []
        assert len(figures.unchanged) > 100
        assert len(figures.pages) > 50
        if at(figures.unchanged, 99) <= 50 and figures.cores < 1:
            break
    assert at(figures.unchanged, 99) <= 50
    assert figures.cores < 1
