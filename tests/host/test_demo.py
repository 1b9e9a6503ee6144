"""`manage.py demo` fills an empty database, and no other, with a year that ends tonight."""

import gzip
import html
import re
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.management.commands.demo import FILE, fill
from scorekeeper.models import Game, Hand, Membership, Player, Revision
from tests.cast import start_group
from tests.demo_year import make_year
from tests.serving import manage

pytestmark = pytest.mark.slow

NOW = datetime(2021, 5, 9, 19, 30, tzinfo=UTC)  # so that none of its nights is tonight
PAGES_OF_A_KIND, MOST_QUERIES = 3, 15
PAGES = {"group", "night", "sheet", "hand", "player", "roster", "statistics", "people", "new_game", "setup", "stop"}
PAGES |= {"guide", "files", "bgstats", "print_game", "print_night", "paper"}
PAGES |= {"export_group", "export_night", "export_game"}
PATIENCE = 120  # seconds; on an idle machine it takes three
FILED = read_sheets(gzip.decompress(FILE.read_bytes()))


@pytest.fixture(scope="class")
def demo(module_db):
    with transaction.atomic():
        yield fill(FILED.games, now=NOW)
        transaction.set_rollback(True)


def test_the_file_is_the_year_that_the_script_makes_and_an_import_finds_no_fault():
    assert [(game.id, game.hands, game.sheet.totals) for game in FILED.games] == [
        (game.id, game.hands, game.sheet.totals) for game in make_year()
    ]
    assert FILED.messages == ()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("zone", "now", "tonight"),
    [
        pytest.param("Pacific/Auckland", NOW, date(2021, 5, 10), id="where it is tomorrow morning"),
        pytest.param("America/Chicago", NOW.replace(hour=5), date(2021, 5, 8), id="after midnight"),
    ],
)
def test_the_last_night_is_tonight_and_the_others_stay_as_far_from_it(db, settings, zone, now, tonight):
    settings.TIME_ZONE = zone
    group = fill(FILED.games, now=now)
    games = group.games.select_related("night").order_by("started_at")
    last = FILED.games[-1].night
    assert [tonight - game.night.date for game in games] == [last - game.night for game in FILED.games]
    assert sorted({(tonight - game.night.date).days % 7 for game in games}) == [0, 1]
    *ended, playing = games
    assert all(game.started_at < game.ended_at < now for game in ended)
    assert (playing.ended_at, now - playing.started_at < timedelta(hours=1)) == (None, True)
    evenings = [game.started_at.astimezone(ZoneInfo(zone)).time() for game in ended if game.night.date != tonight]
    assert min(evenings) >= time(19, 15)


def test_a_fresh_folder_is_filled(tmp_path):
    done = manage("demo", patience=PATIENCE, SCOREKEEPER_DATA=str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr
    for words in ("“The kitchen table” has been playing for a year", ":8000/j/"):
        assert words in done.stdout


def test_an_existing_group_stops_the_command_before_it_migrates(db, tmp_path, settings, monkeypatch):
    start_group("Wednesday", "Olga")
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.setattr("scorekeeper.management.commands.demo.prepare_database", lambda: pytest.fail("migrated"))
    with pytest.raises(CommandError, match="Set SCOREKEEPER_DATA to a new folder and try again"):
        call_command("demo")


def pages_from(browser, *starts):
    """Follow links from these pages to a few pages of each kind. Yield route names, addresses and query counts."""
    waiting, known, seen = list(starts), set(starts), Counter()
    while waiting:
        address = waiting.pop(0)
        name = resolve(urlsplit(address).path).url_name
        seen[name] += address not in starts
        if seen[name] > PAGES_OF_A_KIND:
            continue
        with CaptureQueriesContext(connection) as queries:
            response = browser.get(address, follow=True)
        assert response.status_code == 200, address
        yield name, address, len(queries)
        if not response["Content-Type"].startswith("text/html"):
            continue
        for link in re.findall(r'<a\b[^>]* href="([^"]+)"', response.content.decode()):
            target = urljoin(address, html.unescape(link)).partition("#")[0]
            if target.startswith("/") and target not in known:
                known.add(target)
                waiting.append(target)


def special_hands(group):
    """Return the addresses of sheets, each showing the details of a rare kind of hand."""
    rare = Q(entry__hand__all_passed=True) | Q(entry__score_anyway=True) | Q(revisions__kind=Revision.Kind.CORRECT)
    hands = Hand.objects.filter(rare | Q(game__stopped="leader_wins", number=1), game__group=group)
    return [f"/games/{game}/?hand={number}" for game, number in hands.values_list("game", "number")]


class TestStored:
    """The year as stored in the database, which is filled only once for all of these tests."""

    def test_every_rare_event_occurs(self, db, demo):
        def named(**which):
            return sorted(Player.objects.filter(**which).values_list("name", flat=True))

        assert len(special_hands(demo)) == 4
        assert named(member__isnull=False) == ["Ben", "Nora"]
        assert (named(retired=True), named(same_as__name="Tom")) == (["Leo"], ["Thomas"])
        assert demo.nights.exclude(note="").count() == 6
        playing = Game.objects.get(state=Game.State.PLAYING)
        assert playing.night == demo.nights.latest("date")
        *saved, typed = playing.hands.all()
        assert len(saved) == 5
        assert all(hand.entry and not hand.taps for hand in saved)
        assert typed.entry is None
        assert {"bid", "peeked"} <= {path.rpartition(".")[2] for path, _value, _member in typed.taps}

    def test_every_page_opens_with_few_queries(self, db, demo):
        nora = Client()
        nora.force_login(Membership.objects.get(group=demo, name="Nora").user)
        visited = list(pages_from(nora, f"/groups/{demo.pk}/", *special_hands(demo)))
        assert {name for name, _address, _queries in visited} >= PAGES
        assert {address: queries for _name, address, queries in visited if queries > MOST_QUERIES} == {}
