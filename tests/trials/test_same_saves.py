"""Eight phones send the same save at once, many times: each round stores one hand, and every phone gets an answer."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

from tests.serving import PATIENCE
from tests.trials.conftest import Store
from tests.trials.phones import HAND, Phone

ROUNDS, FULL = 10, 500
AT_ONCE = 8
GAMES = 10


def save_at_once(phones: list[Phone], pool: ThreadPoolExecutor, address: str, seen: dict[str, str]) -> list:
    """Save the same hand from all phones at once and return their responses."""
    ready = threading.Barrier(len(phones), timeout=PATIENCE)

    def press(phone: Phone) -> tuple[int, str]:
        ready.wait()
        return phone.post(f"{address}save/", **seen)[:2]

    return list(pool.map(press, phones))


def test_eight_identical_saves_store_one_hand(store: Store, full: bool):
    rounds = FULL if full else ROUNDS
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(AT_ONCE))
        typist = stack.enter_context(closing(Phone(store.served.port)))
        phones = [stack.enter_context(closing(Phone(typist.port, like=typist))) for _phone in range(AT_ONCE)]
        group = typist.start_group()
        for _game in range(GAMES):
            game = typist.start_game(group, "Ann", "Bob", "Cy")
            for hand in range(1, rounds // GAMES + 1):
                typist.tap(game, hand, *HAND)
                for phone in phones:
                    phone.page = typist.page
                answers = save_at_once(phones, pool, f"/games/{game}/hands/{hand}/", typist.seen)
                assert answers == [(302, f"/games/{game}/")] * AT_ONCE
    count = {table: store.rows(f"SELECT count(*) FROM scorekeeper_{table}")[0][0] for table in ("hand", "revision")}
    assert count == {"hand": rounds, "revision": rounds}
    assert "ERROR" not in store.served.output
    assert "Traceback" not in store.served.output
