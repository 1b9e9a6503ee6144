"""A hundred watchers for ten seconds; the thousand of a minute are `python -m tests.trials.watchers`."""

from tests.trials.watchers import Load, at, measure


def test_a_hundred_watchers_are_no_load(tmp_path, capsys):
    load = Load(tables=20, hand_every=10, arriving=3, lasts=10, hands_before=3)
    figures = measure(load, tmp_path)
    with capsys.disabled():
        print(f"\n{figures}", end=" ")
    assert figures.errors == []
    assert len(figures.unchanged) > 200
    assert len(figures.pages) > 50
    assert figures.hands >= 15
    assert at(figures.unchanged, 99) <= 50
    assert figures.cores < 1
