"""Operators' mistakes, made with a real server and put right: the phone is then a member again with its old cookie.

While a mistake lasts, the phone does what would lock it out most easily: it opens the app and starts a group if it can.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.serving import Served, manage
from tests.trials.phones import Phone

DATABASE, KEY = "scorekeeper.sqlite3", "secret-key"
OTHER_KEY = "another-key-" + "9876543210" * 5
WRONG_CLOCK = """
import datetime, time
from django.utils import timezone
now, seconds, wrong = timezone.now, time.time, datetime.timedelta(days={days})
timezone.now = lambda: now() + wrong
time.time = lambda: seconds() + wrong.total_seconds()
"""


class Table:
    """A server, and a phone that is a member of a group on it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.server = Served(data=data)
        self.server.start()
        self.phone = Phone(self.server.port)
        self.group = self.phone.start_group()
        self.server.stop()

    def serve_and_visit(self, *options: str, **variables: str) -> None:
        """Run the server once with these options and variables, for one visit of the phone."""
        usual, self.server.variables = self.server.variables, self.server.variables | variables
        self.server.options = [*options]
        self.server.start()
        self.visit(self.server)
        self.server.stop()
        self.server.variables, self.server.options = usual, []

    def visit(self, server: Served) -> None:
        """Open the app on the same host, and start a group if it doesn't know this phone."""
        visitor = Phone(server.port, like=self.phone)
        visitor.get("/")
        if "owner_name" in visitor.page:
            visitor.start_group()
        visitor.close()

    def is_refused(self) -> None:
        """Assert that the server says in one line why it won't start."""
        done = manage("serve", "--port", str(self.server.port), **self.server.variables)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr

    def phone_is_member(self) -> bool:
        """Return whether the phone gets into its group once all is right."""
        self.server.start()
        self.phone.close()
        status, _location, _page = self.phone.ask("GET", f"/groups/{self.group}/")
        self.server.stop()
        return status == 200


@contextmanager
def moved_away(path: Path) -> Iterator[None]:
    """Move a file or folder away. Then put it back in place of whatever has taken its name."""
    away = path.rename(path.with_name(f"{path.name}.away"))
    yield
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    away.rename(path)


def start_with_another_folder(table: Table) -> None:
    table.serve_and_visit(SCOREKEEPER_DATA=str(table.data.with_name("another")))


def start_without_the_data_folder(table: Table) -> None:
    with moved_away(table.data):
        table.serve_and_visit()


def start_without_the_database(table: Table) -> None:
    with moved_away(table.data / DATABASE):
        table.is_refused()


def start_anew_instead_of_finding_the_database(table: Table) -> None:
    with moved_away(table.data / DATABASE):
        table.serve_and_visit("--new")


def start_with_an_empty_file(table: Table) -> None:
    with moved_away(table.data / DATABASE):
        (table.data / DATABASE).touch()
        table.is_refused()


def start_without_the_key(table: Table) -> None:
    with moved_away(table.data / KEY):
        table.is_refused()


def start_with_another_key(table: Table) -> None:
    with moved_away(table.data / KEY):
        (table.data / KEY).write_text(OTHER_KEY)
        table.is_refused()


def replace_the_key_of_a_running_server(table: Table) -> None:
    table.server.start()
    with moved_away(table.data / KEY):
        (table.data / KEY).write_text(OTHER_KEY)
        table.visit(table.server)
        table.server.stop()


def start_an_older_version(table: Table) -> None:
    with closing(sqlite3.connect(table.data / DATABASE, isolation_level=None)) as database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('scorekeeper', '9999_new', '')")
        table.is_refused()
        database.execute("DELETE FROM django_migrations WHERE name = '9999_new'")


def start_with_a_copy_that_misses_the_phone(table: Table) -> None:
    """As a copy does that was made without the log."""
    with moved_away(table.data / DATABASE):
        shutil.copy(table.data / f"{DATABASE}.away", table.data / DATABASE)
        with closing(sqlite3.connect(table.data / DATABASE, isolation_level=None)) as copy:
            copy.execute("DELETE FROM scorekeeper_session")
        table.serve_and_visit()


def serve_something_else_on_the_same_host(table: Table) -> None:
    """Cookies don't know ports: what a demo beside the real app sets, the real app gets."""
    other = Served(data=table.data.with_name("demo") / "data", SCOREKEEPER_SECRET_KEY=OTHER_KEY)
    other.data.parent.mkdir(exist_ok=True)
    other.log = other.data.parent / "serve.log"
    try:
        other.start()
        table.visit(other)
    finally:
        other.kill()


def set_the_clock(table: Table, days: int) -> None:
    (folder := table.data.with_name(f"clock {days}")).mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(WRONG_CLOCK.format(days=days))
    table.serve_and_visit(PYTHONPATH=str(folder))


def set_the_clock_ahead(table: Table) -> None:
    set_the_clock(table, 500)


def set_the_clock_back(table: Table) -> None:
    set_the_clock(table, -500)


MISTAKES: tuple[Callable[[Table], None], ...] = (
    start_with_another_folder,
    start_without_the_data_folder,
    start_without_the_database,
    start_anew_instead_of_finding_the_database,
    start_with_an_empty_file,
    start_without_the_key,
    start_with_another_key,
    replace_the_key_of_a_running_server,
    start_an_older_version,
    start_with_a_copy_that_misses_the_phone,
    serve_something_else_on_the_same_host,
    set_the_clock_ahead,
    set_the_clock_back,
)

LIKE_OTHERS = {start_with_another_folder, start_anew_instead_of_finding_the_database, set_the_clock_back}
"""Mistakes that a small trial leaves out, because others are much like them."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A server that isn't running, and a phone that is a member of a group on it."""
    table = Table(tmp_path / "data")
    yield table
    table.phone.close()
    table.server.kill()


def test_no_mistake_locks_a_phone_out(table: Table, full: bool, capsys):
    locked_out = []
    mistakes = [mistake for mistake in MISTAKES if full or mistake not in LIKE_OTHERS]
    for mistake in mistakes:
        mistake(table)
        if full and not table.phone_is_member():
            locked_out.append(mistake.__name__)
    assert locked_out == []
    assert table.phone_is_member()
    with capsys.disabled():
        print(f"\n{len(mistakes)} mistakes, none of which locks a phone out", end=" ")
