"""Valid requests for every form and for every address that reads parameters, and two groups to try them on."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from scorekeeper.files import importing
from scorekeeper.formats.recipes import pack
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Hand, Link, Membership, Night, Player, Playgroup, Revision, Seat, Setup, Standing
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import code_of, token_of
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.reading import member_token
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.own_games import writing as own_games_writing
from scorekeeper.rules.declaration import fields_of
from tests.cast import A_HAND, Cast, enter_hand, play, start_game
from tests.files.imports import games_of
from tests.formats.documents import document, game as a_game
from tests.own_games import OWN_GAME, SKYJO, UNO, made_own
from tests.rounds import play_rounds, start_rounds

PASSWORD = "four nines and two jokers"
RULES = Trumplestiltskin()
HOUSE_RULES = {f"option_{field.key}": str(getattr(RULES.options(), field.name)) for field in fields_of(RULES.options)}
SEEN = {"revisions": "0", "taps": "{taps}", "setup": "0"}

FORMS = {
    "start": {"uid": "{uid}", "name": "Sunday", "owner_name": "Olga"},
    "join": {"name": "Jo"},
    "go_elsewhere": {"group": "{group}"},
    "go_on": {},
    "add_to_home_screen": {},
    "from_home_screen": {},
    "theme": {"theme": "dark", "back": "/account/#appearance"},
    "change_group": {"name": "Thursday", "archived": "true", "needs": "true", "version": "{version}"},
    "sign_up": {"name": "Olga of the North", "password": PASSWORD},
    "sign_in": {"name": "Rex", "password": PASSWORD},
    "sign_out": {"elsewhere": "true", "confirm": "true"},
    "tv": {"code": "{letters}"},
    "recover": {"name": "Rex", "code": "{code}", "new": PASSWORD + "!"},
    "account": {"old": PASSWORD, "new": PASSWORD + "!"},
    "delete_account": {"password": PASSWORD},
    "delete_group": {"confirm": "true", "stop": ""},
    "renew_links": {},
    "change_member": {"remove": "true", "role": "owner", "confirm": "true"},
    "claim": {"player": "{player}"},
    "change_night": {"place": "At Zoe’s", "note": "Cake.\nRain.", "seen": ""},
    "make_link": {"kind": "watch", "game": "{game}", "night": "", "label": "TV", "forever": ""},
    "make_code": {},
    "show_needs": {"needs": "true"},
    "renew_link": {},
    "revoke_link": {"confirm": "true"},
    "new_game": {"uid": "{uid}", "rules": "trumplestiltskin", "seats": "{seats}", "dealer": "1"}
    | {"night": "2026-01-31", "first": "", "again": "", **HOUSE_RULES},
    "result": {"uid": "{uid}", "rules": "trumplestiltskin", "seats": "{seats}", "result": "2026-01-31"}
    | {"day": "other", "night": "2026-01-31", "who": "0", "won": "1"}
    | {f"total_{seat}": f"{seat}½ + 200,5" for seat in range(4)},
    "make_game": {"uid": "farkle", "game": "{uid}", "start": "1", "preview": "", "row": "", **OWN_GAME}
    | {"row-name": "Ones", "row-kind": "either", "row-either-0": "25"},
    "change_game": {"uid": "uno", "preview": "", **OWN_GAME},
    "add_recipe": {"packed": "{packed}", "note": "Cake.", "link": "", "file": ""},
    "offer_recipe": {"offered": "false"},
    "keep_note": {"note": "Cake.\nRain."},
    "add_player": {"name": "Zoe", "rules": "trumplestiltskin", "seats": "{seats}", "first": "{player}", "again": "1"},
    "change_player": {"name": "Zoe", "mark": "3", "retired": "on", "version": "{version}"},
    "merge_player": {"same_as": "{other}", "version": "{version}"},
    "import_file": {"file": document(a_game(hands=[])).decode().replace("{", "{{").replace("}", "}}")},
    "import_preview": {},
    "take_back": {"back": "True"},
    "stop": {"how": "leader_wins"},
    "game_result": {"total_0": "12", "total_1": "−3", "total_2": "7", "won": "nobody", "who": "0", "seen": "0"}
    | {"version": "{unplayed_version}"},
    "leave_open": {},
    "resume": {},
    "hide": {"hidden": "true", "confirm": "true", "version": "{game_version}"},
    "rematch": {"uid": "{uid}"},
    "setup": {"seen": "0", "confirm": "{digest}", "version": "{game_version}", **HOUSE_RULES},
    "players": {"seen": "0", "player": "{other}", "start": "0", "total": "40"}
    | dict.fromkeys(("name", "leave", "back", "version"), ""),
    "whole_hand": SEEN
    | {"key": "{uid}", "anyway": "", "dealer": "1", "hand.gnome": "9S", "hand.trump": ""}
    | {"players.0.bid": "10", "players.0.peeked": "true"}
    | {f"players.{seat}.taken": str(points) for seat, points in enumerate((12, 9, 3, 7))},
    "tap": {**SEEN, "at": "players.0.taken", "tap": "players.0.taken=9", "other": "", "tally.0": "1", "tally.1": "2"},
    "step_back": SEEN | {"version": "{game_version}"},
    "start_over": SEEN,
    "save": {**SEEN, "anyway": "true"},
    "undo": {"revision": "1", "version": "{game_version}"},
    "bring_back": {"revisions": "{revisions}"},
}
"""Every route that takes a form, with valid fields. Placeholders in braces are filled in from the world's `words`."""

