"""Two imports at once into one group: what is acknowledged stays, and every game is there once, with all its hands.

By turns, a file's button is tapped twice, two owners import different files, and two owners import equal ones. The
second request comes at a random moment of the first. Both go on until all games are there.
"""

import random
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass

import pytest

from scorekeeper.formats.sheets import read_sheets
from tests import years
from tests.formats.documents import document
from tests.serving import PATIENCE, manage
from tests.trials.conftest import Store
from tests.trials.phones import Phone

ROUNDS, FULL = 6, 60
GAMES, HANDS = 12, 6
FIRST_YEAR = 1900
"""Each round's games are of a year of their own, by which they can be exported."""
ADDED, GOES_ON, ADDED_BEFORE, BUSY = 302, 200, 410, 503


@dataclass(kw_only=True)
class Tap:
    """A tap on the button that imports a file. `status` is that of the last answer."""

    phone: Phone
    address: str
    games: list[str]
    status: int = 0

    def send(self, ready: threading.Barrier, delay: float = 0) -> None:
        """Tap when everybody is ready, or a moment later, and go on until all games are there."""
        ready.wait()
        time.sleep(delay)
        end = time.monotonic() + PATIENCE
        self.status = self.phone.post(self.address)[0]
        while self.status in (GOES_ON, BUSY) and time.monotonic() < end:
            self.status = self.phone.ask("GET", self.address)[0]
            if self.status == 200 and "csrfmiddlewaretoken" not in self.phone.hidden:
                self.status = ADDED_BEFORE  # the preview has nothing more to add
            elif self.status == 200:
                self.status = self.phone.post(self.address)[0]


@dataclass(kw_only=True)
class Group:
    """A group with two owners; one of them has a second connection, for the second tap."""

    number: int
    first: Phone
    again: Phone
    second: Phone

    def taps(self, trial: int) -> tuple[Tap, Tap]:
        """Upload what this round is about, and return the two taps that are to meet."""
        for phone in (self.first, self.again, self.second):
            phone.connection.close()  # the server may have, since the round before
        one = self.tap(self.first, trial, "first")
        if trial % 3 == 0:
            self.again.page = self.first.page
            return one, Tap(phone=self.again, address=one.address, games=one.games)
        return one, self.tap(self.second, trial, "first" if trial % 3 == 1 else "second")

    def tap(self, phone: Phone, trial: int, name: str) -> Tap:
        """Upload a file, and return the tap on its button."""
        file = games_file(trial, name)
        return Tap(phone=phone, address=phone.upload(self.number, file.decode()), games=content(file))

    def games(self, trial: int) -> list[str]:
        """Return the round's games as the group has them."""
        status, _address, text = self.first.ask(
            "GET", f"/groups/{self.number}/files/sheets.json?year={FIRST_YEAR + trial}"
        )
        return content(text.encode()) if status == 200 else [f"status {status}"]


@pytest.fixture
def group(store: Store) -> Iterator[Group]:
    with ExitStack() as closed:
        first, second = (closed.enter_context(closing(Phone(store.served.port))) for _owner in range(2))
        number = first.start_group()
        first.get(f"/groups/{number}/people/")
        first.get(first.post(f"/groups/{number}/links/", kind="join", label="")[1])
        invitation = re.search(r"/j/[^/]+/", first.page)[0]
        second.get(invitation)
        second.post(invitation, name="Rex")
        people = re.findall(rf"/groups/{number}/people/(\d+)/", first.get(f"/groups/{number}/people/"))
        first.post(f"/groups/{number}/people/{max(map(int, people))}/", role="owner", confirm="true")
        again = closed.enter_context(closing(Phone(first.port, like=first)))
        yield Group(number=number, first=first, again=again, second=second)


def games_file(trial: int, name: str) -> bytes:
    """Return a file of games, the same for the same arguments."""
    chance = random.Random(f"{trial} {name}")
    kept = ("rules", "options", "stopped", "players", "hands")
    games = [years.game(chance, number, HANDS) for number in range(GAMES)]
    return document(
        *(
            {key: game[key] for key in kept}
            | {"id": f"{trial} {name} {number}", "night": f"{FIRST_YEAR + trial}-02-{number % 2 + 1:02}"}
            for number, game in enumerate(games)
        )
    )


def content(file: bytes) -> list[str]:
    """Return each game's players and hands, in an order that doesn't depend on the file's."""
    return sorted(repr((game.table.names, game.hands)) for game in read_sheets(file).games)


@pytest.mark.nightly
def test_two_imports_at_once_add_every_game_once(store: Store, group: Group, full: bool, capsys):
    chance, longest, wrong = random.Random(28), 0.5, {}
    rounds = FULL if full else ROUNDS
    with ThreadPoolExecutor(2) as pool:
        for trial in range(rounds):
            taps, ready = group.taps(trial), threading.Barrier(2, timeout=PATIENCE)
            began = time.monotonic()
            delays = 0, chance.random() * longest
            list(pool.map(Tap.send, taps, [ready] * 2, delays))
            longest = time.monotonic() - began - delays[1]
            answers, added = {tap.status for tap in taps}, group.games(trial)
            if not answers <= {ADDED, ADDED_BEFORE} or added != sorted({game for tap in taps for game in tap.games}):
                wrong[trial] = answers, len(added)
    with capsys.disabled():
        print(f"\n{len(wrong)} of {rounds} rounds of two imports at once failed;", end=" ")
    assert wrong == {}
    checked = manage("rescore", "--check", patience=10 * PATIENCE, **store.served.variables)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Traceback" not in store.served.output
