"""`manage.py demo` creates a realistic year, always the same for the same seed, and only in an empty database."""

import html
import random
import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import cache
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.exchange.writing import write_sheets
from scorekeeper.games.trumplestiltskin.hand import possible_sums
from scorekeeper.management.demo import year as demo_year
from scorekeeper.management.demo.filling import NotEmpty, fill
from scorekeeper.management.demo.year import LONGEST, NIGHTS, SHORTEST, make_year
from scorekeeper.models import Game, Hand, Membership, Player, Playgroup, Revision, User
from scorekeeper.queries.recording.loading import load
from scorekeeper.services.settle import rescore
from scorekeeper.text import sentence
from tests.cast import start_group
from tests.serving import manage

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
ZONE = "Europe/Berlin"
SEEDS = (pytest.param(23, id="seed 23"), pytest.param(1, id="seed 1"))
PAGES_OF_A_KIND, MOST_QUERIES = 3, 15
PAGES = {"group", "night", "sheet", "hand", "player", "roster", "statistics", "people", "new_game", "setup", "stop"}
PAGES |= {"guide", "files", "bgstats", "print_game", "print_night", "paper"}
PAGES |= {"export_group", "export_night", "export_game"}
PATIENCE = 120  # seconds; on an idle machine it takes three


@cache
def a_year(seed):
    return make_year(random.Random(seed), now=NOW, time_zone=ZONE)


def text(year):
    return "".join(write_sheets(year.games))


@pytest.fixture
def a_month(monkeypatch):
    """A function that makes a demo with only a few nights."""
    monkeypatch.setattr(demo_year, "NIGHTS", 4)
    return lambda seed=23, now=NOW: make_year(random.Random(seed), now=now, time_zone=ZONE)


@pytest.fixture(scope="module", params=SEEDS)
def year(request):
    return a_year(request.param)


@pytest.fixture(scope="class")
def demo(module_db):
    with transaction.atomic():
        yield fill(a_year(23), time_zone=ZONE)
        transaction.set_rollback(True)


def test_the_same_seed_makes_the_same_year(a_month):
    assert a_month() == a_month()
    assert text(a_month(1)) != text(a_month())


def test_running_it_on_another_day_moves_the_nights_but_changes_no_score(a_month):
    later = a_month(now=NOW + timedelta(days=10))
    assert [game.sheet.totals for game in later.games] == [game.sheet.totals for game in a_month().games]
    assert later.night == date(2026, 12, 1)


def test_all_nights_are_within_a_year_and_the_last_one_is_tonight(year):
    nights = sorted({game.night for game in year.games})
    assert len(nights) == NIGHTS
    assert nights[-1] == year.night == date(2026, 11, 21)
    assert nights[0] > date(2025, 11, 21)
    assert {len(game.table.names) for game in year.games} == {3, 4, 5}
    assert set(Counter(game.night for game in year.games).values()) == {1, 2, 3}
    assert all(game.started < game.ended < NOW for game in year.games)


def test_games_reach_the_target_in_an_evening(year):
    played = [game for game in year.games if not game.stopped]
    assert len(played) == len(year.games) - 1
    assert all(SHORTEST <= len(game.hands) <= LONGEST for game in played)
    assert all(max(game.sheet.totals.values()) >= 400 for game in played), "half points"


def test_one_game_is_won_on_the_last_bid_despite_fewer_points():
    reasons = [sentence(game.outcome.reason) for game in a_year(23).games]
    assert [reason for reason in reasons if "took the last bid" in reason] == [
        "Ben (207) and Tom (206) reached the target of 200; Tom took the last bid, "
        "and the taker wins with anything over 200"
    ]


def test_everybody_wins_some_games_and_nobody_wins_half_of_them(year):
    wins = Counter()
    for game in year.games:
        wins.update(game.table.names[int(key)] for key in game.outcome.winners)
    assert max(wins.values()) < len(year.games) / 2
    assert {"Nora", "Ben", "Zoë", "Tom", "Ida"} <= set(wins)


def test_the_year_is_imported_without_messages_and_has_one_unusual_sum(year):
    assert read_sheets(text(year).encode()).messages == ()
    odd = [
        hand
        for game in year.games
        for hand in game.hands
        if not hand.entry.all_passed
        and sum(hand.entry.taken) not in possible_sums(game.table.options, len(game.table.names), hand.entry.gnome)
    ]
    assert [hand.score_anyway for hand in odd] == [True]
    assert sum(hand.score_anyway for game in year.games for hand in game.hands) == 1


