"""`python -m tests.trials.speed` compares the cost of requests with that of minimal Django views.

App and floor (see `floor`) take turns in one process. Requests go through the whole WSGI application, and only
processor time counts, so the ratios hold on a busy machine too. For each request, it prints its limit and the ratios
of the minimums and of the medians, as JSON. Warm means that the worker has answered the same request before; cold,
that its memory is empty.
"""

import argparse
import atexit
import gc
import io
import json
import os
import random
import secrets
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

if __name__ == "__main__":
    FOLDER = tempfile.mkdtemp(prefix="scorekeeper-speed-")
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    os.environ |= {"SCOREKEEPER_DATA": FOLDER, "SCOREKEEPER_SECRET_KEY": secrets.token_urlsafe(64)}
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.trials.speed_settings"

import django

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402

from scorekeeper.files.importing import import_games  # noqa: E402
from scorekeeper.formats.sheets import read_sheets  # noqa: E402
from scorekeeper.models import Game, Membership  # noqa: E402
from scorekeeper.recording.game import reading as game_reading  # noqa: E402
from tests.cast import start_group  # noqa: E402
from tests.formats.documents import document  # noqa: E402
from tests.years import game as game_of_years, play_years  # noqa: E402

TAPS = [f"players.{seat}.bid={bid}" for seat, bid in enumerate((10, 6, 5, 8))]
TAPS += ["hand.bidding_done=true", "hand.no_gnome=true"]
TAPS += [f"players.{seat}.taken={points}" for seat, points in enumerate((12, 9, 3, 7))]
CSRF = "0123456789abcdef" * 2
APP = get_wsgi_application()
Request = tuple[str, str, dict[str, object]]  # method, address, fields


@dataclass(frozen=True, kw_only=True)
class Case:
    """Something to measure: the requests to send to the app, the floor to compare them with, and the limit."""

    name: str
    limit: float
    floor: str
    asks: Iterator[Request]
    cold: bool = False
    browser: Client


@dataclass
class Times:
    """The milliseconds of processor time that a case and its floor took, in the order measured."""

    own: list[float]
    floor: list[float]

    @property
    def median(self) -> float:
        """The ratio of the medians."""
        return statistics.median(self.own) / statistics.median(self.floor)

    @property
    def least(self) -> float:
        """The ratio of the minimums."""
        return min(self.own) / min(self.floor)


