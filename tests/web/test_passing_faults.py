"""Faults that pass: the page says so with a 503, nothing is lost, and the same request succeeds a moment later."""

import errno
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Hand, Playgroup
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.web.database import LockingConnection, is_passing
from tests.cast import make_cast, start_game
from tests.serving import PATIENCE
from tests.web.browser import Browser, parse

BUSY = "The score keeper is busy for a moment"
TAP = {"tap": "players.0.bid=10", "revisions": "0", "taps": "0", "setup": "0"}
PREPARE = "CREATE TABLE hand (number UNIQUE); INSERT INTO hand VALUES (1)"


@contextmanager
def locked() -> Iterator[None]:
    """Let another connection hold every group's lock."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Playgroup.objects.select_for_update())
            held.set()
            done.wait(PATIENCE)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(PATIENCE)
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextmanager
def unreachable() -> Iterator[list[str]]:
    """Fail all queries as if there were no database. Yield a list that collects them."""
    asked: list[str] = []

    def fail(execute, sql, *arguments):
        asked.append(sql)
        raise OperationalError("connection refused") from psycopg.OperationalError("connection refused")

    with connection.execute_wrapper(fail):
        yield asked


@pytest.fixture
def impatient(monkeypatch):
    """Writers that give up almost at once."""
    monkeypatch.setattr(LockingConnection, "patience", 0.01)
    if connection.vendor == "postgresql":
        connection.cursor().execute("SET lock_timeout = 10")
    yield
    if connection.vendor == "postgresql":
        connection.cursor().execute("RESET lock_timeout")


@pytest.mark.django_db(transaction=True)
class TestALockedDatabase:
    def test_a_tap_gets_a_503_and_is_stored_when_sent_again(self, impatient):
        cast = make_cast()
        game = start_game(cast.owner)
        client = Client(raise_request_exception=False, headers={"HX-Request": "true", "HX-Target": "page"})
        client.force_login(cast.owner.user)
        address = f"/games/{game.pk}/hands/1/tap/"
        with locked():
            response = client.post(address, TAP)
        assert (response.status_code, response["Retry-After"], response["Cache-Control"]) == (503, "2", "no-store")
        assert not Hand.objects.exists()
        assert client.post(address, TAP).status_code == 200
        assert [tap[:2] for tap in Hand.objects.get().taps] == [["players.0.bid", 10]]

    def test_without_javascript_the_page_keeps_what_was_entered(self, impatient):
        cast = make_cast()
        olga = Browser(cast.owner)
        olga.client.raise_request_exception = False
        olga.open(f"/games/{start_game(cast.owner).pk}/hands/1/")
        with locked():
            olga.press("10")
        assert (olga.status, olga.page.one("h1").text) == (503, BUSY)
        olga.press("Send again")
        assert [tap[:2] for tap in Hand.objects.get().taps] == [["players.0.bid", 10]]

    def test_pages_can_still_be_read(self, impatient, client):
        cast = make_cast()
        game = start_game(cast.owner)
        client.force_login(cast.owner.user)
        link = make_watch_link(group=cast.group, by=cast.owner, game=game)
        Session.objects.update(expire_date=timezone.now())
        with locked():
            assert client.get(f"/games/{game.pk}/").status_code == 200, "although its session is due for renewal"
            assert client.get(f"/w/{token_of(link)}/").status_code == 200, "although its use is noted"
        link.refresh_from_db()
        assert link.last_used_at is None
        assert client.get(f"/w/{token_of(link)}/").status_code == 200
        link.refresh_from_db()
        assert link.last_used_at is not None


def test_the_page_needs_no_database(db):
    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32
    for path in ("/", "/groups/1/", "/games/1/", "/w/x/", "/account/"):
        with unreachable() as asked:
            response = client.get(path)
        assert len(asked) == 1, "after the first failure, nothing is tried"
        assert response.status_code == 503
        page = parse(response.content.decode())
        assert page.one("h1").text == BUSY
        assert page.one("a", href=path).text == "Try again"


def test_no_page_repeats_a_password(db):
    client = Client(raise_request_exception=False)
    with unreachable():
        response = client.post("/sign-in/", {"name": "Olga", "password": "tin soldier on a shelf"})
    assert response.status_code == 503
    assert "tin soldier" not in response.content.decode()
    assert "Go back and send it again" in parse(response.content.decode()).text


def test_a_passing_fault_takes_one_line_of_the_log(db, log):
    with unreachable():
        Client(raise_request_exception=False, headers={"Cookie": "x"}).get("/w/" + "x" * 43 + "/")
    assert log.lines == ["ERROR django.request Service Unavailable: /w/***/ (connection refused)"]
    assert settings.LOGGING["handlers"]["stderr"]["filters"] == ["one_line"]


def error_of(file: Path, *statements: str) -> Exception:
    """Return the error that SQLite raises, wrapped as Django would."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as database:
        for statement in statements:
            try:
                database.execute(statement)
            except sqlite3.Error as cause:
                error = (IntegrityError if isinstance(cause, sqlite3.IntegrityError) else OperationalError)(str(cause))
                error.__cause__ = cause
                return error
    raise AssertionError("it did not fail")


def test_which_faults_of_sqlite_pass(tmp_path):
    file = tmp_path / "cards.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.executescript(PREPARE)
        for passes, *statements in (
            (True, "PRAGMA max_page_count = 1", "CREATE TABLE more (x)"),
            (True, "PRAGMA query_only = 1", "DELETE FROM hand"),
            (False, "SELECT * FROM nothing"),
            (False, "SELEKT"),
            (False, "INSERT INTO hand VALUES (1)"),
        ):
            assert is_passing(error_of(file, *statements)) is passes, statements
        other.execute("BEGIN IMMEDIATE")
        assert is_passing(error_of(file, "BEGIN IMMEDIATE"))


def test_a_database_that_cannot_be_opened_may_open_later(tmp_path):
    with pytest.raises(sqlite3.OperationalError) as caught:
        sqlite3.connect(tmp_path / "nowhere" / "cards.sqlite3")
    (error := OperationalError()).__cause__ = caught.value
    assert is_passing(error)


def test_which_faults_of_postgresql_pass():
    errors = psycopg.errors
    passing = (errors.TooManyConnections, errors.LockNotAvailable, errors.DeadlockDetected, errors.DiskFull)
    for cause in (*passing, errors.UndefinedTable, errors.UniqueViolation):
        wrapper = OperationalError if issubclass(cause, psycopg.OperationalError) else DatabaseError
        (error := wrapper()).__cause__ = cause("because")
        assert is_passing(error) is (cause in passing), cause


def test_which_other_faults_pass():
    assert is_passing(InterfaceError("connection already closed"))
    assert is_passing(OSError(errno.ENOSPC, "No space left"))
    assert not is_passing(FileNotFoundError(errno.ENOENT, "No such file"))
    assert not is_passing(ValueError("no"))
