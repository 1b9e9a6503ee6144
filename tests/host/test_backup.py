"""`manage.py backup` makes a complete, private copy; a failure is reported in one line and leaves nothing behind."""

import contextlib
import shutil
import sqlite3
import stat
import subprocess
import sys

import pytest

from scorekeeper.web.configuration import ROOT
from tests.serving import environment, free_port, manage

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def new_data(tmp_path_factory):
    """The data folder of a new installation."""
    data = tmp_path_factory.mktemp("installation") / "data"
    assert manage("migrate", "--verbosity=0", SCOREKEEPER_DATA=str(data)).stderr == ""
    return data


@pytest.fixture
def data(new_data, tmp_path):
    """The data folder of an installation with one row in it."""
    data = shutil.copytree(new_data, tmp_path / "data")
    with contextlib.closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_session (session_key, session_data, expire_date)"
            " VALUES ('1', 'Wednesday', '2099-01-01')"
        )
    return data


def backup(data, *arguments, **variables):
    return manage("backup", *arguments, SCOREKEEPER_DATA=str(data), **variables)


def sessions(file):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [data for (data,) in copy.execute("SELECT session_data FROM django_session")]


def test_the_copy_is_complete_and_private(data, tmp_path):
    (place := tmp_path / "place").mkdir()
    done = backup(data, str(place / "copy.sqlite3"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Backup written to {place}/copy.sqlite3\n")
    assert stat.S_IMODE((place / "copy.sqlite3").stat().st_mode) == 0o600
    assert sessions(place / "copy.sqlite3") == ["Wednesday"]
    assert [path.name for path in place.iterdir()] == ["copy.sqlite3"]


def test_a_dash_is_standard_output(data, tmp_path):
    """Like a file's name, also while the app writes; what is said goes to standard error."""
    (data / "secret-key").write_text("0123456789" * 6)
    command = [sys.executable, ROOT / "manage.py", "backup", "-"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(SCOREKEEPER_DATA=str(data)), capture_output=True, check=True
    )
    (tmp_path / "copy").write_bytes(done.stdout)
    assert sessions(tmp_path / "copy") == ["Wednesday"]
    assert done.stderr.decode().startswith(f"Keep the secret key {data}/secret-key too.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data"]
    assert sorted(path.name for path in data.iterdir()) == ["scorekeeper.sqlite3", "secret-key"]


def test_writes_still_in_the_write_ahead_log_are_in_the_copy(data, tmp_path):
    """A plain copy of the database file would miss writes that have been committed only to the log."""
    with contextlib.closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as running:
        running.execute("PRAGMA journal_mode=WAL")
        with running:
            running.execute("UPDATE django_session SET session_data = 'Thursday'")
        assert (data / "scorekeeper.sqlite3-wal").stat().st_size > 0
        assert backup(data, str(tmp_path / "copy")).returncode == 0
    assert sessions(tmp_path / "copy") == ["Thursday"]


def test_an_open_transaction_does_not_delay_the_copy_or_appear_in_it(data, tmp_path):
    with contextlib.closing(sqlite3.connect(data / "scorekeeper.sqlite3", isolation_level=None)) as running:
        running.execute("PRAGMA journal_mode=WAL")
        running.execute("BEGIN IMMEDIATE")
        running.execute("UPDATE django_session SET session_data = 'half'")
        assert backup(data, str(tmp_path / "copy")).returncode == 0
        running.execute("COMMIT")
    assert sessions(tmp_path / "copy") == ["Wednesday"]


def test_it_says_to_keep_the_secret_key_with_the_copy(data, tmp_path):
    (data / "secret-key").write_text("0123456789" * 6)
    assert f"Keep the secret key {data}/secret-key too." in backup(data, str(tmp_path / "copy")).stdout


@pytest.mark.parametrize(
    ("file", "why"),
    [
        pytest.param("", ". is a folder; give the name of a new file in it.", id="an empty name"),
        pytest.param("{place}/old", "{place}/old already exists; choose another name.", id="a file that exists"),
        pytest.param("{place}/dangling", "{place}/dangling already exists", id="a broken link"),
        pytest.param("{place}", "{place} is a folder; give the name of a new file in it.", id="a folder"),
        pytest.param("{place}/no/copy", "Can’t write {place}/no/copy: No such file", id="no such folder"),
        pytest.param("/proc/copy", "Can’t write /proc/copy: ", id="a place that cannot be written"),
    ],
)
def test_a_failure_prints_one_line_and_leaves_nothing_behind(data, tmp_path, file, why):
    (place := tmp_path / "place").mkdir()
    (place / "old").write_text("the only good copy")
    (place / "dangling").symlink_to(place / "nowhere")
    done = backup(data, file.format(place=place))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert why.format(place=place) in done.stderr
    assert sorted(path.name for path in place.iterdir()) == ["dangling", "old"]
    assert (place / "old").read_text() == "the only good copy"


def test_a_missing_database_is_not_created(tmp_path):
    done = backup(tmp_path, str(tmp_path / "copy"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f"There is no database at {tmp_path}/scorekeeper.sqlite3 yet." in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_is_reported_in_one_line_and_leaves_no_copy(tmp_path):
    (tmp_path / "scorekeeper.sqlite3").write_bytes(b"rubbish" * 1000)
    done = backup(tmp_path, str(tmp_path / "copy"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "is damaged (file is not a database). Restore a backup with `manage.py restore FILE`." in done.stderr
    assert not (tmp_path / "copy").exists()
    assert not list(tmp_path.glob(".backup-*"))


def test_postgresql_is_left_to_pg_dump(tmp_path):
    url = f"postgresql://ann:secret@127.0.0.1:{free_port()}/cards"
    done = backup(tmp_path, str(tmp_path / "copy"), DATABASE_URL=url)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "This is a PostgreSQL database. Back it up with pg_dump" in done.stderr
    assert "secret" not in done.stderr