def ask(browser: Client, request: Request) -> float:
    """Send a request through the whole WSGI application, and return the milliseconds of processor time it took."""
    method, address, fields = request
    path, _mark, query = address.partition("?")
    body = urlencode({"csrfmiddlewaretoken": CSRF, **fields}).encode() if method == "POST" else b""
    cookies = {"scorekeeper-csrf": CSRF} | {name: cookie.value for name, cookie in browser.cookies.items()}
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
    }
    if method == "POST":
        environ |= {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/x-www-form-urlencoded"}
        environ |= {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "page"}
    answered = []
    began = time.process_time_ns()
    response = APP(environ, lambda status, _headers: answered.append(status))
    for _chunk in response:
        pass
    response.close()
    took = (time.process_time_ns() - began) / 1_000_000
    assert answered[0][:3] in ("200", "204"), (request, answered)
    return took


def again(method: str, address: str, **fields: object) -> Iterator[Request]:
    """Yield the same request forever."""
    while True:
        yield method, address, fields


def playing(game: Game, hand: int, *, saves: bool) -> Iterator[Request]:
    """Continue the game: yield its taps and send its saves or, with `saves`, send its taps and yield its saves."""
    browser = Client()
    browser.force_login(Membership.objects.get(group=game.group_id).user)
    for number in count(hand):
        address = f"/games/{game.pk}/hands/{number}/"
        for taps, tap in enumerate(TAPS):
            request = (
                "POST",
                f"{address}tap/",
                {"revisions": 0, "taps": taps, "setup": 0, "at": tap.partition("=")[0], "tap": tap},
            )
            if saves:
                ask(browser, request)
            else:
                yield request
        save = "POST", f"{address}save/", {"revisions": 0, "taps": len(TAPS), "setup": 0}
        if saves:
            yield save
        else:
            ask(browser, save)


def measure(cases: list[Case], rounds: int) -> dict[str, Times]:
    """Measure all cases in turn, each right after its floor."""
    times = {case.name: Times([], []) for case in cases}
    for round_number in range(rounds + WARM_UP):
        for case in cases:
            floor = ask(case.browser, FLOORS[case.floor](case))
            request = next(case.asks)
            if case.cold:
                cache.clear()  # as if this worker had just started
            own = ask(case.browser, request)
            if round_number >= WARM_UP:
                times[case.name].own.append(own)
                times[case.name].floor.append(floor)
        gc.collect()
    return times


def one_night(games: int) -> list[dict[str, object]]:
    """Return this many finished games of 12 hands, all played on the same night."""
    chance = random.Random(games)
    base = game_of_years(chance, 0, 12)
    shared = {key: base[key] for key in ("night", "place", "note")}
    return [game_of_years(chance, number, 12) | shared for number in range(games)]


def in_progress(hands: int) -> list[dict[str, object]]:
    """Return a single game, still in progress after this many hands."""
    game = game_of_years(random.Random(hands), 0, hands)
    return [{key: value for key, value in game.items() if key not in ("stopped", "ended")}]


def group_with(name: str, games: list[dict[str, object]]) -> tuple[Membership, Client]:
    """Create a group with these games, and return its owner and their browser."""
    owner, browser = start_group(name, "Olga"), Client()
    import_games(group=owner.group, games=read_sheets(document(*games)).games, by=owner)
    browser.force_login(owner.user)
    return owner, browser


FLOORS: dict[str, Callable[[Case], Request]] = {
    "page": lambda _case: ("GET", "/floor/", {}),
    "write": lambda case: ("POST", "/floor/write/", {"game": GAMES["floor"]}),
    "poll": lambda case: ("GET", f"/floor/poll/{GAMES['member']}.{GAMES['game']}/", {}),
}
GAMES: dict[str, int] = {}
WARM_UP = 3


def cases(many: int) -> Iterator[Case]:
    """Yield everything to measure. The larger group has `many` games."""
    short, browser = group_with("Short", in_progress(20))
    game = short.group.games.get()
    GAMES["game"] = game.pk
    GAMES["member"], GAMES["floor"] = short.pk, group_with("Floor", in_progress(20))[0].group.games.get().pk
    sheet, hand = f"/games/{game.pk}/", f"/games/{game.pk}/hands/21/"
    yield from both("sheet of 20 hands", 3.0, sheet, browser, 6.0)
    long, browser_of_long = group_with("Long", in_progress(200))
    yield from both("sheet of 200 hands", 6.0, f"/games/{long.group.games.get().pk}/", browser_of_long)
    yield from both("hand page, 21st hand", 4.0, hand, browser)
    for name, limit in (("tap", 4.5), ("save", 6.0)):
        owner, of_owner = group_with(f"A {name}", in_progress(20))
        asks = playing(owner.group.games.get(), 21, saves=name == "save")
        yield Case(name=name, limit=limit, floor="write", asks=asks, browser=of_owner)
    for games, limit, cold in ((3, 5.0, 15.0), (30, 15.0, 0)):
        owner, of_owner = group_with(f"Night of {games}", one_night(games))
        yield from both(f"night of {games} games", limit, f"/nights/{owner.group.nights.get().pk}/", of_owner, cold)
    for games, limit in ((10, 4.0), (many, 6.0)):
        owner, of_owner = group_with(f"{games} games", [])
        play_years(owner, games)
        yield from both(f"group page with {games} games", limit, f"/groups/{owner.group_id}/", of_owner, 12.0)
    pages, player = f"/groups/{owner.group_id}/statistics/", owner.group.players.order_by("pk").first()
    for name, address in (
        ("statistics", pages),
        ("statistics by rating", f"{pages}?by=rating"),
        ("a year", f"/groups/{owner.group_id}/years/2012/"),
        ("a player", f"/players/{player.pk}/"),
    ):
        name, asks = f"{name}, {games} games, cold", again("GET", address)
        yield Case(name=name, limit=40, floor="page", asks=asks, cold=True, browser=of_owner)
    poll = f"/v/{game_reading.member_token(short, game)}/?v={game.version}"
    yield Case(name="unchanged poll", limit=1.2, floor="poll", asks=again("GET", poll), browser=Client())


def both(name: str, limit: float, address: str, browser: Client, cold: float = 0) -> Iterator[Case]:
    """Yield a page's measurement with a warm cache, and with a cold one if that has a limit."""
    yield Case(name=name, limit=limit, floor="page", asks=again("GET", address), browser=browser)
    if cold:
        asks = again("GET", address)
        yield Case(name=f"{name}, cold", limit=cold, floor="page", asks=asks, cold=True, browser=browser)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description="What requests cost, compared with the barest Django view.")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=1000, help="how many games the larger group has played")
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0)
    Path(os.environ["SCOREKEEPER_DATA"], "static").mkdir(exist_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    with transaction.atomic():
        chosen = list(cases(options.games))
    # Cold cases are measured separately, because they empty the memory that warm ones rely on.
    times = measure([case for case in chosen if not case.cold], options.rounds)
    times |= measure([case for case in chosen if case.cold], options.rounds)
    print(json.dumps({case.name: (case.limit, times[case.name].least, times[case.name].median) for case in chosen}))


if __name__ == "__main__":
    main()
