"""The number of queries each view makes. It must be the same after 12 hands as after 3, and with 12 games as with 1.

Except when watching, two of the queries are for the session and the user; a write makes two more for its transaction's
savepoint. If a query is repeated in a loop, django-zeal already fails the test.
"""

import datetime
import uuid

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Game, Hand, Membership, Night, Player, Upload, User
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_owner_link, make_watch_link
from scorekeeper.recording.game.reading import member_token
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import A_HAND, Phone, correct, enter_hand, new_game, play, start_game
from tests.formats.documents import document, game as a_game
from tests.web.test_access import ROUTES
from tests.years import play_years

pytestmark = pytest.mark.slow

HTMX = {"HX-Request": "true", "HX-Target": "page"}

HANDS = {
    "sheet": 5,
    "sheet with an opened hand": 7,
    "hand": 5,
    "hand being corrected": 5,
    "tap": 11,
    "tap by htmx": 10,
    "tap refused": 11,
    "tap stale": 12,
    "step_back": 10,
    "start_over": 11,
    "save": 15,
    "save by htmx": 15,
    "undo": 16,
    "undo by htmx": 18,
    "bring_back": 16,
}
WRITTEN = {
    *("tap", "tap by htmx", "tap refused", "tap stale"),
    "step_back",
    "start_over",
    "save",
    "save by htmx",
    "undo",
    "undo by htmx",
    "bring_back",
    "setup sent",
    "stop sent",
    "resume",
}
"""The requests that lock the group's row with a separate query; on SQLite, beginning the transaction does it."""
GAME = {
    "stop": 5,
    "stop sent": 16,
    "sheet of an ended game": 5,
    "rematch": 21,
    "resume": 17,
    "guide": 3,
    "setup": 6,
    "setup previewed": 6,
    "setup sent": 26,
    "hide": 13,
    "sheet of unknown rules": 4,
    "print_game": 5,
    "print_game of unknown rules": 6,
}
PRINT = {"print_night": 7, "print_night of unknown rules": 8, "paper": 9, "paper of these rules": 9, "bgstats": 6}
GROUP = {
    "start": 3,
    "group": 15,
    "group again": 5,
    "new_game, choosing the rules": 5,
    "new_game": 8,
    "new_game sent": 23,
    "add_player": 12,
    "start sent": 17,
    "join": 1,
}
PEOPLE = {
    "people": 7,
    "link": 4,
    "link to a game": 7,
    "link to a night": 7,
    "watch the group": 4,
    "watch the group again": 1,
    "watch a game": 4,
    "watch the rules of a game": 2,
    "watch a version": 1,
    "version": 1,
}
NIGHTS = {
    "group": 15,
    "group searched": 11,
    "group searched in vain": 7,
    "group, the hidden games": 11,
    "group searched with a bad year": 6,
    "night": 12,
    "night again": 5,
    "change_night": 10,
    "change_night refused": 12,
    "change_night stale": 10,
    "watch a night": 6,
    "watch a night again": 1,
}
ROSTER = {
    "roster": 4,
    "roster, one opened": 4,
    "change_player": 12,
    "change_player refused": 10,
    "merge_player": 16,
    "merge_player refused": 11,
}

FILES = {
    "files": 4,
    "import_file": 13,
    "import_file refused": 4,
    "import_preview": 7,
    "import_preview of one game": 7,
    "import_preview refused": 4,
    "import_preview sent": 46 + connection.features.has_select_for_update,
    "import_preview sent again": 5,
    "export_group": 8,
    "export_night": 8,
    "export_game": 8,
}


STATISTICS = {
    "statistics": 10,
    "statistics again": 10,
    "statistics by rating": 11,
    "statistics by rating again": 11,
    "player": 10,
    "player, one year": 10,
    "player, merged": 3,
}


class Counter:
    """A client that counts the queries of each request and stores the count under a name."""

    def __init__(self, member=None):
        self.client, self.counts = Client(), {}
        if member is not None:
            self.client.force_login(member.user)

    def measure(self, name, address, data=None, status=200, **headers):
        with CaptureQueriesContext(connection) as queries:
            method = self.client.get if data is None else self.client.post
            response = method(address, data or {}, headers=headers)
        assert response.status_code == status, (name, response.status_code)
        self.counts[name] = len(queries)


def with_locks(counts, written=WRITTEN):
    return counts | {name: counts[name] + connection.features.has_select_for_update for name in written & counts.keys()}


