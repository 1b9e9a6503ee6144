"""Kills during taps and saves: each acknowledged tap and hand is stored once, and no hand is half-stored.

The victim is the server, one of PostgreSQL's processes, or all of PostgreSQL. Sixteen phones record without pausing.
Afterward, each phone repeats the request that the kill cut off, as a page would, so the same save can arrive twice.
"""

import http.client
import os
import random
import signal
import time
from contextlib import suppress

from tests.serving import manage
from tests.trials.conftest import Store
from tests.trials.recorders import LONGEST_GAME, EagerPhone, Recorder, stored_hands

BACK = 30
"""The most seconds until the server answers after a kill."""
KILLS = {
    "SQLite": (["serve"] * 2, ["serve"] * 50),
    "PostgreSQL": (["serve", "backend", "restart"], ["serve", "backend"] * 50 + ["restart"] * 10),
}
"""What is killed in a short and in a full trial."""


def kill(store: Store, what: str, chance: random.Random) -> None:
    """Kill it with `kill -9`; `restart` stops all of PostgreSQL at once, as a power failure would."""
    if what == "serve":
        store.served.kill()
    elif what == "restart":
        store.postgres.stop()
    else:
        clients = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        for (pid,) in chance.sample(rows := store.rows(clients), min(1, len(rows))):
            os.kill(pid, signal.SIGKILL)


def bring_back(store: Store, what: str, phone: EagerPhone) -> None:
    """Start again what doesn't start by itself, and wait until the server answers."""
    if what == "serve":
        store.served.start()
    if what == "restart":
        store.postgres.start()
    end, answered = time.monotonic() + BACK, False
    while not answered:
        assert time.monotonic() < end, store.served.output
        with suppress(OSError, http.client.HTTPException):
            answered = phone.ask("GET", "/")[0] == 200
        time.sleep(0.05)


def test_kills_neither_lose_nor_duplicate_a_tap_or_hand(store: Store, recorders: list[Recorder], full: bool):
    kills = KILLS["PostgreSQL" if store.postgres else "SQLite"][full]
    chance, in_flight = random.Random(50), 0
    group = int(store.rows("SELECT min(group_id) FROM scorekeeper_game")[0][0])
    for what in kills:
        for recorder in recorders:
            recorder.start()
        time.sleep(chance.uniform(0.05, 0.3))
        awaited = chance.choice(recorders)
        awaited.saving.clear()
        awaited.saving.wait(BACK)
        time.sleep(chance.uniform(0, 0.015))
        kill(store, what, chance)
        if what not in ("serve", "restart"):
            time.sleep(chance.uniform(0.05, 0.3))
        for recorder in recorders:
            recorder.stopping.set()
        for recorder in recorders:
            recorder.stop()
        in_flight += sum(recorder.unanswered is not None for recorder in recorders)
        bring_back(store, what, EagerPhone(store.served.port))
        if store.postgres is None:
            assert store.rows("PRAGMA quick_check") == [("ok",)]
        hands = stored_hands(store.rows)
        assert all(key in hands and hands[key].is_whole for key in recorders[0].saved)
        assert [hand for hand in hands.values() if not (hand.is_whole or hand.is_untouched)] == []
        for recorder in recorders:
            recorder.check(hands)
        recorders = [recorder.next() for recorder in recorders]
        for recorder in recorders:
            if recorder.hand > LONGEST_GAME:
                names = [f"{letter} {recorder.game}" for letter in "ABC"]
                recorder.game, recorder.hand = recorder.phone.start_game(group, *names), 1
    assert manage("rescore", "--check", **store.served.variables).returncode == 0
    assert in_flight > 0
