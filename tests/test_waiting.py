"""How long requests wait for a lock: only so many may wait for long, so that a thread stays free for readers."""

from types import SimpleNamespace

import pytest
from django.db import IntegrityError, OperationalError

from scorekeeper import limits, waiting


@pytest.fixture
def clock(monkeypatch):
    """A clock that tests set."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(waiting, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def test_commands_wait_for_as_long_as_they_may(clock):
    room = waiting.Room()
    with room.wait() as first, room.wait() as second, room.wait(1) as third:
        assert (first, second, third) == (limits.LONGEST_WAIT, limits.LONGEST_WAIT, 1)


def test_once_somebody_waits_for_long_others_give_up_at_once(clock):
    room = waiting.Room()
    room.places = 1
    with room.wait() as first:
        clock.now += 0.125
        with room.wait() as second:
            assert (first, second) == (5, waiting.HURRY - 0.125)
        clock.now += 1
        with room.wait() as third:
            assert third == 0
    with room.wait() as fourth:
        assert fourth == 5


def test_an_address_can_take_only_one_place(clock):
    room = waiting.Room()
    room.places = 2
    room.thread.address = "192.0.2.1"
    with room.wait() as first, room.wait() as second:
        room.thread.address = "192.0.2.2"
        with room.wait() as other:
            assert (first, second, other) == (5, waiting.HURRY, 5)


def test_a_place_becomes_free_when_a_wait_fails(clock):
    room = waiting.Room()
    room.places = 1
    with pytest.raises(ZeroDivisionError), room.wait():
        _ = 1 / 0
    with room.wait() as next_one:
        assert next_one == 5


def test_a_reader_does_not_wait():
    with waiting.unless_busy(), waiting.room.wait() as seconds:
        assert seconds == 0
    with waiting.room.wait() as seconds:
        assert seconds == 5


def test_only_passing_faults_of_a_readers_write_are_ignored():
    with waiting.unless_busy():
        raise OperationalError("no connection")
    with pytest.raises(IntegrityError), waiting.unless_busy():
        raise IntegrityError("a hand that exists")


def test_a_connection_is_wrapped_once():
    made = SimpleNamespace(execute_wrappers=[len])
    waiting.wrap(made, str)
    waiting.wrap(made, str)
    assert made.execute_wrappers == [str, len]
