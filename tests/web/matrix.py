"""The table of who may do what, and a world in which every request would change something if it were allowed.

The table gives the status of GET (HEAD has the same) and of POST. "-" means that the route does not accept the method:
the status is 404 if the view is closed to this browser; otherwise, GET leads to the page above, and POST gets a 405. No
route accepts PUT, PATCH or DELETE.
"""

from http.cookies import SimpleCookie

from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from scorekeeper.models import Event, Game, Installation, Link, Membership, Playgroup, Throttle, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_join_link, make_watch_link
from scorekeeper.recording.game.reading import member_token
from tests import asking
from tests.cast import A_HAND, correct, make_cast, play, start_game

ROLES = ("anonymous", "watcher", "expired", "revoked", "recorder", "removed", "owner", "other")
"""A stranger; browsers with an active, expired or revoked link; current and former members; another group's owner."""

TABLE = """
GET                             | POST                            |
ano wat exp rev rec rem own oth | ano wat exp rev rec rem own oth | routes
200 200 200 200 200 200 200 200 | 302 302 302 302 302 302 302 302 | start sign_in
410 410 410 410 200 200 200 200 | 410 410 410 410 302 410 302 302 | join
410 200 410 410 200 200 200 200 | -                               | watch watch_version
410 410 410 410 200 410 200 200 | -                               | group_version
200 200 200 200 200 200 200 200 | 302 302 302 302 302 302 302 302 | tv
200 200 200 200 200 200 200 200 | -                               | table home_manifest manifest worker health
                                |                                 | recipe_link
-                               | 404 404 404 404 302 302 302 302 | go_elsewhere add_to_home_screen sign_out
410 410 410 410 200 200 302 200 | 410 410 410 410 409 302 302 302 | go_on
302 302 302 302 302 302 200 302 | -                               | home_screen
410 410 410 410 302 200 302 302 | 410 410 410 410 302 302 302 302 | from_home_screen
-                               | 302 302 302 302 302 302 302 302 | theme
200 200 200 200 302 200 302 200 | 200 200 200 200 302 200 302 200 | sign_up
200 200 200 200 200 200 200 200 | 200 200 200 200 200 200 200 200 | recover
404 404 404 404 200 302 200 302 | 404 404 404 404 200 302 200 302 | account
404 404 404 404 302 302 302 302 | -                               | give_groups
404 404 404 404 200 302 200 302 | 404 404 404 404 302 302 422 302 | delete_account
404 404 404 404 200 410 200 404 | -                               | group download_recipe people statistics year
                                |                                 | another_game recipe
                                |                                 | player roster sheet guide hand print_game night
                                |                                 | print_night paper bgstats rivals two game_picture
                                |                                 | night_picture year_picture
404 404 404 404 200 410 200 404 | 404 404 404 404 302 410 302 404 | new_game change_game stop setup players whole_hand
                                |                                 | result game_result
404 404 404 404 302 410 302 404 | 404 404 404 404 302 410 302 404 | make_game
-                               | 404 404 404 404 302 410 302 404 | add_player add_recipe offer_recipe keep_note
                                |                                 | claim resume leave_open
                                |                                 | rematch tap step_back start_over save undo
                                |                                 | bring_back change_night
-                               | 404 404 404 404 403 410 302 404 | change_member make_link make_code
                                |                                 | show_needs renew_link renew_links revoke_link
                                |                                 | change_player merge_player hide import_file
                                |                                 | take_back
404 404 404 404 403 410 200 404 | 404 404 404 404 403 410 302 404 | change_group delete_group import_preview
404 404 404 404 403 410 200 404 | -                               | link log files export_group export_night export_game
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


class World(asking.World):
    """The group, and everybody who might use it. The owner has an account, as the recorder has."""

    def __init__(self) -> None:
        super().__init__(make_cast())
        owner, group = self.cast.owner, self.cast.group
        removed = Membership.objects.create(
            group=group, user=User.objects.create_browser(), role="recorder", name="Rem", removed_at=timezone.now()
        )
        accounts_writing.sign_up(user=owner.user, name="Olga", password=asking.PASSWORD)
        owner.user.refresh_from_db()
        self.over = start_game(owner, player_target=20)
        play(self.over, A_HAND, by=owner)
        correct(self.over, 1, "10 6 - 8 | | 12 8 4 7", owner)
        self.words |= {"version": Playgroup.objects.get(pk=group.pk).version, "revisions": 2}
        self.watches = {name: make_watch_link(group=group, by=owner) for name in ("open", "expired", "revoked")}
        self.joins = {name: make_join_link(group=group, label="", by=owner) for name in ("open", "expired", "revoked")}
        Link.objects.filter(pk=self.joins["open"].pk).update(created_at=owner.joined_at)
        for links in (self.watches, self.joins):
            Link.objects.filter(pk=links["expired"].pk).update(expires_at=timezone.now())
            Link.objects.filter(pk=links["revoked"].pk).update(revoked_at=timezone.now())
        self.members = {"recorder": self.cast.recorder, "owner": owner, "other": self.cast.stranger, "removed": removed}
        self.personal = accounts_writing.make_personal_link(user=owner.user)
        self.cookies = {name: self.sign_in(member) for name, member in self.members.items()}

    def sign_in(self, member: Membership) -> str:
        client = Client()
        client.force_login(member.user)
        return client.cookies.output(header="", sep=";")

    def client(self, role: str) -> Client:
        client = Client()
        client.cookies = SimpleCookie(self.cookies.get(role, ""))
        return client

    def game_for(self, route: str) -> Game:
        return self.over if route in ("bgstats", "bring_back", "game_picture") else super().game_for(route)

    def token(self, route: str, role: str) -> str:
        """Return the token that this browser sends. A watcher sends its watch link's token on every route."""
        if role == "anonymous":
            return "nothing"
        if route == "group_version" and role in self.members:
            return member_token(self.members[role])
        if route in PERSONAL_LINKS and role in self.members:
            return self.personal
        links = self.joins if route == "join" and role != "watcher" else self.watches
        return token_of(links.get(role, links["open"]))

    def form(self, route: str) -> tuple[bytes, str]:
        fields = [(name, value) for name, value in self.fields(route, asking.FORMS) if name != "preview"]
        return asking.sent_as("parts" if route == "import_file" else "form", fields, "")

    def send(self, role: str, method: str, route: str, **more: object) -> object:
        """Send a request as this role, with a valid form if it is a POST, and return the response."""
        body = self.form(route) if method == "POST" else ()
        return self.client(role).generic(method, self.address(route, role), *body, **more)


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


def accepts(route, method):
    """Return whether a route accepts a method, whoever uses it."""
    return method in ("GET", "HEAD", "POST") and MATRIX[route][method == "POST"][0] != "-"


def expected(route, role, method):
    """Return the status that the table gives."""
    if accepts(route, method):
        return int(MATRIX[route][method == "POST"][ROLES.index(role)])
    if role in ROLES[:4] and getattr(PATTERNS[route].callback, "login_required", True):
        return 404
    return 302 if method in ("GET", "HEAD") else 405
