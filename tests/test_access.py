"""Who may do what: every route of the app, asked by everyone of the cast.

A new route fails here until it is in the table.
"""

from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from scorekeeper.middleware import RENEWED, today
from scorekeeper.models import Game, User
from scorekeeper.queries.links import token_of
from scorekeeper.services.games import hide_game
from scorekeeper.services.links import make_owner_link
from tests.cast import A_HAND, Phone, make_cast, play, start_game, type_hand

OPEN = {"start": ("/", "GET POST"), "join": ("/j/{token}/", "GET POST")}
"""Routes for everybody: name -> (address, methods)."""

OF_A_GROUP = {
    "group": ("/groups/{group}/", "GET"),
    "new_game": ("/groups/{group}/new/", "GET POST"),
    "add_player": ("/groups/{group}/players/", "POST"),
}
OF_A_GAME = {
    "sheet": ("/games/{game}/", "GET"),
    "stop": ("/games/{game}/stop/", "GET POST"),
    "resume": ("/games/{game}/resume/", "POST"),
    "hide": ("/games/{game}/hide/", "POST"),
    "rematch": ("/games/{game}/rematch/", "POST"),
    "setup": ("/games/{game}/setup/", "GET POST"),
    "hand": ("/games/{game}/hands/1/", "GET"),
    "tap": ("/games/{game}/hands/1/tap/", "POST"),
    "step_back": ("/games/{game}/hands/1/back/", "POST"),
    "start_over": ("/games/{game}/hands/1/over/", "POST"),
    "save": ("/games/{game}/hands/1/save/", "POST"),
    "undo": ("/games/{game}/hands/1/undo/", "POST"),
}
ROUTES = OPEN | OF_A_GROUP | OF_A_GAME
ONLY_THE_OWNER = {"hide"}

all_routes = pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in ROUTES])
closed_routes = pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in OF_A_GROUP | OF_A_GAME])
game_routes = pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in OF_A_GAME])
methods = pytest.mark.parametrize("method", ["GET", "POST"])


@pytest.fixture
def cast(db):
    return make_cast()


@pytest.fixture
def game(cast):
    """A game with a saved hand, which is being corrected, and another being typed."""
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    type_hand(game, "pass", cast.owner)
    Phone(game, cast.owner, 1).tap("A took 11")
    return game


@pytest.fixture
def address(cast, game):
    token = token_of(make_owner_link(cast.group))
    return lambda name: ROUTES[name][0].format(group=cast.group.pk, game=game.pk, token=token)


def client_of(member):
    client = Client()
    if member is not None:
        client.force_login(member.user)
    return client


def stored():
    """Everything in the database, as text."""
    out = StringIO()
    call_command("dumpdata", "scorekeeper", "sessions", stdout=out)
    return out.getvalue()


def test_every_route_is_in_the_table():
    assert {pattern.name for pattern in get_resolver().url_patterns} == set(ROUTES)


@closed_routes
@methods
def test_nobody_learns_or_changes_anything_without_a_membership(cast, address, name, method):
    before = stored()
    response = Client().generic(method, address(name))
    expected = 404 if method in ROUTES[name][1] else 405
    assert response.status_code == expected
    assert b"Wednesday" not in response.content
    assert stored() == before


@closed_routes
@methods
def test_a_stranger_of_another_group_gets_what_nobody_gets(cast, address, name, method):
    stranger = client_of(cast.stranger)
    before = stored()
    response = stranger.generic(method, address(name))
    assert response.status_code == (404 if method in ROUTES[name][1] else 405)
    assert stored() == before


@closed_routes
def test_a_removed_member_is_a_stranger(cast, address, name):
    cast.recorder.removed_at = cast.recorder.joined_at
    cast.recorder.save()
    client = client_of(cast.recorder)
    method = ROUTES[name][1].split()[0]
    assert client.generic(method, address(name)).status_code == 404


@all_routes
def test_a_method_that_a_route_has_not_is_405(cast, address, name):
    client = client_of(cast.owner)
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - set(ROUTES[name][1].split()):
        response = client.generic(method, address(name))
        assert response.status_code == 405, method
        assert method not in response["Allow"]


@all_routes
def test_looking_changes_nothing(cast, address, name):
    client = client_of(cast.owner)
    before = stored()
    for query in ("", "?at=points", "?hand=1&said=1.1", "?seats=1,2,3&again=1"):
        for method in ("GET", "HEAD"):
            response = client.generic(method, address(name) + query)
            assert response.status_code == (200 if "GET" in ROUTES[name][1] else 405)
    assert stored() == before


@game_routes
@methods
def test_a_hidden_game_is_only_there_for_the_owner(cast, game, address, name, method):
    hide_game(game=game, hidden=True)
    expected = 404 if method in ROUTES[name][1] else 405
    assert client_of(cast.recorder).generic(method, address(name)).status_code == expected


