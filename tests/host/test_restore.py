"""`manage.py restore` puts a whole copy in place and keeps what was there, or says in one line why it won't."""

import contextlib
import shutil
import sqlite3
import stat

import pytest

from scorekeeper.management.commands import restore as command
from scorekeeper.web.network import marked
from tests.host.test_pairing import prepare
from tests.serving import free_port, manage

pytestmark = pytest.mark.slow
NAME = "scorekeeper.sqlite3"


@pytest.fixture(scope="module")
def new_data(tmp_path_factory, django_db_blocker):
    """The data folder of a new installation."""
    data = tmp_path_factory.mktemp("installation") / "data"
    with django_db_blocker.unblock():
        prepare(data)
    return data


@pytest.fixture
def data(new_data, tmp_path):
    """A copy of that folder, with Wednesday's group in its database and Tuesday's in the copy beside the folder."""
    data = shutil.copytree(new_data, tmp_path / "data")
    add_group(data / NAME, "Tuesday")
    shutil.copy(data / NAME, tmp_path / "copy")
    add_group(data / NAME, "Wednesday")
    return data


@contextlib.contextmanager
def opened(file):
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        yield database


def add_group(file, name):
    with opened(file) as database:
        database.execute(
            "INSERT INTO scorekeeper_playgroup (uid, name, time_zone, version, archived, needs, created_at)"
            " VALUES (?, ?, 'UTC', 1, 0, 1, '2026-11-22')",
            [f"{len(name):032x}", name],
        )


def groups(file):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [name for (name,) in database.execute("SELECT name FROM scorekeeper_playgroup ORDER BY id")]


def restore(data, *arguments, **variables):
    return manage("restore", *map(str, arguments), SCOREKEEPER_DATA=str(data), **variables)


def before(data):
    """Return the files that were set aside."""
    return sorted(data.glob("scorekeeper-before-*"))


def test_the_copy_is_put_in_place_and_what_was_there_is_kept(data, tmp_path):
    done = restore(data, tmp_path / "copy")
    assert (done.returncode, done.stderr) == (0, "")
    (kept,) = before(data)
    assert done.stdout == (
        f"Restored {tmp_path}/copy. Start the app with `manage.py serve`.\nWhat was there is now {kept}.\n"
    )
    assert (groups(data / NAME), groups(kept)) == (["Tuesday"], ["Tuesday", "Wednesday"])
    assert stat.S_IMODE((data / NAME).stat().st_mode) == 0o600
    assert groups(tmp_path / "copy") == ["Tuesday"]
    assert not list(data.glob(".restore-*"))


def test_a_log_that_was_left_is_not_replayed_into_the_copy(data, tmp_path):
    """A killed server leaves its latest hands in a log. They belong to what is set aside."""
    with contextlib.closing(sqlite3.connect(data / NAME)) as killed:
        killed.execute("PRAGMA journal_mode=WAL")
        killed.execute("SELECT count(*) FROM scorekeeper_playgroup").fetchone()  # while it is open, the log stays
        add_group(data / NAME, "Sunday")
        shutil.copytree(data, tmp_path / "killed")
    assert (tmp_path / "killed" / f"{NAME}-wal").stat().st_size
    assert restore(tmp_path / "killed", tmp_path / "copy").returncode == 0
    (kept,) = before(tmp_path / "killed")
    assert groups(tmp_path / "killed" / NAME) == ["Tuesday"]
    assert groups(kept) == ["Tuesday", "Wednesday", "Sunday"]
    assert not (tmp_path / "killed" / f"{NAME}-wal").exists()


@pytest.mark.parametrize("content", [b"rubbish" * 1000, None], ids=["rubbish", "only its log"])
def test_a_damaged_database_and_its_log_are_set_aside(data, tmp_path, content):
    (data / NAME).unlink()
    if content is not None:
        (data / NAME).write_bytes(content)
    (data / f"{NAME}-wal").write_bytes(b"left behind")
    assert restore(data, tmp_path / "copy").returncode == 0
    assert groups(data / NAME) == ["Tuesday"]
    kept = {path.name[-4:]: path.read_bytes() for path in before(data)}
    assert kept.pop("-wal", b"left behind") == b"left behind"
    assert kept == ({} if content is None else {"ite3": content})
    assert not (data / f"{NAME}-wal").exists()
    first = command.set_aside(data / NAME)
    shutil.copy(tmp_path / "copy", data / NAME)
    assert first != command.set_aside(data / NAME), "twice in a second, it has two names"


def test_a_new_machine_needs_only_the_copy(data, tmp_path):
    done = restore(tmp_path / "new" / "data", tmp_path / "copy")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    assert groups(tmp_path / "new" / "data" / NAME) == ["Tuesday"]
    assert not (tmp_path / "new" / "data" / "secret-key").exists()


def execute(statement, *, anew=False):
    """Return a function that executes a statement on a copy, or on a new database in its place."""

    def spoil(copy):
        if anew:
            copy.unlink()
        with opened(copy) as database:
            database.execute(statement)

    return spoil


TOO_OLD = "app = 'scorekeeper' AND name > '0012' OR name = '0001_score_sheets'"
SPOILED = {
    "isn’t a whole copy: its latest hands are in copy-wal.": lambda copy: copy.with_name("copy-wal").write_bytes(
        b"the latest hands"
    ),
    "belongs to another secret key. Put that key in": execute("UPDATE scorekeeper_installation SET fingerprint = 'x'"),
    "is newer than this version of Scorekeeper (it has scorekeeper.9999_new)": execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scorekeeper', '9999_new', '')"
    ),
    "is too old for this version of Scorekeeper; first update it to scorekeeper.0016_whole_hands.": execute(
        f"DELETE FROM django_migrations WHERE {TOO_OLD}"
    ),
    "isn’t a copy of a Scorekeeper database.": execute("CREATE TABLE cards (name)", anew=True),
    "is damaged (it is empty).": lambda copy: copy.write_bytes(b""),
    "is damaged (file is not a database).": lambda copy: copy.write_bytes(b"x" * 999),
    "is damaged (": lambda copy: copy.write_bytes(copy.read_bytes()[:200_000]),
    "There is no file": lambda copy: copy.unlink(),
}


@pytest.mark.parametrize("why", SPOILED)
def test_a_bad_copy_is_refused_in_one_line_and_changes_nothing(data, tmp_path, why):
    SPOILED[why](tmp_path / "copy")
    done = restore(data, tmp_path / "copy")
    assert (done.returncode, done.stdout, done.stderr.count("\n"), why in done.stderr) == (1, "", 1, True), done.stderr
    assert groups(data / NAME) == ["Tuesday", "Wednesday"]
    assert (before(data), list(data.glob(".restore-*"))) == ([], [])


def test_neither_a_running_server_nor_the_database_itself_nor_postgresql_is_restored(data, tmp_path):
    with marked(data):
        done = restore(data, tmp_path / "copy")
    assert done.stderr == "CommandError: Scorekeeper is running. Stop it, then restore.\n"
    done = restore(data, data / NAME)
    assert (done.returncode, done.stderr.count("\n"), "is the database itself." in done.stderr) == (1, 1, True)
    assert groups(data / NAME) == ["Tuesday", "Wednesday"]
    done = restore(tmp_path, tmp_path / "copy", DATABASE_URL=f"postgresql://ann:secret@127.0.0.1:{free_port()}/cards")
    assert done.stderr == (
        "CommandError: This is a PostgreSQL database. Restore it with pg_restore, as docs/machines.md says.\n"
    )
