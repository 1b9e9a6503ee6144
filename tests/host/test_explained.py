"""What an operator can mend ends a command with one line; a programming error still ends it with a traceback."""

import contextlib
import errno
import os
import sqlite3
import sys
from functools import partial

import pytest
from django.db import ConnectionHandler, DatabaseError, OperationalError, ProgrammingError

from scorekeeper import __main__ as command_line
from tests import serving

READ = "SELECT * FROM hand"
WRITE = "INSERT INTO hand VALUES (2)"


@pytest.fixture
def file(tmp_path):
    """A database of an older version: it has one table with one column."""
    file = tmp_path / "cards.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript("CREATE TABLE hand (number); INSERT INTO hand VALUES (1);")
    return file


@pytest.fixture
def run(monkeypatch):
    """A function that runs `manage.py` with a command that does something, and returns the line it ends with."""
    umask = os.umask(0o022)

    def run(command, *options):
        monkeypatch.setattr(command_line.Utility, "execute", lambda _utility: command())
        monkeypatch.setattr(sys, "argv", ["manage.py", "command", *options])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        assert "\n" not in str(ended.value)
        return str(ended.value)

    yield run
    os.umask(umask)


def execute(file, *statements, options=None):
    """Execute statements on a database as a command would."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": {"timeout": 0, **(options or {})}}
    connection = ConnectionHandler({"default": settings})["default"]
    try:
        for statement in statements:
            with connection.cursor() as cursor:
                cursor.execute(statement)
    finally:
        connection.close()


@pytest.mark.django_db
def test_a_faulty_database_is_explained_in_one_line(run, file):
    for *statements, reason in (
        ("SELECT * FROM night", "it isn’t up to date; start `manage.py serve`"),
        ("SELECT dealer FROM hand", "it isn’t up to date"),
        ("INSERT INTO hand (dealer) VALUES (1)", "it isn’t up to date"),
        ("PRAGMA max_page_count = 1", "INSERT INTO hand VALUES (zeroblob(99999))", "the disk is full"),
        ("PRAGMA query_only = ON", WRITE, "this user may not write to it"),
    ):
        line = run(partial(execute, file, *statements))
        assert (line.startswith("Can’t use the database: "), reason in line) == (True, True), line
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "it is busy; try again in a moment" in run(lambda: execute(file, WRITE))
    file.write_bytes(b"rubbish" * 1000)
    assert "it is damaged; restore a backup" in run(lambda: execute(file, READ))
    nowhere = file / "below"
    assert "there is no such file, or this user may not open it" in run(lambda: execute(nowhere, READ))


def test_postgresql_and_full_or_closed_disks_are_explained_in_one_line(run):
    def fail(error, **cause):
        error.__cause__ = type("Cause", (Exception,), cause)()
        raise error

    for state, reason in (("42P01", "it isn’t up to date"), ("53100", "the disk is full"), ("55P03", "it is busy")):
        assert reason in run(partial(fail, ProgrammingError("connection is\n away"), sqlstate=state))
    assert "away" in run(partial(fail, OperationalError("connection is\n away"), sqlstate=None))
    for number in (errno.ENOSPC, errno.EACCES, errno.EROFS):
        error = OSError(number, os.strerror(number), "/srv/data/running")
        assert run(partial(fail, error)) == f"/srv/data/running: {os.strerror(number)}"
    with pytest.raises(OperationalError):
        run(partial(fail, OperationalError("away")), "--traceback")
    for error in (LookupError("x"), DatabaseError("x"), OSError(errno.ENOENT, "x")):
        with pytest.raises(type(error)):  # a programming error keeps its traceback
            run(partial(fail, error))


def test_what_a_command_writes_is_private(run):
    def command():
        sys.exit(f"{os.umask(0o022):o}")

    assert run(command) == "77"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["rescore", "backup", "restore", "serve"])
def test_commands_end_with_one_line_when_the_schema_is_not_text(tmp_path, file, command):
    (tmp_path / "data").mkdir()
    damaged = tmp_path / ("copy" if command == "restore" else "data/scorekeeper.sqlite3")
    damaged.write_bytes(file.read_bytes().replace(b"tablehandhand", b"table\xff\n\xffhand"))
    arguments = {"backup": [tmp_path / "new"], "restore": [damaged], "serve": ["--port", serving.free_port()]}
    done = serving.manage(command, *map(str, arguments.get(command, ())), SCOREKEEPER_DATA=str(tmp_path / "data"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert " damaged" in done.stderr


@pytest.mark.slow
def test_commands_end_with_one_line_when_the_database_was_not_migrated(tmp_path):
    serving.manage("migrate", "contenttypes", "--verbosity=0", SCOREKEEPER_DATA=str(tmp_path))
    done = serving.manage("rescore", SCOREKEEPER_DATA=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "it isn’t up to date; start `manage.py serve`, or run `manage.py migrate`" in done.stderr
