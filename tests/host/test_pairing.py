"""A database and its key belong together: neither is begun anew because it is missing, nor paired with another's."""

import contextlib
import errno
import io
import os
import shutil
import sqlite3
import subprocess
import sys
from functools import partial
from itertools import product
from types import SimpleNamespace

import pytest
from django.conf import settings as current
from django.core.management import CommandError
from django.test import override_settings
from django.utils.functional import lazy

from scorekeeper.host import preparing
from scorekeeper.host.preparing import fingerprint
from scorekeeper.management.commands import serve
from scorekeeper.web.configuration import ROOT, secret_key
from tests.serving import Served, environment
from tests.test_upgrades import default_database
from tests.trials.phones import Phone

pytestmark = pytest.mark.slow
DATABASE = "scorekeeper.sqlite3"
OTHER_KEY = "another-key-" + "9876543210" * 5
VANISHED = "has been used, but its database"
FOREIGN = "belongs to another secret key. Put that key (on several machines, the first one’s) in"


def prepare(data, *, key="", **options):
    """Do what `serve` does before it starts, in this data folder, with this key in the environment."""
    values = {
        "DATA_DIR": data,
        "STATIC_ROOT": data / "static",
        "CONFIGURATION": SimpleNamespace(**vars(current.CONFIGURATION) | {"secret_key": key}),
        "SECRET_KEY": key or lazy(partial(secret_key, data), str)(),
    }
    with override_settings(**values), default_database(data / DATABASE), preparing.data_folder():
        preparing.prepare_database(**options)


@pytest.fixture(scope="module")
def old_data(tmp_path_factory, django_db_blocker):
    """The data folder of an installation that somebody has used."""
    data = tmp_path_factory.mktemp("installation") / "data"
    with django_db_blocker.unblock():
        prepare(data)
    (data / "static").mkdir()
    with opened(data) as database:
        database.execute(
            "INSERT INTO scorekeeper_user (password, recovery, created_at, sessions) VALUES ('!', '', '2026-11-22', 0)"
        )
        database.execute("PRAGMA journal_mode=WAL")
    return data


@pytest.fixture
def data(old_data, tmp_path, django_db_blocker):
    """A copy of that data folder."""
    with django_db_blocker.unblock():
        yield shutil.copytree(old_data, tmp_path / "data")


@contextlib.contextmanager
def opened(data):
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as database, database:
        yield database


def refusal(data, **options):
    """Return the line with which `serve` refuses to start, provided that it leaves the folder as it was."""
    before = contents(data)
    with pytest.raises(CommandError) as refused:
        prepare(data, **options)
    assert contents(data) == before
    assert "\n" not in str(refused.value)
    return str(refused.value)


def contents(data):
    return {path.name: path.read_bytes() for path in data.iterdir() if path.is_file() and path.name != "lock"}


def kept_fingerprint(data):
    with opened(data) as database:
        return database.execute("SELECT fingerprint FROM scorekeeper_installation").fetchone()[0]


def loose(data):
    """Return the files in a folder that other users may read."""
    return {path for path in data.iterdir() if path.is_file() and path.stat().st_mode & 0o077}


def test_a_vanished_database_is_not_begun_anew_unless_asked_for(data):
    assert refusal(data, new=True) == "--new: this database isn’t empty. Start without --new."
    (data / DATABASE).unlink()
    assert VANISHED in refusal(data)
    with opened(data) as database:
        database.execute("PRAGMA user_version = 1")  # it is there, but without tables
    assert VANISHED in refusal(data)
    key = secret_key(data)
    prepare(data, new=True)
    assert (secret_key(data), kept_fingerprint(data)) == (key, fingerprint(key))
    assert key.encode() not in (data / DATABASE).read_bytes()
    for name in (DATABASE, "secret-key"):
        (data / name).unlink()
    assert VANISHED in refusal(data)


def test_a_damaged_database_is_named_and_left_alone(data):
    half = (data / DATABASE).read_bytes()[:200_000]
    for content, new in product((b"", b"rubbish" * 1000, half), (False, True)):
        (data / DATABASE).write_bytes(content)
        line = refusal(data, new=new)
        assert line.startswith(f"The database {data / DATABASE} is damaged ("), line
        assert line.endswith("Restore a backup with `manage.py restore FILE`."), line