def long_game(cast, hands):
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    play(game, *[A_HAND] * hands, by=cast.owner)
    return game


@pytest.mark.parametrize("hands", [3, 12])
def test_recording_a_hand_costs_the_same_however_many_were_played(cast, hands):
    game, counter = long_game(cast, hands), Counter(cast.owner)
    base, now = f"/games/{game.pk}/", f"/games/{game.pk}/hands/{hands + 1}/"

    def send(name, path, data=None, status=302, **headers):
        hand = Hand.objects.filter(game=game, number=hands + 1).first()
        seen = {"revisions": hand.revisions.count(), "taps": len(hand.taps)} if hand else {}
        counter.measure(name, now + path, seen | (data or {}), status, **headers)

    counter.measure("sheet", base)
    counter.measure("sheet with an opened hand", base + "?hand=2")
    counter.measure("hand", now)
    send("tap", "tap/", {"tap": "players.0.bid=10"})
    send("tap by htmx", "tap/", {"tap": "players.1.bid=12"}, 200, **HTMX)
    send("tap refused", "tap/", {"tap": "players.2.bid=12"}, 422, **HTMX)
    Phone(game, cast.recorder, None).tap("C bid 15")
    Phone(game, cast.owner, None).tap("C peeked")
    send("tap stale", "tap/", {"tap": "players.2.bid=20", "taps": 2}, 409, **HTMX)
    counter.measure("hand being corrected", base + "hands/2/")
    send("step_back", "back/")
    send("start_over", "over/")
    enter_hand(game, A_HAND, cast.owner)
    send("save", "save/")
    send("undo", "undo/", {"revision": 1})
    send("save by htmx", "save/", None, 200, **HTMX)
    send("undo by htmx", "undo/", {"revision": 3}, 200, **HTMX)
    correct(game, 1, "pass", cast.owner)
    counter.measure("bring_back", f"{base}hands/1/versions/1/", {"revisions": 2}, 302)
    assert counter.counts == with_locks(HANDS)


@pytest.mark.parametrize("hands", [3, 12])
def test_a_game_costs_the_same_however_long_it_is(cast, hands):
    game, counter = long_game(cast, hands), Counter(cast.owner)
    base = f"/games/{game.pk}/"
    counter.measure("guide", base + "rules/")
    counter.measure("setup", base + "setup/")
    players = tuple(game.seats.values_list("player_id", flat=True))
    chosen = {f"seat_{seat}": player for seat, player in enumerate(players, start=1)}
    chosen |= {f"option_{key}": value for key, value in game.options.items()} | {"dealer": players[1], "seen": 0}
    counter.measure("setup previewed", base + "setup/", chosen)
    shown = Setting(players=players, first_dealer=1, options=game.options)
    counter.measure("setup sent", base + "setup/", chosen | {"confirm": shown.digest}, 302)
    counter.measure("print_game", base + "print/")
    counter.measure("stop", base + "stop/")
    counter.measure("stop sent", base + "stop/", {"how": "leader_wins"}, 302)
    counter.measure("sheet of an ended game", base)
    counter.measure("rematch", base + "rematch/", {"uid": uuid.uuid4()}, 302)
    counter.measure("resume", base + "resume/", {}, 302)
    counter.measure("hide", base + "hide/", {"hidden": "true", "confirm": "true"}, 302)
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    counter.measure("sheet of unknown rules", base)
    counter.measure("print_game of unknown rules", base + "print/")
    assert counter.counts == with_locks(GAME)


@pytest.mark.parametrize("games", [1, 12])
def test_a_group_page_costs_the_same_however_many_games_the_group_has(cast, made_up, games):
    for _game in range(games):
        play(start_game(cast.owner), A_HAND, by=cast.owner)
    counter, base = Counter(cast.owner), f"/groups/{cast.group.pk}/"
    players = list(cast.group.players.values_list("pk", flat=True))
    seats = ",".join(map(str, players))
    counter.measure("start", "/")
    counter.measure("group", base)
    counter.measure("group again", base)
    counter.measure("new_game, choosing the rules", f"{base}new/?seats={seats}")
    counter.measure("new_game", f"{base}new/?rules=trumplestiltskin&seats={seats}")
    options = cast.group.games.first().options
    new = {"uid": uuid.uuid4(), "rules": "trumplestiltskin", "seats": seats, "dealer": 1}
    new |= {f"option_{key}": options[key] for key in options}
    counter.measure("new_game sent", base + "new/", new, 302)
    counter.measure("add_player", base + "players/", {"name": "Zoe"}, 302)
    counter.measure("start sent", "/", {"uid": uuid.uuid4(), "name": "Sunday", "owner_name": "Olga"}, 302)
    stranger = Counter()
    stranger.measure("join", f"/j/{token_of(make_owner_link(cast.group))}/")
    assert counter.counts | stranger.counts == GROUP


