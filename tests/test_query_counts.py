"""How many queries each request makes: no more after 12 hands than after 3, or with 12 games than with 1.

Except when watching, two of the queries are for the session and the user; a write makes two more for its transaction's
savepoint. If a query is repeated in a loop, django-zeal already fails the test.
"""

import datetime
import uuid
from copy import deepcopy
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from scorekeeper.models import Game, Hand, Membership, Night, Player, Upload, User
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_owner_link, make_watch_link
from scorekeeper.recording.game.reading import member_token
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.asking import PARAMETERS
from tests.cast import A_HAND, Phone, correct, enter_hand, new_game, play, start_game
from tests.formats.documents import document, game as a_game
from tests.rounds import play_rounds, start_rounds
from tests.years import play_years

pytestmark = pytest.mark.slow

HTMX = {"HX-Request": "true", "HX-Target": "page"}
LOCK = int(connection.features.has_select_for_update)
"""What locking the group's row costs where beginning a transaction doesn't do it, as it does on SQLite."""


class Counter:
    """A client that counts the queries of each request and stores the count under a name."""

    def __init__(self, member=None):
        self.client, self.counts, self.wrong, self.routes = Client(), {}, [], set()
        if member is not None:
            self.client.force_login(member.user)

    def measure(self, name, address, data=None, status=200, **headers):
        with CaptureQueriesContext(connection) as queries:
            method = self.client.get if data is None else self.client.post
            response = method(address, data or {}, headers=headers)
        assert response.status_code == status, (name, response.status_code)
        self.counts[name] = len(queries)
        self.routes.add(resolve(urlsplit(address).path).url_name)

    def expect(self, name, queries, address, data=None, status=200, **headers):
        self.measure(name, address, data, status, **headers)
        if self.counts[name] != queries:
            self.wrong.append(f"{name}: {self.counts[name]} queries, not {queries}")


def with_locks(counts, written=frozenset()):
    return counts | {name: counts[name] + LOCK for name in written & counts.keys()}


def long_game(cast, hands):
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    play(game, *[A_HAND] * hands, by=cast.owner)
    return game


def recording(cast, hands, olga, stranger):
    game = long_game(cast, hands)
    base, now = f"/games/{game.pk}/", f"/games/{game.pk}/hands/{hands + 1}/"

    def send(name, queries, path, data=None, status=302, **headers):
        hand = Hand.objects.filter(game=game, number=hands + 1).first()
        seen = {"revisions": hand.revisions.count(), "taps": len(hand.taps)} if hand else {}
        olga.expect(name, queries, now + path, seen | (data or {}), status, **headers)

    olga.expect("sheet", 5, base)
    olga.expect("sheet with an opened hand", 7, base + "?hand=2")
    olga.expect("hand", 5, now)
    send("tap", 11 + LOCK, "tap/", {"tap": "players.0.bid=10"})
    send("tap by htmx", 10 + LOCK, "tap/", {"tap": "players.1.bid=12"}, 200, **HTMX)
    send("tap refused", 11 + LOCK, "tap/", {"tap": "players.2.bid=12"}, 422, **HTMX)
    Phone(game, cast.recorder, None).tap("C bid 15")
    Phone(game, cast.owner, None).tap("C peeked")
    send("tap stale", 12 + LOCK, "tap/", {"tap": "players.2.bid=20", "taps": 2}, 409, **HTMX)
    olga.expect("hand being corrected", 5, base + "hands/2/")
    send("step_back", 10 + LOCK, "back/")
    send("start_over", 11 + LOCK, "over/")
    enter_hand(game, A_HAND, cast.owner)
    send("save", 15 + LOCK, "save/")
    send("undo", 16 + LOCK, "undo/", {"revision": 1})
    send("save by htmx", 15 + LOCK, "save/", None, 200, **HTMX)
    send("undo by htmx", 18 + LOCK, "undo/", {"revision": 3}, 200, **HTMX)
    correct(game, 1, "pass", cast.owner)
    olga.expect("bring_back", 16 + LOCK, f"{base}hands/1/versions/1/", {"revisions": 2}, 302)


