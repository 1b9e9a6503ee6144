"""A database of an earlier commit keeps its score sheets, its statistics and its phones after an upgrade.

`scorekeeper.sql.gz` was made with the last commit whose migrations ended with 0016_whole_hands, and `expected.json.gz`
is what the app of that time said of it. A group has played a sample of every game, and Farkle, a game of its own. There
are stopped and hidden games, a corrected hand, one that was undone, a corrected setup, somebody who joined late, and a
half-typed hand. Olga's phone is a guest's. Rex signed in to his account on the phone of Sly, a guest with another
group, so that phone's cookie has two keys. `recipes.json.gz` has the recipes that the last commit before
0031_ready_games gave to a group that played every ready game.
"""

import gzip
import io
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, ConnectionHandler, connections
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.looking_back import figures
from scorekeeper.looking_back.history import history_of
from scorekeeper.models import Game, Hand, Installation, Link, Membership, Player, Playgroup, Recipe, Tally
from scorekeeper.people.links.reading import code_of, find_by_code, key_of, token_of
from scorekeeper.recording.game.reading import is_dormant, load
from scorekeeper.rules.statistics import DEFICIT
from tests.upgrades.facts import facts, values
from tests.web.browser import Browser

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent / "upgrades"
SIGN = re.compile("^[●■▲◆★✚○□△◇☆▼] ")
"""A player's sign, which was part of the text."""
ICON = "an-icon-that-was-not-opened-before-the-upgrade"
WATCHING = "a-link-to-watch-by-six"
WATCHED = """INSERT INTO scorekeeper_link
(group_id, kind, role, label, ident, nonce, uses_left, needs, created_at, code_until)
SELECT id, 'watch', '', '', %s, 'nonce', 1, 0, datetime('now'), datetime('now', '+1 hour')
FROM scorekeeper_playgroup WHERE name = 'Wednesday'"""
"""A link that six letters opened, as it was before their hash was stored."""


def stored(name: str) -> str:
    """Return the contents of a stored file."""
    return gzip.decompress((FOLDER / name).read_bytes()).decode()


def kept_recipes() -> Iterator[Recipe]:
    """Yield a copy of each ready game for one group and, for another, what it made of three of them and an old copy."""
    rows, groups = json.loads(stored("recipes.json.gz")), Playgroup.objects.order_by("pk")
    yield from (Recipe(group=groups[0], **row) for row in rows)
    retired, noted, changed, old = rows[:4]
    yield Recipe(group=groups[1], **retired, retired=True)
    yield Recipe(group=groups[1], **noted, note="As ever.")
    yield Recipe(group=groups[1], rules=changed["rules"], options=changed["options"] | {"start": 5})
    del old["options"]["at_once"]  # as it was kept before there was this option
    yield Recipe(group=groups[1], **old)


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


@pytest.fixture(scope="module")
def expected(tmp_path_factory, django_db_blocker) -> Iterator[dict[str, Any]]:
    """What the earlier commit said of its database, which is upgraded and now the default one."""
    file = tmp_path_factory.mktemp("upgrade") / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(stored("scorekeeper.sql.gz"))
        database.execute(
            "INSERT INTO scorekeeper_handover (key, session_id, expires_at)"
            " SELECT ?, session_key, datetime('now', '+1 hour') FROM scorekeeper_session WHERE user_id ="
            " (SELECT user_id FROM scorekeeper_membership WHERE name = 'Olga')",
            (key_of(ICON).hex,),
        )
        database.commit()
    with django_db_blocker.unblock(), default_database(file):
        call_command("migrate", "scorekeeper", "0025_needs", verbosity=0)
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(WATCHED, [WATCHING])
        call_command("migrate", "scorekeeper", "0027_rescores", verbosity=0)
        Installation.objects.update(rescore_is_due=False)
        call_command("migrate", "scorekeeper", "0030_recipe_notes", verbosity=0)
        Recipe.objects.bulk_create(kept_recipes())
        call_command("migrate", verbosity=0)
        assert Installation.objects.get().rescore_is_due
        call_command("rescore", stdout=io.StringIO())
        yield json.loads(stored("expected.json.gz"))


def phone(cookie: str) -> Browser:
    """Return a browser with this cookie, from before the upgrade."""
    browser = Browser()
    browser.client.cookies["scorekeeper"] = cookie
    return browser


def group_of(name: str) -> str:
    """Return the address of the group of the only member with this name."""
    return f"/groups/{Membership.objects.get(name=name).group_id}/"


def test_the_database_has_all_that_the_replaced_migrations_did(expected):
    applied = MigrationRecorder(connections[DEFAULT_DB_ALIAS]).applied_migrations()
    assert {("scorekeeper", "0016_whole_hands"), ("scorekeeper", "0001_score_sheets")} <= set(applied)


def rivals_then(player):
    """Yield the names and figures that a player's page had of rivals, whom it shows otherwise now."""
    group = Playgroup.objects.get(name="Wednesday")
    for (one, other), pair in history_of(group).pairs().items():
        if one == player:
            yield Player.objects.get(pk=other).name
            yield f"{pair.ahead}–{pair.behind} {pair.ahead} ahead, {pair.behind} behind"