def test_a_lost_key_is_asked_for_and_replaced_only_on_request(data):
    old = kept_fingerprint(data)
    (data / "secret-key").unlink()
    line = refusal(data)
    assert FOREIGN in line
    assert "if it’s lost, sign everyone out with `manage.py serve --new-key`" in line
    prepare(data, new_key=True)
    assert old != kept_fingerprint(data) == fingerprint(secret_key(data))
    assert FOREIGN in refusal(data, key=OTHER_KEY)
    prepare(data, key=OTHER_KEY, new_key=True)
    assert kept_fingerprint(data) == fingerprint(OTHER_KEY)


def test_an_installation_from_before_gets_a_fingerprint_keeps_its_key_and_becomes_private(data):
    for name in (DATABASE, "secret-key"):
        (data / name).chmod(0o644)
    key = secret_key(data)
    with opened(data) as database:
        database.execute("DELETE FROM scorekeeper_installation")
    prepare(data)
    assert secret_key(data) == key
    assert kept_fingerprint(data) == fingerprint(key)
    assert loose(data) <= {data / "lock"}


def test_a_first_start_that_was_cut_off_is_simply_repeated(tmp_path, django_db_blocker):
    for mode in ("WAL", "DELETE"):  # before any table, and before anything
        (new := tmp_path / mode).mkdir()
        with opened(new) as database:
            database.execute(f"PRAGMA journal_mode={mode}")
        with django_db_blocker.unblock():
            prepare(new)
        assert kept_fingerprint(new) == fingerprint(secret_key(new)), mode


def test_everything_is_private_whatever_the_umask_and_a_clean_stop_leaves_one_whole_file(tmp_path):
    served = Served(data=tmp_path / "data")
    served.umask = 0
    try:
        served.start()
        Phone(served.port).start_group()
        assert (served.data / "scorekeeper.sqlite3-wal").stat().st_size
        assert loose(served.data) == set()
        assert not {path for path in (served.data, served.data / "static") if path.stat().st_mode & 0o077}
        assert served.stop() == 0
    finally:
        served.kill()
    assert sorted(path.name for path in served.data.glob("scorekeeper*")) == ["scorekeeper.sqlite3"]
    shutil.copy(served.data / "scorekeeper.sqlite3", tmp_path / "copy")
    with contextlib.closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT name FROM scorekeeper_playgroup").fetchall() == [("Wednesday",)]


def fail_with(number):
    """Return a function that fails as the operating system does."""

    def fail(*_arguments, **_options):
        raise OSError(number, os.strerror(number))

    return fail


def test_with_a_full_disk_the_static_files_of_an_earlier_start_are_used(tmp_path, settings, monkeypatch):
    settings.STATIC_ROOT = tmp_path
    monkeypatch.setattr(serve, "call_command", fail_with(errno.ENOSPC))
    with pytest.raises(CommandError, match="Can’t write the static files: No space left on device"):
        serve.collect_static_files(stderr := io.StringIO())
    (tmp_path / "staticfiles.json").touch()
    serve.collect_static_files(stderr)
    assert stderr.getvalue() == "Can’t update the static files: No space left on device"


def test_a_read_only_data_folder_is_refused_and_a_full_one_is_not(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(preparing.tempfile, "TemporaryFile", fail_with(errno.ENOSPC))
    with preparing.data_folder():
        pass
    monkeypatch.setattr(preparing.tempfile, "TemporaryFile", fail_with(errno.EROFS))
    with pytest.raises(CommandError, match="Can’t write to the data folder"), preparing.data_folder():
        pass


def test_a_first_start_on_a_full_disk_is_simply_repeated(tmp_path):
    served = Served(data=tmp_path / "data")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "serve", "--port", str(served.port)],
        cwd=ROOT,
        env=environment(**served.variables),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith("Can’t use the database: the disk is full")
    try:
        served.start()
        assert served.stop() == 0
    finally:
        served.kill()


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
import manage
sys.argv[0] = "manage.py"
manage.main()
"""
