"""Watching by a link: exactly what it shows, nothing that carries it further, its end at the very next request."""

import datetime
from copy import deepcopy

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.models import Game, Link, Night, Playgroup
from scorekeeper.queries.links import token_of
from scorekeeper.queries.watching import member_token
from scorekeeper.services import links
from scorekeeper.services.games import hide_game, stop_game
from tests.cast import A_HAND, Phone, play, start_game
from tests.views.browser import Browser, parse

NAMES = ("Ann", "Bob", "Cy", "Dee", "Wednesday", "Olga", "Rex", "for the aunts")
PART = {"HX-Request": "true", "HX-Target": "page"}


@pytest.fixture(scope="module")
def module_games(module_cast):
    cast = module_cast
    found = {name: start_game(cast.owner) for name in ("first", "second", "hidden", "earlier")}
    night = Night.objects.create(group=cast.group, date=datetime.date(2020, 1, 1))
    Game.objects.filter(pk=found["earlier"].pk).update(night=night)
    hide_game(game=found["hidden"], hidden=True)
    return found | {"foreign": start_game(cast.stranger)}


@pytest.fixture
def games(db, module_games):
    """Two games of tonight, a hidden one, one of another night, one of another group."""
    return deepcopy(module_games)


@pytest.fixture
def watching(cast, games):
    """The address of a link for a game, its night, or the group."""

    def address(what, **more):
        shown = {"game": {"game": games["first"]}, "night": {"night": games["first"].night}, "group": {}}[what]
        link = links.make_watch_link(group=cast.group, by=cast.owner, label="for the aunts", **shown, **more)
        return f"/w/{token_of(link)}/"

    return address


SCOPE = {"game": ["first"], "night": ["first", "second"], "group": ["first", "second", "earlier"]}


@pytest.mark.parametrize("what", SCOPE)
def test_a_link_shows_exactly_what_it_is_for(games, watching, what):
    address, client = watching(what), Client()
    for name, game in games.items():
        assert client.get(f"{address}?game={game.pk}").status_code == (200 if name in SCOPE[what] else 404), name
    first = parse(client.get(address).content.decode())
    shown = {link.attrs["href"] for link in first.all("a") if "game=" in link.attrs["href"]}
    assert shown == (set() if what == "game" else {f"?game={games[name].pk}" for name in SCOPE[what]})


@pytest.mark.parametrize("what", SCOPE)
@pytest.mark.parametrize("state", ["before", "typing", "saved", "ended", "forgotten"])
def test_a_watch_page_carries_nothing_further(cast, games, watching, what, state):
    game, client = games["first"], Client()
    if state != "before":
        play(game, A_HAND, by=cast.owner)
    if state == "typing":
        Phone(game, cast.owner).open().tap("A bid 10", "A peeked", "B bid 12")
    if state == "ended":
        stop_game(game=game, how="leader_wins")
    if state == "forgotten":
        Game.objects.filter(pk=game.pk).update(rules="forgotten")
    address = watching(what)
    for query in ("", f"?game={game.pk}", f"?game={game.pk}&hand=1"):
        response = client.get(address + query)
        html = response.content.decode()
        page = parse(html)
        assert response.status_code == 200
        assert not response.cookies
        assert not response.has_header("Vary") or "Cookie" not in response["Vary"]
        assert [list(page.all(tag)) for tag in ("form", "button", "input")] == [[], [], []]
        assert "csrf" not in html
        head = page.one("head")
        assert head.one("title").children == ["Score sheet"]
        assert not any(name in html.partition("</head>")[0] for name in NAMES)
        assert head.one("meta", name="robots").attrs["content"] == "noindex, nofollow"
        assert head.one("meta", name="referrer").attrs["content"] == "no-referrer"
        assert "Olga" not in html
        assert "for the aunts" not in html
        ways = {link.attrs["href"] for link in page.all("a")}
        assert all(way.startswith(("?", "#", address)) for way in ways), ways
    assert not Session.objects.exists()


def test_what_is_typed_is_seen_and_points_only_when_saved(cast, games, watching):
    game, address, watcher = games["first"], watching("game"), Browser()
    Phone(game, cast.owner).tap("A bid 10", "A peeked", "B bid 12")
    said = watcher.open(address).page.one("section", class_="progress").text
    assert "Hand 1, Dee deals" in said
    assert all(word in said for word in ("Ann", "10", "Bob", "12"))
    Phone(game, cast.owner).tap("C passed", "D passed", "done", "no_gnome", "A took 12", "B took 9")
    said = watcher.open(address).page.one("section", class_="progress").text
    assert "9" not in said
    play(game, A_HAND, by=cast.owner)
    watcher.open(address)
    assert not list(watcher.page.all(class_="progress"))
    assert "Hand 2: Ann deals" in watcher.text
    assert watcher.page.one("table")


def test_neither_session_nor_user_is_asked_for(cast, games, watching):
    address, client = watching("game"), Client()
    client.force_login(cast.owner.user)
    for path in (address, address + "v/", f"/v/{member_token(cast.owner)}/"):
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        asked = " ".join(query["sql"] for query in queries)
        assert "session" not in asked
        assert "scorekeeper_user" not in asked


