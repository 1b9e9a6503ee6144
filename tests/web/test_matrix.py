"""The permission matrix: every route, method and role, with requests that would change something if allowed.

The table gives the status of GET (HEAD has the same) and of POST. "-" means that the route does not accept the method:
the status is 405, or 404 if the view is closed to this browser. No route accepts PUT, PATCH or DELETE. A denied
request changes nothing.
"""

import uuid
from http.cookies import SimpleCookie

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from scorekeeper.files.importing import store_upload
from scorekeeper.formats.recipes import pack
from scorekeeper.models import Event, Installation, Link, Membership, Throttle, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.accounts.writing import make_personal_link
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_join_link, make_watch_link
from scorekeeper.people.roster.writing import add_player
from scorekeeper.recording.game.reading import member_token
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.web import access
from tests.cast import A_HAND, Phone, correct, enter_hand, make_cast, play, start_game
from tests.formats.documents import document, game as a_game
from tests.own_games import OWN_GAME, UNO
from tests.rounds import start_rounds

pytestmark = pytest.mark.slow

ROLES = ("anonymous", "watcher", "expired", "revoked", "recorder", "removed", "owner", "other")
"""A stranger; browsers with an active, expired or revoked link; current and former members; another group's owner."""

TABLE = """
                 GET                                       POST
                 anon watch expir revok rec rem own other  anon watch expir revok rec rem own other
start            200  200   200   200   200 200 200 200    302  302   302   302   302 302 302 302
join             410  410   410   410   200 200 200 200    410  410   410   410   302 410 302 302
watch            410  200   410   410   200 200 200 200    -    -     -     -     -   -   -   -
watch_version    410  200   410   410   200 200 200 200    -    -     -     -     -   -   -   -
group_version    410  410   410   410   200 410 200 200    -    -     -     -     -   -   -   -
table            200  200   200   200   200 200 200 200    -    -     -     -     -   -   -   -
go_elsewhere     -    -     -     -     -   -   -   -      404  404   404   404   302 302 302 302
go_on            410  410   410   410   200 200 302 200    410  410   410   410   302 302 302 302
add_to_home_screen - - - - - - - -                         404  404   404   404   302 302 302 302
home_screen      302  302   302   302   302 302 200 302    -    -     -     -     -   -   -   -
home_manifest    200  200   200   200   200 200 200 200    -    -     -     -     -   -   -   -
from_home_screen 410  410   410   410   302 200 302 302    410  410   410   410   302 302 302 302
theme            -    -     -     -     -   -   -   -      302  302   302   302   302 302 302 302
manifest         200  200   200   200   200 200 200 200    -    -     -     -     -   -   -   -
sign_up          200  200   200   200   200 200 302 200    200  200   200   200   200 200 302 200
sign_in          200  200   200   200   200 200 200 200    302  302   302   302   302 302 302 302
recover          200  200   200   200   200 200 200 200    200  200   200   200   200 200 200 200
sign_out         -    -     -     -     -   -   -   -      404  404   404   404   302 302 302 302
account          404  404   404   404   302 302 200 302    404  404   404   404   302 302 200 302
give_groups      404  404   404   404   302 302 302 302    404  404   404   404   302 302 302 302
delete_account   404  404   404   404   302 302 200 302    404  404   404   404   302 302 422 302
worker           200  200   200   200   200 200 200 200    -    -     -     -     -   -   -   -
health           200  200   200   200   200 200 200 200    -    -     -     -     -   -   -   -
security         404  404   404   404   404 404 404 404    -    -     -     -     -   -   -   -
group            404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
new_game         404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
add_player       -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
recipe_link    200  200   200   200   200 200 200 200    -    -     -     -     -   -   -   -
another_game     404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
recipe         404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
add_recipe     -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
offer_recipe   -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
download_recipe 404 404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
people           404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
claim            -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
change_member    -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
change_group     -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
delete_group     404  404   404   404   403 410 200 404    404  404   404   404   403 410 302 404
log              404  404   404   404   403 410 200 404    -    -     -     -     -   -   -   -
renew_links      -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
make_link        -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
link             404  404   404   404   403 410 200 404    -    -     -     -     -   -   -   -
revoke_link      -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
statistics       404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
player           404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
roster           404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
change_player    -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
merge_player     -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
sheet            404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
guide            404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
stop             404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
resume           -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
hide             -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
rematch          -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
setup            404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
players          404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
hand             404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
whole_hand       404  404   404   404   200 410 200 404    404  404   404   404   302 410 302 404
tap              -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
step_back        -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
start_over       -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
save             -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
undo             -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
bring_back       -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
print_game       404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
night            404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
change_night     -    -     -     -     -   -   -   -      404  404   404   404   302 410 302 404
print_night      404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
paper            404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
bgstats          404  404   404   404   200 410 200 404    -    -     -     -     -   -   -   -
files            404  404   404   404   403 410 200 404    -    -     -     -     -   -   -   -
export_group     404  404   404   404   403 410 200 404    -    -     -     -     -   -   -   -
export_night     404  404   404   404   403 410 200 404    -    -     -     -     -   -   -   -
export_game      404  404   404   404   403 410 200 404    -    -     -     -     -   -   -   -
import_file      -    -     -     -     -   -   -   -      404  404   404   404   403 410 302 404
import_preview   404  404   404   404   403 410 200 404    404  404   404   404   403 410 302 404
"""
MATRIX = {row[0]: (row[1:9], row[9:]) for row in map(str.split, TABLE.strip().splitlines()[2:])}
PERSONAL_LINKS = {"go_on", "home_screen", "home_manifest", "from_home_screen"}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
CHANGE_NOTHING = {"join", "go_on", "from_home_screen", "theme", "sign_in", "sign_out", "sign_up", "give_groups"}
CHANGE_NOTHING |= {"resume"}
"""Routes where the owner's POST succeeds but changes no row, for example because the game is not stopped."""