def a_tally(cast, points, olga, stranger):
    tally = start_rounds(cast.owner, 2, rows="tally", negative=False)
    Phone(tally, cast.owner).put(("players.0.points", point) for point in range(1, points + 1))
    now = f"/games/{tally.pk}/hands/1/"
    seen = {"revisions": 0, "taps": points}
    olga.expect("tally", 7, now)
    olga.expect("point", 12 + LOCK, now + "tap/", seen | {"tap": "players.1.points=1"}, 200, **HTMX)
    olga.expect("sheet of a tally", 5, f"/games/{tally.pk}/")
    Phone(tally, cast.owner).save()
    olga.expect("sheet with an opened tally", 14, f"/games/{tally.pk}/?hand=1")


def a_game_of_any_length(cast, hands, olga, stranger):
    game = long_game(cast, hands)
    base = f"/games/{game.pk}/"
    olga.expect("guide", 3, base + "rules/")
    olga.expect("setup", 6, base + "setup/")
    players = tuple(game.seats.values_list("player_id", flat=True))
    chosen = {f"seat_{seat}": player for seat, player in enumerate(players, start=1)}
    chosen |= {f"option_{key}": value for key, value in game.options.items()} | {"dealer": players[1], "seen": 0}
    olga.expect("setup previewed", 6, base + "setup/", chosen)
    shown = Setting(players=players, first_dealer=1, options=game.options)
    olga.expect("setup sent", 26 + LOCK, base + "setup/", chosen | {"confirm": shown.digest}, 302)
    olga.expect("print_game", 5, base + "print/")
    olga.expect("stop", 5, base + "stop/")
    olga.expect("stop sent", 16 + LOCK, base + "stop/", {"how": "leader_wins"}, 302)
    olga.expect("sheet of an ended game", 11, base)  # whose group's history is read
    olga.expect("sheet of an ended game again", 3, base)
    olga.expect("rematch", 27, base + "rematch/", {"uid": uuid.uuid4()}, 302)
    own = start_rounds(cast.owner)
    play_rounds(own, cast.owner, *["1 2 3"] * hands)
    stop_game(game=own, how="leader_wins", by=cast.owner)
    olga.expect("rematch of a game of one’s own", 28, f"/games/{own.pk}/rematch/", {"uid": uuid.uuid4()}, 302)
    olga.expect("resume", 17 + LOCK, base + "resume/", {}, 302)
    level = start_rounds(cast.owner, ends="rounds", rounds=hands)
    play_rounds(level, cast.owner, *["1 2 2"] * hands)
    cy = level.seats.get(number=2).player_id
    olga.expect("who won", 5, f"/games/{level.pk}/stop/")
    olga.expect("who won, sent", 17 + LOCK, f"/games/{level.pk}/stop/", {"how": cy, "seen": 0, "early": 0}, 302)
    just_who = start_rounds(cast.owner, rows="won")
    olga.expect("just who won", 6, f"/games/{just_who.pk}/stop/")
    olga.expect("hide", 13, base + "hide/", {"hidden": "true", "confirm": "true"}, 302)
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    olga.expect("sheet of unknown rules", 4, base)
    olga.expect("print_game of unknown rules", 6, base + "print/")