@pytest.mark.parametrize("count", [1, 12])
def test_people_and_watching_cost_the_same_however_many_people_there_are(cast, count):
    links = [make_watch_link(group=cast.group, by=cast.owner, label=str(number)) for number in range(count)]
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    for number in range(count):
        play(start_game(cast.owner), A_HAND, by=cast.owner)
        user = User.objects.create_browser()
        member = Membership.objects.create(group=cast.group, user=user, role="recorder", name=f"Rex {number}")
        Player.objects.create(group=cast.group, name=f"P{number}", name_key=f"p{number}", member=member)
    play(game, *[A_HAND] * count, by=cast.owner)
    counter, base, watch = Counter(cast.owner), f"/groups/{cast.group.pk}/", f"/w/{token_of(links[0])}/"
    counter.measure("people", base + "people/")
    counter.measure("link", f"{base}links/{links[0].pk}/")
    for what, target in (("game", {"game": game}), ("night", {"night": game.night})):
        link = make_watch_link(group=cast.group, by=cast.owner, **target)
        counter.measure(f"link to a {what}", f"{base}links/{link.pk}/")
    stranger = Counter()
    stranger.client.get(watch)  # stores the link's last use, at most once an hour
    cache.clear()
    stranger.measure("watch the group", watch)
    stranger.measure("watch the group again", watch)
    stranger.measure("watch a game", f"{watch}?game={game.pk}")
    stranger.measure("watch the rules of a game", f"{watch}?game={game.pk}&rules=1")
    stranger.measure("watch a version", watch + "v/")
    stranger.measure("version", f"/v/{member_token(cast.owner)}/")
    assert counter.counts | stranger.counts == PEOPLE


@pytest.mark.parametrize("count", [1, 21])
def test_nights_cost_the_same_however_many_there_are(cast, count):
    for number in range(count):
        date = datetime.date(2020, 1, 1) + 40 * number * datetime.timedelta(days=1)
        games = [start(group=cast.group, new=new_game(cast.group, night=date), by=cast.owner) for _game in range(2)]
        tonight = start_game(cast.owner, player_target=40)
        play(tonight, A_HAND, A_HAND, by=cast.owner)
        hide_game(game=games[0], hidden=True)
        Night.objects.filter(pk=games[0].night_id).update(note="cake")
    night = tonight.night
    counter, base, address = Counter(cast.owner), f"/groups/{cast.group.pk}/", f"/nights/{night.pk}/"
    player = cast.group.players.first().pk
    counter.measure("group", base)
    counter.measure("group searched", f"{base}?player={player}&year=2020&q=cake&page=2")
    counter.measure("group searched in vain", f"{base}?q=pie")
    counter.measure("group, the hidden games", f"{base}?hidden=1")
    counter.measure("group searched with a bad year", f"{base}?year=x", None, 422)
    counter.measure("night", address)
    counter.measure("night again", address)
    counter.measure("change_night", address + "change/", {"place": "here"}, 302)
    counter.measure("change_night refused", address + "change/", {"place": "x" * 81}, 422)
    counter.measure("change_night stale", address + "change/", {"place": "there"}, 409)
    stranger, watch = Counter(), f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, night=night))}/"
    stranger.client.get(watch)  # stores the link's last use, at most once an hour
    cache.clear()
    stranger.measure("watch a night", watch)
    stranger.measure("watch a night again", watch)
    assert counter.counts | stranger.counts == NIGHTS


