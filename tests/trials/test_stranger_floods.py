"""One anonymous client floods the app with whole requests in every way we know; meanwhile, a table goes on tapping.

Strangers can start a group, so they can also do whatever an owner can. The attacker comes from another address of this
machine, and never pauses.
"""

import http.client
import json
import random
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import pytest

from scorekeeper import limits
from tests.exchange.documents import GOOD, document, game
from tests.serving import PATIENCE, Served
from tests.trials.phones import Phone
from tests.trials.test_floods import GIVES_UP, taps

CONNECTIONS = 8
SECONDS, FULL = 0.2, 10
GAMES, FULL_GAMES = 250, limits.MOST_GAMES - 1
IMPORT = 120  # seconds that the attacker waits for the largest one
BOUNDARY = "a-boundary"


class Stranger(Phone):
    """A browser at another address. `answers` counts the statuses that it and its copies got."""

    def __init__(self, port: int, like: "Stranger | None" = None) -> None:
        super().__init__(port)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, IMPORT, source_address=("127.0.0.2", 0))
        if like is not None:
            self.cookies, self.page = dict(like.cookies), like.page

    @property
    def hidden(self) -> dict[str, str]:
        """The last page's hidden fields, and a CSRF token, which may be the cookie's own."""
        return super().hidden | {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}

    def send_file(self, address: str, content: bytes) -> tuple[int, str]:
        """Send a file with the last page's CSRF token; return the status and the redirect address."""
        part = f"--{BOUNDARY}\r\nContent-Disposition: form-data; name="
        token = f'{part}"csrfmiddlewaretoken"\r\n\r\n{self.hidden["csrfmiddlewaretoken"]}\r\n'
        head = f'{token}{part}"file"; filename="sheets.json"\r\nContent-Type: application/json\r\n\r\n'
        body = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request("POST", address, body, headers)
        response = self.connection.getresponse()
        response.read()
        return response.status, response.headers.get("Location", "")


@dataclass(frozen=True)
class Target:
    """What the attacker has prepared: a group with many games, one of them in progress, and a link to watch it."""

    group: int
    first: int
    playing: int
    night: int
    preview: str
    watch: str


Attack = Callable[[Stranger, Target], tuple[int, str, str] | tuple[int, str]]


def form(stranger: Stranger, **fields: object) -> str:
    """Return these fields as a form without anything else, and a token that the browser chose itself."""
    stranger.cookies.setdefault("csrftoken", "a" * 32)
    return "&".join(f"{name}={value}" for name, value in {"csrfmiddlewaretoken": "a" * 32, **fields}.items())


def hide(stranger: Stranger, target: Target) -> tuple[int, str, str]:
    """Hide the first of many games, so that all later ones are rated anew, and unhide it."""
    stranger.post(f"/games/{target.first}/hide/", hidden="true", confirm="true")
    return stranger.post(f"/games/{target.first}/hide/", hidden="false")


def tap(stranger: Stranger, target: Target) -> tuple[int, str, str]:
    """Tap in the attacker's own game."""
    stranger.get(address := f"/games/{target.playing}/hands/1/")
    return stranger.post(f"{address}tap/", **stranger.seen, at="players.0.bid", tap="players.0.bid=12")


def stop(stranger: Stranger, target: Target) -> tuple[int, str, str]:
    """Stop the attacker's game of 200 hands, and resume it."""
    stranger.post(f"/games/{target.playing}/stop/", how="no_winner")
    return stranger.post(f"/games/{target.playing}/resume/")


def anew(stranger: Stranger, address: str, **fields: object) -> tuple[int, str, str]:
    """Send a form as a browser that nobody has seen before."""
    stranger.cookies = {}
    return stranger.ask("POST", address, form(stranger, **fields))


ATTACKS: dict[str, Attack] = {
    "pages that don't exist": lambda s, _t: s.ask("GET", f"/{secrets.token_hex(2000)}/"),
    "links that don't exist": lambda s, _t: s.ask("GET", f"/w/{secrets.token_urlsafe(32)}/"),
    "polls of a link": lambda s, t: s.ask("GET", f"{t.watch}v/"),
    "watching, never from memory": lambda s, t: s.ask("GET", f"{t.watch}?hand={random.randrange(10**9)}"),
    "new groups": lambda s, _t: anew(s, "/", uid=secrets.token_hex(16), name="Sunday", owner_name="Zoe"),
    "themes": lambda s, _t: anew(s, "/theme/", theme="dark", back="/" + "a" * 30_000),
    "a thousand fields": lambda s, _t: anew(s, "/", **{f"{number}": "%20" * 12 for number in range(990)}),
    "too many fields": lambda s, _t: anew(s, "/sign-in/", **dict.fromkeys(map(str, range(9000)), "")),
    "many cookies": lambda s, _t: s.ask("GET", "/", Cookie="; ".join(f"{number}=a" for number in range(3000))),
    "many session keys": lambda s, _t: s.ask("GET", "/", Cookie=f"scorekeeper={'.'.join(['a' * 32] * 900)}"),
    "many languages": lambda s, _t: s.ask("GET", "/", **{"Accept-Language": "xx-" * 10_000}),
    "many forwarding addresses": lambda s, _t: s.ask("GET", "/", **{"X-Forwarded-For": "1.1.1.1," * 3500}),
    "long searches": lambda s, t: s.ask("GET", f"/groups/{t.group}/?q={'%25_' * 5000}"),
    "searches": lambda s, t: s.ask("GET", f"/groups/{t.group}/?q={'%25_' * 12}&page=9"),
    "a large group's page": lambda s, t: s.ask("GET", f"/groups/{t.group}/?page=2"),
    "statistics": lambda s, t: s.ask("GET", f"/groups/{t.group}/statistics/?by=share"),
    "the roster": lambda s, t: s.ask("GET", f"/groups/{t.group}/roster/"),
    "a large night": lambda s, t: s.ask("GET", f"/nights/{t.night}/?page=2"),
    "prints": lambda s, t: s.ask("GET", f"/nights/{t.night}/print/"),
    "prints of a long game": lambda s, t: s.ask("GET", f"/games/{t.playing}/print/"),
    "exports": lambda s, t: s.ask("GET", f"/groups/{t.group}/files/hands.csv"),
    "previews": lambda s, t: s.ask("GET", t.preview),
    "uploads": lambda s, t: s.send_file(f"/groups/{t.group}/files/import/", b"[" * 2**20),
    "repeated keys": lambda s, t: repeated_keys(s, t),
    "taps": tap,
    "all ratings anew": hide,
    "a long game, stopped and resumed": stop,
    "links": lambda s, t: s.post(f"/groups/{t.group}/links/", kind="watch", label="TV"),
}


