"""`python -m tests.trials.looking_back` measures every page's cost in a group with 1,000 games and in one with 10.

It creates both groups in a temporary data folder, loads every page as the group's owner, and prints a table. Processor
time is measured warm and cold (as it is right after one of the group's games ends). In the larger group, statistics,
ratings and a player may take at most 150 ms each, cold, and any other page three times as long as in the smaller. Since
a new worker's memory is empty, queries are also counted with an empty one.
"""

import atexit
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":
    FOLDER = tempfile.mkdtemp(prefix="scorekeeper-looking-back-")
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    Path(FOLDER, "static").mkdir()
    os.environ |= {"SCOREKEEPER_DATA": FOLDER, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}

import django

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from scorekeeper.models import Game, Membership  # noqa: E402
from scorekeeper.services.games import hide_game  # noqa: E402
from tests.cast import start_group  # noqa: E402
from tests.years import play_years  # noqa: E402

RUNS = 9
HOST = {"host": "localhost"}


def pages(owner: Membership) -> dict[str, str]:
    """Return the addresses of all pages that show a group's past games, by page name."""
    group = owner.group
    game = group.games.order_by("pk")[5]
    player, base = group.players.order_by("pk").first(), f"/groups/{group.pk}/"
    return {
        "group": base,
        "group, found": f"{base}?player={player.pk}&q=Table&year={game.night.date.year}",
        "night": f"/nights/{game.night_id}/",
        "sheet": f"/games/{game.pk}/",
        "statistics": f"{base}statistics/",
        "statistics, by rating": f"{base}statistics/?by=rating",
        "player": f"/players/{player.pk}/",
        "player, one year": f"/players/{player.pk}/?year={game.night.date.year}",
        "roster": f"{base}roster/",
        "new game": f"{base}new/",
        "files": f"{base}files/",
        "people": f"{base}people/",
        "start": "/",
    }


def queries_of(client: Client, address: str) -> int:
    """Return the number of queries that a page makes."""
    with CaptureQueriesContext(connection) as queries:
        status = client.get(address, headers=HOST).status_code
    assert status == 200, (address, status)
    return len(queries)


def milliseconds(client: Client, address: str, game: Game | None = None) -> float:
    """Return a page's median processor time. A `game` is hidden and shown before each run, for cold times."""
    times = []
    for _run in range(RUNS):
        if game is not None:
            hide_game(game=game, hidden=True)
            client.get(address, headers=HOST)
            hide_game(game=game, hidden=False)
        began = time.process_time()
        client.get(address, headers=HOST)
        times.append(1000 * (time.process_time() - began))
    return statistics.median(times)


def measured(owner: Membership) -> dict[str, tuple[int, int, float, float]]:
    """Return each page's number of queries with an empty and a warm memory, and its milliseconds cold and warm."""
    client, last = Client(), owner.group.games.order_by("pk").last()
    client.force_login(owner.user)
    figures = {}
    for name, address in pages(owner).items():
        counts = counted(client, address)
        figures[name] = (*counts, milliseconds(client, address, last), milliseconds(client, address))
    return figures


def counted(client: Client, address: str) -> tuple[int, int]:
    """Return how many queries a page makes with an empty memory, and how many when it is loaded again."""
    cache.clear()
    return queries_of(client, address), queries_of(client, address)


def group_of(games: int) -> Membership:
    """Return the owner of a group with this many games."""
    owner = start_group(f"Group of {games}", "Olga")
    with transaction.atomic():
        play_years(owner, games)
    return owner


def main(few: int, many: int) -> None:
    """Print the table."""
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    owners = {games: group_of(games) for games in (few, many)}
    small, large = (measured(owner) for owner in owners.values())
    print(
        f"| page | queries cold {few}/{many}, warm | ms cold {few} | {many} | ratio | ms warm {few} | {many} | ratio |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name, (cold, warm, cold_time, warm_time) in small.items():
        colder, warmer, cold_large, warm_large = large[name]
        times = [cold_time, cold_large, cold_large / cold_time, warm_time, warm_large, warm_large / warm_time]
        cells = " | ".join(f"{value:.1f}" for value in times)
        print(f"| {name} | {cold}/{colder}, {warm}/{warmer} | {cells} |")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3] or (10, 1000)))