def test_the_owner_sees_a_hidden_game(cast, game, address):
    hide_game(game=game, hidden=True)
    response = client_of(cast.owner).get(address("sheet"))
    assert "Show this game again" in response.content.decode()


@pytest.mark.parametrize("name", sorted(ONLY_THE_OWNER))
def test_what_only_the_owner_may_do_is_403_for_a_recorder(cast, game, address, name):
    response = client_of(cast.recorder).post(address(name), {"hidden": "true"})
    assert response.status_code == 403
    assert "Only the owner of the group can do this." in response.content.decode()
    assert not Game.objects.get(pk=game.pk).hidden


@closed_routes
def test_a_recorder_may_do_everything_else(cast, address, name):
    if name in ONLY_THE_OWNER:
        return
    for method in ROUTES[name][1].split():
        assert client_of(cast.recorder).generic(method, address(name)).status_code != 403


@pytest.mark.parametrize("number", ["0", "99999999", str(10**18), str(10**20), "9" * 5000])
@closed_routes
def test_a_number_that_is_nobodys_is_not_there(cast, name, number):
    method = ROUTES[name][1].split()[0]
    response = client_of(cast.owner).generic(method, ROUTES[name][0].format(group=number, game=number))
    assert response.status_code == 404


class TestTheLink:
    @pytest.fixture
    def link(self, cast):
        return make_owner_link(cast.group)

    @pytest.fixture
    def address(self, link):
        return f"/j/{token_of(link)}/"

    def test_looking_shows_the_group_and_spends_nothing(self, client, link, address):
        for _time in range(2):
            response = client.get(address)
            assert response.status_code == 200
            assert "Wednesday" in response.content.decode()
        link.refresh_from_db()
        assert link.uses_left == 1
        assert "sessionid" not in client.cookies

    def test_sending_lets_an_unknown_browser_in_once(self, client, cast, address):
        response = client.post(address, {"name": "Olga again"})
        assert (response.status_code, response["Location"]) == (302, f"/groups/{cast.group.pk}/")
        assert client.get(response["Location"]).status_code == 200
        assert cast.group.memberships.get(name="Olga again").is_owner
        assert Client().post(address, {"name": "Late"}).status_code == 410
        assert client.get(address).status_code == 410

    def test_a_name_is_needed_and_asked_for_again(self, client, link, address):
        for name in ("", " ", "x" * 41, "a\x00b"):
            assert client.post(address, {"name": name}).status_code == 422
        assert client.post(address).status_code == 422
        link.refresh_from_db()
        assert link.uses_left == 1

    def test_a_recorder_becomes_an_owner_and_stays_the_same_user(self, cast, address):
        client = client_of(cast.recorder)
        client.post(address, {"name": "Rex"})
        cast.recorder.refresh_from_db()
        assert cast.recorder.is_owner
        assert User.objects.count() == 3

    @pytest.mark.parametrize("who", ["nobody", "recorder", "stranger"])
    def test_redeeming_rotates_the_session(self, cast, address, who):
        client = client_of(getattr(cast, who, None))
        before = client.session.session_key
        client.post(address, {"name": "Somebody"})
        after = client.cookies["sessionid"].value
        assert after != before
        assert not Session.objects.filter(session_key=before).exists()
        assert client.get(f"/groups/{cast.group.pk}/").status_code == 200

    def test_the_address_carries_no_token_afterwards(self, client, link, address):
        response = client.post(address, {"name": "Olga"}, follow=True)
        token = token_of(link)
        assert [token in hop for hop, _status in response.redirect_chain] == [False]
        assert token not in response.content.decode()

    def test_an_expired_link_is_gone(self, client, link, address):
        link.expires_at = link.created_at
        link.save()
        assert client.get(address).status_code == 410
        assert client.post(address, {"name": "Late"}).status_code == 410

    @pytest.mark.parametrize(
        "spoil",
        [
            pytest.param(lambda token: token[:-1], id="cut off"),
            pytest.param(lambda token: token + "x", id="too long"),
            pytest.param(lambda token: token[:22], id="without its seal"),
            pytest.param(lambda token: token[:22] + "A" * 43, id="with another seal"),
            pytest.param(lambda token: "A" * 22 + token[22:], id="for another link"),
            pytest.param(lambda token: "%00", id="a NUL"),
            pytest.param(lambda token: "é" * 3000, id="very long"),
        ],
    )
    def test_a_token_that_was_never_given_opens_nothing(self, client, link, spoil):
        address = f"/j/{spoil(token_of(link))}/"
        assert client.get(address).status_code == 410
        assert client.post(address, {"name": "Guess"}).status_code == 410


def test_the_session_renewal_is_the_only_write_of_looking(cast, address):
    client = client_of(cast.owner)
    session = client.session
    session[RENEWED] = "2020-01-01"
    session.save()
    client.get(address("sheet"))
    assert client.session[RENEWED] == today()
