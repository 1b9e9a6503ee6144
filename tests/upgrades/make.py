"""Make `scorekeeper.sql.gz`, an old database, and `expected.json.gz`, what the app of its time said of it.

This was run once (`python -m tests.upgrades.make`), with the code of the last commit whose migrations ended with
0016_whole_hands. Everything goes through that commit's services and pages, with the tests' secret key. A group has
played a sample of every game, and Farkle, a game of its own. There are stopped and hidden games, a corrected hand, one
that was undone, a corrected setup, somebody who joined late, and a half-typed hand. Olga's phone is a guest's. Rex
signed in to his account on the phone of Sly, a guest with another group, so that phone's cookie has two keys.
"""

# ruff: noqa: E402

import gzip
import json
import os
import sqlite3
import uuid
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from scorekeeper.queries.recording.templates import blank_game, known_games

from scorekeeper.games import all_games
from scorekeeper.models import Game, Player
from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.rules.declaration import options_record
from scorekeeper.services import accounts, games, joining, people, templates
from tests.cast import A_HAND, Cast, Phone, correct, make_cast, play, refresh, start_game
from tests.own_games import play_own, round_of
from tests.rounds import play_rounds, start_rounds
from tests.samples import SAMPLES, enter_taps
from tests.upgrades.facts import facts, values
from tests.views.browser import Browser

FOLDER = Path(__file__).parent
NIGHTS = [date(2025, 11, 5) + timedelta(weeks=week) for week in range(40)]
FARKLE = {"template": "farkle", "name": "Farkle", "ends": "target", "target": 1000}
PASSWORD = "a good word"


def main() -> None:
    """Fill the default database of the tests' settings, which is new, and store it with what it says."""
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    cast = make_cast()
    accounts.sign_up(user=cast.recorder.user, name="Rex", password=PASSWORD)
    play_samples(cast)
    play_others(cast)
    guest, over = Browser(cast.owner), Browser(cast.stranger)
    over.open("/sign-in/").press("Sign in", name="Rex", password=PASSWORD)
    cookies = {who: browser.client.cookies["scorekeeper"].value for who, browser in (("guest", guest), ("both", over))}
    expected = {
        "games": {str(game.uid): facts(game) for game in Game.objects.order_by("pk")},
        "pages": values(guest, cast.group.pk),
        "cookies": cookies,
    }
    connection.close()
    with closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as database:
        dump = "\n".join(database.iterdump())
    (FOLDER / "scorekeeper.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    (FOLDER / "expected.json.gz").write_bytes(gzip.compress(json.dumps(expected, indent=0).encode(), mtime=0))


def play_samples(cast: Cast) -> None:
    """Play each sample twice, the second time with everybody one seat further, and hide one game."""
    night = iter(NIGHTS)
    for slug, (names, options, hands, _winners) in SAMPLES.items():
        for seated in (names, [*names[1:], names[0]]):
            new = games.NewGame(
                uid=uuid.uuid4(),
                rules=all_games()[slug].rules,
                players=tuple(people.add_player(group=cast.group, name=name).pk for name in seated),
                first_dealer=len(names) - 1,
                options=options,
                night=next(night),
            )
            game = games.start_game(group=cast.group, new=new, by=cast.owner)
            for taps in hands:
                enter_taps(game, taps, cast.recorder).save()
    games.hide_game(game=refresh(game), hidden=True)


def play_others(cast: Cast) -> None:
    """Play the games that are stopped, corrected, undone, joined, half-typed, or the group's own."""
    stopped, drawn, mended, half = (start_game(cast.owner) for _game in range(4))
    for game in (stopped, drawn, mended, half):
        play(game, A_HAND, "pass", by=cast.owner)
    games.stop_game(game=stopped, how="leader_wins", by=cast.owner)
    games.stop_game(game=drawn, how="no_winner", by=cast.owner)
    correct(mended, 1, "9 6 - 8 | B | 10 8 5 8 | 9H", by=cast.recorder)
    Phone(mended, cast.owner, 2).undo(mended.hands.get(number=2).revisions.get())
    Phone(half, cast.recorder, None).tap("A bid 10", "B passed", "C peeked", "C bid 11")
    late = start_rounds(cast.owner)
    play_rounds(late, cast.owner, "5 3 8")
    joining.join_game(game=late, player="Zoë", start=4, seen=load(late).setup, by=cast.owner)
    play_rounds(late, cast.owner, "1 2 3 4")
    kept = templates.keep_recipe(
        group=cast.group, game=blank_game(), options=blank_game().rules.options(**FARKLE), by=cast.owner
    )
    rules = known_games(cast.group.pk)[kept.rules].rules
    start = games.NewGame(
        uid=uuid.uuid4(),
        rules=rules,
        players=tuple(Player.objects.order_by("pk").values_list("pk", flat=True)[:3]),
        first_dealer=2,
        options=options_record(rules.house_rules),
    )
    farkle = games.start_game(group=cast.group, new=start, by=cast.owner)
    play_own(farkle, round_of((300, 50, 0)), round_of((800, 200, 350)), by=cast.owner)
    seats = [*mended.seats.values_list("player", flat=True)]
    setting = Setting(players=(seats[1], seats[0], *seats[2:]), first_dealer=3, options=mended.options)
    games.correct_setup(game=refresh(mended), setting=setting, seen=load(mended).setup, by=cast.owner)


if __name__ == "__main__":
    main()
