"""Record what every page shows of many played games, to compare one version of the code with another.

    python -m tests.recorder play FOLDER        play random games, and keep what was sent in FOLDER/script.jsonl
    python -m tests.recorder replay FOLDER NEW  send the same requests with this code; the pages go to NEW
    python -m tests.recorder read DATABASE NEW  only show all pages of a database's groups

Every answer, and at the end every page that an owner, a scorer or a watcher can reach, is stored without what differs
by chance: tokens, keys and the names of static files. `diff -r FOLDER NEW` shows what has changed.
"""

import datetime
import json
import os
import re
import shutil
import sys
import tempfile
import uuid
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django

START = datetime.datetime(2026, 3, 6, 18, tzinfo=datetime.UTC)
GAMES = 100
CHANGING = [
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'), "CSRF"),
    (re.compile(r'"X-CSRFToken": ?"[^"]*"'), "CSRF"),
    (re.compile(r"/(w|v|j)/[A-Za-z0-9_~.:=-]{20,}"), r"/\1/TOKEN"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "UUID"),
    (re.compile(r"/static/([^\"?]+?)\.[0-9a-f]{12}\."), r"/static/\1."),
    (re.compile(r"\?v=[0-9a-f]+"), "?v=RELEASE"),
    (re.compile(r"<svg[^>]*segno.*?</svg>", re.DOTALL), "QR"),
    (re.compile(r'(data-version|name="version") ?(value)?="\d+"'), "VERSION"),
    (re.compile(r'"version": \d+'), "VERSION"),
]
LEFT_OUT = ("/static/", "/theme/", "/sign-", "/account", "/recover", "/home-screen", "/go-on", "/t/", "/j/", "/table/")
DOWNLOADS = (".json", ".csv")


class Clock:
    """A clock that advances with the requests, so that code that asks more often sees the same times."""

    def __init__(self) -> None:
        self.ticks = 0

    def __call__(self) -> datetime.datetime:
        return START + datetime.timedelta(seconds=20 * self.ticks)


def set_up(database: Path | None = None) -> None:
    """Prepare Django with a database of its own: an empty one, or a copy of the given one, migrated."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    from django.conf import settings

    file = Path(tempfile.mkdtemp()) / "recorded.sqlite3"
    if database:
        shutil.copy(database, file)
    settings.DATABASES["default"]["NAME"] = str(file)
    settings.INSTALLED_APPS = [app for app in settings.INSTALLED_APPS if app != "zeal"]
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "zeal" not in name]
    settings.ALLOWED_HOSTS = ["*"]
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def shown(response: Any) -> str:
    """Return an answer without what differs by chance."""
    text = response.content.decode(errors="replace")
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return f"{response.status_code} {CHANGING[2][0].sub('TOKEN', response.get('Location', ''))}\n{text}\n"


class Recorder:
    """Sends requests, writes down what was sent and what came back."""

    def __init__(self, out: Path, clock: Clock, cast: Any) -> None:
        from django.test import Client

        self.out, self.clock = out, clock
        out.mkdir(parents=True, exist_ok=True)
        self.clients = {name: Client() for name in ("owner", "recorder", "nobody")}
        for name in ("owner", "recorder"):
            self.clients[name].force_login(getattr(cast, name).user)
        self.script: list[list[Any]] = []

    def send(self, game: str, who: str, path: str, data: dict[str, str] | None = None, part: bool = False) -> Any:
        """Send a request, as htmx would if `part`."""
        self.clock.ticks += 1
        self.script.append([game, who, path, data, part])
        headers = {"HX-Request": "true", "HX-Target": "page"} if part else {}
        client = self.clients[who]
        response = client.get(path, headers=headers) if data is None else client.post(path, data, headers=headers)
        with (self.out / f"{game}.html").open("a", encoding="utf-8") as file:
            file.write(f"=== {who} {'GET' if data is None else 'POST'} {path} {json.dumps(data)}\n{shown(response)}")
        return response

    def crawl(self, who: str, *first: str) -> None:
        """Write down every page that can be reached by links from these."""
        from tests.views.browser import parse

        waiting, seen, shapes = list(first), set(first), Counter[str]()
        with (self.out / f"all-{who}.html").open("a", encoding="utf-8") as file:
            while waiting:
                path = waiting.pop(0)
                response = self.clients[who].get(path)
                kind = response.get("Content-Type", "")
                file.write(f"=== {CHANGING[2][0].sub('/TOKEN', path)}\n{shown(response)}")
                if response.status_code != 200 or "html" not in kind:
                    continue
                for link in parse(response.content.decode()).all("a"):
                    href = link.attrs.get("href", "").split("#")[0]
                    href = path.split("?")[0] + href if href.startswith("?") else href
                    if href.startswith("/") and href not in seen and not href.startswith(LEFT_OUT):
                        seen.add(href)
                        # Choices in an address can be combined without end.
                        path_only, _mark, query = href.partition("?")
                        shape = path_only + re.sub(r"[0-9,]+", "", query) if query else href
                        shapes[shape] += 1
                        if shapes[shape] > 3 and "hand=" not in query:
                            continue
                        waiting.append(href)


def make_group() -> Any:
    """Create a group with an owner, a scorer and ten players."""
    from scorekeeper.services import people
    from tests.cast import make_cast

    cast = make_cast()
    names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
    people.add_players(group=cast.group, names=names)
    return cast


def pages_of(recorder: Recorder, cast: Any) -> None:
    """Write down all pages of the cast's group."""
    from scorekeeper.queries.people.links import token_of
    from scorekeeper.services import links

    watch = links.make_watch_link(group=cast.group, by=cast.owner)
    recorder.crawl("owner", f"/groups/{cast.group.pk}/")
    recorder.crawl("recorder", f"/groups/{cast.group.pk}/")
    recorder.crawl("nobody", f"/w/{token_of(watch)}/")


