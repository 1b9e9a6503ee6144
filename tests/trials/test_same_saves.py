"""Eight phones send the same save at once, many times: each round stores one hand, and every phone gets an answer."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.serving import PATIENCE
from tests.trials.conftest import Store
from tests.trials.phones import Phone

ROUNDS, FULL = 10, 500
AT_ONCE = 8
GAMES = 10
TAPS = ("players.1.bid=10", "hand.bidding_done=true", "hand.no_gnome=true")
TAKEN = ("players.1.taken=12", "players.2.taken=9", "players.0.taken=10")


def save_at_once(phones: list[Phone], pool: ThreadPoolExecutor, game: int, hand: int, seen: dict[str, str]) -> list:
    """Save the same hand from all phones at once and return their responses."""
    ready = threading.Barrier(len(phones), timeout=PATIENCE)

    def press(phone: Phone) -> tuple[int, str]:
        ready.wait()
        return phone.post(f"/games/{game}/hands/{hand}/save/", **seen)[:2]

    return list(pool.map(press, phones))


@pytest.fixture
def typist(store: Store) -> Iterator[Phone]:
    phone = Phone(store.served.port)
    yield phone
    phone.close()


@pytest.fixture
def phones(store: Store, typist: Phone) -> Iterator[list[Phone]]:
    phones = [Phone(store.served.port, like=typist) for _phone in range(AT_ONCE)]
    yield phones
    for phone in phones:
        phone.close()


def test_eight_identical_saves_store_one_hand(store: Store, typist: Phone, phones: list[Phone], full: bool, capsys):
    rounds = FULL if full else ROUNDS
    group = typist.start_group()
    began = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for _game in range(GAMES):
            game = typist.start_game(group, "Ann", "Bob", "Cy")
            for hand in range(1, rounds // GAMES + 1):
                typist.tap(game, hand, *TAPS, *TAKEN)
                for phone in phones:
                    phone.page = typist.page
                answers = save_at_once(phones, pool, game, hand, typist.seen)
                assert answers == [(302, f"/games/{game}/")] * AT_ONCE
    with capsys.disabled():
        print(f"\n{rounds} rounds of {AT_ONCE} identical saves: {time.monotonic() - began:.0f} s", end=" ")
    count = {table: store.rows(f"SELECT count(*) FROM scorekeeper_{table}")[0][0] for table in ("hand", "revision")}
    assert count == {"hand": rounds, "revision": rounds}
    assert "ERROR" not in store.served.output
    assert "Traceback" not in store.served.output