def repeated_keys(stranger: Stranger, target: Target) -> tuple[int, str, str]:
    """Preview a file with one repeated key among many."""
    content = f'{{{",".join(f"{json.dumps(str(number))}: 1" for number in range(40_000))}, "0": 2}}'.encode()
    _status, preview = stranger.send_file(f"/groups/{target.group}/files/import/", content)
    return stranger.ask("GET", preview or target.preview)


@dataclass
class Flood:
    """The attacker's connections, all doing the same again and again. `answers` counts the statuses that they got."""

    stranger: Stranger
    target: Target
    attack: Attack
    stopped: threading.Event = field(default_factory=threading.Event)
    answers: Counter[int] = field(default_factory=Counter)

    def send(self) -> None:
        """Attack on one connection, without pausing."""
        copy = Stranger(self.stranger.port, self.stranger)
        while not self.stopped.is_set():
            with suppress(OSError, http.client.HTTPException):
                self.answers[self.attack(copy, self.target)[0]] += 1
        copy.close()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Attack on all connections until the block ends; begin once an answer has come."""
        threads = [threading.Thread(target=self.send) for _connection in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        try:
            end = time.monotonic() + PATIENCE
            while not self.answers and time.monotonic() < end:
                self.stopped.wait(0.01)
            yield
        finally:
            self.stopped.set()
            for thread in threads:
                thread.join(2 * PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server as anybody would start it."""
    served = Served(data=tmp_path_factory.mktemp("floods") / "data").use_ready_folder()
    served.start()
    yield served
    served.kill()


@pytest.fixture(scope="module")
def stranger(server: Served) -> Stranger:
    """The attacker."""
    return Stranger(server.port)


@pytest.fixture(scope="module")
def target(stranger: Stranger, full: bool) -> Target:
    """The attacker's group, which took a single file."""
    group = stranger.start_group()
    chance, names = random.Random(1), [f"Player {number}" for number in range(150)]
    content = document(
        game(*[GOOD] * 199, options={"player_target": 9999, "gnome_target": 9999}, id="long"),
        *(finished(number, chance.sample(names, 3)) for number in range(FULL_GAMES if full else GAMES)),
    )
    stranger.get(f"/groups/{group}/files/")
    _status, preview = stranger.send_file(f"/groups/{group}/files/import/", content)
    stranger.get(preview)
    status, _location, text = stranger.post(preview)
    assert status == 302, text
    page = stranger.get(f"/groups/{group}/")
    (playing,) = set(re.findall(r"/games/(\d+)/", page.partition("/nights/")[0])) or {"1"}
    night = re.search(r"/nights/(\d+)/", page)[1]
    games = re.findall(r"/games/(\d+)/", stranger.get(f"/groups/{group}/?page=999"))
    stranger.get(f"/groups/{group}/people/")
    watch = stranger.post(f"/groups/{group}/links/", kind="watch", label="TV")[1]
    link = re.search(r"/w/[\w-]+/", stranger.get(watch))[0]
    stranger.get(f"/groups/{group}/files/")
    _status, preview = stranger.send_file(f"/groups/{group}/files/import/", content)
    stranger.get(f"/groups/{group}/files/")
    return Target(group, int(games[-1]), int(playing), int(night), preview, link)


def finished(number: int, players: list[str]) -> dict[str, object]:
    """Return a game that has ended."""
    hand = {"hand": {}, "players": dict(zip(players, GOOD["players"].values(), strict=True))}
    night = f"20{number % 20:02}-{number % 12 + 1:02}-{number % 28 + 1:02}"
    return game(hand, players=players, id=f"g{number}", night=night, options={"player_target": 20})


@pytest.fixture(scope="module")
def table(server: Served) -> tuple[Phone, int]:
    """A phone at a table, and its game."""
    phone = Phone(server.port)
    return phone, phone.start_game(phone.start_group(), "Ann", "Bob", "Cy")


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_stranger_who_floods_the_app_stops_no_table(
    server: Served, stranger: Stranger, target: Target, table: tuple[Phone, int], full: bool, capsys, attack: str
):
    flood = Flood(stranger, target, ATTACKS[attack])
    with flood.going_on():
        times = taps(*table, FULL if full else SECONDS)
    with capsys.disabled():
        print(f"\n{attack}: {len(times)} taps took at most {max(times):.2f} s; {dict(flood.answers)}", end=" ")
    assert max(times) < GIVES_UP / 2
    assert not set(flood.answers) & {0, 500, 502, 504}
    assert "Traceback" not in server.output
