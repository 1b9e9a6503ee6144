"""Two Gunicorns share a PostgreSQL: whatever happens on one is true on the other, and each can be away for a while.

nginx sends requests to them in turns. With `--full`, PostgreSQL is away for a minute, and each machine is replaced ten
times while phones record.
"""

import http.client
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from urllib.parse import urlencode

import psycopg
import pytest

from tests.serving import PATIENCE
from tests.trials.machines import Machines, TlsPhone
from tests.trials.postgres import tool

POLL = re.compile(r'data-poll="([^"]+)" data-version="(\d+)"')
STATIC = re.compile(r'(?:href|src)="(/static/[^"]+)"')
GIVES_UP = 8
"""The seconds after which a phone sends a tap again."""
FIRST_GOOD = 3
"""The most seconds until the first good answer after PostgreSQL is back."""
AWAY, FULL_AWAY = 2, 60
PAUSE = 0.1  # seconds between two requests: more than the proxy's limit allows would be refused by it
ROLLS = 10
SHEETS = """{"format": "scorekeeper-sheets/1", "games": [{"rules": "trumplestiltskin", "players": ["Ann", "Bob", "Cy"],
"hands": [{"hand": {}, "players": {"Ann": {"bid": 10, "taken": 12}, "Bob": {"taken": 9}, "Cy": {"taken": 10}}}]}]}"""


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Two machines, set up as `docs/machines.md` says."""
    for program in ("nginx", "pgbouncer"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} isn't installed")
    tool("initdb")
    with ExitStack() as stack:
        yield Machines(tmp_path_factory.mktemp("machines"), stack)


@pytest.fixture
def phone(machines: Machines) -> Iterator[TlsPhone]:
    """A phone without a session."""
    phone = machines.phone()
    yield phone
    phone.close()


@pytest.fixture(scope="module")
def owner(machines: Machines) -> Iterator[TlsPhone]:
    """A phone whose browser owns a group, `group`, with a game, `game`."""
    phone = machines.phone()
    phone.group = phone.start_group()
    phone.game = phone.start_game(phone.group, "Ann", "Bob", "Cy")
    yield phone
    phone.close()


def test_each_machine_has_the_static_files_that_the_others_pages_name(owner: TlsPhone):
    pages = owner.ask_both(f"/games/{owner.game}/")
    first, second = (set(STATIC.findall(text)) for _status, _location, text in pages.values())
    assert first == second != set()
    for path in (path for path in first if path.endswith((".css", ".js"))):
        assert {answer[0] for answer in owner.ask_both(path).values()} == {200}


def test_a_file_uploaded_to_one_machine_can_be_imported_by_both(owner: TlsPhone):
    preview = owner.upload(owner.group, SHEETS)
    assert {answer[0] for answer in owner.ask_both(preview).values()} == {200}
    status, location, text = owner.post(preview)
    assert status == 302, text
    assert "games=1" in location
    assert {answer[0] for answer in owner.ask_both(preview).values()} == {410}, "it was imported, and both know it"


def test_neither_page_nor_poll_is_out_of_date(owner: TlsPhone):
    hand = f"/games/{owner.game}/hands/1/"
    for bid in (10, 11, 12):
        owner.get(f"/games/{owner.game}/")
        poll, version = POLL.search(owner.page).groups()
        assert {answer[0] for answer in owner.ask_both(f"{poll}?v={version}").values()} == {204}
        owner.tap(owner.game, 1, f"players.1.bid={bid}")
        assert {answer[0] for answer in owner.ask_both(f"{poll}?v={version}").values()} == {200}
        taps = {re.search(r'name="taps" value="(\d+)"', text)[1] for _s, _l, text in owner.ask_both(hand).values()}
        assert taps == {str(bid - 9)}, "each has kept the hand in memory, and shows it as it is now"


def test_a_lock_that_is_held_is_given_up_before_the_phone_gives_up(machines: Machines, owner: TlsPhone):
    game = owner.start_game(owner.group, "Ann", "Bob", "Cy")
    owner.get(f"/games/{game}/hands/1/")
    fields = {"tap": "players.1.bid=10", "at": "players.1.bid", "asked": ""}
    with closing(psycopg.connect(f"{machines.database.url.removesuffix('postgres')}scorekeeper")) as other:
        other.execute("SELECT * FROM scorekeeper_playgroup FOR UPDATE")
        began = time.monotonic()
        assert owner.post(f"/games/{game}/hands/1/tap/", **{**owner.hidden, **fields})[0] == 503
        assert time.monotonic() - began < GIVES_UP
        other.rollback()
    owner.get(f"/games/{game}/hands/1/")
    assert owner.post(f"/games/{game}/hands/1/tap/", **{**owner.hidden, **fields})[0] == 302


class Tapper(threading.Thread):
    """A phone that taps without pausing, and like `queue.js` sends a tap again until it is accepted."""

    def __init__(self, phone: TlsPhone, game: int) -> None:
        super().__init__()
        self.phone, self.address = phone, f"/games/{game}/hands/1/"
        self.stopped = threading.Event()
        self.times: list[float] = []
        self.again: list[object] = []
        self.wrong: list[object] = []

    def run(self) -> None:
        """Tap until told to stop."""
        self.phone.get(self.address)
        seen, number = dict(self.phone.seen), 0
        fields = {"csrfmiddlewaretoken": self.phone.hidden["csrfmiddlewaretoken"], "at": "players.1.bid"}
        while not self.stopped.is_set() and not self.wrong:
            number += 1
            tap = f"players.1.bid={10 + number % 2}"
            began = time.monotonic()
            while (answer := self.send({**fields, **seen, "tap": tap})) is None or answer[0] >= 500:
                self.again.append(answer and answer[0])
                self.stopped.wait(0.2)
            self.times.append(time.monotonic() - began)
            seen["taps"] = str(int(seen["taps"]) + 1)
            if answer[0] != 302:
                self.wrong.append(answer)

    def send(self, fields: dict[str, str]) -> tuple[int, str, str] | None:
        """Send a tap; return nothing if the connection broke."""
        try:
            return self.phone.ask("POST", f"{self.address}tap/", urlencode(fields))
        except (OSError, http.client.HTTPException):
            return None


def test_machines_are_replaced_one_after_the_other(machines: Machines, owner: TlsPhone, full: bool, capsys):
    game = owner.start_game(owner.group, "Ann", "Bob", "Cy")
    tapper = Tapper(machines.phone(like=owner), game)
    tapper.start()
    reads = set()
    newest = machines.servers[0].data / "static" / "newer.0123456789ab.js"
    newest.write_text("// a file of a newer version")
    for server in machines.servers * ROLLS if full else machines.servers[:1]:
        assert server.stop() == 0
        reads |= {owner.ask("GET", f"/games/{game}/")[0] for _read in range(4)}
        server.start()
        owner.ask_both(f"/games/{game}/")  # nginx has noticed
        reads |= {owner.ask("GET", f"/static/{newest.name}")[0] for _read in range(4)}
    tapper.stopped.set()
    tapper.join(PATIENCE)
    tapper.phone.close()
    assert (tapper.wrong, reads) == ([], {200})
    with capsys.disabled():
        print(
            f"\n{len(tapper.times)} taps while machines were replaced: at most {max(tapper.times):.2f} s,"
            f" {len(tapper.again)} sent again ({sorted(set(map(str, tapper.again)))})",
            end=" ",
        )
    assert max(tapper.times) < GIVES_UP
    owner.get(f"/games/{game}/hands/1/")
    assert int(owner.seen["taps"]) == len(tapper.times)


def test_postgresql_is_away_behind_pgbouncer(machines: Machines, owner: TlsPhone, full: bool, capsys):
    sheet, away = f"/games/{owner.game}/", []
    machines.database.stop()
    end = time.monotonic() + (FULL_AWAY if full else AWAY)
    while time.monotonic() < end:
        began = time.monotonic()
        away.append((owner.ask("GET", sheet)[0], time.monotonic() - began))
        time.sleep(PAUSE)
    machines.database.start()
    back = time.monotonic()
    while (status := owner.ask("GET", sheet)[0]) == 503:
        assert time.monotonic() - back < PATIENCE
    took = time.monotonic() - back
    slowest = max(took for _status, took in away)
    with capsys.disabled():
        print(f"\nPostgreSQL away: answers took at most {slowest:.2f} s; back, the first {took:.2f} s", end=" ")
    assert {status for status, _took in away} == {503}
    assert slowest < GIVES_UP
    assert status == 200
    assert took < FIRST_GOOD
    assert "Traceback" not in machines.output