def pattern_of(route):
    return next(pattern for pattern in get_resolver().url_patterns if pattern.name == route)


class World:
    """The group, everybody who might use it, and the requests that each would send."""

    def __init__(self):
        self.cast = make_cast()
        owner, group = self.cast.owner, self.cast.group
        self.removed = Membership.objects.create(
            group=group, user=User.objects.create_browser(), role="recorder", name="Rem", removed_at=timezone.now()
        )
        _user, self.code = accounts_writing.sign_up(user=owner.user, name="Olga", password="a good word")
        owner.user.refresh_from_db()
        self.game = start_game(owner)
        play(self.game, A_HAND, by=owner)
        self.phone = enter_hand(self.game, "pass", owner)
        self.over = start_game(owner, player_target=20)
        play(self.over, A_HAND, by=owner)
        correct(self.over, 1, "10 6 - 8 | | 12 8 4 7", owner)
        self.rounds = start_rounds(owner)
        self.upload = store_upload(file=document(a_game()), by=owner)
        self.recipe = keep_recipe(group=group, options=supplied()[UNO].rules.house_rules, by=owner)
        self.double = add_player(group=group, name="Another Ann")
        self.watch = {name: make_watch_link(group=group, by=owner) for name in ("open", "expired", "revoked")}
        self.join = {name: make_join_link(group=group, label="", by=owner) for name in ("open", "expired", "revoked")}
        Link.objects.filter(pk__in=[self.join["open"].pk]).update(created_at=owner.joined_at)
        for links in (self.watch, self.join):
            Link.objects.filter(pk=links["expired"].pk).update(expires_at=timezone.now())
            Link.objects.filter(pk=links["revoked"].pk).update(revoked_at=timezone.now())
        members = {"recorder": self.cast.recorder, "owner": owner, "other": self.cast.stranger, "removed": self.removed}
        self.members = members
        self.cookies = {name: self.sign_in(member) for name, member in members.items()}
        self.personal = make_personal_link(user=owner.user)

    def sign_in(self, member):
        client = Client()
        client.force_login(member.user)
        return client.cookies.output(header="", sep=";")

    def client(self, role):
        client = Client()
        client.cookies = SimpleCookie(self.cookies.get(role, ""))
        return client

    def address(self, route, role):
        arguments = {
            "group_id": self.cast.group.pk,
            "game_id": self.game_for(route).pk,
            "night_id": self.game.night_id,
            "number": 1 if route in ("undo", "bring_back") else 2,
            "version": 1,
            "member_id": self.cast.recorder.pk,
            "player_id": self.game.seats.get(number=0).player_id,
            "link_id": self.watch["open"].pk,
            "upload_id": self.upload.pk,
            "rules": self.recipe.rules,
            "packed": pack(supplied()[UNO]),
            "kind": "sheets.json",
            "token": self.token(route, role),
        }
        pattern = pattern_of(route)
        return reverse(route, kwargs={name: arguments[name] for name in pattern.pattern.converters})

    def game_for(self, route):
        if route == "players":
            return self.rounds
        return self.over if route in ("bgstats", "bring_back") else self.game

    def token(self, route, role):
        """Return the token that this browser sends. A watcher sends its watch link's token on every route."""
        if role == "anonymous":
            return "nothing"
        if route == "group_version" and role in self.members:
            return member_token(self.members[role])
        if route in PERSONAL_LINKS and role in self.members:
            return self.personal
        links = self.join if route == "join" and role != "watcher" else self.watch
        return token_of(links.get(role, links["open"]))

    def data(self, route):
        seats = list(self.game.seats.values_list("player_id", flat=True))
        options = {f"option_{key}": value for key, value in self.game.options.items()}
        setting = Setting(players=tuple(seats), first_dealer=1, options=self.game.options)
        seen = {"revisions": self.phone.seen.revisions, "taps": self.phone.seen.taps}
        chosen = {f"seat_{seat}": player for seat, player in enumerate(seats, start=1)} | options
        return {
            "start": {"uid": uuid.uuid4(), "name": "Sunday", "owner_name": "Zoe"},
            "join": {"name": "Zoe"},
            "sign_up": {"name": "Zoe", "password": "another good word"},
            "sign_in": {"name": "olga", "password": "a good word"},
            "recover": {"name": "olga", "code": self.code, "new": "another good word"},
            "account": {"old": "a good word", "new": "another good word"},
            "new_game": {"uid": uuid.uuid4(), "rules": "trumplestiltskin", "dealer": 1}
            | {"seats": ",".join(map(str, seats))}
            | options,
            "add_player": {"name": "Zoe"},
            "another_game": OWN_GAME | {"uid": "farkle"},
            "recipe": OWN_GAME | {"uid": "uno"},
            "add_recipe": {"packed": pack(supplied()["any_game:skyjo"])},
            "offer_recipe": {"offered": "false"},
            "claim": {"player": seats[0]},
            "change_member": {"role": "owner"},
            "change_group": {"name": "Thursday"},
            "change_player": {"name": "Zoe", "mark": 7},
            "merge_player": {"same_as": self.double.pk},
            "change_night": {"place": "At Zoe’s", "note": "", "seen": ""},
            "make_link": {"kind": "watch"},
            "import_file": {"file": SimpleUploadedFile("sheets.json", document(a_game()))},
            "stop": {"how": "leader_wins"},
            "hide": {"hidden": "true", "confirm": "true"},
            "revoke_link": {"confirm": "true"},
            "delete_group": {"confirm": "true"},
            "delete_account": {"password": "a good word"},
            "sign_out": {"confirm": "true"},
            "rematch": {"uid": uuid.uuid4()},
            "setup": chosen | {"dealer": seats[1], "seen": 0, "confirm": setting.digest},
            "players": {"name": "Zoe", "seen": 0},
            "whole_hand": seen | {"hand.all_passed": "true"},
            "tap": seen | {"tap": "players.3.passed=false", "at": "players.3.passed"},
            "undo": {"revision": 1},
            "bring_back": {"revisions": 2},
        }.get(route, seen)