def test_every_game_and_all_statistics_are_the_same_and_rescore_finds_no_difference(expected, monkeypatch):
    now = {str(game.uid): facts(game) for game in Game.objects.order_by("pk")}
    assert json.loads(json.dumps(now)) == expected["games"]
    olga = Browser(Membership.objects.get(name="Olga"))
    monkeypatch.setattr(figures, "FEW_HANDS", 1)  # what few hands tell of was shown then, and "–" for what none does
    for page, shown in values(olga, Playgroup.objects.get(name="Wednesday").pk).items():
        before = [SIGN.sub("", text).replace(" – ", "–") for text in expected["pages"][page] if text != "–"]
        if "statistics" in page:  # the ranking comes first
            ranked = sum(text.isalpha() for text in before) * 2
            assert shown[:ranked] == before[:ranked], page
        gone = Counter(before) - Counter(shown)
        assert gone == Counter(rivals_then(int(page.split("/")[2])) if "players" in page else ()), page
    call_command("rescore", check=True, stdout=io.StringIO())


def test_every_finished_game_has_how_far_its_winners_had_been_behind(expected):
    found = dict[int, int]()
    for game in Game.objects.filter(state=Game.State.OVER, hidden=False):
        record = load(game)
        after = zip(record.sheet.hands, record.rankings, strict=True)
        by = [
            abs(hand.totals[order[0][0]] - hand.totals[won]) for hand, order in after for won in record.outcome.winners
        ]
        if any(by):
            found[game.pk] = max(by)
    stored = Tally.objects.filter(key=DEFICIT).values_list("game", "most")
    assert dict(stored) == found != {}


def test_every_game_was_last_touched_in_its_night_and_none_came_with_an_import(expected):
    games = Game.objects.select_related("night", "group")
    assert [game.touched for game in games] == [game.night.date for game in games]
    assert not games.exclude(stays_open=False, came_with=None).exists()
    assert {is_dormant(game) for game in games if game.state == Game.State.PLAYING} == {True}


def test_a_guests_phone_is_still_signed_in_and_opens_every_game_and_half_typed_hand(expected):
    olga = phone(expected["cookies"]["guest"])
    assert olga.open(group_of("Olga")).status == 200
    for game in Game.objects.all():
        assert olga.open(f"/games/{game.pk}/").status == 200, game
    for half in Hand.objects.exclude(taps=[]):
        assert olga.open(f"/games/{half.game_id}/hands/{half.number}/").status == 200
    assert "Farkle" in olga.open(f"{group_of('Olga')}new/").text
    assert Recipe.objects.filter(rules="any_game:farkle").exists()


def test_copies_of_ready_games_are_gone_unless_they_were_changed_retired_or_have_a_note(expected):
    rows = json.loads(stored("recipes.json.gz"))
    one, other = Playgroup.objects.order_by("pk")[:2]
    assert not one.recipes.filter(rules__in=[row["rules"] for row in rows]).exists()
    assert one.recipes.exists(), "its own stay"
    assert list(other.recipes.order_by("pk").values_list("rules", flat=True)) == [row["rules"] for row in rows[:3]]
    shown = Browser(Membership.objects.get(name="Olga")).open(f"/groups/{one.pk}/new/").text
    assert all(f"{row['options']['name']} " in shown for row in rows)


def test_a_phone_that_is_signed_in_to_an_account_over_a_guest_gets_the_guest_back(expected):
    both = phone(expected["cookies"]["both"])
    assert (both.open(group_of("Rex")).status, both.open(group_of("Sly")).status) == (200, 404)
    both.open("/account/").press("Sign out").press("Sign out")
    assert (both.open(group_of("Rex")).status, both.open(group_of("Sly")).status) == (404, 200)


def test_an_icon_from_before_lets_its_phone_in_and_then_leads_home(expected):
    icon = Browser().open(f"/home-screen/{ICON}/start/")
    assert icon.page.one("h1").text == "Go on here as Olga?"
    icon.press("Go on as Olga")
    for browser, page in ((icon, "start/"), (phone(expected["cookies"]["guest"]), "start/"), (icon, "")):
        for token in (ICON, "another-that-ended-long-ago"):
            browser.open(f"/home-screen/{token}/{page}")
            assert (browser.path, "Wednesday" in browser.text) == ("/", True)


def test_a_watch_link_still_opens_and_has_no_letters_until_the_button_makes_some(expected):
    link = Link.objects.get(ident=WATCHING)
    assert (code_of(link), Browser().open(f"/w/{token_of(link)}/").status) == ("", 200)
    page = Browser(Membership.objects.get(name="Olga")).open(f"/groups/{link.group_id}/links/{link.pk}/")
    page.press("Make a code")
    link.refresh_from_db()
    assert code_of(link) in page.text
    assert find_by_code(code_of(link)) == link


def test_an_export_of_the_group_contains_every_game_that_is_not_hidden(expected):
    group = Playgroup.objects.get(name="Wednesday")
    answer = Browser(Membership.objects.get(name="Olga")).client.get(f"/groups/{group.pk}/files/sheets.json")
    uids = {str(uid) for uid in Game.objects.filter(hidden=False).values_list("uid", flat=True)}
    assert {game["id"] for game in json.loads(answer.content)["games"]} == uids
