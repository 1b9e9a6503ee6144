"""On PostgreSQL, the first statement of each transaction limits its waits; nothing is left behind on the connection."""

import pytest
from django.db import connection, transaction

from scorekeeper import postgresql, waiting
from scorekeeper.models import Playgroup
from tests.cast import make_cast

pytestmark = pytest.mark.django_db(transaction=True)


def shown(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


class Recorded:
    """A PostgreSQL connection and cursor that only remember what was executed."""

    def __init__(self, *, busy: bool = False, autocommit: bool = False) -> None:
        self.vendor, self.execute_wrappers, self.sql, self.more = "postgresql", [], "", [True, True]
        self.connection = self.cursor = self.info = self
        self.transaction_status, self.autocommit = int(busy), autocommit

    def nextset(self) -> bool | None:
        return self.more.pop() if self.more else None

    def execute(self, sql: str, *, many: bool = False) -> str:
        postgresql.limit_waits(self)
        (wrapper,) = self.execute_wrappers
        return wrapper(lambda sql, *_rest: sql, sql, (), many, {"connection": self, "cursor": self})


LIMITED = "SET LOCAL idle_in_transaction_session_timeout = '60s'; SET LOCAL lock_timeout = '5000ms'; "


@pytest.mark.parametrize(
    ("state", "sql", "limited"),
    [
        pytest.param({}, "SELECT 1 FOR UPDATE", True, id="the first statement of a transaction"),
        pytest.param({"busy": True}, "UPDATE hand", False, id="its second statement"),
        pytest.param({"autocommit": True}, "UPDATE hand", True, id="a write on its own"),
        pytest.param({"autocommit": True}, "SELECT 1", False, id="a read"),
        pytest.param({"autocommit": True}, "CREATE DATABASE x", False, id="what must stand alone"),
    ],
)
def test_what_is_limited(state, sql, limited):
    database = Recorded(**state)
    assert database.execute(sql) == LIMITED * limited + sql
    assert database.more == [] if limited else [True, True], "the statement's own result is the current one"


def test_a_write_that_must_leave_a_thread_to_readers_waits_briefly(monkeypatch):
    monkeypatch.setattr(waiting.room, "places", 0)
    monkeypatch.setattr(waiting, "HURRY", 0)
    assert "lock_timeout = '1ms'" in Recorded().execute("SELECT 1 FOR UPDATE"), "0 would mean no limit"


if connection.vendor == "postgresql":  # a skipped test would hide that it never runs

    class TestOnPostgreSQL:
        def test_a_transaction_waits_five_seconds_at_most(self):
            group = make_cast().group
            with transaction.atomic():
                assert Playgroup.objects.select_for_update().get(pk=group.pk) == group, (
                    "the result is the statement's own"
                )
                assert shown("lock_timeout") == "5s"
                assert shown("idle_in_transaction_session_timeout") == "1min"
            assert shown("lock_timeout") == "0"

        def test_writes_on_their_own_return_what_they_did(self):
            group = make_cast().group
            assert Playgroup.objects.filter(pk=group.pk).update(name="100% Thursday") == 1
            created = Playgroup.objects.create(name="Friday", time_zone="UTC")
            assert Playgroup.objects.get(pk=created.pk).name == "Friday"
