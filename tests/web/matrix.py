"""The table of who may do what, and a world in which every request would change something if it were allowed.

The table gives the status of GET (HEAD has the same) and of POST. "-" means that the route does not accept the method:
the status is 405, or 404 if the view is closed to this browser. No route accepts PUT, PATCH or DELETE.
"""

import uuid
from http.cookies import SimpleCookie

from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
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
from tests.cast import A_HAND, correct, enter_hand, make_cast, play, start_game
from tests.formats.documents import document, game as a_game
from tests.own_games import OWN_GAME, UNO
from tests.rounds import start_rounds

ROLES = ("anonymous", "watcher", "expired", "revoked", "recorder", "removed", "owner", "other")
"""A stranger; browsers with an active, expired or revoked link; current and former members; another group's owner."""

TABLE = """
GET                             | POST                            |
ano wat exp rev rec rem own oth | ano wat exp rev rec rem own oth | routes
200 200 200 200 200 200 200 200 | 302 302 302 302 302 302 302 302 | start sign_in
410 410 410 410 200 200 200 200 | 410 410 410 410 302 410 302 302 | join
410 200 410 410 200 200 200 200 | -                               | watch watch_version
410 410 410 410 200 410 200 200 | -                               | group_version
200 200 200 200 200 200 200 200 | -                               | table home_manifest manifest worker health
                                |                                 | recipe_link
-                               | 404 404 404 404 302 302 302 302 | go_elsewhere add_to_home_screen sign_out
410 410 410 410 200 200 302 200 | 410 410 410 410 302 302 302 302 | go_on
302 302 302 302 302 302 200 302 | -                               | home_screen
410 410 410 410 302 200 302 302 | 410 410 410 410 302 302 302 302 | from_home_screen
-                               | 302 302 302 302 302 302 302 302 | theme
200 200 200 200 200 200 302 200 | 200 200 200 200 200 200 302 200 | sign_up
200 200 200 200 200 200 200 200 | 200 200 200 200 200 200 200 200 | recover
404 404 404 404 302 302 200 302 | 404 404 404 404 302 302 200 302 | account
404 404 404 404 302 302 302 302 | 404 404 404 404 302 302 302 302 | give_groups
404 404 404 404 302 302 200 302 | 404 404 404 404 302 302 422 302 | delete_account
404 404 404 404 404 404 404 404 | -                               | security
404 404 404 404 200 410 200 404 | -                               | group download_recipe people statistics player
                                |                                 | roster sheet guide hand print_game night print_night
                                |                                 | paper bgstats
404 404 404 404 200 410 200 404 | 404 404 404 404 302 410 302 404 | new_game another_game recipe stop setup players
                                |                                 | whole_hand
-                               | 404 404 404 404 302 410 302 404 | add_player add_recipe offer_recipe claim resume
                                |                                 | rematch tap step_back start_over save undo
                                |                                 | bring_back change_night
-                               | 404 404 404 404 403 410 302 404 | change_member change_group renew_links make_link
                                |                                 | revoke_link change_player merge_player hide
                                |                                 | import_file
404 404 404 404 403 410 200 404 | 404 404 404 404 403 410 302 404 | delete_group import_preview
404 404 404 404 403 410 200 404 | -                               | log link files export_group export_night export_game
"""


def read_table() -> dict[str, tuple[list[str], list[str]]]:
    """Return the cells of GET and POST for each route. A line without statuses continues the one above it."""
    matrix, cells = {}, ([], [])
    for line in TABLE.strip().splitlines()[2:]:
        get, post, routes = line.split("|")
        cells = (get.split(), post.split()) if get.strip() else cells
        get, post = (statuses * len(ROLES) if statuses == ["-"] else statuses for statuses in cells)
        matrix |= dict.fromkeys(routes.split(), (get, post))
    return matrix


MATRIX = read_table()
PATTERNS = {pattern.name: pattern for pattern in get_resolver().url_patterns}
PERSONAL_LINKS = {"go_on", "home_screen", "home_manifest", "from_home_screen"}


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
        return reverse(route, kwargs={name: arguments[name] for name in PATTERNS[route].pattern.converters})

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
        in_order = ",".join(map(str, seats))
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
            "new_game": options | {"uid": uuid.uuid4(), "rules": "trumplestiltskin", "dealer": 1, "seats": in_order},
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
    return 404 if role in ROLES[:4] and getattr(PATTERNS[route].callback, "login_required", True) else 405