def stored():
    """Return all the app's rows except those that reading may change: attempts, sessions, and when links were used."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("scorekeeper").get_models():
            if model not in (Throttle, Installation):
                fields = [field for field in model._meta.concrete_fields if field.name != "last_used_at"]
                columns = ", ".join(f'"{field.column}"' for field in fields)
                where = "WHERE kind NOT IN ('link used', 'exported')" if model is Event else ""
                cursor.execute(f"SELECT {columns} FROM {model._meta.db_table} {where} ORDER BY id")
                rows[model.__name__] = cursor.fetchall()
    return rows


def expected(route, role, method):
    """Return the status that the table gives."""
    cells = {"GET": 0, "HEAD": 0, "POST": 1}
    cell = MATRIX[route][cells[method]][ROLES.index(role)] if method in cells else "-"
    if cell != "-":
        return int(cell)
    view = pattern_of(route).callback
    return 404 if role in ROLES[:4] and getattr(view, "login_required", True) else 405


@pytest.fixture(scope="module")
def world(module_db):
    """A world that is created only once; every test undoes the changes that its requests make."""
    return World()


@pytest.fixture(autouse=True)
def named(settings):
    """The app has a name on the network, and members can go on there."""
    settings.LOCAL_NAME = "scorekeeper.local"


def test_every_route_is_in_the_table():
    assert {pattern.name for pattern in get_resolver().url_patterns} == set(MATRIX)
    assert all(len(cells) == len(ROLES) for row in MATRIX.values() for cells in row)


def test_every_route_is_of_a_kind_that_the_table_of_who_may_do_what_has():
    _head, _line, *kinds = [line.split(" | ")[2:] for line in (access.__doc__ or "").splitlines() if line[:1] == "|"]
    by_link = {route for route in MATRIX if "<str:token>" in str(pattern_of(route).pattern)}
    for route in MATRIX.keys() - by_link - {"security"}:  # without a contact, nobody is told one
        for row in MATRIX[route]:
            said = ["yes" if cell < "403" or cell == "422" else cell for cell in row if cell != "-"]
            anonymous, watcher, expired, revoked, recorder, removed, owner, other = said or ["-"] * 8
            assert watcher == expired == revoked == anonymous, route
            assert not said or [anonymous, recorder, owner, removed, f"{other} |"] in kinds, route


@pytest.mark.parametrize("route", MATRIX)
def test_every_role_gets_the_status_in_the_table(world, db, route):
    before, wrong = stored(), []
    for role in ROLES:
        table = {method: expected(route, role, method) for method in METHODS}
        may_change = {method for method in METHODS if table[method] < 400} - {"GET", "HEAD"}
        statuses, changed = ask(world, route, role, set(METHODS) - may_change)
        wrong += [f"{role} changed something"] if changed != before else []
        granted, changed = ask(world, route, role, may_change)
        if role == "owner" and may_change and route not in CHANGE_NOTHING:
            assert changed != before, "what the owner may do must really happen, or a denial proves nothing"
        statuses |= granted
        wrong += [f"{role} {method}: {statuses[method]}" for method in METHODS if statuses[method] != table[method]]
    assert wrong == []


def ask(world, route, role, methods):
    """Send a request with each method. Return the statuses and all rows just before everything is rolled back."""
    address, data, statuses = world.address(route, role), world.data(route), {}
    with transaction.atomic():
        for method in methods:
            client = world.client(role)
            response = client.post(address, data) if method == "POST" else client.generic(method, address)
            statuses[method] = response.status_code
            assert response.status_code != 404 or b"Wednesday" not in response.content
        after = stored() if methods else {}
        transaction.set_rollback(True)
    return statuses, after


def test_a_form_from_another_site_is_refused(world, db):
    before = stored()
    for route in MATRIX:
        client = Client(enforce_csrf_checks=True)
        client.cookies = SimpleCookie(world.cookies["owner"])
        status = client.post(world.address(route, "owner"), world.data(route)).status_code
        # Watching and polling have no form and set no cookie, so there is nothing to check.
        assert status == (405 if route in ("watch", "watch_version", "group_version") else 403), route
    assert stored() == before


def test_the_world_contains_a_hand_being_entered(world, db):
    """Without a hand to change, the requests above would prove nothing."""
    assert Phone(world.game, world.cast.owner).open().number == 2
    assert world.phone.seen.taps == 4