@pytest.mark.parametrize("somebody", ["a group", "a user"])
def test_a_database_already_in_use_is_left_alone(db, somebody):
    if somebody == "a group":
        Playgroup.objects.create(name="Wednesday", time_zone=ZONE)
    else:
        User.objects.create_browser()
    with pytest.raises(NotEmpty):
        fill(a_year(23), time_zone=ZONE)
    assert (Playgroup.objects.count(), User.objects.count()) == (somebody == "a group", somebody == "a user")


def test_a_fresh_folder_is_filled_only_once(tmp_path):
    where = {"SCOREKEEPER_DATA": str(tmp_path / "data")}
    first = manage("demo", "--until", "2026-05-01", "--port", "9000", patience=PATIENCE, **where)
    assert first.returncode == 0, first.stderr
    assert "“The kitchen table” has been playing for a year" in first.stdout
    assert ":9000/j/" in first.stdout
    second = manage("demo", patience=PATIENCE, **where)
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.strip().count("\n") == 0
    assert "This database already has groups or people in it; nothing was changed" in second.stderr


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param(["--until", "tomorrow"], "--until: 'tomorrow' isn’t a date like 2026-11-21.", id="not a date"),
        pytest.param(
            ["--until", "9999-12-31"], "--until: the last night must be between 2003-01-01", id="in the future"
        ),
        pytest.param(
            ["--until", "0001-01-01"], "--until: the last night must be between 2003-01-01", id="too long ago"
        ),
        pytest.param(["--seed", "many"], "--seed: 'many' isn’t a whole number", id="not a seed"),
        pytest.param(["--port", "0"], "--port: '0' isn’t a whole number", id="not a port"),
    ],
)
def test_a_wrong_option_is_reported_in_one_line_and_creates_nothing(tmp_path, settings, options, why):
    settings.DATA_DIR = tmp_path / "data"
    with pytest.raises(CommandError) as refused:
        call_command("demo", *options)
    assert str(refused.value).startswith(why)
    assert not settings.DATA_DIR.exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    (tmp_path / "letters.txt").write_text("Dear Gnome")
    with pytest.raises(CommandError, match=r"contains something else \(letters.txt\); nothing was changed"):
        call_command("demo")
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_an_existing_group_stops_the_command_before_it_migrates(db, tmp_path, settings, monkeypatch):
    start_group("Wednesday", "Olga")
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.setattr("scorekeeper.management.commands.demo.prepare_database", lambda: pytest.fail("migrated"))
    with pytest.raises(CommandError, match="This database already has groups or people"):
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
        assert Hand.objects.filter(entry__hand__all_passed=True).count() == 1
        assert Game.objects.filter(stopped="leader_wins").count() == 1
        assert Revision.objects.filter(kind=Revision.Kind.CORRECT).count() == 3
        assert sorted(Player.objects.filter(member__isnull=False).values_list("name", flat=True)) == ["Ben", "Nora"]
        assert list(Player.objects.filter(retired=True).values_list("name", flat=True)) == ["Leo"]
        assert list(Player.objects.filter(same_as__name="Tom").values_list("name", flat=True)) == ["Thomas"]
        assert demo.nights.exclude(note="").count() == 6
        playing = Game.objects.get(state=Game.State.PLAYING)
        assert playing.night == demo.nights.latest("date")
        *saved, typed = playing.hands.all()
        assert len(saved) == 5
        assert all(hand.entry and not hand.taps for hand in saved)
        assert typed.entry is None
        assert {"bid", "peeked"} <= {path.rpartition(".")[2] for path, _value, _member in typed.taps}

    def test_the_stored_scores_agree_with_a_replay(self, db, demo):
        assert sum(rescore(game, write=False) for game in demo.games.all()) == 0
        sheets = {str(game.uid): load(game).sheet.totals for game in demo.games.filter(state=Game.State.OVER)}
        played = {game.id: game.sheet.totals for game in a_year(23).games}
        corrected = {correction.game for correction in a_year(23).corrections}
        assert {uid for uid in played if sheets[uid] != played[uid]} == corrected

    def test_every_page_opens_with_few_queries(self, db, demo):
        nora = Client()
        nora.force_login(Membership.objects.get(group=demo, name="Nora").user)
        special = special_hands(demo)
        assert len(special) == 6
        visited = list(pages_from(nora, f"/groups/{demo.pk}/", *special))
        assert {name for name, _address, _queries in visited} >= PAGES
        assert {address: queries for _name, address, queries in visited if queries > MOST_QUERIES} == {}
