"""`python -m tests.trials.tables COUNT HANDS` fills the app's data folder with games in progress.

It prints a line of JSON per table: the game, its watch link's token, its owner's session, and the next hand. It runs in
its own process, because a test's process uses the test settings.
"""

import json
import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402

from scorekeeper.people.links.reading import token_of  # noqa: E402
from scorekeeper.people.links.writing import make_watch_link  # noqa: E402
from tests.cast import play, start_game, start_group  # noqa: E402

LONG = {"player_target": 9999, "gnome_target": 9999}


def make_table(number: int, hands: int) -> dict[str, object]:
    """Create a group with a four-player game in progress and a watch link, and return what to print about it."""
    owner = start_group(f"Table {number}", "Olga")
    game = start_game(owner, 4, **LONG)
    if hands:
        play(game, *["10 6 - 8 | A | 12 9 3 7"] * hands, by=owner)
    browser = Client()
    browser.force_login(owner.user)
    link = make_watch_link(group=owner.group, by=owner, game=game)
    session = browser.cookies["scorekeeper"].value
    return {"game": game.pk, "token": token_of(link), "session": session, "hand": hands + 1}


if __name__ == "__main__":
    call_command("migrate", interactive=False, verbosity=0)
    with transaction.atomic():
        for table in range(int(sys.argv[1])):
            print(json.dumps(make_table(table, int(sys.argv[2]))))
