"""Databases from earlier versions keep the same score sheets after an upgrade.

`upgrades/` contains two files for each of four earlier commits. Each pair was made once, using only that commit's code,
with a fixed clock and fixed randomness: the code's services started a group with an owner and a recorder, and played
every game that existed then, entering each hand tap by tap. The games include finished, unfinished, stopped and hidden
ones, a corrected setup, and house rules other than the defaults. The hands include some that are half-entered,
corrected, undone, passed by everyone, or scored anyway. The SQL file is a dump of the resulting SQLite database,
without the sessions, the throttles, and the tables that Django itself fills. The JSON file contains the results that
the code computed: the points of each hand, the totals, the outcomes, and the answers in half-entered hands.
"""

import io
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, ConnectionHandler, connections

from scorekeeper.models import Game, Membership, Playgroup
from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.records import GameRecord
from tests.views.browser import Browser

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent / "upgrades"
Games = dict[str, dict[str, Any]]


@contextmanager
def default_database(database: Path | str) -> Iterator[None]:
    """Make an SQLite file, or the database with this address, the default one of this thread."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": database}
    if isinstance(database, str):
        settings = {**dj_database_url.parse(database)}
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = ConnectionHandler({DEFAULT_DB_ALIAS: settings})[DEFAULT_DB_ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = usual


@pytest.fixture(scope="module", params=sorted(path.stem for path in FOLDER.glob("*.sql")))
def games(request, tmp_path_factory, django_db_blocker) -> Iterator[Games]:
    """The results that an earlier version computed, by game title; its upgraded database is now the default one."""
    file = tmp_path_factory.mktemp("upgrade") / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((FOLDER / f"{request.param}.sql").read_text(encoding="utf-8"))
    with django_db_blocker.unblock(), default_database(file):
        call_command("migrate", verbosity=0)
        yield json.loads((FOLDER / f"{request.param}.json").read_text(encoding="utf-8"))


def read(game: dict[str, Any]) -> GameRecord:
    """Read a game with today's code."""
    record = load(Game.objects.get(pk=game["game"]))
    assert isinstance(record, GameRecord)
    return record


def points(halves: Mapping[str, int]) -> dict[str, float]:
    """Convert each column's half points to points."""
    return {column: half / 2 for column, half in halves.items()}


def browser(role: Membership.Role) -> Browser:
    """Return the browser of the only member with this role."""
    return Browser(Membership.objects.get(role=role))


def test_every_hand_scores_the_same_points(games):
    now = {title: [points(hand.points) for hand in read(game).sheet.hands] for title, game in games.items()}
    assert now == {title: game["hands"] for title, game in games.items()}


def test_every_total_is_the_same(games):
    now = {title: points(read(game).sheet.totals) for title, game in games.items()}
    assert now == {title: game["totals"] for title, game in games.items()}


def test_the_same_games_are_over_with_the_same_winners(games):
    outcomes = {title: read(game).outcome for title, game in games.items()}
    now = {title: outcome and [*outcome.winners] for title, outcome in outcomes.items()}
    assert now == {title: game["outcome"] and game["outcome"]["winners"] for title, game in games.items()}


def test_rescore_finds_no_difference(games):
    call_command("rescore", check=True, stdout=io.StringIO())


def test_every_sheet_opens(games):
    olga = browser(Membership.Role.OWNER)
    for title, game in games.items():
        assert olga.open(f"/games/{game['game']}/").status == 200, title


def test_half_entered_hands_open_with_the_same_dealer_and_answers(games):
    rex = browser(Membership.Role.RECORDER)
    for title, game in games.items():
        for typed in game["typed"]:
            number = typed["hand"]
            assert rex.open(f"/games/{game['game']}/hands/{number}/").status == 200, title
            screen = read(game).screen(number)
            assert (title, screen.dealer, dict(screen.answers)) == (title, typed["dealer"], typed["draft"])


def test_an_export_of_the_group_contains_every_game_that_is_not_hidden(games):
    group = Playgroup.objects.get()
    answer = browser(Membership.Role.OWNER).client.get(f"/groups/{group.pk}/files/sheets.json")
    uids = {str(uid) for uid in Game.objects.filter(hidden=False).values_list("uid", flat=True)}
    assert {game["id"] for game in json.loads(answer.content)["games"]} == uids