def replay(recorder: Recorder, cast: Any, script: list[list[Any]]) -> None:
    """Send what was sent before."""
    from scorekeeper.games import all_games
    from scorekeeper.queries.recording.recipes import supplied
    from scorekeeper.services import games
    from tests.recorder_player import supplied_rules

    for step in script:
        if step[1] != "start":
            recorder.send(*step)
            continue
        _name, _start, slug, seats, first_dealer, options, uid = step
        rules = supplied_rules(slug) if slug in supplied() else all_games()[slug].rules
        options = {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}
        new = games.NewGame(
            uid=uuid.UUID(uid), rules=rules, players=tuple(seats), first_dealer=first_dealer, options=options
        )
        games.start_game(group=cast.group, new=new, by=cast.owner)


def main() -> None:
    """Play, replay or read."""
    what, first, *rest = sys.argv[1:]
    set_up(Path(first) if what == "read" else None)
    clock = Clock()
    with patch("django.utils.timezone.now", clock):
        if what == "read":
            read(Path(rest[0]), clock)
            return
        from tests.recorder_player import Player, choices

        cast = make_group()
        if what == "play":
            recorder = Recorder(Path(first), clock, cast)
            for number in range(int(rest[0]) if rest else GAMES):
                player = Player(recorder, cast, number)
                player.play(*choices(player.chance, number))
            lines = [json.dumps(step, default=list) for step in recorder.script]
            (Path(first) / "script.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        else:
            recorder = Recorder(Path(rest[0]), clock, cast)
            text = (Path(first) / "script.jsonl").read_text(encoding="utf-8")
            shutil.copy(Path(first) / "script.jsonl", rest[0])
            replay(recorder, cast, [json.loads(line) for line in text.splitlines()])
        pages_of(recorder, cast)


def read(out: Path, clock: Clock) -> None:
    """Write down all pages of every group of the database, for one of its owners."""
    from types import SimpleNamespace

    from scorekeeper.models import Membership

    for number, owner in enumerate(Membership.objects.filter(role="owner", removed_at=None).order_by("pk")):
        clock.ticks = 10**6
        cast = SimpleNamespace(owner=owner, recorder=owner, group=owner.group)
        pages_of(Recorder(out / str(number), clock, cast), cast)


if __name__ == "__main__":
    main()