def just_the_result(cast, games, olga, stranger):
    game = start_rounds(cast.owner)
    players = tuple(game.seats.values_list("player_id", flat=True))
    totals = {f"total_{seat}": seat for seat in range(3)}
    for _game in range(games):
        won = {"won": players[:1], "totals": {}}
        start(group=cast.group, new=new_game(cast.group, players=players, result=won), by=cast.owner)
    base, address = f"/groups/{cast.group.pk}/result/", f"/games/{game.pk}/result/"
    sent = {"uid": uuid.uuid4(), "rules": "any_game:rounds", "seats": ",".join(map(str, players)), "day": 0}
    olga.expect("result", 16, base)
    olga.expect("result, another game", 4, f"{base}?name=Kubb")
    olga.expect("result sent", 39, base, sent | totals, 302)
    olga.expect("result refused", 17, base, sent | {"total_0": "x"}, 422)
    olga.expect("and then", 13, f"{base}?next=1")
    olga.expect("game_result", 6, address)
    Game.objects.filter(pk=game.pk).update(touched="2020-01-01")
    olga.expect("sheet of a game that was never finished", 5, f"/games/{game.pk}/")
    olga.expect("leave_open", 11 + LOCK, f"/games/{game.pk}/open/", {}, 302)
    olga.expect("game_result sent", 21 + LOCK, address, totals | {"seen": 0}, 302)
    olga.expect("game_result refused", 6, address, {"seen": 1}, 422)


def a_group_of_many_games(cast, games, olga, stranger):
    for _game in range(games):
        play(start_game(cast.owner), A_HAND, by=cast.owner)
    base = f"/groups/{cast.group.pk}/"
    players = list(cast.group.players.values_list("pk", flat=True))
    seats = ",".join(map(str, players))
    olga.expect("start", 3, "/")
    olga.expect("group", 14, base)
    olga.expect("group again", 5, base)
    olga.expect("new_game, choosing the rules", 5, f"{base}new/?seats={seats}")
    olga.expect("new_game", 9, f"{base}new/?rules=trumplestiltskin&seats={seats}")
    options = cast.group.games.first().options
    new = {"uid": uuid.uuid4(), "rules": "trumplestiltskin", "seats": seats, "dealer": 1}
    new |= {f"option_{key}": options[key] for key in options}
    olga.expect("new_game sent", 30, base + "new/", new, 302)
    olga.expect("add_player", 12, base + "players/", {"name": "Zoe"}, 302)
    olga.expect("start sent", 17, "/", {"uid": uuid.uuid4(), "name": "Sunday", "owner_name": "Olga"}, 302)
    stranger.expect("join", 2, f"/j/{token_of(make_owner_link(cast.group))}/")


def people_and_watching(cast, count, olga, stranger):
    links = [make_watch_link(group=cast.group, by=cast.owner, label=str(number)) for number in range(count)]
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    for number in range(count):
        play(start_game(cast.owner), A_HAND, by=cast.owner)
        user = User.objects.create_browser()
        member = Membership.objects.create(group=cast.group, user=user, role="recorder", name=f"Rex {number}")
        Player.objects.create(group=cast.group, name=f"P{number}", name_key=f"p{number}", member=member)
    play(game, *[A_HAND] * count, by=cast.owner)
    base, watch = f"/groups/{cast.group.pk}/", f"/w/{token_of(links[0])}/"
    olga.expect("people", 7, base + "people/")
    olga.expect("change_group", 3, base + "change/")
    olga.expect("link", 4, f"{base}links/{links[0].pk}/")
    for what, target in (("game", {"game": game}), ("night", {"night": game.night})):
        link = make_watch_link(group=cast.group, by=cast.owner, **target)
        olga.expect(f"link to a {what}", 5, f"{base}links/{link.pk}/")
    stranger.client.get(watch)  # stores the link's last use, at most once an hour
    cache.clear()
    stranger.expect("watch the group", 4, watch)
    stranger.expect("watch the group again", 2, watch)
    stranger.expect("watch a game", 4, f"{watch}?game={game.pk}")
    stranger.expect("watch the rules of a game", 2, f"{watch}?game={game.pk}&rules=1")
    stranger.expect("watch a version", 1, watch + "v/")
    stranger.expect("version", 1, f"/v/{member_token(cast.owner)}/")


