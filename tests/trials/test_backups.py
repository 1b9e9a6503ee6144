"""Backups made while hands are being saved: each is complete and contains every hand acknowledged before it began."""

import contextlib
import http.client
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Served, manage
from tests.trials.phones import Phone

BACKUPS, FULL = 3, 50
PHONES = 3
HANDS_OF_A_GAME = 20
TAPS = ("players.1.bid=10", "hand.bidding_done=true", "hand.no_gnome=true")
TAKEN = ("players.1.taken=12", "players.2.taken=9", "players.0.taken=10")
POINTS = "10,12,9"
"""The points that a hand with these taps says were taken, by seat."""

HANDS = """
SELECT hand.game_id, hand.number,
  (SELECT count(*) FROM scorekeeper_revision WHERE hand_id = hand.id),
  (SELECT group_concat(json_extract(value, '$.taken')) FROM json_each(hand.entry, '$.players'))
FROM scorekeeper_hand AS hand WHERE hand.entry IS NOT NULL
"""
STANDINGS = 'SELECT game_id, "column", half_points, rank, winner FROM scorekeeper_standing ORDER BY 1, 2'


class Table(threading.Thread):
    """A phone that records game after game until stopped. `saved` holds the acknowledged hands."""

    def __init__(self, phone: Phone, group: int, saved: set[tuple[int, int]], stop: threading.Event) -> None:
        super().__init__()
        self.phone, self.group, self.saved, self.stop = phone, group, saved, stop
        self.games: list[int] = []
        self.wrong: list[object] = []

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.games.append(
                    self.phone.start_game(self.group, *(f"{name}{len(self.games)}" for name in self.names))
                )
                self.play(self.games[-1])
        except (OSError, http.client.HTTPException, AssertionError, LookupError) as wrong:  # reported by the test
            self.wrong.append(wrong)

    @property
    def names(self) -> tuple[str, ...]:
        """The prefixes of the players' names, which are different at every table."""
        return tuple(f"{name} {self.name} " for name in ("Ann", "Bob", "Cy"))

    def play(self, game: int) -> None:
        """Play one game."""
        for hand in range(1, HANDS_OF_A_GAME + 1):
            if self.stop.is_set():
                return
            self.phone.tap(game, hand, *TAPS, *TAKEN)
            answer = self.phone.post(f"/games/{game}/hands/{hand}/save/", **self.phone.seen)
            assert answer[:2] == (302, f"/games/{game}/")
            self.saved.add((game, hand))


@pytest.fixture
def tables(served: Served) -> Iterator[list[Table]]:
    """Three tables in one group, recording at the same time."""
    phones = [first := Phone(served.port)]
    group, saved, stop = first.start_group(), set(), threading.Event()
    phones += [Phone(served.port, like=first) for _more in range(PHONES - 1)]
    tables = [Table(phone, group, saved, stop) for phone in phones]
    for table in tables:
        table.phone.get("/")
        table.start()
    yield tables
    stop.set()
    for table in tables:
        table.join()
        table.phone.close()


def read(file: Path) -> tuple[dict[tuple[int, int], tuple[int, str]], list[tuple]]:
    """Return a copy's standings and saved hands; the hands come first, each with its revision count and points."""
    with contextlib.closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
        hands = {(game, number): tuple(rest) for game, number, *rest in copy.execute(HANDS)}
        return hands, copy.execute(STANDINGS).fetchall()


def table_of(page: str) -> str:
    """Return only a page's score sheet; the rest of the page contains keys that change every time."""
    return re.search(r"<table.*</table>", page, re.DOTALL)[0]


def test_backups_under_load_miss_nothing(served: Served, tables: list[Table], tmp_path: Path, full: bool, capsys):
    backups = FULL if full else BACKUPS
    saved, stop = tables[0].saved, tables[0].stop
    began, counted = time.monotonic(), []
    for number in range(backups):
        acknowledged = set(saved)
        done = manage("backup", str(tmp_path / f"copy-{number}"), SCOREKEEPER_DATA=str(served.data))
        assert (done.returncode, done.stderr) == (0, "")
        hands, _standings = read(tmp_path / f"copy-{number}")
        assert acknowledged - set(hands) == set()
        assert set(hands.values()) <= {(1, POINTS)}
        counted.append(len(hands))
    took = time.monotonic() - began
    stop.set()
    for table in tables:
        table.join()
    assert [table.wrong for table in tables] == [[]] * PHONES
    with capsys.disabled():
        print(f"\n{backups} backups in {took:.0f} s, {counted[0]} to {counted[-1]} hands in them", end=" ")
    # The copies were made while hands came in, not before or after.
    assert len(set(counted)) > backups / 2
    restore(served, tables, tmp_path)


def restore(served: Served, tables: list[Table], place: Path) -> None:
    """Restore a copy as if on another machine, and assert that it shows the same sheets."""
    assert manage("backup", str(place / "last"), SCOREKEEPER_DATA=str(served.data)).returncode == 0
    assert read(place / "last") == read(served.data / "scorekeeper.sqlite3")
    assert set(read(place / "last")[0]) == tables[0].saved
    (place / "restored" / "data").mkdir(parents=True)
    shutil.copy(place / "last", place / "restored" / "data" / "scorekeeper.sqlite3")
    shutil.copy(served.data / "secret-key", place / "restored" / "data" / "secret-key")
    rescored = manage("rescore", "--check", SCOREKEEPER_DATA=str(place / "restored" / "data"))
    assert (rescored.returncode, rescored.stdout) == (0, "Nothing differed.\n")
    addresses = [f"/games/{game}/" for table in tables for game in table.games]
    before = [table_of(tables[0].phone.get(address)) for address in addresses]
    again = Served(data=place / "restored" / "data")
    again.start()
    phone = Phone(again.port)
    phone.cookies = tables[0].phone.cookies
    try:
        assert [table_of(phone.get(address)) for address in addresses] == before
    finally:
        phone.close()
        again.kill()
