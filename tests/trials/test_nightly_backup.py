"""The nightly backup of `docs/server.md`: the unit's own command, its settings and its folder, on both databases."""

import os
import sqlite3
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving import free_port, manage
from tests.trials.postgres import Postgres, tool
from tests.units import Server

UNIT = "scorekeeper-backup.service"
DAY = 24 * 60 * 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the backups, with an old one, one that is a month old, and a file that isn't a backup."""
    folder = tmp_path / "var/lib/scorekeeper-backups"
    folder.mkdir(parents=True, mode=0o700)
    for name, days in (("old.sqlite3", 32), ("old.dump", 32), ("recent.sqlite3", 29), ("notes.txt", 99)):
        (folder / name).touch()
        os.utime(folder / name, times=(time.time() - days * DAY,) * 2)
    return folder


KEPT = {"recent.sqlite3", "notes.txt"}
OLD = {"old.sqlite3", "old.dump"}


def new_in(folder: Path) -> Path:
    """Return the only new backup, and make sure that old ones are gone and nobody else can read it."""
    (new,) = {path.name for path in folder.iterdir()} - KEPT
    assert stat.S_IMODE((folder / new).stat().st_mode) == 0o600
    return folder / new


def test_a_copy_of_sqlite_is_made_and_old_ones_are_deleted(tmp_path: Path, folder: Path):
    server = Server(tmp_path)
    assert manage("migrate", "--verbosity=0", SCOREKEEPER_DATA=f"{tmp_path}/var/lib/scorekeeper").returncode == 0
    done = server.start(UNIT)
    assert (done.returncode, done.stderr) == (0, "")
    with closing(sqlite3.connect(new_in(folder))) as copy:
        assert copy.execute("SELECT count(*) FROM scorekeeper_game").fetchone() == (0,)


def test_a_backup_that_fails_deletes_nothing(tmp_path: Path, folder: Path):
    for number, settings in enumerate(({}, {"DATABASE_URL": f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"})):
        elsewhere = tmp_path / str(number)
        server = Server(elsewhere, **settings)
        folder.rename(elsewhere / "var/lib/scorekeeper-backups")
        folder = elsewhere / "var/lib/scorekeeper-backups"
        done = server.start(UNIT)
        assert done.returncode != 0, done.stdout
        assert {path.name for path in folder.iterdir()} == KEPT | OLD


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL database with one table."""
    tool("pg_dump")
    database = Postgres()
    database.start()
    with database.connect() as connection:
        connection.execute("CREATE TABLE hand AS SELECT 7 AS number")
    connection.close()
    yield database
    database.remove()


def test_a_dump_of_postgresql_goes_around_pgbouncer(tmp_path: Path, folder: Path, postgres: Postgres):
    pooled = f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"
    done = Server(tmp_path, DATABASE_URL=pooled, BACKUP_DATABASE_URL=postgres.url).start(UNIT)
    assert (done.returncode, done.stderr) == (0, "")
    dump = new_in(folder)
    assert dump.suffix == ".dump"
    with postgres.connect() as connection:
        connection.execute("DROP TABLE hand")
    connection.close()
    restore = [tool("pg_restore"), "--clean", "--if-exists", f"--dbname={postgres.url}", str(dump)]
    subprocess.run(restore, check=True)
    with postgres.connect() as connection:
        assert connection.execute("SELECT number FROM hand").fetchall() == [(7,)]
    connection.close()


def test_without_pgbouncer_the_database_of_the_app_is_dumped(tmp_path: Path, folder: Path, postgres: Postgres):
    done = Server(tmp_path, DATABASE_URL=postgres.url).start(UNIT)
    assert (done.returncode, new_in(folder).suffix) == (0, ".dump")