@pytest.mark.parametrize("count", [1, 12])
def test_the_roster_costs_the_same_however_many_players_there_are(cast, count):
    game = start_game(cast.owner)
    stop_game(game=game, how="no_winner", by=cast.owner)
    ann, bob = list(cast.group.players.order_by("pk"))[:2]
    for number in range(count):
        user = User.objects.create_browser()
        member = Membership.objects.create(group=cast.group, user=user, role="recorder", name=f"Rex {number}")
        for name, more in ((f"P{number}", {"member": member, "retired": number % 2}), (f"Q{number}", {"same_as": ann})):
            Player.objects.create(group=cast.group, name=name, name_key=name.lower(), **more)
        stop_game(game=start_game(cast.owner), how="no_winner", by=cast.owner)
    counter, base = Counter(cast.owner), f"/groups/{cast.group.pk}/roster/"
    counter.measure("roster", base)
    counter.measure("roster, one opened", f"{base}?player={ann.pk}")
    counter.measure("change_player", f"/players/{ann.pk}/change/", {"name": "Zoe", "mark": 3}, 302)
    counter.measure("change_player refused", f"/players/{ann.pk}/change/", {"name": "Bob", "mark": 3}, 422)
    double = Player.objects.create(group=cast.group, name="Z", name_key="z")
    counter.measure("merge_player", f"/players/{double.pk}/merge/", {"same_as": bob.pk}, 302)
    counter.measure("merge_player refused", f"/players/{ann.pk}/merge/", {"same_as": bob.pk}, 422)
    assert counter.counts == ROSTER


@pytest.mark.parametrize("count", [1, 12])
def test_printing_costs_the_same_however_much_is_printed(cast, count):
    for _game in range(count):
        over = start_game(cast.owner, player_target=20)
        play(over, A_HAND, by=cast.owner)
    for number in range(count):
        Player.objects.create(group=cast.group, name=f"P{number}", name_key=f"p{number}")
    counter = Counter(cast.owner)
    counter.measure("print_night", f"/nights/{over.night_id}/print/")
    counter.measure("paper", f"/groups/{cast.group.pk}/paper/")
    counter.measure("paper of these rules", f"/groups/{cast.group.pk}/paper/?rules=trumplestiltskin")
    counter.measure("bgstats", f"/games/{over.pk}/bgstats/")
    Game.objects.update(rules="forgotten")
    counter.measure("print_night of unknown rules", f"/nights/{over.night_id}/print/")
    assert counter.counts == PRINT


@pytest.mark.parametrize("count", [1, 12])
def test_files_cost_the_same_however_much_they_contain(cast, count):
    for _game in range(count):
        game = start_game(cast.owner, player_target=20)
        play(game, A_HAND, by=cast.owner)
    counter, base = Counter(cast.owner), f"/groups/{cast.group.pk}/files/"
    files = [a_game(night=f"20{10 + n}-01-01", players=["Ann", f"P{n}", "Cy"], hands=[]) for n in range(count)]
    counter.measure("import_file refused", f"{base}import/", {"x": "y"}, 422)
    for name, raw, status in (
        ("import_preview refused", document(rules=1), 422),
        ("import_preview", document(*files), 200),
        ("import_preview of one game", document(files[0]), 200),
    ):
        counter.measure("import_file", f"{base}import/", {"file": SimpleUploadedFile("x.json", raw)}, 302)
        preview = f"{base}import/{Upload.objects.get().pk}/"
        counter.measure(name, preview, None, status)
    counter.measure("import_preview sent", preview, {"x": "y"}, 302)
    counter.measure("import_preview sent again", preview, {"x": "y"}, 410)
    counter.measure("files", base)
    counter.measure("export_group", f"{base}sheets.json")
    counter.measure("export_night", f"/nights/{game.night_id}/hands.csv")
    counter.measure("export_game", f"/games/{game.pk}/games.csv")
    assert counter.counts == FILES


@pytest.mark.parametrize("games", [10, 30])
def test_statistics_cost_the_same_however_many_games_were_played(cast, games):
    play_years(cast.owner, games, hands=2)
    cache.clear()
    counter, base = Counter(cast.owner), f"/groups/{cast.group.pk}/statistics/"
    ann = cast.group.players.get(name="Ann")
    other = cast.group.players.create(name="Anne", name_key="anne", same_as=ann)
    counter.measure("statistics", base)
    counter.measure("statistics again", base)
    counter.measure("statistics by rating", base + "?by=rating")
    counter.measure("statistics by rating again", base + "?by=rating")
    counter.measure("player", f"/players/{ann.pk}/")
    counter.measure("player, one year", f"/players/{ann.pk}/?year=2012")
    counter.measure("player, merged", f"/players/{other.pk}/", status=302)
    assert counter.counts == STATISTICS


def test_every_route_for_a_game_is_measured():
    measured = {name.split()[0] for name in HANDS | GAME | PRINT} | {"export_game", "whole_hand", "players"}
    assert measured >= {name for name, converters in ROUTES.items() if "game_id" in converters}