def nights(cast, count, olga, stranger):
    for number in range(count):
        date = datetime.date(2020, 1, 1) + 40 * number * datetime.timedelta(days=1)
        games = [start(group=cast.group, new=new_game(cast.group, night=date), by=cast.owner) for _game in range(2)]
        tonight = start_game(cast.owner, player_target=40)
        play(tonight, A_HAND, A_HAND, by=cast.owner)
        hide_game(game=games[0], hidden=True)
        Night.objects.filter(pk=games[0].night_id).update(note="cake")
    night = tonight.night
    base, address = f"/groups/{cast.group.pk}/", f"/nights/{night.pk}/"
    player = cast.group.players.first().pk
    olga.expect("group", 14, base)
    olga.expect("group searched", 10, f"{base}?player={player}&year=2020&q=cake&page=2")
    olga.expect("group searched in vain", 7, f"{base}?q=pie")
    olga.expect("group, the hidden games", 10, f"{base}?hidden=1")
    olga.expect("group searched with a bad year", 6, f"{base}?year=x", None, 422)
    olga.expect("night", 18, address)
    olga.expect("night again", 5, address)
    olga.expect("change_night", 10, address + "change/", {"place": "here"}, 302)
    olga.expect("change_night refused", 18, address + "change/", {"place": "x" * 81}, 422)
    olga.expect("change_night stale", 10, address + "change/", {"place": "there"}, 409)
    olga.expect("night_picture", 7, f"{address}picture.svg")
    olga.expect("game_picture", 5, f"/games/{tonight.pk}/picture.svg")
    olga.expect("year_picture", 5, f"{base}years/{night.date.year}/picture.svg")
    watch = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, night=night))}/"
    stranger.client.get(watch)  # stores the link's last use, at most once an hour
    cache.clear()
    stranger.expect("watch a night", 6, watch)
    stranger.expect("watch a night again", 1, watch)


def the_roster(cast, count, olga, stranger):
    game = start_game(cast.owner)
    stop_game(game=game, how="no_winner", by=cast.owner)
    ann, bob = list(cast.group.players.order_by("pk"))[:2]
    for number in range(count):
        user = User.objects.create_browser()
        member = Membership.objects.create(group=cast.group, user=user, role="recorder", name=f"Rex {number}")
        for name, more in ((f"P{number}", {"member": member, "retired": number % 2}), (f"Q{number}", {"same_as": ann})):
            Player.objects.create(group=cast.group, name=name, name_key=name.lower(), **more)
        stop_game(game=start_game(cast.owner), how="no_winner", by=cast.owner)
    base = f"/groups/{cast.group.pk}/roster/"
    olga.expect("roster", 4, base)
    olga.expect("roster, one opened", 4, f"{base}?player={ann.pk}")
    olga.expect("change_player", 12, f"/players/{ann.pk}/change/", {"name": "Zoe", "mark": 3}, 302)
    olga.expect("change_player refused", 10, f"/players/{ann.pk}/change/", {"name": "Bob", "mark": 3}, 422)
    double = Player.objects.create(group=cast.group, name="Z", name_key="z")
    olga.expect("merge_player", 16, f"/players/{double.pk}/merge/", {"same_as": bob.pk}, 302)
    olga.expect("merge_player refused", 11, f"/players/{ann.pk}/merge/", {"same_as": bob.pk}, 422)


def printing(cast, count, olga, stranger):
    for _game in range(count):
        over = start_game(cast.owner, player_target=20)
        play(over, A_HAND, by=cast.owner)
    for number in range(count):
        Player.objects.create(group=cast.group, name=f"P{number}", name_key=f"p{number}")
    olga.expect("print_night", 7, f"/nights/{over.night_id}/print/")
    olga.expect("paper", 10, f"/groups/{cast.group.pk}/paper/")
    olga.expect("paper of these rules", 10, f"/groups/{cast.group.pk}/paper/?rules=trumplestiltskin")
    olga.expect("bgstats", 6, f"/games/{over.pk}/bgstats/")
    Game.objects.update(rules="forgotten")
    olga.expect("print_night of unknown rules", 8, f"/nights/{over.night_id}/print/")