READ = {
    "start": {},
    "group": {"player": "{player}", "rules": "", "year": "", "q": "cake", "page": "1", "hidden": ""},
    "night": {},
    "new_game": {"rules": "trumplestiltskin", "seats": "{seats}", "first": "{player}", "again": "1"},
    "result": {"rules": "trumplestiltskin", "seats": "{seats}", "result": "2026-01-31", "who": "1"},
    "game_result": {"who": "1"},
    "another_game": {"name": "Kubb"},
    "make_game": {"picture": "card", "name": "Kubb", "like": "any_game:yahtzee"},
    "change_game": {"picture": "turn"},
    "recipe": {},
    "recipe_link": {"group": "{group}"},
    "sheet": {"hand": "1"},
    "guide": {},
    "paper": {"players": "{player}", "rules": "trumplestiltskin"},
    "hand": {"at": "players.0.bid"},
    "files": {"games": "1", "hands": "2", "players": "3", "here": "4"},
    "export_group": {"year": "2026"},
    "import_preview": {},
    "people": {},
    "change_group": {},
    "log": {"page": "1"},
    "delete_group": {},
    "roster": {"player": "{player}"},
    "statistics": {"rules": "trumplestiltskin", "year": "2026", "by": "share"},
    "player": {"year": "2026"},
    "rivals": {"year": "2026"},
    "two": {"year": "2026"},
    "link": {},
    "watch": {"game": "{game}", "hand": "1", "v": "1", "page": "1", "rules": "1"},
    "watch_version": {"v": "{version}"},
    "group_version": {"v": "{version}"},
    "join": {},
    "go_on": {"group": "{group}"},
    "table": {"wifi": "guessed"},
}
"""Every route that reads parameters from its address, with valid values for them."""
OWN = (Playgroup, Membership, Player, Night, Game, Link)
"""The group itself and the models that refer to it directly; all other rows belong to one of its games."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A request: its route, the changes made to its valid fields, and how it is sent."""

    method: str
    route: str
    changes: tuple[tuple[int, str, str], ...]
    token: str
    kind: str
    charset: str
    htmx: bool


