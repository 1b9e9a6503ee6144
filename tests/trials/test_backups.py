"""Backups made while hands are being saved: each is complete and contains every hand acknowledged before it began."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from tests.serving import manage
from tests.trials.conftest import Store
from tests.trials.recorders import Recorder, stored_hands

BACKUPS, FULL = 3, 50


@pytest.mark.parametrize("store", ["SQLite"], indirect=True)
def test_backups_under_load_miss_nothing(store: Store, recorders: list[Recorder], tmp_path: Path, full: bool):
    backups, counted = FULL if full else BACKUPS, set()
    for recorder in recorders[:3]:
        recorder.start()
    for number in range(backups):
        acknowledged, copy = set(recorders[0].saved), tmp_path / f"copy-{number}"
        done = manage("backup", str(copy), **store.served.variables)
        assert (done.returncode, done.stderr) == (0, "")
        with contextlib.closing(sqlite3.connect(copy)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
            hands = stored_hands(lambda sql, database=database: database.execute(sql).fetchall())
        saved = {key for key, hand in hands.items() if hand.saved}
        assert acknowledged <= saved
        assert all(hands[key].is_whole for key in saved)
        counted.add(len(saved))
    for recorder in recorders[:3]:
        recorder.stop()
    # The copies were made while hands came in, not before or after.
    assert len(counted) > backups / 2
