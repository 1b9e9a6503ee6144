"""What a worker remembers between requests is limited in size and shared by its threads."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper import limits
from scorekeeper.memory import OVERHEAD, Memory, memory

MOST = 10_000


@pytest.fixture
def small():
    """A memory with room for ten values of 600 bytes."""
    return Memory(MOST)


def fill(small, *keys, size=600):
    """Keep a value of this size under each of these keys."""
    for key in keys:
        small.keep(key, f"value of {key}", size)


def kept(small, keys):
    """Return the keys under which something is kept."""
    return [key for key in keys if small.get(key) is not None]


def test_what_is_kept_is_returned_until_it_is_forgotten(small):
    fill(small, "a", ("b", 2))
    assert (small.get("a"), small.get(("b", 2)), small.get("c")) == ("value of a", "value of ('b', 2)", None)
    assert small.size == 2 * (600 + OVERHEAD)
    small.clear()
    assert (small.get("a"), small.size) == (None, 0)


def test_it_never_takes_more_bytes_than_allowed(small):
    for number in range(100):
        small.keep(number, number, 37 * number)
        assert small.size <= MOST
    assert kept(small, range(100)) == [98, 99]


def test_the_least_recently_used_value_goes_first(small):
    fill(small, *"abcdefghij")
    small.get("a")
    fill(small, "k", "l")
    assert "".join(kept(small, "abcdefghijkl")) == "adefghijkl"


@pytest.mark.parametrize("size", [MOST - OVERHEAD + 1, 10 * MOST])
def test_a_value_that_is_too_large_by_itself_is_not_kept_and_evicts_nothing(small, size):
    fill(small, "a", "b")
    fill(small, "large", size=size)
    assert kept(small, ["a", "b", "large"]) == ["a", "b"]


def test_what_just_fits_is_kept(small):
    fill(small, "a", "b")
    fill(small, "large", size=MOST - OVERHEAD)
    assert kept(small, ["a", "b", "large"]) == ["large"]


def test_a_key_has_one_value(small):
    fill(small, "a", "b")
    small.keep("a", "another", 100)
    assert small.get("a") == "another"
    assert small.size == 100 + 600 + 2 * OVERHEAD


def test_threads_can_share_it(small):
    def use(thread):
        for number in range(2000):
            key = (thread + number) % 40
            assert small.get(key) in (None, f"value of {key}")
            fill(small, key, size=number % 900)
            if number % 500 == 0:
                small.clear()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(8)))
    fill(small, *range(40))
    assert kept(small, range(40)) == list(range(30, 40))
    assert small.size == MOST


def test_a_worker_remembers_as_much_as_its_limit():
    memory.keep("all", "value", limits.MOST_MEMORY - OVERHEAD)
    assert memory.size == limits.MOST_MEMORY
    memory.keep("more", "value", limits.MOST_MEMORY - OVERHEAD + 1)
    assert memory.get("more") is None