class World:
    """Two groups. One of them has links, a recorder with an account, and games in every state."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        _user, code = accounts_writing.sign_up(user=cast.recorder.user, name="Rex", password=PASSWORD)
        self.game = start_game(cast.owner)
        play(self.game, A_HAND, by=cast.owner)
        enter_hand(self.game, A_HAND, cast.owner)
        play(start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
        self.rounds = start_rounds(cast.owner)
        play_rounds(self.rounds, cast.owner, "1 2 3")
        self.unplayed = start_rounds(cast.owner)
        foreign_game = start_game(cast.stranger)
        play(foreign_game, A_HAND, by=cast.stranger)
        group = cast.group
        self.join = links_writing.make_join_link(group=group, label="", by=cast.owner)
        self.watch = links_writing.make_watch_link(group=group, by=cast.owner)
        players = list(Player.objects.filter(group=group).order_by("id").values_list("pk", flat=True))
        self.hand = Hand.objects.get(game=self.game, number=2)
        seats = Seat.objects.filter(game=self.game).order_by("number").values_list("player_id", flat=True)
        self.upload = importing.store_upload(file=document(a_game()), by=cast.owner)
        importing.import_games(group=group, games=games_of(a_game(night="2025-12-31")), by=cast.owner)
        self.imported = Game.objects.get(night__date="2025-12-31").came_with
        own_games_writing.keep_recipe(group=group, options=made_own(UNO, bonus=5).rules.house_rules, by=cast.owner)
        double = roster_writing.add_player(group=group, name="Another Ann")
        self.words = {"player": players[0], "other": double.pk, "group": group.pk}
        self.words["packed"] = pack(made_own(SKYJO, target=90))
        self.words |= {"seats": ",".join(map(str, players)), "game": self.game.pk, "code": code, "revisions": 1}
        links_writing.make_code(group=group, link_id=self.watch.pk, by=cast.owner)
        self.watch.refresh_from_db()
        self.words["letters"] = code_of(self.watch)
        self.words |= {"taps": len(self.hand.taps), "version": Playgroup.objects.get(pk=group.pk).version}
        self.words["game_version"] = Game.objects.get(pk=self.game.pk).version
        self.words["unplayed_version"] = Game.objects.get(pk=self.unplayed.pk).version
        self.words["digest"] = Setting(players=tuple(seats), first_dealer=0, options=self.game.options).digest
        self.setup = {f"seat_{number}": str(player) for number, player in enumerate(seats, start=1)}
        self.setup["dealer"] = str(players[0])
        self.browsers = {name: Client() for name in ("owner", "recorder", "stranger", "nobody")}
        for name in ("owner", "recorder", "stranger"):
            self.browsers[name].force_login(getattr(cast, name).user)
        self.keys = {name: dict(browser.cookies) for name, browser in self.browsers.items()}
        make = accounts_writing.make_personal_link
        self.at_name, self.icon = (make(user=cast.owner.user) for _token in range(2))

    def address(self, route: str, who: str, token: str = "") -> str:
        """Return the address of a route, with the token that this person has, or this one."""
        ids = {
            "group_id": self.cast.group.pk,
            "game_id": self.game_for(route).pk,
            "night_id": self.game.night_id,
            "year": self.game.night.date.year,
            "member_id": self.cast.recorder.pk,
            "player_id": self.words["player"],
            "other_id": self.words["seats"].split(",")[1],
            "link_id": self.watch.pk,
            "upload_id": self.upload.pk,
            "event_id": self.imported.pk,
            "rules": UNO,
            "packed": self.words["packed"],
            "kind": "hands.csv",
            "number": 1 if route in ("undo", "bring_back") else self.hand.number,
            "version": 1,
        }
        names = PARAMETERS[route]
        if names == ("token",):
            token = quote((token or self.token(route, who)).encode("utf-8", "surrogatepass"), safe="")
            return reverse(route, args=["TOKEN"]).replace("TOKEN", token)
        return reverse(route, kwargs={name: ids[name] for name in names})

    def game_for(self, route: str) -> Game:
        """Return the game that a request is about."""
        return {"players": self.rounds, "game_result": self.unplayed}.get(route, self.game)

    def token(self, route: str, who: str) -> str:
        """Return the token for a route. Outsiders never get one that would make them members."""
        if route in ("watch", "watch_version"):
            return token_of(self.watch)
        if route == "group_version":
            return member_token(self.cast.owner)
        if who not in ("owner", "recorder"):
            return "stolen"
        return {"join": token_of(self.join), "go_on": self.at_name}.get(route, self.icon)

    def fields(self, route: str, table: dict[str, dict[str, str]]) -> list[tuple[str, str]]:
        """Return a route's fields, with valid values."""
        words = self.words | {"uid": uuid.UUID(int=7)}
        extra = self.setup if route == "setup" and table is FORMS else {}
        return [(name, value.format(**words)) for name, value in (table.get(route, {}) | extra).items()]

    def ask(self, who: str, request: Ask) -> int:
        """Send a request and return its status. Any exception that the app doesn't handle is raised here."""
        browser = self.browser(who)
        fields = changed(self.fields(request.route, READ if request.method == "GET" else FORMS), request.changes)
        address = self.address(request.route, who, request.token)
        headers = {"HX-Request": "true", "HX-Target": "page"} if request.htmx else {}
        if request.method == "GET":
            kind = f"text/plain; charset={request.charset}" if request.charset else "text/plain"
            address += "?" + encoded(fields)
            return browser.generic("GET", address, b"", kind, headers=headers).status_code
        body, kind = sent_as(request.kind, fields, request.charset)
        return browser.generic("POST", address, body, kind, headers=headers).status_code

    def browser(self, who: str) -> Client:
        """Return this person's browser with the cookies that it had at first."""
        self.browsers[who].cookies.clear()
        self.browsers[who].cookies.update(self.keys[who])
        return self.browsers[who]

    def undone(self, method: str, address: str, body: bytes = b"", kind: str = "text/plain") -> int:
        """Send a request as the owner, undo what it did, and return its status."""
        browser = self.browser("owner")
        with transaction.atomic():
            status = browser.generic(method, address, body, kind).status_code
            transaction.set_rollback(True)
        return status

    def of_others(self, who: str) -> list[list[dict]]:
        """Return all rows of the groups that this person doesn't belong to, except the time each link was last used."""
        cast = self.cast
        own = {"owner": cast.group, "recorder": cast.group, "stranger": cast.stranger.group}.get(who)
        foreign = [group.pk for group in (cast.group, cast.stranger.group) if group != own]
        rows = [model.objects.filter(**{_group_lookup(model): foreign}) for model in OWN]
        games = Game.objects.filter(group_id__in=foreign)
        rows += [model.objects.filter(game__in=games) for model in (Seat, Setup, Hand, Standing)]
        rows.append(Revision.objects.filter(hand__game__in=games))
        stored = [list(query.order_by("pk").values()) for query in rows]
        for row in stored[OWN.index(Link)]:
            del row["last_used_at"]
        return stored


