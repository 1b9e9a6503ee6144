"""The hourly purge: one process does it, a wrong clock doesn't stop it, and one failed step doesn't stop the others."""

import datetime
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from scorekeeper.host import purging
from scorekeeper.models import Installation, Playgroup
from tests.cast import make_cast
from tests.conftest import NOW
from tests.people.test_leaving import full_group
from tests.recording.test_races import at_once

HOUR = datetime.timedelta(hours=1)


@pytest.mark.usefixtures("db")
def test_it_happens_once_an_hour_also_by_its_command(clock, capsys):
    call_command("purge")
    call_command("purge")
    assert capsys.readouterr().out == "Cleaned up.\nThis was done within the last hour.\n"
    clock(-datetime.timedelta(minutes=2))
    assert not purging.purge(), "clocks that differ a little do not do it twice"
    clock(HOUR + datetime.timedelta(minutes=2))
    assert [purging.purge() for _time in range(2)] == [True, False]


@pytest.mark.usefixtures("db")
def test_a_clock_that_was_wrong_does_not_stop_it(clock):
    for days in (0, -365, 365):
        clock(datetime.timedelta(days=days))
        assert [purging.purge() for _time in range(2)] == [True, False]


@pytest.mark.usefixtures("db")
def test_a_failed_step_is_logged_in_one_line_and_the_next_ones_still_run(monkeypatch, caplog):
    ran = []

    def broken():
        raise OperationalError("database is locked\nat line 5")

    monkeypatch.setattr(purging, "STEPS", (broken, lambda: ran.append(1)))
    assert purging.purge()
    assert (ran, [record.getMessage() for record in caplog.records]) == (
        [1],
        ["Hourly cleanup: broken failed: database is locked"],
    )


@pytest.mark.django_db(transaction=True)
def test_of_eight_processes_at_once_one_does_it():
    Installation.objects.get_or_create(pk=1)
    assert sorted(at_once(*[purging.purge] * 8)) == [False] * 7 + [True]


@pytest.mark.django_db(transaction=True)
def test_its_thread_goes_on_when_the_database_does_not_answer(monkeypatch, caplog):
    pauses, answers = [], iter([OperationalError("gone"), True])

    def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) > 2:
            raise StopIteration

    def purge():
        if isinstance(answer := next(answers), Exception):
            raise answer

    monkeypatch.setattr(purging.time, "sleep", sleep)
    monkeypatch.setattr(purging, "purge", purge)
    with pytest.raises(StopIteration):
        purging.every_hour()
    assert pauses == [60, 600, 600]
    assert [record.getMessage() for record in caplog.records] == ["Hourly cleanup: gone"]


@pytest.mark.django_db(transaction=True)
def test_nothing_of_a_deleted_group_is_left_in_the_file():
    """SQLite overwrites what it deletes."""
    if connection.vendor != "sqlite":
        return
    owner, words, _tokens = full_group(make_cast())
    assert all(word.encode() in database_file() for word in words[:-1])
    Playgroup.objects.filter(pk=owner.group.pk).update(deletes_at=NOW, deletes_day=0)
    assert purging.purge()
    left = database_file()
    assert [word for word in words if word.encode() in left] == []


def database_file():
    """Write everything to the database's file, and return its bytes."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(connection.settings_dict["NAME"]).read_bytes()