def files(cast, count, olga, stranger):
    for _game in range(count):
        game = start_game(cast.owner, player_target=20)
        play(game, A_HAND, by=cast.owner)
    base = f"/groups/{cast.group.pk}/files/"
    files = [a_game(night=f"20{10 + n}-01-01", players=["Ann", f"P{n}", "Cy"], hands=[]) for n in range(count)]
    olga.expect("import_file refused", 4, f"{base}import/", {"x": "y"}, 422)
    for name, uploading, queries, raw, status in (
        ("import_preview refused", 14, 6, document(rules=1), 422),  # the first upload starts to be counted
        ("import_preview", 13, 9, document(*files), 200),
        ("import_preview of one game", 13, 9, document(files[0]), 200),
    ):
        olga.expect("import_file", uploading, f"{base}import/", {"file": SimpleUploadedFile("x.json", raw)}, 302)
        preview = f"{base}import/{Upload.objects.get().pk}/"
        olga.expect(name, queries, preview, None, status)
    olga.expect("import_preview sent", 50 + LOCK, preview, {"x": "y"}, 302)
    olga.expect("import_preview sent again", 5, preview, {"x": "y"}, 410)
    olga.expect("files", 4, base)
    olga.expect("export_group", 8, f"{base}sheets.json")
    olga.expect("export_night", 8, f"/nights/{game.night_id}/hands.csv")
    olga.expect("export_game", 8, f"/games/{game.pk}/games.csv")


def statistics(cast, games, olga, stranger):
    play_years(cast.owner, games, hands=2)
    cache.clear()
    base = f"/groups/{cast.group.pk}/statistics/"
    ann = cast.group.players.get(name="Ann")
    other = cast.group.players.create(name="Anne", name_key="anne", same_as=ann)
    olga.expect("statistics", 10, base)
    olga.expect("statistics again", 6, base)
    olga.expect("statistics by rating", 6, base + "?by=rating")
    olga.expect("statistics of a year", 6, base + "?year=2012")
    olga.expect("year", 8, f"/groups/{cast.group.pk}/years/2012/")
    olga.expect("year again", 3, f"/groups/{cast.group.pk}/years/2012/")
    olga.expect("player", 7, f"/players/{ann.pk}/")
    olga.expect("player again", 7, f"/players/{ann.pk}/")
    olga.expect("player, one year", 7, f"/players/{ann.pk}/?year=2012")
    olga.expect("player, merged", 3, f"/players/{other.pk}/", status=302)
    cache.clear()
    bob = cast.group.players.get(name="Bob")
    olga.expect("rivals", 9, f"/groups/{cast.group.pk}/rivals/")
    olga.expect("rivals again", 5, f"/groups/{cast.group.pk}/rivals/?year=2012")
    olga.expect("two", 5, f"/players/{ann.pk}/against/{bob.pk}/")
    olga.expect("two, merged", 4, f"/players/{other.pk}/against/{bob.pk}/", status=302)


PARTS = {
    recording: (3, 12),
    a_tally: (3, 1500),
    a_game_of_any_length: (3, 12),
    just_the_result: (1, 12),
    a_group_of_many_games: (1, 12),
    people_and_watching: (1, 12),
    nights: (1, 21),
    the_roster: (1, 12),
    printing: (1, 12),
    files: (1, 12),
    statistics: (10, 30),
}
"""What is requested of a group, and how much of it there is the first and the second time."""
ELSEWHERE = {"whole_hand", "players"}
"""Routes for a game whose queries are counted in `tests/recording`."""


@pytest.mark.parametrize("much", [0, 1], ids=["little", "much"])
def test_every_request_costs_the_same_however_much_there_is(cast, made_up, much):
    wrong, measured = [], set()
    for part, sizes in PARTS.items():
        cache.clear()
        counters = Counter(cast.owner), Counter()
        with transaction.atomic():
            part(deepcopy(cast), sizes[much], *counters)
            transaction.set_rollback(True)
        for counter in counters:
            wrong += counter.wrong
            measured |= counter.routes
    assert not wrong, "\n".join(wrong)
    assert measured | ELSEWHERE >= {name for name, parameters in PARAMETERS.items() if "game_id" in parameters}