def _group_lookup(model: type) -> str:
    return "pk__in" if model is Playgroup else "group_id__in"


def changed(fields: list[tuple[str, str]], changes: tuple[tuple[int, str, str], ...]) -> list[tuple[str, str]]:
    """Return the fields with these changes applied."""
    fields = fields or [("more", "")]
    for index, how, value in changes:
        position = index % len(fields)
        name, valid = fields[position]
        fields[position : position + 1] = {
            "replaced": [(name, value)],
            "missing": [],
            "doubled": [(name, valid), (name, value)],
            "renamed": [(value, valid)],
            "joined": [(name, valid + value)],
        }[how]
        fields = fields or [("more", value)]
    return fields


def encoded(fields: list[tuple[str, str]]) -> str:
    """Return the fields as a query string, even if they contain lone surrogates."""
    return urlencode(fields, errors="surrogatepass")


def sent_as(kind: str, fields: list[tuple[str, str]], charset: str) -> tuple[bytes, str]:
    """Return the request body and its content type."""
    suffix = f"; charset={charset}" if charset else ""
    if kind in ("form", "no length"):
        return encoded(fields).encode(), f"application/x-www-form-urlencoded{suffix}"
    if kind == "json":
        return b'{"name": NaN}', f"application/json{suffix}"
    if kind == "nothing":
        return b"", ""
    parts = [
        b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
        % (
            name.encode("utf-8", "surrogatepass"),
            b'; filename="sheets.json"' if name == "file" else b"",
            value.encode("utf-8", "surrogatepass"),
        )
        for name, value in fields
    ]
    end = b"--x--\r\n" if kind == "parts" else b"--y"
    return b"".join(parts) + end, f"multipart/form-data; boundary=x{suffix}"


def parameters() -> dict[str, tuple[str, ...]]:
    """Return the parameters of every route in the URL conf."""
    return {pattern.name: tuple(pattern.pattern.converters) for pattern in get_resolver().url_patterns}


PARAMETERS = parameters()
