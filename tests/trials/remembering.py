"""`python -m tests.trials.remembering REQUESTS GAMES` prints how much memory `serve` takes up after many requests.

It imports the games into a temporary data folder. Then it requests their sheets, hands, nights and versions, and the
group's pages, at random.
"""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.configuration import ROOT
from tests.serving import Served, environment
from tests.trials.watchers import Connection

PHONES = 8


def fill(games: int) -> None:
    """Create a group with this many games, and print its owner's session and its pages' addresses as JSON."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from scorekeeper.queries.recording.watching import member_token
    from tests.cast import start_group
    from tests.years import play_years

    call_command("migrate", interactive=False, verbosity=0)
    owner, browser = start_group("Years", "Olga"), Client()
    play_years(owner, games)
    browser.force_login(owner.user)
    group = owner.group
    addresses = {
        "sheet": [f"/games/{game.pk}/" for game in group.games.all()],
        "hand": [f"/games/{game.pk}/hands/3/" for game in group.games.all()],
        "night": [f"/nights/{night.pk}/" for night in group.nights.all()],
        "group": [f"/groups/{group.pk}/", f"/groups/{group.pk}/statistics/"],
        "version": [f"/v/{member_token(owner, game)}/?v={game.version}" for game in group.games.all()],
    }
    print(json.dumps({"session": browser.cookies["scorekeeper"].value, "addresses": addresses}))


def weight(process: int) -> float:
    """Return a process's proportional set size in megabytes."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(rollup.partition("Pss:")[2].split()[0]) / 1024


async def phone(port: int, filled: dict, wanted: Iterator[int], seed: int) -> None:
    """Request random pages until `wanted` is exhausted."""
    connection, chance = Connection(port), random.Random(seed)
    for _number in wanted:
        kind = chance.choices(["sheet", "hand", "night", "group", "version"], [50, 5, 10, 5, 30])[0]
        head = f"Host: localhost:{port}\r\nAccept-Encoding: gzip\r\nCookie: scorekeeper={filled['session']}\r\n\r\n"
        address = chance.choice(filled["addresses"][kind])
        status, _body = await connection.ask(f"GET {address} HTTP/1.1\r\n{head}", [])
        assert status in (200, 204), (address, status)
    connection.close()


async def many(port: int, filled: dict, requests: int) -> None:
    """Divide the requests among several phones."""
    wanted = iter(range(requests))
    await asyncio.gather(*(phone(port, filled, wanted, seed) for seed in range(PHONES)))


def main(requests: int, games: int) -> None:
    """Print the server's weight before, during and after the requests."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-remembering-") as place:
        served = Served(data=Path(place) / "data").use_ready_folder()
        command = [sys.executable, "-m", "tests.trials.remembering", "fill", str(games)]
        variables = environment(DJANGO_SETTINGS_MODULE="scorekeeper.settings", **served.variables)
        output = subprocess.run(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, check=True).stdout
        served.start()
        try:
            for done in range(0, requests + 1, max(1, requests // 5)):
                if done:
                    asyncio.run(many(served.port, json.loads(output), requests // 5))
                print(f"after {done} requests: {weight(served.pid):.0f} MB", flush=True)
        finally:
            served.kill()


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill(int(sys.argv[2]))
    else:
        main(int(sys.argv[1]), int(sys.argv[2]))