def test_a_kept_page_is_not_shown_in_another_language(games, watching, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    address, client = watching("game"), Client()
    english, german = (client.get(address, headers={"Accept-Language": each}).content.decode() for each in ("en", "de"))
    assert ('<html lang="en"' in english, '<html lang="de"' in german) == (True, True)


@pytest.mark.parametrize("part_first", [False, True], ids=["the page first", "the part first"])
def test_a_kept_page_is_not_taken_for_its_part(games, watching, part_first):
    address, client = watching("game"), Client()
    for part in (part_first, not part_first):
        shown = client.get(address, headers=PART if part else {}).content.decode()
        assert ("<html" in shown) == (not part)


@pytest.mark.parametrize("who", ["watcher", "member"])
def test_the_version_is_204_until_something_changes(cast, games, watching, who, django_assert_num_queries):
    address = watching("game") + "v/" if who == "watcher" else f"/v/{member_token(cast.owner)}/"
    version, client = Playgroup.objects.get(pk=cast.group.pk).version, Client()
    with django_assert_num_queries(1):
        response = client.get(address, {"v": version})
    assert (response.status_code, response.content, response.cookies) == (204, b"", {})
    for seen in (version - 1, version + 1, "", "x", "9" * 5000, f"{version}.0", f" {version}"):
        assert client.get(address, {"v": seen}).status_code == 200, seen
    Phone(games["second"], cast.owner).tap("A bid 10")
    with django_assert_num_queries(1):
        assert client.get(address, {"v": version}).status_code == 200
    assert client.get(address, {"v": version + 1}).status_code == 204


def end(cast, how):
    link = Link.objects.get()
    if how == "revoked":
        links.revoke_link(group=cast.group, link_id=link.pk)
    elif how == "renewed":
        links.renew_link(group=cast.group, link_id=link.pk)
    else:
        Link.objects.update(expires_at=timezone.now())


@pytest.mark.parametrize("how", ["revoked", "renewed", "expired"])
@pytest.mark.parametrize("what", SCOPE)
def test_a_link_ends_at_the_very_next_request(cast, games, watching, what, how, django_assert_num_queries):
    address, client = watching(what), Client()
    assert client.get(address).status_code == 200
    assert client.get(address + "v/").status_code == 200
    end(cast, how)
    for query in ("", f"?game={games['first'].pk}"):
        assert client.get(address + query).status_code == 410
    with django_assert_num_queries(1):
        assert client.get(address + "v/").status_code == 410
    # An open page gets what belongs into it: it says so, and has nothing to ask any more.
    part = client.get(address, headers=PART)
    page = parse(part.content.decode())
    assert part.status_code == 410
    assert page.one("h1").text == "This link no longer opens"
    assert not any("data-poll" in node.attrs for node in page.all())
    assert not list(page.all("html"))


def test_an_open_page_of_a_game_that_is_hidden_stops_asking(cast, games, watching):
    address, client = watching("game"), Client()
    hide_game(game=games["first"], hidden=True)
    assert client.get(address).status_code == 404
    part = client.get(address, headers=PART)
    assert part.status_code == 410
    assert "data-poll" not in part.content.decode()


def test_looking_is_noted_once_an_hour(monkeypatch, games, watching):
    address, client, now = watching("group"), Client(), timezone.now()
    seen = []
    for minutes in (0, 59, 61):
        monkeypatch.setattr(timezone, "now", lambda minutes=minutes: now + datetime.timedelta(minutes=minutes))
        client.get(address)
        client.get(address + "v/")
        seen.append(Link.objects.get().last_used_at)
    assert seen == [now, now, now + datetime.timedelta(minutes=61)]


@pytest.mark.parametrize("query", ["?game=x", "?game=-1", "?game=" + "9" * 30, "?hand=x&hand=2", "?v=\0", "?game=0"])
def test_a_strange_question_is_no_fault(games, watching, query):
    for what in SCOPE:
        assert Client().get(watching(what) + query).status_code in (200, 404)


def test_a_removed_member_is_out_at_the_very_next_request(cast, games):
    client, game = Client(), games["first"]
    client.force_login(cast.recorder.user)
    addresses = (f"/groups/{cast.group.pk}/", f"/games/{game.pk}/", f"/games/{game.pk}/hands/1/")
    poll = f"/v/{member_token(cast.recorder)}/"
    assert {client.get(address).status_code for address in (*addresses, poll)} == {200}
    links.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    for address in (*addresses, poll):
        assert client.get(address).status_code == 410
    part = client.get(addresses[1], headers=PART)
    assert part.status_code == 410
    assert "You are not a member of this group any more." in part.content.decode()
    assert "data-poll" not in part.content.decode()
    assert client.post(f"/games/{game.pk}/hands/1/tap/", {"tap": "players.0.bid=10"}).status_code == 410
    assert not game.hands.exists()
    assert client.get("/").status_code == 200
